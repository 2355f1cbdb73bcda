package blocks

import (
	"context"

	"suffice/internal/linalg"
	"suffice/rows"
)

// Parts divides rows among several sums that are taken side by side, one core each,
// and added up in order at the end. The division depends on sizes alone, so the sums
// are the same for any number of cores.
type Parts struct {
	Count int // of sums
	Share int // consecutive rows of each part, before the next part's
	Piece int // rows that a part is given at a time, at most
}

const (
	mostParts = 8
	sumValues = 1 << 23 // values in the sums of all parts, at most
	pieceRows = 192     // rows at a time: their kernel values stay in the cache

	blockValues = 1 << 18 // about how many values are read at a time
)

// Divide divides n rows of the given width where the sums of one part hold the given
// number of values.
func Divide(n, width, sums int) Parts {
	p := Parts{Count: mostParts}
	for p.Count > 1 && (p.Count > up(n, pieceRows) || p.Count*sums > sumValues) {
		p.Count /= 2 // so that cores get equal shares
	}
	blocks := up(n, max(p.Count*pieceRows, blockValues*mostParts/max(1, width)))
	p.Share = up(n, max(1, blocks*p.Count))
	p.Piece = up(p.Share, max(1, up(p.Share, pieceRows)))
	return p
}

// up is a/b rounded up.
func up(a, b int) int { return (a + b - 1) / b }

// Each reads the rows of x and calls visit for one piece of rows after the other, with
// the part whose sums it belongs to. Pieces of one part come in order and never at once;
// a piece is valid until visit returns.
func (p Parts) Each(ctx context.Context, x rows.Source, visit func(part, from, to int, piece []float64)) error {
	if s, ok := x.(*Standard); ok {
		// Piece by piece, so that standardised rows stay in the cache.
		x, visit = s.Source, p.standardized(s, visit)
	}
	d := x.Width()
	return rows.Each(ctx, x, p.Share*p.Count, func(start, end int, block []float64) error {
		linalg.Parallel(end-start, p.Share, func(a, b int) {
			for from := a; from < b && ctx.Err() == nil; from += p.Piece {
				to := min(from+p.Piece, b)
				visit(a/p.Share, start+from, start+to, block[from*d:to*d])
			}
		})
		return nil
	})
}

// standardized returns a visit of rows as they are that visits them standardised.
func (p Parts) standardized(s *Standard, visit func(part, from, to int, piece []float64)) func(part, from, to int, piece []float64) {
	units := s.Units()
	pieces := make([][]float64, p.Count)
	for part := range pieces {
		pieces[part] = make([]float64, p.Piece*s.Width())
	}
	return func(part, from, to int, raw []float64) {
		piece := pieces[part][:len(raw)]
		units.Standardize(piece, raw)
		visit(part, from, to, piece)
	}
}

package aggregate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

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
	partRows  = 768     // rows of a part, at least: sums of fewer take less time than their memory
	pieceRows = 192     // rows at a time: their kernel values stay in the cache

	blockValues = 1 << 18 // about how many values are read at a time
)

// Divide divides n rows of the given width where the sums of one part hold the given
// number of values.
func Divide(n, width, sums int) Parts {
	p := Parts{Count: mostParts}
	for p.Count > 1 && (p.Count > max(1, n/partRows) || p.Count*sums > sumValues) {
		p.Count /= 2 // so that cores get equal shares
	}
	blocks := up(n, max(p.Count*pieceRows, blockValues*mostParts/max(1, width)))
	p.Share = up(n, max(1, blocks*p.Count))
	p.Piece = up(p.Share, max(1, up(p.Share, pieceRows)))
	return p
}

// InTurn is one sum of all rows, so many at a time, for a statistic that uses all cores
// for each block.
func InTurn(size int) Parts { return Parts{Count: 1, Share: size, Piece: size} }

// up is a/b rounded up.
func up(a, b int) int { return (a + b - 1) / b }

// Each reads the rows of x and calls visit for one piece of rows after the other, with
// the part whose sums it belongs to. Pieces of one part come in order and never at once;
// a piece is valid until visit returns.
func (p Parts) Each(ctx context.Context, x rows.Source, visit func(part, from, to int, piece []float64)) error {
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

// eachBeside is Each without reading the rows.
func (p Parts) eachBeside(ctx context.Context, n int, visit func(part, from, to int)) error {
	for start := 0; start < n && ctx.Err() == nil; start += p.Share * p.Count {
		end := min(start+p.Share*p.Count, n)
		linalg.Parallel(end-start, p.Share, func(a, b int) {
			for from := a; from < b && ctx.Err() == nil; from += p.Piece {
				visit(a/p.Share, start+from, start+min(from+p.Piece, b))
			}
		})
	}
	return ctx.Err()
}

// Plan is how a statistic wants the rows, and how they are divided where it is summed in
// one process.
type Plan struct {
	Parts
	Sparse bool  // without their zeros, from a source that can give them so: then in turn
	Only   []int // those that matter, ascending; nil means all
	Beside bool  // what is aligned with the rows is enough: blocks come without inputs
}

// Sum sums a statistic over the rows of x in this process.
func (p Plan) Sum(ctx context.Context, x rows.Source, s Statistic, y ...Aligned) (Partial, error) {
	return p.sum(ctx, x, 0, s, y)
}

// SumPart sums a statistic over a part of a table of n rows: those of x, which are the
// table's from row first on. What is aligned is so with the rows of the table, as the rows
// are that a plan names. The sum over the only part is that over all rows, bit for bit.
func SumPart(ctx context.Context, x rows.Source, first, n int, s Statistic, y ...Aligned) (Partial, error) {
	plan := s.Plan(n, x.Width())
	if plan.Only != nil {
		from, _ := slices.BinarySearch(plan.Only, first)
		to, _ := slices.BinarySearch(plan.Only, first+x.Len())
		own := make([]int, to-from)
		for k, i := range plan.Only[from:to] {
			own[k] = i - first
		}
		plan.Only = own
	}
	return plan.sum(ctx, x, first, s, y)
}

// Wants reports whether a statistic over a table of n rows takes any of rows [from, to) into
// account.
func Wants(s Statistic, from, to, n int) bool {
	only := s.Plan(n, 1).Only
	at, _ := slices.BinarySearch(only, from)
	return only == nil && from < to || at < len(only) && only[at] < to
}

// sum sums over rows whose first has the given number.
func (p Plan) sum(ctx context.Context, x rows.Source, first int, s Statistic, y []Aligned) (Partial, error) {
	until := &untilFinished{Context: ctx}
	ctx = until
	r := &accumulation{of: s, y: y, first: first, parts: make([]part, p.Count), until: until}
	defer r.release()
	sparse, ok := x.(rows.Sparse)
	var err error
	switch {
	case p.Only != nil:
		err = p.some(ctx, x, r)
	case p.Beside:
		err = p.eachBeside(ctx, x.Len(), func(part, from, to int) {
			r.add(part, Block{From: from, Rows: to - from})
		})
	case p.Sparse && ok:
		err = rows.EachSparse(ctx, sparse, func(from, to int, block rows.Compressed) {
			r.add(0, Block{From: from, Rows: to - from, Sparse: block})
		})
	default:
		err = p.Each(ctx, x, func(part, from, to int, piece []float64) {
			r.add(part, Block{From: from, Rows: to - from, X: piece})
		})
	}
	if err != nil && !errors.Is(err, errFinished) {
		return nil, err
	}
	return r.merged()
}

// untilFinished is a context that also ends where more rows would change nothing.
type untilFinished struct {
	context.Context
	finished atomic.Bool
}

var errFinished = errors.New("no more rows are needed")

func (r *untilFinished) Err() error {
	if r.finished.Load() {
		return errFinished
	}
	return r.Context.Err()
}

// accumulation is the sums of all parts as they grow.
type accumulation struct {
	of    Statistic
	y     []Aligned
	first int // number of the first row
	parts []part
	until *untilFinished
}

// part is one of them.
type part struct {
	sum     Partial
	aligned [][]float64
	memory  [][]float64 // for these
	err     error
}

// add adds a block to a part, with what is aligned with its rows.
func (r *accumulation) add(part int, block Block) {
	p := &r.parts[part]
	if p.err != nil {
		return
	}
	if p.sum == nil {
		p.sum, p.aligned, p.memory = r.of.Zero(), make([][]float64, len(r.y)), make([][]float64, len(r.y))
	}
	block.From += r.first
	for k, y := range r.y {
		p.aligned[k] = y.Rows(block.From, block.From+block.Rows, &p.memory[k])
	}
	block.Y = p.aligned
	if p.err = p.sum.Add(block); len(r.parts) == 1 && (p.err != nil || isFinished(p.sum)) {
		r.until.finished.Store(true)
	}
}

// merged merges the parts in order.
func (r *accumulation) merged() (Partial, error) {
	var sum Partial
	for _, p := range r.parts {
		switch {
		case p.err != nil:
			return nil, p.err
		case sum == nil:
			sum = p.sum
		case p.sum != nil:
			if err := sum.Merge(p.sum); err != nil {
				return nil, err
			}
			Release(p.sum)
		}
	}
	if sum == nil {
		return r.of.Zero(), nil
	}
	return sum, nil
}

// release gives back the memory that only adding needs.
func (r *accumulation) release() {
	for _, p := range r.parts {
		for k := range p.memory {
			Return(&p.memory[k])
		}
		if t, ok := plainSum(p.sum).(interface{ totals() *Totals }); ok {
			Return(&t.totals().pieces.memory)
		}
	}
}

// Rows that matter are read with those between them where they are one in denseShare at
// least, at most sparseStretch or a block at once; elsewhere one by one, in order, so that a
// source which reads a file reads it once.
const (
	sparseStretch = 4096
	denseShare    = 16
)

// some adds the rows that matter, and rows between them.
func (p Plan) some(ctx context.Context, x rows.Source, a *accumulation) error {
	n, size, read := x.Len(), rows.BlockLen(x.Width()), p.reader(ctx, x)
	if _, ok := x.(rows.Sparse); ok && p.Sparse {
		size = sparseStretch
	}
	if len(p.Only) > 0 && (p.Only[0] < 0 || p.Only[len(p.Only)-1] >= n) {
		return fmt.Errorf("there is no row %d of %d", p.Only[len(p.Only)-1]+1, n)
	}
	for left := p.Only; len(left) > 0; {
		count, _ := slices.BinarySearch(left, left[0]/size*size+size)
		wanted, step := left[:count], 1
		left = left[count:]
		if count*denseShare >= wanted[count-1]+1-wanted[0] {
			step = count
		}
		for ; len(wanted) > 0; wanted = wanted[step:] {
			block, err := read(wanted[0], wanted[step-1]+1)
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			a.add(0, block)
		}
	}
	return ctx.Err()
}

// reader reads rows [from, to), in memory that it uses again.
func (p Plan) reader(ctx context.Context, x rows.Source) func(from, to int) (Block, error) {
	var dense []float64
	var compressed rows.Compressed
	sparse, ok := x.(rows.Sparse)
	return func(from, to int) (b Block, err error) {
		b = Block{From: from, Rows: to - from}
		if p.Beside {
			return b, nil
		}
		if ok && p.Sparse {
			compressed, err = sparse.SparseBlock(ctx, from, to, compressed)
			b.Sparse = compressed
			return b, err
		}
		b.X, err = x.Block(ctx, from, to, Room(&dense, (to-from)*x.Width()))
		return b, err
	}
}

// Room returns memory for n numbers of any value, which grows where it is too small.
func Room(memory *[]float64, n int) []float64 {
	if cap(*memory) < n {
		Return(memory)
		*memory = linalg.Borrow(1, n).Data
	}
	return (*memory)[:n]
}

// Return gives the memory that Room has made back, to be used again.
func Return(memory *[]float64) {
	linalg.Return(linalg.Matrix{Data: (*memory)[:cap(*memory)]})
	*memory = nil
}

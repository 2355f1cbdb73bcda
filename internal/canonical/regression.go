package canonical

import (
	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/wire"
)

func init() {
	blocks.Register("regression", func() blocks.Statistic { return new(regression) })
	blocks.Register("slope", func() blocks.Statistic { return new(slope) })
}

// regression is the statistic of the regression of functions of y on K at one W.
type regression struct {
	at     *place
	sums   *regressionSums
	memory pieceMemory
	ky1    linalg.Matrix // K, Y and 1 of a piece
}

func newRegression(at *place) *regression {
	s := &regression{at: at, sums: newRegressionSums(at.p.V.Rows, at.outputs)}
	s.sums.reset()
	return s
}

// Kind implements blocks.Statistic.
func (s *regression) Kind() string { return "regression" }

// Empty implements blocks.Statistic.
func (s *regression) Empty() blocks.Statistic { return newRegression(s.at) }

// Size implements blocks.Statistic.
func (s *regression) Size() int { return s.sums.all.Rows * s.sums.all.Cols }

// Count is how many rows there are.
func (s *regression) Count() int {
	last := s.sums.all.Rows - 1
	return int(s.sums.all.At(last, last))
}

// Release gives the memory back.
func (s *regression) Release() {
	s.sums.release()
	linalg.Return(s.ky1)
}

// Add implements blocks.Statistic.
func (s *regression) Add(block blocks.Block) error {
	if s.ky1.Rows == 0 {
		s.ky1 = s.sums.beside(pieceRows)
	}
	k := func(size int) linalg.Matrix { return s.ky1.Slice(0, size).Columns(0, s.sums.kk.Cols) }
	return s.at.each(block, &s.memory, k, func(x, _, y linalg.Matrix) { s.sums.add(s.ky1.Slice(0, x.Rows), y) })
}

// Merge implements blocks.Statistic.
func (s *regression) Merge(other blocks.Statistic) error {
	o, ok := other.(*regression)
	if !ok || !s.at.same(o.at) {
		return blocks.Mismatch(s, other)
	}
	linalg.Parallel(s.sums.all.Rows, 32, func(from, to int) {
		for i := from; i < to; i++ {
			linalg.Axpy(1, o.sums.all.Row(i)[i:], s.sums.all.Row(i)[i:])
		}
	})
	return nil
}

// AppendBinary implements blocks.Statistic.
func (s *regression) AppendBinary(to []byte) ([]byte, error) {
	return wire.Upper(s.at.append(to), s.sums.all), nil
}

// UnmarshalBinary implements blocks.Statistic.
func (s *regression) UnmarshalBinary(data []byte) error {
	r := wire.Read(data)
	at, err := readPlace(r)
	if err != nil {
		return err
	}
	all := r.Upper()
	if err := r.Err(); err != nil {
		return err
	}
	if all.Rows != at.p.V.Rows+at.outputs+1 {
		return errInconsistent
	}
	*s = *newRegression(at)
	s.sums.all.Copy(all)
	return nil
}

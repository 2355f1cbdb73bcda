package blocks

import (
	"fmt"
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/rows"
)

// Weighing is a statistic that knows what to do with rows that do not all count the same:
// it weighs them, by Block.Weights, or gives something for each row, whatever its weight.
// Other statistics are refused where rows have weights.
type Weighing interface {
	Statistic
	Weighs() bool
}

// byWeight is what to sum over rows without weights, where those of x come with them.
func byWeight(x rows.Source, s Statistic, y []Aligned) (rows.Source, Statistic, []Aligned, error) {
	weights := rows.Weights(x)
	if weights == nil {
		return x, s, y, nil
	}
	weighing, ok := s.(Weighing)
	if !ok {
		return nil, nil, nil, fmt.Errorf("sums of kind %q cannot be taken by the weights of rows; leave the weights out, or use another method", s.Kind())
	}
	x = rows.Unweighted(x)
	if weighing.Weighs() {
		s, y = &weighted{s}, append(slices.Clip(y), alignedWeights(x, weights))
	}
	return x, s, y, nil
}

// Weigher is an Aggregator that knows the weights of rows where these are.
type Weigher interface {
	// AlignedWeights is the given weights of all rows, as Aggregate takes them.
	AlignedWeights(weights []float64) Aligned
}

func alignedWeights(x rows.Source, weights []float64) Aligned {
	if own, ok := x.(Weigher); ok {
		return own.AlignedWeights(weights)
	}
	return InMemory{linalg.Of(len(weights), 1, weights)}
}

// weightedKind comes before the kind of a statistic that weighs its rows.
const weightedKind = "weighted "

// weighted is a statistic over rows whose weights come last among what is aligned with them.
type weighted struct{ Statistic }

func (w *weighted) Kind() string { return weightedKind + w.Statistic.Kind() }

func (w *weighted) Zero() Partial { return &weightedSum{w.Statistic.Zero(), w} }

// weightedSum is its partial sum.
type weightedSum struct {
	Partial
	of *weighted
}

func (s *weightedSum) Add(block Block) error {
	last := len(block.Y) - 1
	if last < 0 || len(block.Y[last]) != block.Rows {
		return fmt.Errorf("a block of %d rows comes without a weight for each", block.Rows)
	}
	block.Y, block.Weights = block.Y[:last], block.Y[last]
	return s.Partial.Add(block)
}

func (s *weightedSum) Merge(other Partial) error {
	o, ok := other.(*weightedSum)
	if !ok || o.of != s.of {
		return ErrOther(s.of)
	}
	return s.Partial.Merge(o.Partial)
}

func (s *weightedSum) Finished() bool { return isFinished(s.Partial) }

func (s *weightedSum) Release() { Release(s.Partial) }

// plainSum is a sum as the statistic itself has it.
func plainSum(sum Partial) Partial {
	if s, ok := sum.(*weightedSum); ok {
		return s.Partial
	}
	return sum
}

// ScaleRoots multiplies each row by the root of its weight, so that products of rows are
// weighted; nil weights leave them as they are.
func ScaleRoots(a linalg.Matrix, weights []float64) {
	for i, w := range weights {
		linalg.ScaleRow(math.Sqrt(w), a.Row(i))
	}
}

// ScaleRows multiplies each row by its weight; nil weights leave them as they are.
func ScaleRows(a linalg.Matrix, weights []float64) {
	for i, w := range weights {
		linalg.ScaleRow(w, a.Row(i))
	}
}

// Weights are those of the rows, with mean 1, or nil where all count the same.
func (s *Standard) Weights() []float64 { return rows.Weights(s.Source) }

// Weigh returns f with each row times its weight; f itself where there are no weights.
func (s *Standard) Weigh(f linalg.Matrix) linalg.Matrix {
	weights := s.Weights()
	if weights == nil {
		return f
	}
	f = f.Clone()
	ScaleRows(f, weights)
	return f
}

// InUnits takes rows in memory as they are, as AsStandard does, with the weights of s, whose
// rows they are in other coordinates.
func (s *Standard) InUnits(width int, data []float64) (*Standard, error) {
	z, err := AsStandard(width, data)
	if weights := s.Weights(); err == nil && weights != nil {
		z.Source, err = rows.WithWeights(z.Source, weights)
	}
	return z, err
}

// likewise gives rows of x, which part is, the weights that they have there.
func likewise(x, part rows.Source, which []int) (rows.Source, error) {
	weights := rows.Weights(x)
	if weights == nil {
		return part, nil
	}
	return rows.WithWeights(part, Some(weights, which))
}

// Some are the weights of the given rows, in proportion; nil where there are none.
func Some(weights []float64, which []int) []float64 {
	if weights == nil {
		return nil
	}
	own := make([]float64, len(which))
	for k, i := range which {
		own[k] = weights[i]
	}
	return own
}

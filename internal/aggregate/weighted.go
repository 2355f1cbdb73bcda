package aggregate

import (
	"context"
	"fmt"
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
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
	weights := alignedWeights(x)
	if weights == nil {
		return x, s, y, nil
	}
	weighing, ok := s.(Weighing)
	if !ok {
		return nil, nil, nil, fmt.Errorf("sums of kind %q cannot be taken by the weights of rows; leave the weights out, or use another method", s.Kind())
	}
	x = rows.Unweighted(x)
	if weighing.Weighs() {
		s, y = &weighted{s}, append(slices.Clip(y), weights)
	}
	return x, s, y, nil
}

// alignedWeights are the weights beside the rows of x; nil where all count the same.
func alignedWeights(x rows.Source) Aligned {
	if far := farWeights(x); far != nil {
		return far.beside()
	}
	if weights := rows.Weights(x); weights != nil {
		return InMemory{linalg.Of(len(weights), 1, weights)}
	}
	return nil
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

// Rooted is f with each row times the root of its weight; f itself where there are none.
func Rooted(f linalg.Matrix, weights []float64) linalg.Matrix {
	if weights == nil {
		return f
	}
	f = f.Clone()
	ScaleRoots(f, weights)
	return f
}

// MeanOne is weights with mean 1, if there are any.
func MeanOne(weights []float64) []float64 {
	linalg.ScaleRow(float64(len(weights))/linalg.Sum(weights), weights)
	return weights
}

// ScaleRows multiplies each row by its weight; nil weights leave them as they are.
func ScaleRows(a linalg.Matrix, weights []float64) {
	for i, w := range weights {
		linalg.ScaleRow(w, a.Row(i))
	}
}

// CentreBy subtracts its mean from each column, by weights of the rows, whose mean is 1; nil means
// that all count the same. A column that does not vary becomes exactly 0.
func CentreBy(f linalg.Matrix, weights []float64) {
	linalg.AddRow(f, -1, slices.Clone(f.Row(0))) // so that a large offset costs no digits
	linalg.AddRow(f, -1, linalg.MeanRow(f, weights))
}

// IsWeighted reports whether the rows of x do not all count the same.
func IsWeighted(x rows.Source) bool { return farWeights(x) != nil || rows.Weights(x) != nil }

// WeightsOf are the weights of the given rows of x, in proportion; nil where all rows of x
// count the same. They are asked for where they are elsewhere.
func WeightsOf(ctx context.Context, x rows.Source, which []int) ([]float64, error) {
	if far := farWeights(x); far != nil && far.here == nil {
		taken, err := TakeAligned(ctx, far.Aggregator, far.beside(), which)
		return taken.Data, err
	}
	return Some(rows.Weights(x), which), nil
}

// Weighted reports whether the rows do not all count the same.
func (s *Standard) Weighted() bool { return IsWeighted(s.Source) }

// WeightsOf are the weights of the given rows, in proportion; nil where all count the same.
func (s *Standard) WeightsOf(ctx context.Context, which []int) ([]float64, error) {
	return WeightsOf(ctx, s.Source, which)
}

// Weights are those of the rows, with mean 1, or nil where all count the same. They must be
// here: [Standard.WeightsHere] takes those that are not.
func (s *Standard) Weights() []float64 { return rows.Weights(s.Source) }

// WeightsHere is s with the weights of all rows here, for one who holds as much of every row.
func (s *Standard) WeightsHere(ctx context.Context) (*Standard, error) {
	if farWeights(s.Source) == nil {
		return s, nil
	}
	own := *s
	var err error
	own.Source, err = WeightsHere(ctx, s.Source)
	return &own, err
}

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
	if err == nil {
		z.Source, err = ByWeights(z.Source, s.Weights())
	}
	return z, err
}

// Likewise gives rows of x, which part is, the weights that they have there.
func Likewise(ctx context.Context, x, part rows.Source, which []int) (rows.Source, error) {
	weights, err := WeightsOf(ctx, x, which)
	if err != nil {
		return part, err
	}
	return ByWeights(part, weights)
}

// ByWeights is rows with weights; they themselves where these are nil.
func ByWeights(x rows.Source, weights []float64) (rows.Source, error) {
	if weights == nil {
		return x, nil
	}
	return rows.WithWeights(x, weights)
}

// Some are the weights of the given rows, in proportion; nil where there are none.
func Some(weights []float64, which []int) []float64 {
	if weights == nil {
		return nil
	}
	return sampling.Pick(weights, which)
}

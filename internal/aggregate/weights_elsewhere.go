package aggregate

import (
	"context"
	"math"

	"suffice/internal/linalg"
	"suffice/rows"
)

// WeighElsewhere returns the rows of x with weights that are where the rows are. The one who
// asks knows the largest weight, and the mean of all as a share of it; where the least is the
// largest, there is nothing to weigh.
func WeighElsewhere(x Aggregator, largest, mean float64) rows.Source {
	far := &weightsElsewhere{Aggregator: x, unit: &weightUnit{largest, mean}}
	if sparse, ok := x.(rows.Sparse); ok {
		return &sparseWeightsElsewhere{far, sparse}
	}
	return far
}

// weightsElsewhere is rows elsewhere, with weights there.
type weightsElsewhere struct {
	Aggregator
	unit *weightUnit
	here []float64 // those of all rows, once they were taken
}

// Names, Levels and Unweighted are those of the rows.
func (w *weightsElsewhere) Names() []string               { return rows.Names(w.Aggregator) }
func (w *weightsElsewhere) Levels() map[string]rows.Level { return rows.Levels(w.Aggregator) }
func (w *weightsElsewhere) Unweighted() rows.Source       { return w.Aggregator }

// Weights does not return where the weights were not taken: whoever needs those of some rows
// asks for them.
func (w *weightsElsewhere) Weights() []float64 {
	if w.here == nil {
		panic("aggregate: the weights of the rows are elsewhere")
	}
	return w.here
}

// beside is the weights beside the rows, wherever these are.
func (w *weightsElsewhere) beside() Aligned { return Apply(w.unit, Elsewhere{w.Aggregator, 1}) }

func (w *weightsElsewhere) far() *weightsElsewhere { return w }

// sparseWeightsElsewhere is the same of rows that are mostly zeros.
type sparseWeightsElsewhere struct {
	*weightsElsewhere
	sparse rows.Sparse
}

func (w *sparseWeightsElsewhere) SparseBlock(ctx context.Context, from, to int, buf rows.Compressed) (rows.Compressed, error) {
	return w.sparse.SparseBlock(ctx, from, to, buf)
}

// farWeights is x where its weights are elsewhere; nil where they are not, or there are none.
func farWeights(x rows.Source) *weightsElsewhere {
	if w, ok := x.(interface{ far() *weightsElsewhere }); ok {
		return w.far()
	}
	return nil
}

// WeightsHere is x with the weights of all its rows here, for one who holds as much of every
// row: [rows.Weights] has them then.
func WeightsHere(ctx context.Context, x rows.Source) (rows.Source, error) {
	far := farWeights(x)
	if far == nil || far.here != nil {
		return x, nil
	}
	sum, err := Sum[*gathered](ctx, far.Aggregator, &besides{All: true, Width: 1}, far.beside())
	if err != nil {
		return nil, err
	}
	all, err := sum.all()
	if err != nil {
		return nil, err
	}
	own := *far
	own.here = all.Data
	if sparse, ok := x.(*sparseWeightsElsewhere); ok {
		return &sparseWeightsElsewhere{&own, sparse.sparse}, nil
	}
	return &own, nil
}

// AllWeights are those of all rows of x, with mean 1, for one who holds as much of every row; nil
// where all count the same.
func AllWeights(ctx context.Context, x rows.Source) ([]float64, error) {
	x, err := WeightsHere(ctx, x)
	if err != nil {
		return nil, err
	}
	return rows.Weights(x), nil
}

// OwnWeights are the weights of the rows of x as these have them.
func OwnWeights(x Aggregator) Aligned { return Apply(&weightUnit{1, 1}, Elsewhere{x, 1}) }

// weightUnit makes the mean of weights 1, as [rows.WithWeights] does it. What it is a function
// of is the weight of a row, and not the target.
type weightUnit struct {
	Largest float64
	Mean    float64 // of the weights divided by the largest
}

func (u *weightUnit) Kind() string { return "weights" }

func (u *weightUnit) Takes() int { return 1 }

func (u *weightUnit) Width() int { return 1 }

func (u *weightUnit) Complete() error {
	return Consistent(u.Largest > 0, u.Mean > 0, !math.IsInf(u.Largest, 0), !math.IsInf(u.Mean, 0))
}

func (u *weightUnit) Of(dst, weights linalg.Matrix, _ int) {
	for i := range dst.Rows {
		dst.Set(i, 0, max(weights.At(i, 0)/u.Largest/u.Mean, math.SmallestNonzeroFloat64))
	}
}

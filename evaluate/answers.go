package evaluate

import (
	"context"
	"math"
	"math/rand/v2"

	"suffice/internal/canonical"
	"suffice/internal/linalg"
	"suffice/internal/predictor"
	"suffice/output"
)

// answers are what is predicted of y, a row of numbers for each of its rows: numbers, each
// centred and of variance 1; 0 and 1 for classes and labels; for structures functions of y
// whose products are about its kernel.
type answers struct {
	linalg.Matrix
	kind output.Kind
	unit []float64 // of numbers: the standard deviations that they are divided by
}

func newAnswers(ctx context.Context, y output.Output) (answers, error) {
	c, ok := y.(output.Columnar)
	if !ok {
		return kernelAnswers(ctx, y)
	}
	width, data := c.Columns()
	a := answers{Matrix: linalg.Of(y.Len(), width, append([]float64(nil), data...)), kind: y.Kind()}
	if a.kind.Numeric() {
		for j := range width {
			a.unit = append(a.unit, a.standardise(j))
		}
	}
	return a, nil
}

// kernelAnswers are functions of an output that has a kernel alone.
func kernelAnswers(ctx context.Context, y output.Output) (answers, error) {
	const centres = 200
	n := y.Len()
	some := rand.New(rand.NewPCG(uint64(n), 0xa25)).Perm(n)[:min(n, centres)]
	functions, err := canonical.Weighted(ctx, y, some, 1)
	return answers{Matrix: functions, kind: y.Kind()}, err
}

// standardise makes a column centred and of variance 1, and returns what it was divided by.
func (a answers) standardise(j int) float64 {
	column := make([]float64, a.Rows)
	for i := range column {
		column[i] = a.At(i, j)
	}
	mean, variance := Moments(column)
	sd := math.Sqrt(variance)
	if sd == 0 {
		sd = 1
	}
	for i, v := range column {
		a.Set(i, j, (v-mean)/sd)
	}
	return sd
}

// some are the answers of the given rows.
func (a answers) some(which []int) linalg.Matrix {
	out := linalg.New(len(which), a.Cols)
	for k, i := range which {
		copy(out.Row(k), a.Row(i))
	}
	return out
}

// predict predicts test rows from training rows by the mean of what the nearest neighbours
// and a kernel ridge regression say.
func (a answers) predict(z, test, y linalg.Matrix) (linalg.Matrix, error) {
	predicted, err := a.byRidge(z, test, y)
	if err != nil {
		return predicted, err
	}
	linalg.Add(predicted, a.byNeighbours(z, test, y))
	linalg.Scale(.5, predicted)
	return predicted, nil
}

func (a answers) byRidge(z, test, y linalg.Matrix) (linalg.Matrix, error) {
	const centres = 200
	return predictor.Ridge(z, test, y, centres)
}

func (a answers) byNeighbours(z, test, y linalg.Matrix) linalg.Matrix {
	loss := predictor.SquaredError
	if a.kind == output.KindClass {
		loss = predictor.Wrong
	}
	return predictor.Neighbours(z, test, y, loss)
}

// guess is the best constant for all rows: their mean.
func guess(y linalg.Matrix) []float64 {
	mean := make([]float64, y.Cols)
	for i := range y.Rows {
		linalg.Axpy(1/float64(y.Rows), y.Row(i), mean)
	}
	return mean
}

// loss is how wrong a prediction is for a row: 1 for a wrong class, the share of wrong
// labels, or the squared error, averaged over numbers.
func (a answers) loss(truth, predicted []float64) float64 {
	var sum float64
	switch a.kind {
	case output.KindClass:
		if predictor.Largest(truth) != predictor.Largest(predicted) {
			return 1
		}
		return 0
	case output.KindLabels:
		for j, v := range truth {
			if v != hasLabel(predicted[j]) {
				sum++
			}
		}
		return sum / float64(len(truth))
	}
	for j, v := range truth {
		sum += (v - predicted[j]) * (v - predicted[j])
	}
	if a.kind.Numeric() {
		sum /= float64(len(truth))
	}
	return sum
}

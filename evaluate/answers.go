package evaluate

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/canonical"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/predictor"
	"suffice/output"
)

// answers are what is predicted of y, a row of numbers for each of its rows: numbers, each
// centred and of variance 1; 0 and 1 for classes and labels; for structures functions of y
// whose products are about its kernel.
type answers struct {
	linalg.Matrix
	kind  output.Kind
	unit  []float64 // of numbers: the standard deviations that they are divided by
	waved bool      // there are waves behind the numbers
}

// told is the number of columns that the measure is of, from the first.
func (a answers) told() int {
	if a.waved {
		return a.Cols / (1 + waves)
	}
	return a.Cols
}

// steady is the first of the columns, up to the last, that tell noise from a finding and
// more components from fewer.
func (a answers) steady() int {
	if a.waved {
		return a.told()
	}
	return 0
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

// waves is how many functions of a number there are: the first falls from one end of its
// range to the other, the second tells the ends from the middle, and so on.
const waves = 4

// withWaves are the answers with waves over the ranks of each number behind them: no outlier
// rules these, and they tell more of it than the mean.
func (a answers) withWaves() answers {
	if !a.kind.Numeric() {
		return a
	}
	width := a.Cols
	out := answers{linalg.New(a.Rows, (1+waves)*width), a.kind, a.unit, true}
	for j := range width {
		column := make([]float64, a.Rows)
		for i := range column {
			column[i] = a.At(i, j)
		}
		for i, u := range shares(column) {
			out.Set(i, j, column[i])
			for k := 1; k <= waves; k++ {
				out.Set(i, k*width+j, math.Sqrt2*math.Cos(float64(k)*math.Pi*u))
			}
		}
	}
	return out
}

// shares are those of the values below each, and half of those equal to it.
func shares(values []float64) []float64 {
	sorted := slices.Sorted(slices.Values(values))
	out := make([]float64, len(values))
	for i, v := range values {
		from, _ := slices.BinarySearch(sorted, v)
		to, _ := slices.BinarySearch(sorted, math.Nextafter(v, math.Inf(1)))
		out[i] = float64(from+to) / 2 / float64(len(values))
	}
	return out
}

// kernelAnswers are functions of an output that has a kernel alone.
func kernelAnswers(ctx context.Context, y output.Output) (answers, error) {
	const centres = 200
	n := y.Len()
	some := rand.New(rand.NewPCG(uint64(n), 0xa25)).Perm(n)[:min(n, centres)]
	functions, err := canonical.Weighted(ctx, y, nil, some, 1)
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

// of are the same as answers.
func (a answers) of(which []int) answers { return answers{a.some(which), a.kind, a.unit, a.waved} }

// predict predicts test rows from training rows: what the measure is of by the mean of what
// the nearest neighbours and a kernel ridge regression say, and waves by a regression of
// their own.
func (a answers) predict(z, test, y linalg.Matrix) (linalg.Matrix, error) {
	told := columns(y, 0, a.told())
	predicted, err := a.byRidge(z, test, told)
	if err != nil {
		return predicted, err
	}
	linalg.Add(predicted, a.byNeighbours(z, test, told))
	linalg.Scale(.5, predicted)
	if !a.waved {
		return predicted, nil
	}
	const centres = 100
	rest, err := learn.FitRidge(z, columns(y, a.told(), a.Cols), learn.RidgeOptions{Most: centres})
	if err != nil {
		return predicted, err
	}
	return beside(predicted, rest.Predict(test)), nil
}

func (a answers) byRidge(z, test, y linalg.Matrix) (linalg.Matrix, error) {
	const centres = 200
	fit, err := learn.FitRidge(z, y, learn.RidgeOptions{Most: centres})
	if err != nil {
		return linalg.Matrix{}, err
	}
	return fit.Predict(test), nil
}

func (a answers) byNeighbours(z, test, y linalg.Matrix) linalg.Matrix {
	loss := predictor.SquaredError
	if a.kind == output.KindClass {
		loss = predictor.Wrong
	}
	return learn.Neighbours(z, test, y, loss)
}

// columns are those from one to another.
func columns(y linalg.Matrix, from, to int) linalg.Matrix {
	if from == 0 && to == y.Cols {
		return y
	}
	out := linalg.New(y.Rows, to-from)
	for i := range out.Rows {
		copy(out.Row(i), y.Row(i)[from:to])
	}
	return out
}

// beside has the columns of both.
func beside(a, b linalg.Matrix) linalg.Matrix {
	out := linalg.New(a.Rows, a.Cols+b.Cols)
	for i := range out.Rows {
		copy(out.Row(i), a.Row(i))
		copy(out.Row(i)[a.Cols:], b.Row(i))
	}
	return out
}

// guess is the best constant for all rows: their mean, by their weights where these are not
// nil.
func guess(y linalg.Matrix, weights []float64) []float64 {
	mean := make([]float64, y.Cols)
	for i := range y.Rows {
		share := 1 / float64(y.Rows)
		if weights != nil {
			share *= weights[i]
		}
		linalg.Axpy(share, y.Row(i), mean)
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
	sum = squared(truth[:a.told()], predicted[:a.told()])
	if a.kind.Numeric() {
		sum /= float64(a.told())
	}
	return sum
}

// square is the squared error of a prediction in the steady columns.
func (a answers) square(truth, predicted []float64) float64 {
	return squared(truth[a.steady():], predicted[a.steady():])
}

// squared is the squared distance of a prediction from the truth.
func squared(truth, predicted []float64) (sum float64) {
	for j, v := range truth {
		sum += (v - predicted[j]) * (v - predicted[j])
	}
	return sum
}

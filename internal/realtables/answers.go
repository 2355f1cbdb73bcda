package realtables

import (
	"math"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/internal/predictor"
	"suffice/output"
)

// answers are what is predicted, a row of numbers for each row of x: the targets, each
// centred and scaled by the training rows, or an indicator for each class.
type answers struct {
	classes     bool
	train, test linalg.Matrix
}

func newAnswers(y *output.Target, training, testing []int) answers {
	if y.Kind == output.KindClass {
		return answers{true, indicators(y, training), indicators(y, testing)}
	}
	a := answers{train: columns(y.Subset(training)), test: columns(y.Subset(testing))}
	for c := range a.train.Cols {
		mean, sd := moments(a.train, c)
		standardize(a.train, c, mean, sd)
		standardize(a.test, c, mean, sd)
	}
	return a
}

func columns(y *output.Target) linalg.Matrix { return linalg.Of(y.Len(), len(y.Names), y.Values) }

func indicators(y *output.Target, which []int) linalg.Matrix {
	out := linalg.New(len(which), len(y.Classes))
	for k, i := range which {
		out.Set(k, y.Class[i], 1)
	}
	return out
}

// moments are the mean and the standard deviation of a column, 1 where that is 0.
func moments(a linalg.Matrix, c int) (mean, sd float64) {
	n := float64(a.Rows)
	for i := range a.Rows {
		mean += a.At(i, c) / n
	}
	for i := range a.Rows {
		sd += (a.At(i, c) - mean) * (a.At(i, c) - mean) / n
	}
	if sd == 0 {
		return mean, 1
	}
	return mean, math.Sqrt(sd)
}

func standardize(a linalg.Matrix, c int, mean, sd float64) {
	for i := range a.Rows {
		a.Set(i, c, (a.At(i, c)-mean)/sd)
	}
}

// shareOf is how wrong predictions for the test rows are, as a share of how wrong the best
// guess without inputs is: the squared error by that of the mean of the training rows,
// averaged over the targets, or the share of wrong classes by that of the most frequent
// class.
func (a answers) shareOf(predicted linalg.Matrix) (share float64) {
	if a.classes {
		return a.errorRate(predicted) / a.guessed()
	}
	rmse := func(c int, predicted linalg.Matrix) float64 {
		return metrics.OfCompared(output.KindNumber, a.test.Columns(c, c+1), predicted, nil)[metrics.RMSE]
	}
	mean := linalg.New(a.test.Rows, 1) // of the training rows, which is 0
	for c := range a.test.Cols {
		ratio := rmse(c, predicted.Columns(c, c+1)) / rmse(c, mean)
		share += ratio * ratio / float64(a.test.Cols)
	}
	return share
}

func (a answers) errorRate(predicted linalg.Matrix) float64 {
	return metrics.OfCompared(output.KindClass, a.test, predicted, nil)[metrics.ErrorRate]
}

// guessed is the error rate of the most frequent class of the training rows, or that of one
// wrong row where it is less.
func (a answers) guessed() float64 {
	counts := make([]float64, a.train.Cols)
	for i := range a.train.Rows {
		linalg.Axpy(1, a.train.Row(i), counts)
	}
	return max(1/float64(a.test.Rows), a.errorRate(metrics.Guess(a.test.Rows, counts)))
}

// oneRow is the error that a single wrong row makes; 0 for numbers.
func (a answers) oneRow() float64 {
	if !a.classes {
		return 0
	}
	return 1 / float64(a.test.Rows) / a.guessed()
}

// byNeighbours and byRidge predict the test rows from the components of all rows.
func (a answers) byNeighbours(z, test linalg.Matrix) linalg.Matrix {
	loss := predictor.SquaredError
	if a.classes {
		loss = predictor.Wrong
	}
	return learn.Neighbours(z, test, a.train, loss)
}

func (a answers) byRidge(z, test linalg.Matrix) (linalg.Matrix, error) {
	const centres = 500
	fit, err := learn.FitRidge(z, a.train, learn.RidgeOptions{Most: centres})
	if err != nil {
		return linalg.Matrix{}, err
	}
	return fit.Predict(test), nil
}

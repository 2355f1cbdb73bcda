package realtables

import (
	"math"

	"suffice/internal/learn"
	"suffice/internal/linalg"
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
func (a answers) shareOf(predicted linalg.Matrix) float64 {
	if a.classes {
		return predictor.Wrong(a.test, predicted) / max(1, predictor.Wrong(a.test, a.guess()))
	}
	var share float64
	for c := range a.test.Cols {
		var missed, guessed float64
		for i := range a.test.Rows {
			off, truth := predicted.At(i, c)-a.test.At(i, c), a.test.At(i, c)
			missed, guessed = missed+off*off, guessed+truth*truth // the mean of the training rows is 0
		}
		share += missed / guessed / float64(a.test.Cols)
	}
	return share
}

// guess is the most frequent class of the training rows, for each test row.
func (a answers) guess() linalg.Matrix {
	counts := make([]float64, a.train.Cols)
	for i := range a.train.Rows {
		linalg.Axpy(1, a.train.Row(i), counts)
	}
	guess := linalg.New(a.test.Rows, a.test.Cols)
	for i := range guess.Rows {
		copy(guess.Row(i), counts)
	}
	return guess
}

// oneRow is the error that a single wrong row makes; 0 for numbers.
func (a answers) oneRow() float64 {
	if !a.classes {
		return 0
	}
	return 1 / max(1, predictor.Wrong(a.test, a.guess()))
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

package realtables

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"suffice/evaluate"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// answers are what is predicted, a row of numbers for each row of x: the targets, each
// centred and scaled by the training rows, or an indicator for each class.
type answers struct {
	classes     bool
	names       []string // of the columns
	train, test linalg.Matrix
	mean, sd    []float64 // of numbers
}

func newAnswers(y *target.Encoding, training, testing []int) answers {
	a := answers{classes: y.Kind == output.KindClass, names: y.Names, train: y.Values.Pick(training), test: y.Values.Pick(testing)}
	if !a.classes {
		a.train, a.mean, a.sd = y.Subset(training).Standardised()
		a.standardise(a.test)
	}
	return a
}

// standardise puts numbers into the units of the answers.
func (a answers) standardise(y linalg.Matrix) {
	for i := range y.Rows {
		for c, v := range y.Row(i) {
			y.Set(i, c, (v-a.mean[c])/a.sd[c])
		}
	}
}

// like puts predictions of the named columns into the units of the answers. Classes that no
// training row has get a column too.
func (a answers) like(predicted linalg.Matrix, names []string) linalg.Matrix {
	if !a.classes {
		a.standardise(predicted)
		return predicted
	}
	all := linalg.New(predicted.Rows, len(a.names))
	for c, name := range names {
		to := slices.Index(a.names, name)
		for i := range predicted.Rows {
			all.Set(i, to, predicted.At(i, c))
		}
	}
	return all
}

// half is a division of a table: the training rows, and those that are held out.
type half struct {
	answers
	x, held rows.Source
	y       *output.Target // of the training rows
}

func (d *data) half(ctx context.Context, seed uint64) (*half, error) {
	training, testing, err := d.divide(seed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Name, err)
	}
	h := &half{answers: newAnswers(d.encoded, training, testing), y: d.y.Subset(training)}
	if h.x, err = rows.Take(ctx, d.x, training); err != nil {
		return nil, err
	}
	h.held, err = rows.Take(ctx, d.x, testing)
	return h, err
}

// divide draws the rows of the two halves, of which groups are in one.
func (d *data) divide(seed uint64) (training, testing []int, err error) {
	n := d.x.Len()
	if d.group == nil {
		return evaluate.Split(n, min(MostTrain, n/2), seed)
	}
	halves, err := learn.Folds(n, learn.FoldOptions{Folds: 2, Seed: seed, Group: d.group})
	if err != nil {
		return nil, nil, err
	}
	training = halves[0].Train
	some := sampling.AtMost(len(training), MostTrain, sampling.Random(seed, 0x9a1f))
	return sampling.Pick(training, some), halves[0].Test, nil
}

func inMemory(ctx context.Context, x rows.Source) (linalg.Matrix, error) {
	values, err := x.Block(ctx, 0, x.Len(), nil)
	return linalg.Of(x.Len(), x.Width(), values), err
}

// shareOf is how wrong predictions for the test rows are, as a share of how wrong the best
// guess without inputs is: the squared error by that of the mean of the training rows,
// averaged over the targets, or the share of wrong classes by that of the most frequent
// class.
func (a answers) shareOf(predicted linalg.Matrix) (share float64, err error) {
	if a.classes {
		share = a.errorRate(predicted) / a.guessed()
	} else {
		share = a.squaredError(predicted)
	}
	if math.IsNaN(share) || math.IsInf(share, 0) {
		err = errors.New("the error is not finite")
	}
	return share, err
}

func (a answers) squaredError(predicted linalg.Matrix) (share float64) {
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
	loss := learn.SquaredError
	if a.classes {
		loss = learn.Wrong
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

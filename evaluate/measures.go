package evaluate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"suffice"
	"suffice/internal/crossfit"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/internal/sampling"
	"suffice/internal/scoring"
	"suffice/output"
	"suffice/rows"
)

// Measures are those that methods are compared by, for a kind of target. The first is the error
// that decides unless asked otherwise.
//
//   - "rmse" for numbers: the root of the mean squared error, in the units of a single number;
//     each of several is divided by its standard deviation, so that none rules by its units.
//     "r2": the share of the variance that is predicted. "mae": the mean absolute error.
//   - "error_rate" for a class: the share of rows whose class is wrong. "balanced_accuracy":
//     the share of rows whose class is right, averaged over the classes, so that rare ones
//     count as much. "accuracy": the share over all rows.
//   - "hamming_loss" for labels: the share of wrong labels, over rows and labels. "f1": the
//     harmonic mean of precision and recall, over rows and labels. "exact_match": the share of
//     rows with all labels right.
//   - "kernel_distance" for sequences, trees and graphs: half the squared distance of the true
//     and the predicted one, in the leading functions of the kernel, the first of variance 1.
//     "kernel_r2": the share of the variance of these functions that is predicted.
func Measures(kind output.Kind) []string { return metrics.Compared(kind) }

// LargerIsBetter reports whether a measure is of what is right, rather than an error.
func LargerIsBetter(measure string) bool { return metrics.Named(measure).Larger }

// measured are all measures of predictions.
func measured(truth crossfit.Targets, predicted linalg.Matrix) map[string]float64 {
	found := metrics.OfCompared(truth.Kind, truth.InUnits(truth.Matrix), truth.InUnits(predicted), truth.Unit)
	for _, name := range Measures(truth.Kind) {
		found[name] += 0 // test rows that are all the same have no R2
	}
	return found
}

// ModelResult tells how well a model predicts some rows. Measures are by name:
//
//   - of numbers "rmse", "mae", "r2" and "coverage_90", the share within the interval of 90
//     percent; Thirds has that of low, middle and high predictions. Several numbers are measured in units of their standard deviation among the
//     training rows, and averaged.
//   - of classes "accuracy", "balanced_accuracy" (the mean over classes), "auc" (the mean over
//     classes, each against the others), "log_loss" and "calibration_error" (how far
//     probabilities are from shares, in ten bins).
//   - of labels "hamming_loss" (the share of wrong ones), "f1", "exact_match" (the share of
//     rows without a wrong one), "auc", "log_loss" and "calibration_error".
//
// See docs/evaluate.md.
type ModelResult = scoring.Result

// Model judges a model that has a predictor by rows with their target.
func Model(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target) (*ModelResult, error) {
	return scoring.Model(ctx, m, x, y)
}

// ModelByGroup judges it as [Model] does, with standard errors by groups of rows, such as persons: those
// of measures of other persons.
func ModelByGroup(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target, group []int) (*ModelResult, error) {
	return scoring.ByGroup(ctx, m, x, y, group, false)
}

// ModelByTime has the standard errors by sixteen stretches of the times of the rows: rows that follow each
// other are alike.
func ModelByTime(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target, times []float64) (*ModelResult, error) {
	stretch, _ := sampling.Stretches(times, 16) // as many as a verdict has
	return scoring.ByGroup(ctx, m, x, y, stretch, false)
}

// ModelWithin judges what holds within blocks of rows, such as batches: numbers, true and predicted, are less
// the means of their block, which is also the guess, or its most frequent class. Standard errors are by blocks.
func ModelWithin(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target, block []int) (*ModelResult, error) {
	return scoring.ByGroup(ctx, m, x, y, block, true)
}

// Judge is what predicts test rows from the components of training rows.
type Judge string

// What there is. All choose their settings within the training rows.
const (
	BothJudges      Judge = "both"       // the mean of what the next two say; what "" means
	NeighboursJudge Judge = "neighbours" // the mean of the nearest neighbours, as many as predict best
	RidgeJudge      Judge = "ridge"      // kernel ridge regression at 200 centres
	NearestJudge    Judge = "nearest"    // the one nearest neighbour
)

// Judges are all of them.
func Judges() []Judge { return []Judge{BothJudges, NeighboursJudge, RidgeJudge, NearestJudge} }

// Check says that there is no such judge, or nil.
func (j Judge) Check() error {
	if j == "" || slices.Contains(Judges(), j) {
		return nil
	}
	var names []string
	for _, judge := range Judges() {
		names = append(names, string(judge))
	}
	return fmt.Errorf("there is no judge %q; choose one of %s", string(j), strings.Join(names, ", "))
}

// predictBy predicts the targets of the test rows from those of the training rows, by neighbours
// by cosine where asked for and better among these, and says so.
func predictBy(ctx context.Context, judge Judge, z, test *rows.Matrix, y crossfit.Targets, units bool) (predicted linalg.Matrix, cosine bool, err error) {
	train, at := view(z), view(test)
	switch judge {
	case NeighboursJudge:
		predicted, cosine = byNeighbours(train, at, y, units)
	case RidgeJudge:
		predicted, err = byRidge(train, at, y)
	case NearestJudge:
		nearest, failed := Nearest(ctx, z, test)
		if failed != nil {
			return predicted, false, failed
		}
		predicted = y.Pick(nearest)
	default:
		if predicted, err = byRidge(train, at, y); err == nil {
			var near linalg.Matrix
			near, cosine = byNeighbours(train, at, y, units)
			linalg.Add(predicted, near)
			linalg.Scale(.5, predicted)
		}
	}
	if err == nil && !linalg.Finite(predicted.Data) {
		err = errors.New("a prediction is not finite")
	}
	return predicted, cosine, err
}

func byRidge(z, test linalg.Matrix, y crossfit.Targets) (linalg.Matrix, error) {
	const centres = 200
	ridge, err := learn.FitRidge(z, y.Matrix, learn.RidgeOptions{Most: centres})
	if err != nil {
		return linalg.Matrix{}, err
	}
	return ridge.Predict(test), nil
}

// byNeighbours predicts by nearest neighbours. Those by cosine are the nearest of rows of length 1.
func byNeighbours(z, test linalg.Matrix, y crossfit.Targets, units bool) (predicted linalg.Matrix, cosine bool) {
	loss := learn.SquaredError
	if y.Kind == output.KindClass {
		loss = learn.Wrong
	}
	if units && z.Cols > 1 {
		_, apart := learn.NearestCount(z, y.Matrix, loss)
		turned := ofLengthOne(z)
		if _, around := learn.NearestCount(turned, y.Matrix, loss); around < apart {
			return learn.Neighbours(turned, ofLengthOne(test), y.Matrix, loss), true
		}
	}
	return learn.Neighbours(z, test, y.Matrix, loss), false
}

// ofLengthOne is the rows of z, each divided by its length, where it has one: their Euclidean
// distances have the order of the cosine.
func ofLengthOne(z linalg.Matrix) linalg.Matrix {
	z = z.Clone()
	for i := range z.Rows {
		if length := math.Sqrt(linalg.Dot(z.Row(i), z.Row(i))); length > 0 {
			linalg.Divide(z.Row(i), length)
		}
	}
	return z
}

// unitVectors reports whether all rows of x have length 1, as embeddings often have, but for the
// rounding of numbers of 16 bits.
func unitVectors(ctx context.Context, x rows.Source) (bool, error) {
	const rounding = 1e-3
	size, marks := min(x.Len(), rows.BlockLen(x.Width())), true // only 0 and 1, as of one nominal column
	memory := make([]float64, size*x.Width())
	for from := 0; from < x.Len(); from += size {
		to := min(x.Len(), from+size)
		block, err := x.Block(ctx, from, to, memory)
		if err != nil {
			return false, err
		}
		for i := range to - from {
			row := block[i*x.Width() : (i+1)*x.Width()]
			if math.Abs(math.Sqrt(linalg.Dot(row, row))-1) > rounding {
				return false, nil
			}
			marks = marks && !slices.ContainsFunc(row, func(v float64) bool { return v != 0 && v != 1 })
		}
	}
	return x.Width() > 1 && !marks, nil
}

package evaluate

import (
	"context"
	"errors"
	"fmt"
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

// predictBy predicts the targets of the test rows from those of the training rows.
func predictBy(ctx context.Context, judge Judge, z, test *rows.Matrix, y crossfit.Targets) (predicted linalg.Matrix, err error) {
	train, at := view(z), view(test)
	switch judge {
	case NeighboursJudge:
		predicted = byNeighbours(train, at, y)
	case RidgeJudge:
		predicted, err = byRidge(train, at, y)
	case NearestJudge:
		nearest, failed := Nearest(ctx, z, test)
		if failed != nil {
			return predicted, failed
		}
		predicted = y.Pick(nearest)
	default:
		if predicted, err = byRidge(train, at, y); err == nil {
			linalg.Add(predicted, byNeighbours(train, at, y))
			linalg.Scale(.5, predicted)
		}
	}
	if err == nil && !linalg.Finite(predicted.Data) {
		err = errors.New("a prediction is not finite")
	}
	return predicted, err
}

func byRidge(z, test linalg.Matrix, y crossfit.Targets) (linalg.Matrix, error) {
	const centres = 200
	ridge, err := learn.FitRidge(z, y.Matrix, learn.RidgeOptions{Most: centres})
	if err != nil {
		return linalg.Matrix{}, err
	}
	return ridge.Predict(test), nil
}

func byNeighbours(z, test linalg.Matrix, y crossfit.Targets) linalg.Matrix {
	loss := learn.SquaredError
	if y.Kind == output.KindClass {
		loss = learn.Wrong
	}
	return learn.Neighbours(z, test, y.Matrix, loss)
}

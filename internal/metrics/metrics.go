// Package metrics is the one list of measures of predictions. Each has one name, as
// scikit-learn has it where it has one: options, JSON and model files have the name, text for
// people has the title. All are computed from a [Tally].
package metrics

import (
	"slices"
	"strings"

	"suffice/internal/linalg"
	"suffice/output"
)

// Names of the measures.
const (
	R2               = "r2"
	RMSE             = "rmse"
	MAE              = "mae"
	Accuracy         = "accuracy"
	BalancedAccuracy = "balanced_accuracy"
	ErrorRate        = "error_rate"
	HammingLoss      = "hamming_loss"
	F1               = "f1"
	ExactMatch       = "exact_match"
	KernelR2         = "kernel_r2"
	KernelDistance   = "kernel_distance"
	AUC              = "auc"
	LogLoss          = "log_loss"
	CalibrationError = "calibration_error"
	Coverage90       = "coverage_90"
)

// Measure is a way to tell how good predictions are.
type Measure struct {
	Name    string
	Title   string // in tables for people
	Meaning string // in words; up to a comma it is enough for the axis of a picture
	Larger  bool   // is better

	of func(*Tally) (value float64, ok bool) // nil where more than predictions is needed
}

// measures are all, in the order in which people read them.
var measures = []Measure{
	{R2, "R2", "share of the variance that is predicted", true, (*Tally).r2},
	{RMSE, "rmse", "root mean squared error", false, (*Tally).rmse},
	{MAE, "mae", "mean absolute error", false, (*Tally).mae},
	{Accuracy, "accuracy", "share of rows whose class is right", true, (*Tally).accuracy},
	{BalancedAccuracy, "balanced accuracy", "share of rows whose class is right, averaged over the classes", true, (*Tally).balancedAccuracy},
	{ErrorRate, "error rate", "share of rows whose class is wrong", false, (*Tally).errorRate},
	{HammingLoss, "Hamming loss", "share of wrong labels, over rows and labels", false, (*Tally).hammingLoss},
	{F1, "F1", "F1 of the labels, the harmonic mean of precision and recall over rows and labels", true, (*Tally).f1},
	{ExactMatch, "exact match", "share of rows with all labels right", true, (*Tally).exactMatch},
	{KernelR2, "kernel R2", "share of the variance that is predicted, in functions of the kernel of the target", true, (*Tally).kernelR2},
	{KernelDistance, "kernel distance", "half the squared distance from the predicted target, in functions of its kernel", false, (*Tally).kernelDistance},
	{AUC, "AUC", "area under the ROC curve, the mean over classes or labels", true, (*Tally).auc},
	{LogLoss, "log loss", "mean of -log of the probability of what is true", false, (*Tally).logLoss},
	{CalibrationError, "calibration error", "distance of probabilities from shares, in ten bins", false, (*Tally).calibrationError},
	{Coverage90, "within the 90% interval", "share of numbers within the interval of 90 percent", true, nil},
}

// All are all measures, in the order in which people read them.
func All() []Measure { return slices.Clone(measures) }

// Judged are those that models are judged by. The first is that of verdicts. Classes and
// labels are predicted as probabilities.
func Judged(kind output.Kind) []string {
	switch kind {
	case output.KindNumber, output.KindNumbers:
		return []string{R2, RMSE, MAE}
	case output.KindClass:
		return []string{Accuracy, BalancedAccuracy, AUC, LogLoss, CalibrationError}
	case output.KindLabels:
		return []string{HammingLoss, F1, ExactMatch, AUC, LogLoss, CalibrationError}
	}
	return []string{KernelR2}
}

// Compared are those that methods are compared by, of predictions that are no probabilities.
// The first is the error that decides, the second stands beside it.
func Compared(kind output.Kind) []string {
	switch kind {
	case output.KindNumber, output.KindNumbers:
		return []string{RMSE, R2, MAE}
	case output.KindClass:
		return []string{ErrorRate, BalancedAccuracy, Accuracy}
	case output.KindLabels:
		return []string{HammingLoss, F1, ExactMatch}
	}
	return []string{KernelDistance, KernelR2}
}

// before are names that measures had.
var before = map[string]string{
	"hamming": HammingLoss, "label_error": HammingLoss, "exact_sets": ExactMatch, "scaled_rmse": RMSE,
}

// Named finds a measure by its name, also with hyphens or blanks in place of underscores, in
// other letters, or by a name that it had. There is none with an empty name.
func Named(name string) Measure {
	name = strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(name))
	if now, ok := before[name]; ok {
		name = now
	}
	if at := slices.IndexFunc(measures, func(m Measure) bool { return m.Name == name }); at >= 0 {
		return measures[at]
	}
	return Measure{}
}

// MeaningOf is the meaning for a kind of target.
func (m Measure) MeaningOf(kind output.Kind) string {
	if kind == output.KindNumbers && (m.Name == RMSE || m.Name == MAE) {
		return m.Meaning + ", each column divided by its standard deviation"
	}
	return m.Meaning
}

// Of are the measures that models are judged by. Several numbers are measured in units of
// their spread, and averaged; nil means 1. Rows count by their weights; nil means 1 for each.
func Of(kind output.Kind, truth, predicted linalg.Matrix, spread, weights []float64) map[string]float64 {
	t := Exact(kind, truth.Cols, spread)
	t.Add(truth, predicted, weights)
	return t.Measures()
}

// OfCompared are the measures that methods are compared by.
func OfCompared(kind output.Kind, truth, predicted linalg.Matrix, spread []float64) map[string]float64 {
	t := newTally(kind, truth.Cols, spread)
	t.Add(truth, predicted, nil)
	return t.values(Compared(kind))
}

// values are those that there are of the named measures.
func (t *Tally) values(names []string) map[string]float64 {
	found := map[string]float64{}
	for _, name := range names {
		if value, ok := Named(name).of(t); ok {
			found[name] = value
		}
	}
	return found
}

// Guess is the same prediction for n rows.
func Guess(n int, row []float64) linalg.Matrix {
	all := linalg.New(n, len(row))
	for i := range n {
		copy(all.Row(i), row)
	}
	return all
}

// Has reports whether a row is said to have a label, by its probability or score.
func Has(score float64) bool { return score > .5 }

// Largest is the place of the largest number, the first of several: the class that is said.
func Largest(row []float64) int {
	best := 0
	for j, v := range row {
		if v > row[best] {
			best = j
		}
	}
	return best
}

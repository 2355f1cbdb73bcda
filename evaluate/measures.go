package evaluate

import (
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/predictor"
	"suffice/output"
)

// Measures are those that there are for a kind of target; the first is what decides unless
// asked otherwise. Beside the errors of [Measure] there are
//
//   - "R2" for numbers: the share of the squared error of guessing the mean that is gone;
//     "mae" for one number: the mean absolute error, in its own units.
//   - "balanced accuracy" for a class: the share of rows whose class is right, averaged over
//     the classes, so that rare ones count as much.
//   - "exact match" for labels: the share of rows with all labels right; "F1": the harmonic
//     mean of the share of given labels that are right and of true labels that are given.
//   - "kernel R2" for sequences, trees and graphs: R2 in the feature space of the kernel.
func Measures(kind output.Kind) []string {
	main := Measure(kind)
	switch kind {
	case output.KindNumber:
		return []string{main, "R2", "mae"}
	case output.KindNumbers:
		return []string{main, "R2"}
	case output.KindClass:
		return []string{main, "balanced accuracy"}
	case output.KindLabels:
		return []string{main, "F1", "exact match"}
	}
	return []string{main, "kernel R2"}
}

// LargerIsBetter reports whether a measure is of what is right, rather than an error.
func LargerIsBetter(measure string) bool {
	return slices.Contains([]string{"R2", "kernel R2", "balanced accuracy", "exact match", "F1"}, measure)
}

// measured are all measures of predictions; constant is what a guess gives all rows.
func (a answers) measured(truth, predicted linalg.Matrix, constant []float64) map[string]float64 {
	switch a.kind {
	case output.KindClass:
		return classMeasures(truth, predicted)
	case output.KindLabels:
		return labelMeasures(truth, predicted)
	}
	var missed, guessed float64
	for i := range truth.Rows {
		missed += a.loss(truth.Row(i), predicted.Row(i)) / float64(truth.Rows)
		guessed += a.loss(truth.Row(i), constant) / float64(truth.Rows)
	}
	share := 1 - missed/guessed
	if guessed == 0 { // test rows that are all as the guess has it
		share = 0
	}
	switch a.kind {
	case output.KindNumber:
		var absolute float64
		for i := range truth.Rows {
			absolute += math.Abs(truth.At(i, 0)-predicted.At(i, 0)) / float64(truth.Rows)
		}
		return map[string]float64{"rmse": a.unit[0] * math.Sqrt(missed), "R2": share, "mae": a.unit[0] * absolute}
	case output.KindNumbers:
		return map[string]float64{"scaled rmse": math.Sqrt(missed), "R2": share}
	}
	// ½ ‖φ(y) - φ(y')‖² = 1 - L(y, y') where each is as similar to itself as can be.
	return map[string]float64{"kernel distance": missed / 2, "kernel R2": share}
}

func classMeasures(truth, predicted linalg.Matrix) map[string]float64 {
	rows, right := make([]float64, truth.Cols), make([]float64, truth.Cols) // of each class
	for i := range truth.Rows {
		class := predictor.Largest(truth.Row(i))
		rows[class]++
		if predictor.Largest(predicted.Row(i)) == class {
			right[class]++
		}
	}
	var wrong, balanced, classes float64
	for c, n := range rows {
		if n > 0 {
			wrong, balanced, classes = wrong+n-right[c], balanced+right[c]/n, classes+1
		}
	}
	return map[string]float64{"error rate": wrong / float64(truth.Rows), "balanced accuracy": balanced / classes}
}

func labelMeasures(truth, predicted linalg.Matrix) map[string]float64 {
	var wrong, exact, given, have, both float64
	for i := range truth.Rows {
		before := wrong
		for j, v := range truth.Row(i) {
			p := hasLabel(predicted.At(i, j))
			wrong, given, have, both = wrong+math.Abs(v-p), given+p, have+v, both+v*p
		}
		if wrong == before {
			exact++
		}
	}
	f1 := 1. // no label given, and none to give
	if given+have > 0 {
		f1 = 2 * both / (given + have)
	}
	return map[string]float64{"hamming": wrong / float64(truth.Rows*truth.Cols), "exact match": exact / float64(truth.Rows), "F1": f1}
}

// hasLabel is 1 where a label is given, else 0.
func hasLabel(share float64) float64 { return math.Round(min(1, max(0, share))) }

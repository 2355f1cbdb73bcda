package predictor

import (
	"cmp"
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/output"
)

// Measures tell how good predictions are, by name.
type Measures map[string]float64

// Measure tells how good predictions of a kind are.
func Measure(kind output.Kind, truth, predicted linalg.Matrix, spread []float64) Measures {
	switch kind {
	case output.KindClass:
		return OfClasses(truth, predicted)
	case output.KindLabels:
		return OfLabels(truth, predicted)
	}
	return OfNumbers(truth, predicted, spread)
}

// OfNumbers measures predicted numbers. Several columns are measured in units of their
// spread, so that none rules by its units, and one in its own. R² is left out where the true
// numbers are all the same.
func OfNumbers(truth, predicted linalg.Matrix, spread []float64) Measures {
	var squares, size, explained, varying float64
	for j := range truth.Cols {
		scale := 1.
		if truth.Cols > 1 {
			scale = spread[j]
		}
		squared, absolute, variance := errorsOf(column(truth, j), column(predicted, j))
		squares, size = squares+squared/(scale*scale), size+absolute/scale
		if variance > 0 {
			explained, varying = explained+1-squared/variance, varying+1
		}
	}
	k := float64(truth.Cols)
	m := Measures{"rmse": math.Sqrt(squares / k), "mae": size / k}
	if varying > 0 {
		m["r2"] = explained / varying
	}
	return m
}

// errorsOf are the mean squared and the mean absolute error, and the variance of the truth.
func errorsOf(truth, predicted []float64) (squared, absolute, variance float64) {
	n := float64(len(truth))
	var mean float64
	for _, v := range truth {
		mean += v / n
	}
	for i, v := range truth {
		off := v - predicted[i]
		squared, absolute = squared+off*off/n, absolute+math.Abs(off)/n
		variance += (v - mean) * (v - mean) / n
	}
	return squared, absolute, variance
}

// OfClasses measures probabilities of classes; truth has 1 for the class of a row. A row of
// none of the classes is wrong whatever is predicted.
func OfClasses(truth, probabilities linalg.Matrix) Measures {
	right := make([]bool, truth.Rows)
	top := make([]float64, truth.Rows)
	hits, counts := make([]float64, truth.Cols), make([]float64, truth.Cols)
	var correct float64
	for i := range truth.Rows {
		guess := Largest(probabilities.Row(i))
		top[i] = probabilities.At(i, guess)
		class := slices.Index(truth.Row(i), 1)
		if class < 0 {
			continue
		}
		counts[class]++
		if right[i] = guess == class; right[i] {
			correct++
			hits[class]++
		}
	}
	m := Measures{
		"accuracy": correct / float64(truth.Rows), "balanced_accuracy": meanShare(hits, counts),
		"log_loss": logLoss(truth, probabilities, true), "calibration_error": calibrationError(top, right),
	}
	of := places(truth.Cols)
	if truth.Cols == 2 { // the other has the same
		of = of[1:]
	}
	if area, ok := meanAUC(truth, probabilities, of); ok {
		m["auc"] = area
	}
	return m
}

// OfLabels measures probabilities of labels; truth has 1 for those of a row.
func OfLabels(truth, probabilities linalg.Matrix) Measures {
	var wrong, whole, both, either float64
	var all []float64
	var has []bool
	for i := range truth.Rows {
		exact := true
		for j, v := range truth.Row(i) {
			p := probabilities.At(i, j)
			all, has = append(all, p), append(has, v == 1)
			if (p > .5) != (v == 1) {
				wrong++
				exact = false
			} else if v == 1 {
				both++
			}
			either += v
			if p > .5 {
				either++
			}
		}
		if exact {
			whole++
		}
	}
	n := float64(truth.Rows)
	m := Measures{
		"label_error": wrong / (n * float64(truth.Cols)), "exact_sets": whole / n,
		"log_loss": logLoss(truth, probabilities, false), "calibration_error": calibrationError(all, has),
	}
	if either > 0 {
		m["f1"] = 2 * both / either
	}
	if area, ok := meanAUC(truth, probabilities, places(truth.Cols)); ok {
		m["auc"] = area
	}
	return m
}

func places(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// leastProbability is what a probability of 0 counts as, which has no logarithm.
const leastProbability = 1e-15

// logLoss is the mean of -log of the probability of what is true: of the class of a row, or
// of each label that it has or has not.
func logLoss(truth, probabilities linalg.Matrix, classes bool) float64 {
	var sum float64
	for i := range truth.Rows {
		of := 0.
		for j, v := range truth.Row(i) {
			p := probabilities.At(i, j)
			switch {
			case classes && v == 1:
				of = p
			case !classes && v == 1:
				sum -= math.Log(max(leastProbability, p)) / float64(truth.Cols)
			case !classes:
				sum -= math.Log(max(leastProbability, 1-p)) / float64(truth.Cols)
			}
		}
		if classes {
			sum -= math.Log(max(leastProbability, of))
		}
	}
	return sum / float64(truth.Rows)
}

// calibrationError is how far probabilities are from how often what they are of is so: in
// ten bins of equal width, the mean over all of |mean probability - share|.
func calibrationError(probabilities []float64, is []bool) float64 {
	const bins = 10
	var off [bins]float64
	for i, p := range probabilities {
		b := min(bins-1, int(p*bins))
		off[b] += p
		if is[i] {
			off[b]--
		}
	}
	var sum float64
	for _, v := range off {
		sum += math.Abs(v)
	}
	return sum / float64(len(probabilities))
}

// meanShare is the mean of hits/counts where there are some.
func meanShare(hits, counts []float64) float64 {
	var sum, some float64
	for j, n := range counts {
		if n > 0 {
			sum, some = sum+hits[j]/n, some+1
		}
	}
	return sum / max(1, some)
}

// meanAUC is that of the columns, as far as they have rows of both kinds.
func meanAUC(truth, scores linalg.Matrix, columns []int) (float64, bool) {
	var sum, some float64
	for _, j := range columns {
		if area, ok := auc(column(truth, j), column(scores, j)); ok {
			sum, some = sum+area, some+1
		}
	}
	return sum / max(1, some), some > 0
}

// auc is the chance that a row that is 1 has a larger score than one that is 0; equal ones
// count a half. It is Mann and Whitney's statistic, by ranks.
func auc(truth, scores []float64) (area float64, ok bool) {
	order := places(len(scores))
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(scores[i], scores[j]) })
	var ranks, ones float64
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && scores[order[to]] == scores[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks += truth[i] * float64(from+to+1) / 2
			ones += truth[i]
		}
		from = to
	}
	zeros := float64(len(order)) - ones
	if ones == 0 || zeros == 0 {
		return 0, false
	}
	return (ranks - ones*(ones+1)/2) / (ones * zeros), true
}

func column(m linalg.Matrix, j int) []float64 {
	out := make([]float64, m.Rows)
	for i := range out {
		out[i] = m.At(i, j)
	}
	return out
}

package metrics

import (
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/output"
)

// Tally is what measures need of predictions, as sums: those of rows that are in several
// places are merged, and measured without bringing the rows together.
type Tally struct {
	kind    output.Kind
	columns int
	spread  []float64 // that several numbers are divided by
	sums
	scored []int     // columns that have areas,
	scores []*scores // and those of these
}

// sums are those that are sent as they are.
type sums struct {
	Rows    int
	Weight  float64       // of the rows: as many as there are, unless they count by weights
	Numbers []numberTally // of each column of numbers
	Hits    []float64     // rows of each class that are right
	Counts  []float64     // and all of them
	Wrong   float64       // labels
	Whole   float64       // rows without a wrong label
	Both    float64       // labels that are true and predicted
	Either  float64       // those that are true and those that are predicted
	LogLoss float64
	Off     []float64 // of probabilities, in bins; none where predictions are no probabilities
}

// numberTally is the sums of a column of numbers.
type numberTally struct {
	Squared, Absolute float64 // of what predictions are off by
	Mean, Square      float64 // of the truth, and the sum of squares about it
}

const calibrationBins = 10

// NewTally is that of no rows. Its areas under curves are not quite exact where many scores
// are different: see [scores].
func NewTally(kind output.Kind, columns int, spread []float64) *Tally {
	return newTally(kind, columns, spread).withProbabilities(mostPerColumn)
}

// Exact is a tally of no rows that keeps all scores.
func Exact(kind output.Kind, columns int, spread []float64) *Tally {
	return newTally(kind, columns, spread).withProbabilities(func(int) int { return math.MaxInt / 2 })
}

// newTally is one of predictions that are no probabilities.
func newTally(kind output.Kind, columns int, spread []float64) *Tally {
	t := &Tally{kind: kind, columns: columns, spread: spread}
	switch kind {
	case output.KindClass:
		t.Hits, t.Counts = make([]float64, columns), make([]float64, columns)
	case output.KindLabels:
	default:
		t.Numbers = make([]numberTally, columns)
	}
	return t
}

// withProbabilities has a tally of classes or labels measure probabilities, too; most tells
// how many scores are kept of each of so many columns.
func (t *Tally) withProbabilities(most func(columns int) int) *Tally {
	if len(t.Numbers) > 0 {
		return t
	}
	first := 0
	if t.kind == output.KindClass && t.columns == 2 { // the other has the same
		first = 1
	}
	t.Off = make([]float64, calibrationBins)
	for j := first; j < t.columns; j++ {
		t.scored, t.scores = append(t.scored, j), append(t.scores, newScores(most(t.columns-first)))
	}
	return t
}

// Add takes in predictions of some rows, which count by their weights; nil means 1 for each. The
// truth of classes and labels is 1 for those that a row has; a row of none of the classes is wrong
// whatever is predicted.
func (t *Tally) Add(truth, predicted linalg.Matrix, weights []float64) {
	for i := range truth.Rows {
		weight := linalg.Weight(weights, i)
		t.Rows++
		t.Weight += weight
		switch t.kind {
		case output.KindClass:
			t.addClass(truth.Row(i), predicted.Row(i), weight)
		case output.KindLabels:
			t.addLabels(truth.Row(i), predicted.Row(i), weight)
		default:
			for j, v := range truth.Row(i) {
				t.Numbers[j].add(v, predicted.At(i, j), weight, t.Weight)
			}
		}
	}
}

func (n *numberTally) add(truth, predicted, weight, all float64) {
	off := truth - predicted
	n.Squared, n.Absolute = n.Squared+weight*off*off, n.Absolute+weight*math.Abs(off)
	step := truth - n.Mean
	n.Mean += step * weight / all // Welford, 1962; with weights West, 1979
	n.Square += weight * step * (truth - n.Mean)
}

func (t *Tally) addClass(truth, predicted []float64, weight float64) {
	guess, class := Largest(predicted), slices.Index(truth, 1)
	if class >= 0 {
		t.Counts[class] += weight
	}
	if class == guess {
		t.Hits[class] += weight
	}
	if len(t.Off) > 0 {
		t.calibrate(predicted[guess], class == guess, weight)
		t.score(truth, predicted, weight)
	}
}

func (t *Tally) addLabels(truth, predicted []float64, weight float64) {
	exact := true
	for j, v := range truth {
		is, said := v == 1, Has(predicted[j])
		switch {
		case is != said:
			t.Wrong += weight
			exact = false
		case is:
			t.Both += weight
		}
		if said {
			t.Either += weight
		}
		t.Either += weight * v
		if len(t.Off) > 0 {
			t.calibrate(predicted[j], is, weight)
		}
	}
	if exact {
		t.Whole += weight
	}
	if len(t.Off) > 0 {
		t.score(truth, predicted, weight)
	}
}

func (t *Tally) calibrate(p float64, is bool, weight float64) {
	bin := min(calibrationBins-1, int(p*calibrationBins))
	t.Off[bin] += weight * p
	if is {
		t.Off[bin] -= weight
	}
}

func (t *Tally) score(truth, probabilities []float64, weight float64) {
	t.LogLoss += weight * RowLogLoss(truth, probabilities, t.kind == output.KindClass)
	for k, j := range t.scored {
		t.scores[k].add(probabilities[j], truth[j], weight)
	}
}

// leastProbability is what a probability of 0 counts as, which has no logarithm.
const leastProbability = 1e-15

// RowLogLoss is -log of the probability of what is true of a row: of its class, or the mean over
// the labels that it has or has not.
func RowLogLoss(truth, probabilities []float64, classes bool) (loss float64) {
	if classes {
		of := 0.
		if class := slices.Index(truth, 1); class >= 0 {
			of = probabilities[class]
		}
		return -math.Log(max(leastProbability, of))
	}
	for j, v := range truth {
		of := probabilities[j]
		if v != 1 {
			of = 1 - of
		}
		loss -= math.Log(max(leastProbability, of)) / float64(len(truth))
	}
	return loss
}

// Doubt is the mean log loss of a row over all that could be true of it.
func Doubt(probabilities []float64, classes bool) (loss float64) {
	for _, of := range probabilities {
		loss -= math.Log(max(leastProbability, of)) / float64(len(probabilities))
		if !classes {
			loss -= math.Log(max(leastProbability, 1-of)) / float64(len(probabilities))
		}
	}
	return loss
}

// MeanLogLoss is that of probabilities of classes or labels.
func MeanLogLoss(truth, probabilities linalg.Matrix, classes bool) (mean float64) {
	for i := range truth.Rows {
		mean += RowLogLoss(truth.Row(i), probabilities.Row(i), classes)
	}
	return mean / float64(truth.Rows)
}

// Merge takes in those of other rows.
func (t *Tally) Merge(o *Tally) {
	if o.Rows == 0 {
		return
	}
	for j := range t.Numbers {
		t.Numbers[j].merge(o.Numbers[j], t.Weight, o.Weight)
	}
	t.Rows, t.Weight = t.Rows+o.Rows, t.Weight+o.Weight
	for _, pair := range [][2][]float64{{t.Hits, o.Hits}, {t.Counts, o.Counts}, {t.Off, o.Off}} {
		linalg.Axpy(1, pair[1], pair[0])
	}
	t.Wrong, t.Whole, t.Both, t.Either = t.Wrong+o.Wrong, t.Whole+o.Whole, t.Both+o.Both, t.Either+o.Either
	t.LogLoss += o.LogLoss
	for k, scores := range o.scores {
		t.scores[k].merge(scores)
	}
}

// merge adds sums of more rows (Chan, Golub and LeVeque, 1979).
func (n *numberTally) merge(o numberTally, rows, more float64) {
	if rows == 0 {
		*n = o
		return
	}
	step, all := o.Mean-n.Mean, rows+more
	n.Squared, n.Absolute = n.Squared+o.Squared, n.Absolute+o.Absolute
	n.Square += o.Square + step*step*rows*more/all
	n.Mean += step * more / all
}

// like reports whether sums are of the same columns.
func (s *sums) like(o *sums) bool {
	return s.Rows >= 0 && s.Weight >= 0 && len(o.Numbers) == len(s.Numbers) && len(o.Hits) == len(s.Hits) && len(o.Counts) == len(s.Counts) && len(o.Off) == len(s.Off)
}

// Like reports whether another can be merged.
func (t *Tally) Like(o *Tally) bool { return o.kind == t.kind && o.columns == t.columns }

// Measures are those that models are judged by.
func (t *Tally) Measures() map[string]float64 { return t.values(Judged(t.kind)) }

// Column is the measures of one of several numbers, in its own units.
func (t *Tally) Column(j int) map[string]float64 {
	one := &Tally{kind: output.KindNumber, columns: 1, sums: sums{Rows: t.Rows, Weight: t.Weight, Numbers: t.Numbers[j : j+1]}}
	return one.Measures()
}

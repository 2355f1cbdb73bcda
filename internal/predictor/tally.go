package predictor

import (
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/output"
)

// Tally is what [Measure] needs of predictions as sums, so that predictions of rows that are
// in several places are measured without bringing them together. Only areas under curves are
// not quite the same where many scores are different: see [scores].
type Tally struct {
	kind    output.Kind
	columns int
	sums
	scored []int     // columns that have areas,
	scores []*scores // and those of these
}

// sums are those that are sent as they are.
type sums struct {
	Rows    int
	Numbers []numberTally // of each column of numbers
	Hits    []float64     // rows of each class that are right
	Counts  []float64     // and all of them
	Wrong   float64       // labels
	Whole   float64       // rows without a wrong label
	Both    float64       // labels that are true and predicted
	Either  float64       // those that are true and those that are predicted
	LogLoss float64
	Off     []float64 // of probabilities, in bins
}

// numberTally is the sums of a column of numbers.
type numberTally struct {
	Squared, Absolute float64 // of what predictions are off by
	Mean, Square      float64 // of the truth, and the sum of squares about it
}

const calibrationBins = 10

// NewTally is that of no rows.
func NewTally(kind output.Kind, columns int) *Tally {
	t := &Tally{kind: kind, columns: columns}
	if kind.Numeric() {
		t.Numbers = make([]numberTally, columns)
		return t
	}
	t.Off, t.scored = make([]float64, calibrationBins), places(columns)
	if kind == output.KindClass && columns == 2 { // the other has the same
		t.scored = t.scored[1:]
	}
	t.scores = make([]*scores, len(t.scored))
	if kind == output.KindClass {
		t.Hits, t.Counts = make([]float64, columns), make([]float64, columns)
	}
	for j := range t.scores {
		t.scores[j] = newScores(len(t.scores))
	}
	return t
}

// Add takes in predictions of some rows.
func (t *Tally) Add(truth, predicted linalg.Matrix) {
	for i := range truth.Rows {
		t.Rows++
		switch t.kind {
		case output.KindClass:
			t.addClass(truth.Row(i), predicted.Row(i))
		case output.KindLabels:
			t.addLabels(truth.Row(i), predicted.Row(i))
		default:
			for j, v := range truth.Row(i) {
				t.Numbers[j].add(v, predicted.At(i, j), t.Rows)
			}
		}
	}
}

func (n *numberTally) add(truth, predicted float64, rows int) {
	off := truth - predicted
	n.Squared, n.Absolute = n.Squared+off*off, n.Absolute+math.Abs(off)
	step := truth - n.Mean
	n.Mean += step / float64(rows) // Welford, 1962
	n.Square += step * (truth - n.Mean)
}

func (t *Tally) addClass(truth, probabilities []float64) {
	guess, class := Largest(probabilities), slices.Index(truth, 1)
	of := 0.
	if class >= 0 {
		of = probabilities[class]
		t.Counts[class]++
	}
	if class == guess {
		t.Hits[class]++
	}
	t.LogLoss -= math.Log(max(leastProbability, of))
	t.calibrate(probabilities[guess], class == guess)
	t.score(truth, probabilities)
}

func (t *Tally) addLabels(truth, probabilities []float64) {
	exact := true
	for j, v := range truth {
		is, said := v == 1, probabilities[j] > .5
		switch {
		case is != said:
			t.Wrong++
			exact = false
		case is:
			t.Both++
		}
		if said {
			t.Either++
		}
		t.Either += v
		of := probabilities[j]
		if !is {
			of = 1 - of
		}
		t.LogLoss -= math.Log(max(leastProbability, of)) / float64(len(truth))
		t.calibrate(probabilities[j], is)
	}
	if exact {
		t.Whole++
	}
	t.score(truth, probabilities)
}

func (t *Tally) calibrate(p float64, is bool) {
	bin := min(calibrationBins-1, int(p*calibrationBins))
	t.Off[bin] += p
	if is {
		t.Off[bin]--
	}
}

func (t *Tally) score(truth, probabilities []float64) {
	for k, j := range t.scored {
		t.scores[k].add(probabilities[j], truth[j])
	}
}

// Merge takes in those of other rows.
func (t *Tally) Merge(o *Tally) {
	if o.Rows == 0 {
		return
	}
	for j := range t.Numbers {
		t.Numbers[j].merge(o.Numbers[j], float64(t.Rows), float64(o.Rows))
	}
	t.Rows += o.Rows
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
	return s.Rows >= 0 && len(o.Numbers) == len(s.Numbers) && len(o.Hits) == len(s.Hits) && len(o.Counts) == len(s.Counts) && len(o.Off) == len(s.Off)
}

// Like reports whether another can be merged.
func (t *Tally) Like(o *Tally) bool { return o.kind == t.kind && o.columns == t.columns }

// Measures are those that [Measure] has.
func (t *Tally) Measures(spread []float64) Measures {
	if t.kind.Numeric() {
		return t.ofNumbers(spread)
	}
	n, values := float64(t.Rows), float64(t.Rows)
	m := Measures{}
	if t.kind == output.KindClass {
		var correct float64
		for _, hits := range t.Hits {
			correct += hits
		}
		m["accuracy"], m["balanced_accuracy"] = correct/n, meanShare(t.Hits, t.Counts)
	} else {
		values = n * float64(t.columns)
		m["label_error"], m["exact_sets"] = t.Wrong/values, t.Whole/n
		if t.Either > 0 {
			m["f1"] = 2 * t.Both / t.Either
		}
	}
	var off, area, some float64
	for _, v := range t.Off {
		off += math.Abs(v)
	}
	m["log_loss"], m["calibration_error"] = t.LogLoss/n, off/values
	for _, scores := range t.scores {
		if one, _, ok := scores.area(); ok {
			area, some = area+one, some+1
		}
	}
	if some > 0 {
		m["auc"] = area / some
	}
	return m
}

func (t *Tally) ofNumbers(spread []float64) Measures {
	var squares, size, explained, varying float64
	n, k := float64(t.Rows), float64(len(t.Numbers))
	for j, own := range t.Numbers {
		scale := 1.
		if len(t.Numbers) > 1 {
			scale = spread[j]
		}
		squares, size = squares+own.Squared/n/(scale*scale), size+own.Absolute/n/scale
		if own.Square > 0 {
			explained, varying = explained+1-own.Squared/own.Square, varying+1
		}
	}
	m := Measures{"rmse": math.Sqrt(squares / k), "mae": size / k}
	if varying > 0 {
		m["r2"] = explained / varying
	}
	return m
}

// Column is the measures of one of several numbers, in its own units.
func (t *Tally) Column(j int) Measures {
	one := &Tally{kind: output.KindNumber, columns: 1, sums: sums{Rows: t.Rows, Numbers: t.Numbers[j : j+1]}}
	return one.ofNumbers(nil)
}

package predictor

import (
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/output"
)

// Tally is what [Measure] needs of predictions as sums, so that predictions of rows that are
// in several places are measured without bringing them together. Only areas under curves are
// not quite the same where there are many rows: see [scores].
type Tally struct {
	Kind    output.Kind
	Rows    int
	Numbers []numberTally `json:",omitempty"` // of each column of numbers
	Hits    []float64     `json:",omitempty"` // rows of each class that are right
	Counts  []float64     `json:",omitempty"` // and all of them
	Wrong   float64       `json:",omitempty"` // labels
	Whole   float64       `json:",omitempty"` // rows without a wrong label
	Both    float64       `json:",omitempty"` // labels that are true and predicted
	Either  float64       `json:",omitempty"` // those that are true and those that are predicted
	LogLoss float64       `json:",omitempty"`
	Off     []float64     `json:",omitempty"` // of probabilities, in bins
	Scores  []*scores     `json:",omitempty"` // of each column
}

// numberTally is the sums of a column of numbers.
type numberTally struct {
	Squared, Absolute float64 // of what predictions are off by
	Mean, Square      float64 // of the truth, and the sum of squares about it
}

const calibrationBins = 10

// NewTally is that of no rows.
func NewTally(kind output.Kind, columns int) *Tally {
	t := &Tally{Kind: kind}
	if kind.Numeric() {
		t.Numbers = make([]numberTally, columns)
		return t
	}
	t.Off, t.Scores = make([]float64, calibrationBins), make([]*scores, columns)
	if kind == output.KindClass {
		t.Hits, t.Counts = make([]float64, columns), make([]float64, columns)
	}
	for j := range t.Scores {
		t.Scores[j] = newScores(columns)
	}
	return t
}

// Add takes in predictions of some rows.
func (t *Tally) Add(truth, predicted linalg.Matrix) {
	for i := range truth.Rows {
		t.Rows++
		switch t.Kind {
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
	for j, v := range truth {
		t.Scores[j].add(probabilities[j], v)
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
	for j, scores := range o.Scores {
		t.Scores[j].merge(scores)
	}
}

// merge adds sums of more rows (Chan, Golub and LeVeque, 1979).
func (n *numberTally) merge(o numberTally, rows, more float64) {
	step, all := o.Mean-n.Mean, rows+more
	n.Squared, n.Absolute = n.Squared+o.Squared, n.Absolute+o.Absolute
	n.Square += o.Square + step*step*rows*more/all
	n.Mean += step * more / all
}

// Like reports whether another can be merged.
func (t *Tally) Like(o *Tally) bool {
	return o.Kind == t.Kind && o.Rows >= 0 && len(o.Numbers) == len(t.Numbers) && len(o.Hits) == len(t.Hits) && len(o.Counts) == len(t.Counts) &&
		len(o.Off) == len(t.Off) && len(o.Scores) == len(t.Scores) && !slices.Contains(o.Scores, nil)
}

// Measures are those that [Measure] has.
func (t *Tally) Measures(spread []float64) Measures {
	if t.Kind.Numeric() {
		return t.ofNumbers(spread)
	}
	n, values := float64(t.Rows), float64(t.Rows)
	of := places(len(t.Scores))
	m := Measures{}
	if t.Kind == output.KindClass {
		var correct float64
		for _, hits := range t.Hits {
			correct += hits
		}
		m["accuracy"], m["balanced_accuracy"] = correct/n, meanShare(t.Hits, t.Counts)
		if len(of) == 2 { // the other has the same
			of = of[1:]
		}
	} else {
		values = n * float64(len(t.Scores))
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
	for _, j := range of {
		if one, ok := t.Scores[j].area(); ok {
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
	for j, sums := range t.Numbers {
		scale := 1.
		if len(t.Numbers) > 1 {
			scale = spread[j]
		}
		squares, size = squares+sums.Squared/n/(scale*scale), size+sums.Absolute/n/scale
		if sums.Square > 0 {
			explained, varying = explained+1-sums.Squared/sums.Square, varying+1
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
	one := &Tally{Kind: output.KindNumber, Rows: t.Rows, Numbers: t.Numbers[j : j+1]}
	return one.ofNumbers(nil)
}

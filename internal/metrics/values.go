package metrics

import (
	"math"

	"suffice/internal/linalg"
	"suffice/output"
)

// share is a sum over the rows, by row.
func (t *Tally) share(sum float64) (float64, bool) { return sum / t.Weight, true }

// ofColumns is the mean over columns of numbers of what each has, divided by its scale.
func (t *Tally) ofColumns(of func(n numberTally, scale float64) float64) (mean float64) {
	for j, n := range t.Numbers {
		scale := 1.
		if len(t.Numbers) > 1 && t.spread != nil {
			scale = t.spread[j]
		}
		mean += of(n, scale) / float64(len(t.Numbers))
	}
	return mean
}

func (t *Tally) rmse() (float64, bool) {
	mean, ok := t.share(t.ofColumns(func(n numberTally, scale float64) float64 { return n.Squared / (scale * scale) }))
	return math.Sqrt(mean), ok
}

func (t *Tally) mae() (float64, bool) {
	return t.share(t.ofColumns(func(n numberTally, scale float64) float64 { return n.Absolute / scale }))
}

// r2 is 1 - Σ(y-ŷ)²/Σ(y-ȳ)², averaged over the columns in which true numbers differ. Where
// there are none, it is not known.
func (t *Tally) r2() (float64, bool) {
	var explained, varying float64
	for _, n := range t.Numbers {
		if n.Square > 0 {
			explained, varying = explained+1-n.Squared/n.Square, varying+1
		}
	}
	r2 := explained / max(1, varying)
	if math.Abs(r2) < 1e-12 { // of the mean, but for rounding
		r2 = 0
	}
	return r2, varying > 0
}

// kernelR2 is that of all columns together, which are functions φ of the target whose products
// are about its kernel.
func (t *Tally) kernelR2() (float64, bool) {
	var missed, all float64
	for _, n := range t.Numbers {
		missed, all = missed+n.Squared, all+n.Square
	}
	return 1 - missed/all, all > 0
}

// kernelDistance is the mean of ½ ‖φ(y) - φ(y')‖², which is 0 for equal ones.
func (t *Tally) kernelDistance() (float64, bool) {
	var missed float64
	for _, n := range t.Numbers {
		missed += n.Squared
	}
	return t.share(missed / 2)
}

// right is how many rows, by their weights, have the right class.
func (t *Tally) right() (rows float64) { return linalg.Sum(t.Hits) }

func (t *Tally) accuracy() (float64, bool) { return t.share(t.right()) }

func (t *Tally) errorRate() (float64, bool) { return t.share(t.Weight - t.right()) }

// balancedAccuracy is the mean over the classes that some row has.
func (t *Tally) balancedAccuracy() (float64, bool) {
	var sum, some float64
	for c, n := range t.Counts {
		if n > 0 {
			sum, some = sum+t.Hits[c]/n, some+1
		}
	}
	return sum / max(1, some), true
}

func (t *Tally) hammingLoss() (float64, bool) { return t.share(t.Wrong / float64(t.columns)) }

func (t *Tally) exactMatch() (float64, bool) { return t.share(t.Whole) }

// f1 is 1 where no label is given, and none is to be given.
func (t *Tally) f1() (float64, bool) {
	if t.Either == 0 {
		return 1, true
	}
	return 2 * t.Both / t.Either, true
}

func (t *Tally) logLoss() (float64, bool) { return t.share(t.LogLoss) }

// calibrationError is how far probabilities are from how often what they are of is so: in
// bins of equal width, the mean over all of |mean probability - share|.
func (t *Tally) calibrationError() (float64, bool) {
	var off float64
	for _, v := range t.Off {
		off += math.Abs(v)
	}
	if t.kind == output.KindLabels { // each has a probability
		off /= float64(t.columns)
	}
	return t.share(off)
}

// auc is the mean area of the columns that have rows of both kinds.
func (t *Tally) auc() (float64, bool) {
	var sum, some float64
	for _, scores := range t.scores {
		if area, _, ok := scores.area(); ok {
			sum, some = sum+area, some+1
		}
	}
	return sum / max(1, some), some > 0
}

package evaluate

import (
	"math"

	"suffice/internal/learn"
)

// alike is the share of what the best gains over guessing that a row as good surely does not lose.
const alike = .1

// mark says what each row is worth.
func (c *CompareResult) mark() {
	for i := range c.Rows {
		r := &c.Rows[i]
		if r.Err != nil {
			continue
		}
		than := c.Difference(r, c.Baseline)
		r.ThanBaseline = &than
		switch more := c.asError(than); {
		case more.Mean > 0:
			r.Mark = MarkWorse
		case more.Mean == 0 || more.High >= 0 && !c.fewButAllBetter(r):
			r.Mark = MarkNoBetter
		}
	}
	best := c.Choice()
	if best == nil {
		return
	}
	for i := range c.Rows {
		r := &c.Rows[i]
		if r.Err != nil {
			continue
		}
		than := c.Difference(r, best)
		r.ThanBest = &than
		switch more := c.asError(than); {
		case r == best:
			r.Mark = MarkBest
		case r.Mark != "":
		case more.High < 0:
			r.Mark = MarkBetter
		case more.Low <= 0 && more.High <= alike*-c.asError(*best.ThanBaseline).Mean:
			r.Mark = MarkAsGood
		case more.Low <= 0:
			r.Mark = MarkUnclear
		}
		r.Best = r.Mark == MarkBest || r.Mark == MarkAsGood || r.Mark == MarkBetter
	}
}

// fewSplits are too few for an interval that means something.
const fewSplits = 5

// fewButAllBetter reports whether there are few splits, and guessing is worse in each.
func (c *CompareResult) fewButAllBetter(r *Row) bool {
	for k, v := range r.Errors {
		if c.loss(v) >= c.loss(c.Baseline.Errors[k]) {
			return false
		}
	}
	return len(r.Errors) < fewSplits
}

// Difference is by how much the measure of one row is above that of another.
func (c *CompareResult) Difference(a, b *Row) Difference {
	return differ95(a.Errors, b.Errors, c.inCommon())
}

// inCommon is about the share of the rows that two splits have in common, in the smaller of
// their two parts, by the share that they do not.
func (c *CompareResult) inCommon() float64 {
	n, train := float64(c.N), float64(c.Train)
	test := n - train
	switch {
	case c.Folds > 0:
		test, train = n/float64(c.Folds), n
	case c.Time != nil:
		test, train = n*2/3/float64(c.Count()), min(train, n*2/3)
	case c.Group != nil || c.Block != nil:
		test = min(test, n/3)
	}
	if c.Test > 0 {
		test = min(test, float64(c.Test))
	}
	smaller := min(test, train)
	return smaller / max(1, n-smaller)
}

// asError turns a difference of what is right into one of what is wrong.
func (c *CompareResult) asError(d Difference) Difference {
	if LargerIsBetter(c.Measure) {
		return Difference{-d.Mean, -d.High, -d.Low}
	}
	return d
}

// Choice is the row to take, or nil where none predicts better than guessing: of those whose
// mean error is no more than one standard error of the differences above the least, split by
// split, that with the fewest components.
func (c *CompareResult) Choice() *Row {
	var least *Row
	for i := range c.Rows {
		if r := &c.Rows[i]; r.worthTaking() && (least == nil || c.loss(r.Mean) < c.loss(least.Mean)) {
			least = r
		}
	}
	chosen := least
	for i := range c.Rows {
		if r := &c.Rows[i]; r.worthTaking() && c.near(r, least) && c.before(r, chosen) {
			chosen = r
		}
	}
	return chosen
}

// worthTaking reports whether a row reduces the inputs, and predicts better than guessing.
func (r *Row) worthTaking() bool {
	return r.Err == nil && !r.AllDims && r.Mark != MarkWorse && r.Mark != MarkNoBetter
}

// loss is a value of the measure as an error.
func (c *CompareResult) loss(value float64) float64 {
	if LargerIsBetter(c.Measure) {
		return -value
	}
	return value
}

// near reports whether the errors are no more than one standard error above those of another row.
func (c *CompareResult) near(r, least *Row) bool {
	differences := make([]float64, len(r.Errors))
	for k := range differences {
		differences[k] = c.loss(r.Errors[k]) - c.loss(least.Errors[k])
	}
	mean, variance := learn.Moments(differences)
	return mean <= math.Sqrt(variance/float64(len(differences)))
}

// before reports whether a row is to be preferred to another one that is about as good.
func (c *CompareResult) before(r, other *Row) bool {
	return r.Dim < other.Dim || r.Dim == other.Dim && c.loss(r.Mean) < c.loss(other.Mean)
}

// Difference is by how much one error is above another, over splits that both have seen,
// with the 95% interval of it.
type Difference struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// differ95 compares two samples split by split. Splits share rows, so that the variance of a
// mean over J of them is not var/J, but about (1/J + ρ/(1 - ρ)) var. The correlation ρ is not
// known; Nadeau and Bengio (2003) take the share of the rows that are test rows, or training
// rows where these are fewer. A single split has no interval: it says nothing of how much
// splits differ.
func differ95(a, b []float64, inCommon float64) Difference {
	differences := make([]float64, len(a))
	for k := range differences {
		differences[k] = a[k] - b[k]
	}
	mean, variance := learn.Moments(differences)
	if len(a) < 2 {
		return Difference{mean, mean, mean}
	}
	n := float64(len(a))
	half := math.Sqrt((1/n+inCommon)*variance) * learn.StudentQuantile(.975, n-1)
	return Difference{mean, mean - half, mean + half}
}

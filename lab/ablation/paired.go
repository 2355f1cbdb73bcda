package ablation

import (
	"math"

	"suffice/internal/learn"
)

// pair are the trials of a table with a number changed and as it is; those of the same place are of
// the same draw.
type pair struct{ changed, before []float64 }

// Ratio is a figure with a number changed, divided by the same as it is.
type Ratio struct {
	Ratio float64  `json:"ratio"`
	SE    *float64 `json:"standard_error,omitempty"` // by the differences of pairs; nil for one trial
	Clear bool     `json:"clear"`                    // whether it differs from 1 by more than two of these
	Same  bool     `json:"same,omitempty"`           // no trial differs
}

// ofMeans is the ratio of the means over all tables, which large errors rule.
func ofMeans(tables []pair) Ratio {
	var before, difference, variance float64
	for _, t := range tables {
		mean, _ := learn.Moments(t.before)
		apart, spread := learn.Moments(t.differences(1, 1))
		before, difference, variance = before+mean, difference+apart, variance+spread/float64(len(t.before))
	}
	before = max(before, least)
	return ratio(tables, difference/before, math.Sqrt(variance)/before, func(v float64) float64 { return 1 + v })
}

// geometric is the geometric mean of the ratios of tables, for which all of them count alike. Its
// standard error is that of its logarithm, by the delta method: where a changed by a trial from its
// mean and b so too, log(a/b) changes by da/a - db/b.
func geometric(tables []pair) Ratio {
	var sum, variance float64
	k := float64(len(tables))
	for _, t := range tables {
		changed, _ := learn.Moments(t.changed)
		before, _ := learn.Moments(t.before)
		changed, before = max(changed, least), max(before, least)
		_, spread := learn.Moments(t.differences(changed, before))
		sum, variance = sum+math.Log(changed/before)/k, variance+spread/float64(len(t.before))/(k*k)
	}
	return ratio(tables, sum, math.Sqrt(variance), math.Exp)
}

// least is what can be divided by.
const least = 1e-12

// differences are those of the trials, each in its unit.
func (t pair) differences(changed, before float64) []float64 {
	all := make([]float64, len(t.before))
	for k := range all {
		all[k] = t.changed[k]/changed - t.before[k]/before
	}
	return all
}

// ratio makes one of a difference from no effect, which is 0, and its standard error.
func ratio(tables []pair, difference, se float64, of func(float64) float64) Ratio {
	r := Ratio{Ratio: of(difference), Same: true}
	single := false
	for _, t := range tables {
		single = single || len(t.before) < 2
		for k, v := range t.changed {
			r.Same = r.Same && v == t.before[k]
		}
	}
	if !single {
		r.SE, r.Clear = &se, math.Abs(difference) > 2*se
	}
	return r
}

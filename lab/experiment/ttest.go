package experiment

import (
	"fmt"
	"math"

	"suffice/internal/learn"
)

// tTest is the result of a t-test: its statistic, its degrees of freedom, and the
// probability P of a statistic at least as far from 0 if the means were equal.
type tTest struct{ T, DF, P float64 }

// welch is the two-sided t-test of whether two independent samples have the same
// mean, their variances being what they are:
//
//	T = (mean a - mean b) / √(u + v),   u = var a / n_a,  v = var b / n_b,
//	DF = (u + v)² / (u²/(n_a - 1) + v²/(n_b - 1)),
//
// variances with 1/(n - 1). Samples that do not vary at all are equal, P = 1, or not,
// P = 0. Reference: Welch (1947).
func welch(a, b []float64) (tTest, error) {
	if len(a) < 2 || len(b) < 2 {
		return tTest{}, fmt.Errorf("samples of %d and %d values, but a t-test needs at least 2 of each", len(a), len(b))
	}
	meanA, varA := learn.Moments(a)
	meanB, varB := learn.Moments(b)
	u, v := varA/float64(len(a)), varB/float64(len(b))
	difference := meanA - meanB
	if u+v == 0 {
		test := tTest{DF: float64(len(a) + len(b) - 2), P: 1}
		if difference != 0 {
			test.T, test.P = math.Inf(1), 0
			if difference < 0 {
				test.T = math.Inf(-1)
			}
		}
		return test, nil
	}
	p, q := u/(u+v), v/(u+v) // so that tiny variances do not underflow when squared
	test := tTest{
		T:  difference / math.Sqrt(u+v),
		DF: 1 / (p*p/float64(len(a)-1) + q*q/float64(len(b)-1)),
	}
	test.P = 2 * learn.StudentSurvival(math.Abs(test.T), test.DF)
	return test, nil
}

// level is the level of the t-test.
const level = .01

// differ reports whether Welch's t-test at 1% tells the means of two samples apart.
// Single values say nothing about that.
func differ(a, b []float64) (bool, error) {
	if len(a) < 2 || len(b) < 2 {
		return false, nil
	}
	test, err := welch(a, b)
	return err == nil && test.P < level, err
}

// best tells which of several samples of errors have the least mean, or are not
// different from it by Welch's t-test at 1%, but none above one that is different: a sample that
// varies much is hard to tell from any, and that is no merit. Samples may be nil: they are left out.
// A single value says nothing about differences, so then only the least is among the best.
func best(samples [][]float64) ([]bool, error) {
	least, lowest := -1, 0.
	for i, sample := range samples {
		if mean, _ := learn.Moments(sample); sample != nil && (least < 0 || mean < lowest) {
			least, lowest = i, mean
		}
	}
	marked, limit := make([]bool, len(samples)), math.Inf(1) // limit is the least mean that is different
	for i, sample := range samples {
		if sample == nil {
			continue
		}
		mean, _ := learn.Moments(sample)
		other := mean != lowest
		if other && len(sample) > 1 && len(samples[least]) > 1 {
			var err error
			if other, err = differ(sample, samples[least]); err != nil {
				return nil, err
			}
		}
		if marked[i] = !other; other {
			limit = min(limit, mean)
		}
	}
	for i, sample := range samples {
		mean, _ := learn.Moments(sample)
		marked[i] = marked[i] && mean <= limit
	}
	return marked, nil
}

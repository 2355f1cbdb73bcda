package evaluate

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// TTest is the result of a t-test: its statistic, its degrees of freedom, and the
// probability P of a statistic at least as far from 0 if the means were equal.
type TTest struct{ T, DF, P float64 }

// Welch is the two-sided t-test of whether two independent samples have the same
// mean, their variances being what they are:
//
//	T = (mean a - mean b) / √(u + v),   u = var a / n_a,  v = var b / n_b,
//	DF = (u + v)² / (u²/(n_a - 1) + v²/(n_b - 1)),
//
// variances with 1/(n - 1). Samples that do not vary at all are equal, P = 1, or not,
// P = 0. Reference: Welch (1947).
func Welch(a, b []float64) (TTest, error) {
	if len(a) < 2 || len(b) < 2 {
		return TTest{}, fmt.Errorf("samples of %d and %d values, but a t-test needs at least 2 of each", len(a), len(b))
	}
	meanA, varA := Moments(a)
	meanB, varB := Moments(b)
	u, v := varA/float64(len(a)), varB/float64(len(b))
	difference := meanA - meanB
	if u+v == 0 {
		test := TTest{DF: float64(len(a) + len(b) - 2), P: 1}
		if difference != 0 {
			test.T, test.P = math.Inf(1), 0
			if difference < 0 {
				test.T = math.Inf(-1)
			}
		}
		return test, nil
	}
	p, q := u/(u+v), v/(u+v) // so that tiny variances do not underflow when squared
	test := TTest{
		T:  difference / math.Sqrt(u+v),
		DF: 1 / (p*p/float64(len(a)-1) + q*q/float64(len(b)-1)),
	}
	test.P = 2 * distuv.StudentsT{Sigma: 1, Nu: test.DF}.CDF(-math.Abs(test.T))
	return test, nil
}

// Moments returns the mean of a sample and its variance with 1/(n - 1), which is 0 for
// a single value.
func Moments(sample []float64) (mean, variance float64) {
	n := float64(len(sample))
	for _, v := range sample {
		mean += v / n
	}
	for _, v := range sample {
		variance += (v - mean) * (v - mean)
	}
	return mean, variance / max(1, n-1)
}

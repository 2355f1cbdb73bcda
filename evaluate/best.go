package evaluate

import "math"

// differs is the level of the t-test.
const differs = .01

// Differ reports whether [Welch]'s t-test at 1% tells the means of two samples apart.
// Single values say nothing about that.
func Differ(a, b []float64) (bool, error) {
	if len(a) < 2 || len(b) < 2 {
		return false, nil
	}
	test, err := Welch(a, b)
	return err == nil && test.P < differs, err
}

// Best tells which of several samples of errors have the least mean, or are not
// different from it by [Welch]'s t-test at 1%. Samples may be nil: they are left out. A
// single value says nothing about differences, so then only the least is among the best.
func Best(samples [][]float64) ([]bool, error) {
	least, lowest := -1, 0.
	for i, sample := range samples {
		if mean, _ := Moments(sample); sample != nil && (least < 0 || mean < lowest) {
			least, lowest = i, mean
		}
	}
	best := make([]bool, len(samples))
	for i, sample := range samples {
		mean, _ := Moments(sample)
		switch {
		case sample == nil:
		case mean == lowest:
			best[i] = true
		case len(sample) > 1 && len(samples[least]) > 1:
			differ, err := Differ(sample, samples[least])
			if err != nil {
				return nil, err
			}
			best[i] = !differ
		}
	}
	return best, nil
}

// bestInOrder is Best without those whose mean is above that of one that is not among the
// best: a sample that varies much is hard to tell from any, but that is no merit.
func bestInOrder(samples [][]float64) ([]bool, error) {
	best, err := Best(samples)
	if err != nil {
		return nil, err
	}
	limit := math.Inf(1) // the least mean that is not among the best
	for i, sample := range samples {
		if mean, _ := Moments(sample); sample != nil && !best[i] {
			limit = min(limit, mean)
		}
	}
	for i, sample := range samples {
		mean, _ := Moments(sample)
		best[i] = best[i] && mean <= limit
	}
	return best, nil
}

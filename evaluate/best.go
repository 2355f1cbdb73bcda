package evaluate

// differs is the level of the t-test of Best.
const differs = .01

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
			test, err := Welch(sample, samples[least])
			if err != nil {
				return nil, err
			}
			best[i] = test.P >= differs
		}
	}
	return best, nil
}

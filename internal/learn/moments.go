package learn

// Moments are the mean of a sample and its variance with 1/(n - 1), which is 0 for a single
// value.
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

package mfcc

// addDeltas fills the columns behind the coefficients.
func (e *Extractor) addDeltas(out [][]float64) {
	width := e.options.Coefficients
	for order := 1; order <= e.options.Deltas; order++ {
		from, weights := 0, slopeWeights(e.options.DeltaReach)
		if order == 2 && e.options.DeltaKind == Regression {
			from = width // the slope of the slope
		}
		if order == 2 && e.options.DeltaKind == Polynomial {
			weights = curvatureWeights(e.options.DeltaReach)
		}
		e.weigh(out, from, order*width, weights)
	}
}

// weigh sums each column from on over the frames around, into the columns to on.
func (e *Extractor) weigh(out [][]float64, from, to int, weights []float64) {
	frames := len(out)
	reach := e.options.DeltaReach
	for t := range frames {
		centre := t
		if e.options.DeltaKind == Polynomial && frames >= len(weights) {
			// The line through the first or last frames has the same slope at each of
			// them, and the parabola the same curvature.
			centre = min(max(t, reach), frames-1-reach)
		}
		row := out[t][to:][:e.options.Coefficients]
		for i, w := range weights {
			at := min(max(centre+i-reach, 0), frames-1)
			for n, v := range out[at][from:][:len(row)] {
				row[n] += w * v
			}
		}
	}
}

// slopeWeights are those of the least-squares line through 2*reach + 1 points:
// n / Σ n².
func slopeWeights(reach int) []float64 {
	weights := make([]float64, 2*reach+1)
	squares := 0.0
	for i := range weights {
		n := float64(i - reach)
		weights[i] = n
		squares += n * n
	}
	for i := range weights {
		weights[i] /= squares
	}
	return weights
}

// curvatureWeights are those of the second derivative of the least-squares parabola:
// 2 (n² - m) / Σ (n² - m)², m being the mean of n².
func curvatureWeights(reach int) []float64 {
	weights := make([]float64, 2*reach+1)
	mean := float64(reach*(reach+1)) / 3
	squares := 0.0
	for i := range weights {
		n := float64(i - reach)
		weights[i] = n*n - mean
		squares += weights[i] * weights[i]
	}
	for i := range weights {
		weights[i] *= 2 / squares
	}
	return weights
}

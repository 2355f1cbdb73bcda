package learn

// Widths of a kernel to choose from, as multiples of the median distance.
var Widths = []float64{.1, .15, .2, .3, .4, .6, .85, 1.2, 1.7, 2.5, 4}

// Ridges to choose from: λ, to be multiplied by the number of rows.
var Ridges = []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1}

// octaves are every other of the widths, the widest first.
func octaves() (some []float64) {
	for i := len(Widths) - 1; i >= 0; i -= 2 {
		some = append(some, Widths[i])
	}
	return some
}

// KimGu multiplies the leverage of each row: plain leave-one-out now and then picks a fit
// that follows noise, which Kim and Gu (2004) cure by this factor.
const KimGu = 1.4

// LeftOut is what the residual of a row with leverage h is divided by when the row is left
// out, with a factor of the leverage; but no less than half of what it is without, as a fit
// that follows each row would otherwise seem good.
func LeftOut(h, factor float64) float64 {
	const least = 1e-7
	h = min(h, 1-least)
	return max(1-factor*h, (1-h)/2)
}

package learn

import (
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
)

const (
	tuningRows    = 1000
	tuningCentres = 100
	mostTuned     = 12   // components, at most, of which each is given a scale of its own
	sweeps        = 2    // over the components, at most
	worthwhile    = .997 // of the loss must be left at most for another scale,
	another       = .99  // and for another sweep
	smooth        = 1.5  // median distances: where a Gaussian is as wide, no other kernel is better
)

// TuneOptions say how a regression is tuned.
type TuneOptions struct {
	Centres int    // at most
	Apart   bool   // each column of y has a ridge of its own
	Seed    uint64 // of the rows drawn
	Like    *Ridge // has kernel, scales and ridges, which are taken from it; nil means that they are to be found
}

// Tune finds the regression that predicts y from the rows of z. Kernel, width and ridge, and
// how much each component counts, are those that predict the rows best, each by the others:
// the first by some of the rows, the width and the ridge then once more by all.
func Tune(z, y linalg.Matrix, o TuneOptions) (*Ridge, error) {
	random := sampling.Random(o.Seed, 0x3a9)
	if o.Like != nil {
		return o.Like.Again(z, y, sampling.Rows(z.Rows, o.Centres, random))
	}
	some := sampling.Rows(z.Rows, tuningRows, random)
	t := tuning{z: z.Pick(some), y: y.Pick(some), RidgeOptions: RidgeOptions{Apart: o.Apart, Leverage: KimGu}}
	t.Centres = sampling.Rows(len(some), tuningCentres, random)
	if err := t.tune(); err != nil {
		return nil, err
	}
	t.Centres = sampling.Rows(z.Rows, o.Centres, random)
	t.z, t.y = z, y
	widths := []float64{1, .5} // with more rows, narrower ones may be better
	if len(some) == z.Rows {
		widths = []float64{2, 1, .5}
	}
	best, err := t.fit(t.scales, widths...)
	if err != nil {
		return nil, err
	}
	best.Scales = slices.Clone(t.scales)
	best.UnitWidth()
	return best, nil
}

// tuning is a regression whose kernel and scales are being found.
type tuning struct {
	RidgeOptions
	z, y   linalg.Matrix
	scales []float64
	best   *Ridge
}

// fit is the regression on z times scales.
func (t *tuning) fit(scales []float64, widths ...float64) (*Ridge, error) {
	scaled := t.z.Clone()
	for i := range scaled.Rows {
		linalg.Products(scaled.Row(i), scaled.Row(i), scales)
	}
	o := t.RidgeOptions
	o.Widths = widths
	return FitRidge(scaled, t.y, o)
}

// tune finds a kernel and scales: first one width for all components, then whether one of
// them should count more or less.
func (t *tuning) tune() error {
	t.scales = slices.Repeat([]float64{1}, t.z.Cols)
	widths := octaves()
	for _, kernel := range []Kernel{Gaussian, Laplace} {
		t.Kernel = kernel
		if kernel == Laplace {
			if t.best.medians >= smooth { // nothing jumps
				break
			}
			linalg.ScaleRow(2, widths) // it falls sooner, and further on more slowly
		}
		found, err := t.fit(t.scales, widths...)
		if err != nil {
			return err
		}
		if t.best == nil || found.Loss < t.best.Loss {
			t.best = found
		}
	}
	t.Kernel, t.Median = t.best.Kernel, t.best.Width
	if t.z.Cols < 2 || t.z.Cols > mostTuned {
		return nil
	}
	for range sweeps {
		before := t.best.Loss
		if err := t.sweep(); err != nil || t.best.Loss > another*before {
			return err
		}
	}
	return nil
}

// sweep makes components count twice or half as much, one after the other, where that is
// worthwhile with the ridges as they are.
func (t *tuning) sweep() error {
	t.Ridges = slices.Compact(slices.Sorted(slices.Values(t.best.Lambdas)))
	defer func() { t.Ridges = nil }()
	for j := range t.scales {
		for _, factor := range []float64{.5, 2} {
			scales := slices.Clone(t.scales)
			scales[j] *= factor
			other, err := t.fit(scales, 1)
			if err != nil {
				return err
			}
			if other.Loss < worthwhile*t.best.Loss {
				t.best, t.scales = other, scales
				break
			}
		}
	}
	return nil
}

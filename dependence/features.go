package dependence

import (
	"math"
	"slices"

	"suffice/internal/kernel"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/internal/sampling"
	"suffice/output"
)

// Settings of the test of independence, chosen for its power: see docs/dependence.md.
const (
	testRidge    = .1 // λ, as a share of the largest eigenvalue of H
	mostFeatures = 64
)

// testWidths are factors of the median distance.
var testWidths = []float64{.2, .8, 3}

// features are the leading singular functions of a kernel between rows and centres, whose
// columns have mean 0. In terms of them, the H of the model over all pairs of centres is
// diagonal.
type features struct {
	f     linalg.Matrix // n x r: each column has mean 0 and mean square 1
	share []float64     // the squared singular value, as a share of the first
}

// inputFeatures are those of the Gaussian between rows, some of them being centres.
func inputFeatures(x linalg.Matrix, centres []int) ([]features, error) {
	u := x.Pick(centres)
	squared := linalg.New(x.Rows, u.Rows)
	kernel.SquaredDistances(squared, x, u)
	return ofDistances(squared, lsmi.ErrNoSpread)
}

// outputFeatures are those of L between some rows, centres being positions among them.
func outputFeatures(y output.Output, which, centres []int) ([]features, error) {
	own := sampling.Pick(which, centres)
	l := linalg.New(len(which), len(own))
	if metric, ok := y.(output.Metric); ok {
		lsmi.SquaredDistances(l, metric, which, own)
		return ofDistances(l, output.ErrConstant)
	}
	linalg.Parallel(len(which), 64, func(from, to int) {
		for k := from; k < to; k++ {
			y.(output.Kernel).Kernel(l.Row(k), which[k], which[k]+1, own)
		}
	})
	one, err := leadingFeatures(l)
	return []features{one}, err
}

// ofDistances are the features for each of the widths.
func ofDistances(squared linalg.Matrix, none error) ([]features, error) {
	median, err := learn.MedianDistance(slices.Clone(squared.Data), none)
	if err != nil {
		return nil, err
	}
	all := make([]features, len(testWidths))
	k := linalg.New(squared.Rows, squared.Cols)
	for i, factor := range testWidths {
		kernel.Gaussian.Matrix(k, squared, factor*median)
		if all[i], err = leadingFeatures(k); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// leadingFeatures overwrites k.
func leadingFeatures(k linalg.Matrix) (features, error) {
	linalg.AddRow(k, -1, linalg.MeanRow(k, nil))
	values, vectors, err := linalg.Leading(linalg.Gram(k), min(mostFeatures, k.Cols))
	if err != nil {
		return features{}, err
	}
	r := linalg.CountAbove(values, testRidge/100*values[0]) // less of the ridge would count for less than a hundredth
	f := features{f: linalg.New(k.Rows, r), share: make([]float64, r)}
	linalg.MulT(f.f, k, vectors.Slice(0, r))
	for j := range f.share {
		f.share[j] = values[j] / values[0]
		scale := math.Sqrt(float64(k.Rows) / values[j])
		for i := range f.f.Rows {
			f.f.Row(i)[j] *= scale
		}
	}
	return f, nil
}

// smi is ½ hᵀ(H + λI)⁻¹h for the rows of g, features of y with the given shares t, beside
// those of f:
//
//	½ Σ_ij c_ij² s_i t_j / (s_i t_j + λ),   c_ij = mean of f_i g_j.
func (x features) smi(g linalg.Matrix, t []float64) float64 {
	c := linalg.New(x.f.Cols, g.Cols)
	linalg.AddTMul(c, 1/float64(g.Rows), x.f, g)
	var sum float64
	for i, s := range x.share {
		for j, v := range c.Row(i) {
			sum += v * v * s * t[j] / (s*t[j] + testRidge)
		}
	}
	return sum / 2
}

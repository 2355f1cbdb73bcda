package canonical

import (
	"context"
	"errors"
	"math"

	"suffice/internal/linalg"
	"suffice/kernel"
	"suffice/output"
)

const (
	metricWidth    = .5 // width of the kernel on numbers, times the median distance
	metricFeatures = 8  // functions of numbers that are kept
	kernelFeatures = 50 // functions of classes, labels and structures that are kept
	weakFeature    = 1e-3
	roundingLevel  = 1e-10 // eigenvalues below this share of the largest are rounding
)

var errNoFeatures = errors.New("the output kernel is the same for every row")

// Features returns the leading functions of y as the columns of an n x r matrix:
// kernel principal components, centred, uncorrelated, of variance 1 (with 1/n). The
// kernel is approximated through the centres (Nyström), which are rows of y.
func Features(ctx context.Context, y output.Output, centres []int, median float64) (linalg.Matrix, error) {
	n, b := y.Len(), len(centres)
	width, most, weak := metricWidth*median, kernelFeatures, weakFeature
	if _, ok := y.(output.Metric); ok {
		most, weak = metricFeatures, 1e-6
	}
	among := linalg.New(b, b)
	for k, c := range centres {
		outputKernel(among.Slice(k, k+1), y, c, centres, width)
	}
	whiten, err := inverseRoot(among)
	if err != nil {
		return linalg.Matrix{}, err
	}
	l := linalg.New(n, b)
	linalg.Parallel(n, 64, func(from, to int) {
		outputKernel(l.Slice(from, to), y, from, centres, width)
	})
	if err := ctx.Err(); err != nil {
		return linalg.Matrix{}, err
	}
	phi := linalg.New(n, whiten.Rows)
	linalg.MulT(phi, l, whiten)
	return principal(phi, most, weak)
}

// outputKernel sets dst to L between the rows from from on and the centres.
func outputKernel(dst linalg.Matrix, y output.Output, from int, centres []int, width float64) {
	switch y := y.(type) {
	case output.Metric:
		y.SquaredDistances(dst.Data, from, from+dst.Rows, centres)
		for i, v := range dst.Data[:dst.Rows*dst.Cols] {
			dst.Data[i] = math.Exp(-v / (2 * width * width))
		}
	case output.Kernel:
		y.Kernel(dst.Data, from, from+dst.Rows, centres)
	}
}

// inverseRoot returns the rows of Λ^-½ Vᵀ for a = V Λ Vᵀ, without what is rounding.
func inverseRoot(a linalg.Matrix) (linalg.Matrix, error) {
	values, vectors, err := linalg.Leading(a, a.Rows)
	if err != nil {
		return linalg.Matrix{}, err
	}
	rank := 0
	for rank < len(values) && values[rank] > roundingLevel*values[0] {
		row := vectors.Row(rank)
		for j := range row {
			row[j] /= math.Sqrt(values[rank])
		}
		rank++
	}
	if rank == 0 {
		return linalg.Matrix{}, errNoFeatures
	}
	return vectors.Slice(0, rank), nil
}

// principal centres phi and returns its leading principal components, whitened.
func principal(phi linalg.Matrix, most int, weak float64) (linalg.Matrix, error) {
	n := float64(phi.Rows)
	mean := make([]float64, phi.Cols)
	for i := range phi.Rows {
		linalg.Axpy(1/n, phi.Row(i), mean)
	}
	for i := range phi.Rows {
		linalg.Axpy(-1, mean, phi.Row(i))
	}
	c := linalg.New(phi.Cols, phi.Cols)
	linalg.AddGram(c, phi)
	values, vectors, err := linalg.Leading(c, min(most, phi.Cols))
	if err != nil {
		return linalg.Matrix{}, err
	}
	// What rounding leaves of a constant when its mean is subtracted is no feature.
	constant := roundingLevel * roundingLevel * n * linalg.Dot(mean, mean)
	r := 0
	for r < len(values) && values[r] > weak*values[0] && values[r] > constant {
		row := vectors.Row(r)
		for j := range row {
			row[j] /= math.Sqrt(values[r] / n)
		}
		r++
	}
	if r == 0 {
		return linalg.Matrix{}, errNoFeatures
	}
	out := linalg.New(phi.Rows, r)
	linalg.MulT(out, phi, vectors.Slice(0, r))
	return out, nil
}

// among sets dst to the Gaussian kernel matrix between the centres v.
func among(dst, v linalg.Matrix, width float64) {
	kernel.SquaredDistances(dst, v, v)
	kernel.Gaussian.Matrix(dst, dst, width)
}

package learn

import (
	"cmp"
	"math"
	"slices"

	"suffice/internal/linalg"
)

// Deviation is how far off predictions are at u, relative to others, a column for each of y:
// exp(f(u)), where f stays between Low and High. Half of the rows have more than 1.
type Deviation struct {
	*Ridge
	Low, High []float64
}

const (
	deviationCentres = 100
	leastDeviation   = .02 // of the median one: what a residual of 0 is taken for, about
)

// FitDeviation learns from the residuals of rows that were held out: kernel ridge regression of
// their logarithms, drawn towards the mean by as much as serves rows left out. Of each row it also
// returns the deviation by the rows of other folds. It is nil where sizes of residuals are no
// function of u.
func FitDeviation(u, residuals linalg.Matrix, folds [][]int) (*Deviation, linalg.Matrix, error) {
	sizes := logSizes(residuals)
	o := RidgeOptions{Most: deviationCentres, Leverage: KimGu, Apart: true}
	found, err := FitRidge(u, sizes, o)
	if err != nil {
		return nil, sizes, err
	}
	mean, out := linalg.MeanRow(sizes, nil), linalg.New(sizes.Rows, sizes.Cols)
	for _, fold := range folds {
		others := Others(u.Rows, fold)
		again, err := found.Again(u.Pick(others), sizes.Pick(others), o.Draw(len(others)))
		if err != nil {
			return nil, sizes, err
		}
		by := again.Predict(u.Pick(fold))
		for at, i := range fold {
			copy(out.Row(i), by.Row(at))
		}
	}
	linalg.AddRow(out, -1, mean)
	share := make([]float64, len(mean))
	for j := range share {
		var product, square float64
		for i := range out.Rows {
			product += out.At(i, j) * (sizes.At(i, j) - mean[j])
			square += out.At(i, j) * out.At(i, j)
		}
		if product > 0 {
			share[j] = min(1, product/square)
		}
	}
	if slices.Max(share) == 0 {
		return nil, sizes, nil
	}
	for _, rows := range []linalg.Matrix{found.Weights, out} {
		for i := range rows.Rows {
			linalg.Products(rows.Row(i), rows.Row(i), share)
		}
	}
	for j, m := range mean {
		found.Mean[j] = share[j] * (found.Mean[j] - m)
	}
	found.UnitWidth()
	return found.centred(u, out)
}

// centred has a deviation of 1 in the middle of the rows.
func (r *Ridge) centred(u, out linalg.Matrix) (*Deviation, linalg.Matrix, error) {
	d := &Deviation{Ridge: r}
	all := r.Predict(u)
	for j := range out.Cols {
		column := all.Columns(j, j+1).Clone().Data
		slices.Sort(column)
		middle := column[len(column)/2]
		r.Mean[j] -= middle
		d.Low, d.High = append(d.Low, column[0]-middle), append(d.High, column[len(column)-1]-middle)
		for i := range out.Rows {
			out.Set(i, j, out.At(i, j)-middle)
		}
	}
	Clamp(out, d.Low, d.High)
	linalg.Exp(out.Data, out.Data)
	return d, out, nil
}

// logSizes are the logarithms of the sizes of residuals, of which none is too small.
func logSizes(residuals linalg.Matrix) linalg.Matrix {
	sizes := residuals.Clone()
	for j := range sizes.Cols {
		column := sizes.Columns(j, j+1).Clone().Data
		for i, v := range column {
			column[i] = math.Abs(v)
		}
		sorted := slices.Sorted(slices.Values(column))
		least := cmp.Or(leastDeviation*sorted[len(sorted)/2], sorted[len(sorted)-1], 1)
		for i, v := range column {
			sizes.Set(i, j, math.Log(v+least))
		}
	}
	return sizes
}

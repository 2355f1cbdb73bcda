package learn

import (
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
)

const (
	activeRounds = 4   // of regressions
	activeRows   = 400 // that metric, width and ridge are found with
	leastSlope   = 1e-4
)

// activeRidges are those of functions without noise too.
var activeRidges = append([]float64{1e-9, 1e-8, 1e-7}, Ridges...)

// FitActive finds the regression of y on u = Root x, by rows with weights of which nil means that all
// count the same, whose gradients tell how y changes: a Gaussian kernel with all rows as centres, that
// meets them exactly where that predicts best, so that leverages are taken as they are. It starts from
// the rows of root, and goes on with the metric that each regression teaches ([Metric]), where
// directions without a slope keep a little weight.
func FitActive(x, y, root linalg.Matrix, weights []float64) (best *Metric, err error) {
	few, of, by := x, y, weights
	if x.Rows > activeRows {
		few, of = x.Slice(0, activeRows), y.Slice(0, activeRows)
		by = weights[:min(activeRows, len(weights))]
	}
	o := RidgeOptions{Centres: sampling.All(few.Rows), Weights: by, Ridges: activeRidges}
	for range activeRounds {
		m := &Metric{Root: root}
		if m.Ridge, err = FitRidge(linalg.TimesT(few, root), of, o); err != nil {
			return nil, err
		}
		if best == nil || m.Ridge.Loss < best.Ridge.Loss {
			best = m
		}
		values, vectors, err := linalg.Leading(m.Gradients(few, by), root.Rows)
		if err != nil || !(values[0] > 0) { // nothing was learnt
			return best, err
		}
		for k, v := range values {
			linalg.ScaleRow(math.Sqrt(math.Sqrt(max(v, 0)/values[0]+leastSlope)), vectors.Row(k))
		}
		root = vectors
	}
	if x.Rows > activeRows && weights == nil {
		loss, lambda := best.Ridge.Loss, slices.Min(best.Ridge.Lambdas)*activeRows/float64(x.Rows) // the same noise
		best.Ridge, err = fitExact(linalg.TimesT(x, best.Root), y, Gaussian, best.Ridge.Width, lambda)
		if err == nil {
			best.Ridge.Loss = loss
		}
	}
	return best, err
}

// Gradients is the mean over the rows of x, by their weights, of the outer products of the gradients
// of f in x, some rows at a time.
func (m *Metric) Gradients(x linalg.Matrix, weights []float64) linalg.Matrix {
	const most = 1 << 20 // slopes at a time
	sum, step := linalg.New(m.Root.Rows, m.Root.Rows), max(1, most/(m.Root.Rows*m.Ridge.Weights.Cols))
	for from := 0; from < x.Rows; from += step {
		to := min(from+step, x.Rows)
		g := m.Ridge.Gradients(linalg.TimesT(x.Slice(from, to), m.Root), weights[min(from, len(weights)):min(to, len(weights))])
		linalg.AddScaled(sum, float64(to-from)/float64(x.Rows), g)
	}
	return linalg.Times(linalg.TTimes(m.Root, sum), m.Root)
}

// Independent reports whether the columns of x may be independent: whether no correlation of one with
// another, or with its square, is larger than chance makes it in 19 of 20 tables.
func Independent(x linalg.Matrix) bool {
	_, _, u := standardise(x)
	squares := u.Clone()
	linalg.Products(squares.Data, u.Data, u.Data)
	_, _, v := standardise(squares)
	own, other := linalg.TTimes(u, u), linalg.TTimes(u, v)
	d, n := x.Cols, float64(x.Rows)
	most := math.Sqrt(2 * n * math.Log(40*max(1, float64(2*d*(d-1))))) // of n times a correlation
	for j := range d {
		for k := range d {
			if k != j && max(math.Abs(own.At(j, k)), math.Abs(other.At(j, k))) > most {
				return false
			}
		}
	}
	return true
}

// Recombined are at least count rows with the columns of x, each in random orders of its own: rows of the
// same distribution, where columns are independent.
func Recombined(x linalg.Matrix, count int, seed uint64) linalg.Matrix {
	random, times := sampling.Random(seed, 0xac7e), (count+x.Rows-1)/x.Rows
	rows := linalg.New(times*x.Rows, x.Cols)
	for from := 0; from < rows.Rows; from += x.Rows {
		for j := range x.Cols {
			for i, at := range random.Perm(x.Rows) {
				rows.Set(from+i, j, x.At(at, j))
			}
		}
	}
	return rows
}

package learn

import (
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
)

// Metric is a kernel regression on u = Root x, whose distances |u - u'| it has learnt: those of the
// metric M = G^½, G being the mean outer product of the gradients of a regression on x before it
// (the recursive feature machine of Radhakrishnan, Beaglehole, Pandit and Belkin 2024).
type Metric struct {
	Root  linalg.Matrix // √M, a row for each direction
	Ridge *Ridge        // on u

	before *Metric // what Root is of; nil means that it is the identity
}

const (
	metricRounds  = 3
	metricRows    = 250  // that a metric is looked for with, and
	metricSlopes  = 400  // that gradients are averaged over, at most
	mostExact     = 1000 // rows that are all centres; of more there are
	metricCentres = 400
)

// FitMetric finds the regression of y on x with a kernel that predicts each row best by the
// others, of several rounds, each with the metric that the one before has taught. By Laplace's
// kernel, rows may be met exactly and others be predicted well all the same, so that its leverages
// are taken as they are.
func FitMetric(x, y linalg.Matrix, kernel Kernel, seed uint64) (best *Metric, err error) {
	if some := sampling.Rows(x.Rows, metricRows, sampling.Random(seed, 0x3e7)); len(some) < x.Rows {
		x, y = x.Pick(some), y.Pick(some)
	}
	o := RidgeOptions{Kernel: kernel, Widths: octaves(), Leverage: KimGu, Centres: sampling.All(x.Rows)}
	if kernel != Gaussian {
		linalg.ScaleRow(2, o.Widths)
		o.Leverage = 1
	}
	m := &Metric{Root: linalg.Identity(x.Cols)}
	for range metricRounds {
		u := linalg.TimesT(x, m.Root)
		if m.Ridge, err = FitRidge(u, y, o); err != nil {
			return nil, err
		}
		if best != nil && m.Ridge.Loss > best.Ridge.Loss {
			return best, nil
		}
		best, o.Widths = m, []float64{m.Ridge.medians, m.Ridge.medians / 1.6}
		if m, err = m.next(u); err != nil {
			return nil, err
		}
	}
	return best, nil
}

// next has the metric that a regression teaches, u being some rows.
func (m *Metric) next(u linalg.Matrix) (*Metric, error) {
	if u.Rows > metricSlopes {
		u = u.Slice(0, metricSlopes)
	}
	if m.Ridge.Kernel == Manhattan { // which has no directions but the inputs
		g := linalg.New(u.Cols, u.Cols)
		for a, v := range m.Ridge.squaredSlopes(u) {
			g.Set(a, a, v*m.Root.At(a, a)*m.Root.At(a, a))
		}
		return &Metric{Root: fourthRoots(g), before: m}, nil
	}
	g := m.Ridge.Gradients(u, nil)
	root, _, err := QuarterRoot(linalg.Times(linalg.TTimes(m.Root, g), m.Root))
	return &Metric{Root: root, before: m}, err
}

// Again is a regression with kernel, width and ridge of this one, of other rows of x and y, and
// with the metric that these teach. Where rows are few, all are centres.
func (m *Metric) Again(x, y linalg.Matrix, seed uint64) (*Metric, error) {
	again := &Metric{Root: m.Root}
	if m.before != nil {
		before := &Metric{Root: m.before.Root}
		u, err := before.like(m.before.Ridge, x, y, seed)
		if err != nil {
			return nil, err
		}
		if again, err = before.next(u); err != nil {
			return nil, err
		}
	}
	_, err := again.like(m.Ridge, x, y, seed)
	return again, err
}

// like learns with the settings of another regression.
func (m *Metric) like(other *Ridge, x, y linalg.Matrix, seed uint64) (u linalg.Matrix, err error) {
	u = linalg.TimesT(x, m.Root)
	if x.Rows <= mostExact {
		m.Ridge, err = fitExact(u, y, other.Kernel, other.Width, other.Lambdas[0])
	} else {
		m.Ridge, err = other.Again(u, y, sampling.Rows(x.Rows, metricCentres, sampling.Random(seed, 0x3e8)))
	}
	return u, err
}

// Predict returns f of the rows of x.
func (m *Metric) Predict(x linalg.Matrix) linalg.Matrix {
	return m.Ridge.Predict(linalg.TimesT(x, m.Root))
}

// fitExact is the regression whose centres are all rows: weights a = A⁻¹ (y - c) with A = K + nλ,
// and the c with which they add up to 0.
func fitExact(z, y linalg.Matrix, k Kernel, width, lambda float64) (*Ridge, error) {
	n := z.Rows
	a := linalg.New(n, n)
	k.squares(a, z, z)
	for i := range n {
		a.Set(i, i, 0)
	}
	k.matrix(a, a, width)
	linalg.AddDiagonal(a, float64(n)*lambda)
	if err := linalg.Cholesky(a); err != nil {
		return nil, err
	}
	solved := withOnes(y)
	linalg.CholeskySolveAll(a, solved)
	weights, ones := solved.Columns(0, y.Cols).Clone(), solved.Columns(y.Cols, y.Cols+1).Clone().Data
	mean := make([]float64, y.Cols)
	for i := range n {
		linalg.Axpy(1/linalg.Sum(ones), weights.Row(i), mean)
	}
	for i, v := range ones {
		linalg.Axpy(-v, mean, weights.Row(i))
	}
	lambdas := make([]float64, y.Cols)
	for j := range lambdas {
		lambdas[j] = lambda
	}
	return &Ridge{Kernel: k, Width: width, Centres: z, Weights: weights, Mean: mean, Lambdas: lambdas}, nil
}

const small = 1e-10 // beside the largest of gradients

// fourthRoots are those of a diagonal, beside its largest.
func fourthRoots(g linalg.Matrix) linalg.Matrix {
	root, largest := linalg.Identity(g.Rows), slices.Max(g.Data)
	for a := range g.Rows {
		if largest > 0 {
			root.Set(a, a, math.Sqrt(math.Sqrt(g.At(a, a)/largest+small)))
		}
	}
	return root
}

// QuarterRoot is a root of M = G^½, up to a factor: it has a row for each eigenvector of G, times the
// fourth root of its eigenvalue beside the largest. What is small beside that counts as so much:
// rounding would show in its root.
func QuarterRoot(g linalg.Matrix) (root, vectors linalg.Matrix, err error) {
	values, vectors, err := linalg.Leading(g, g.Rows)
	if err != nil || values[0] <= 0 { // nothing was learnt
		return linalg.Identity(g.Rows), linalg.Identity(g.Rows), err
	}
	root = vectors.Clone()
	for k, v := range values {
		linalg.ScaleRow(math.Sqrt(math.Sqrt(max(v, 0)/values[0]+small)), root.Row(k))
	}
	return root, vectors, nil
}

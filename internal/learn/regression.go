package learn

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
)

// RidgeOptions say how a regression learns.
type RidgeOptions struct {
	Kernel    Kernel    // empty means the Gaussian
	Centres   []int     // rows that are centres; nil means Most of them
	Most      int       // how many are drawn at most: the same ones of as many rows
	Widths    []float64 // to choose from, as multiples of the median; widest first; nil means every other of Widths
	Median    float64   // 0 means the median distance between centres
	Ridges    []float64 // to choose from; nil means Ridges
	Weights   []float64 // of the rows, with mean 1; nil means that all count the same
	Leverage  float64   // factor of a row's leverage where it is left out; 0 means 1
	Apart     bool      // each column of y has a ridge of its own
	Uncentred bool      // nothing is added: Mean is 0

	lambdas []float64 // of each column of y, where they are known: nothing is chosen then
}

// Again is a regression of the same kernel, scales and ridges of other rows, some of which are the
// centres.
func (r *Ridge) Again(z, y linalg.Matrix, centres []int) (*Ridge, error) {
	o := RidgeOptions{Kernel: r.Kernel, Centres: centres, Widths: []float64{cmp.Or(r.Width, 1)}, Median: 1, lambdas: r.Lambdas}
	if r.Scales != nil {
		z = z.Clone()
		for i := range z.Rows {
			linalg.Products(z.Row(i), z.Row(i), r.Scales)
		}
	}
	again, err := FitRidge(z, y, o)
	if err == nil {
		again.Scales = slices.Clone(r.Scales)
	}
	return again, err
}

// FitRidge finds the regression of y on z whose width and ridge have the least leave-one-out
// error: from the middle width on to narrower ones or, if the next is no better, to wider ones, as
// long as they are better. With the functions of the centres v and their norm it minimises the mean of
// |y - f(z)|² plus λ|f|². Rows with weights w are √w times what they are in sums of squares.
func FitRidge(z, y linalg.Matrix, o RidgeOptions) (*Ridge, error) {
	r := newRegression(z, y, o)
	if err := r.climb(); err != nil {
		return nil, err
	}
	return &r.best, nil
}

// climb tries widths.
func (r *regression) climb() error {
	from := (len(r.Widths) - 1) / 2
	if err := r.try(r.Widths[from] * r.Median); err != nil {
		return err
	}
	for _, step := range []int{1, -1} {
		better := false
		for i := from + step; i >= 0 && i < len(r.Widths); i += step {
			before := r.best.Loss
			if err := r.try(r.Widths[i] * r.Median); err != nil {
				return err
			}
			if r.best.Loss == before {
				break
			}
			better = true
		}
		if better {
			break
		}
	}
	return nil
}

// regression is one in the making.
type regression struct {
	RidgeOptions
	centres        linalg.Matrix // a row each
	y              linalg.Matrix // centred, rows times the roots of their weights
	mean           []float64     // of y
	shares         []float64     // of the rows in a mean
	squared, among linalg.Matrix // distances of the centres, a row each, from rows and from one another
	from           int           // the ridge that the next width is tried with first
	best           Ridge
}

// Draw draws the centres among so many rows.
func (o RidgeOptions) Draw(rows int) []int {
	return sampling.Rows(rows, o.Most, sampling.Random(uint64(rows), 0x21d9e))
}

func newRegression(z, y linalg.Matrix, o RidgeOptions) *regression {
	if o.Centres == nil {
		o.Centres = o.Draw(z.Rows)
	}
	v := z.Pick(o.Centres)
	r := &regression{RidgeOptions: o, centres: v, squared: linalg.New(v.Rows, z.Rows), among: linalg.New(v.Rows, v.Rows)}
	r.Kernel, r.Leverage = cmp.Or(r.Kernel, Gaussian), cmp.Or(r.Leverage, 1)
	r.Kernel.squares(r.squared, v, z)
	r.Kernel.squares(r.among, v, v)
	if r.Widths == nil {
		r.Widths = octaves()
	}
	if r.Ridges == nil {
		r.Ridges = Ridges
	}
	if r.Median == 0 {
		r.Median = medianAmong(r.among)
	}
	r.from = (len(r.Ridges) - 1) / 2
	r.centre(y)
	r.best = Ridge{ // the mean, unless there is better
		Kernel: r.Kernel, Centres: v, Width: r.Median, Weights: linalg.New(v.Rows, y.Cols), Mean: r.mean,
		Lambdas: slices.Repeat(r.Ridges[len(r.Ridges)-1:], y.Cols), Loss: math.Inf(1),
	}
	return r
}

var errNoDistance = errors.New("all centres are the same")

// medianAmong is the median distance between different centres; 1 where all are the same.
func medianAmong(squared linalg.Matrix) float64 {
	var below []float64
	for i := range squared.Rows {
		below = append(below, squared.Row(i)[:i]...)
	}
	if median, err := MedianDistance(below, errNoDistance); err == nil {
		return median
	}
	return 1
}

// centre takes the means off y, unless they are nothing but rounding.
func (r *regression) centre(y linalg.Matrix) {
	r.y, r.mean, r.shares = y.Clone(), make([]float64, y.Cols), make([]float64, y.Rows)
	square := 0.
	for i := range y.Rows {
		r.shares[i] = r.weight(i) / float64(y.Rows)
		linalg.Axpy(r.shares[i], y.Row(i), r.mean)
		square += linalg.Dot(y.Row(i), y.Row(i)) / float64(y.Rows)
	}
	const rounding = 1e-24
	if r.Uncentred || linalg.Dot(r.mean, r.mean) <= rounding*square {
		clear(r.mean)
	}
	for i := range y.Rows {
		linalg.Axpy(-1, r.mean, r.y.Row(i))
		if r.Weights != nil {
			linalg.ScaleRow(math.Sqrt(r.weight(i)), r.y.Row(i))
		}
	}
}

func (r *regression) weight(i int) float64 { return linalg.Weight(r.Weights, i) }

const (
	jitter     = 1e-8 // on the kernel between centres, relative to its 1
	negligible = 1e-7 // of a function: the smallest ridge all but shrinks it away
)

// try looks at ridges for a width. With RᵀR = K_vv and Φ = K_c R⁻¹, K_c being K centred, it is a
// ridge regression on Φ.
func (r *regression) try(width float64) error {
	n := float64(r.squared.Cols)
	among := linalg.Borrow(r.among.Rows, r.among.Rows)
	defer linalg.Return(among)
	r.Kernel.matrix(among, r.among, width)
	some := sampling.All(among.Rows)
	if r.Kernel == Gaussian {
		some = spanning(among, negligible)
	}
	b := len(some)
	root := linalg.New(b, b)
	for l, i := range some {
		for k, j := range some {
			root.Set(l, k, among.At(i, j))
		}
	}
	linalg.AddDiagonal(root, jitter)
	if err := linalg.Cholesky(root); err != nil {
		return nil //nolint:nilerr // such a width is not tried
	}
	phi := linalg.Borrow(b, r.squared.Cols)
	defer linalg.Return(phi)
	for l, i := range some {
		copy(phi.Row(l), r.squared.Row(i))
	}
	r.Kernel.matrix(phi, phi, width)
	means := r.centreKernel(phi)
	linalg.ForwardSolveAll(root, phi)
	s, along := linalg.New(b, b), linalg.Times(phi, r.y)
	linalg.AddGramT(s, phi)
	linalg.Scale(1/n, s)
	linalg.Scale(1/n, along)
	lambdas, loss := r.lambdas, 0.
	if lambdas == nil {
		var err error
		if lambdas, loss, err = r.ridges(s, phi, along); err != nil || !(loss < r.best.Loss) {
			return err
		}
	}
	if err := solveEach(s, along, lambdas); err != nil {
		return err
	}
	r.take(width, loss, lambdas, some, root, along, means)
	return nil
}

// spanning are those centres, in order, that the functions of all others are combinations of but for
// a rest whose square is below a level: the pivots of a Cholesky factorisation of their kernel, the
// one with the largest rest first (Fine and Scheinberg 2001). In few dimensions these are few.
func spanning(k linalg.Matrix, level float64) (some []int) {
	b := k.Rows
	rest, factor := make([]float64, b), linalg.New(b, b)
	for l := range rest {
		rest[l] = k.At(l, l)
	}
	for len(some) < b {
		pivot, largest := 0, rest[0]
		for l, v := range rest {
			if v > largest {
				pivot, largest = l, v
			}
		}
		if !(largest > level) {
			break
		}
		row := factor.Row(len(some))
		copy(row, k.Row(pivot))
		for s := range some {
			linalg.Axpy(-factor.At(s, pivot), factor.Row(s), row)
		}
		linalg.ScaleRow(1/math.Sqrt(largest), row)
		for l, v := range row {
			rest[l] -= float64(v * v)
		}
		rest[pivot] = 0
		some = append(some, pivot)
	}
	slices.Sort(some)
	return some
}

// take makes a regression on Φ the best one.
func (r *regression) take(width, loss float64, lambdas []float64, centres []int, root, weights linalg.Matrix, means []float64) {
	linalg.BackwardSolveAll(root, weights)
	r.best.Width, r.best.Loss, r.best.Lambdas, r.best.Weights = width, loss, lambdas, weights
	r.best.Mean, r.best.Centres, r.best.medians = slices.Clone(r.mean), r.centres.Pick(centres), width/r.Median
	for l, mean := range means {
		linalg.Axpy(-mean, weights.Row(l), r.best.Mean)
	}
}

// solveEach overwrites each column of y by (S + λ)⁻¹ times it, with its own λ.
func solveEach(s, y linalg.Matrix, lambdas []float64) error {
	for _, lambda := range slices.Compact(slices.Sorted(slices.Values(lambdas))) {
		root, solved := s.Clone(), y.Clone()
		linalg.AddDiagonal(root, lambda)
		if err := linalg.Cholesky(root); err != nil {
			return err
		}
		linalg.CholeskySolveAll(root, solved)
		for j, own := range lambdas {
			if own == lambda {
				for i := range y.Rows {
					y.Set(i, j, solved.At(i, j))
				}
			}
		}
	}
	return nil
}

// centreKernel takes the means over the rows off the kernel, and multiplies it by the roots
// of their weights.
func (r *regression) centreKernel(k linalg.Matrix) (means []float64) {
	means = make([]float64, k.Rows)
	for l := range k.Rows {
		row := k.Row(l)
		if !r.Uncentred {
			means[l] = linalg.Dot(row, r.shares)
		}
		for i := range row {
			row[i] -= means[l]
			if r.Weights != nil {
				row[i] *= math.Sqrt(r.weight(i))
			}
		}
	}
	return means
}

// ridges finds the best one for each column of y, or for all together, and what the loss then is:
// from where the last width has ended, or the middle, to smaller and to larger ones, as long as one
// of the columns is better. The upper triangle of s is
// ΦᵀΦ/n, and along Φᵀy/n.
func (r *regression) ridges(s, phi, along linalg.Matrix) (lambdas []float64, least float64, err error) {
	best, at := slices.Repeat([]float64{math.Inf(1)}, r.y.Cols), make([]int, r.y.Cols)
	try := func(l int) (better bool, err error) {
		losses, err := r.leaveOneOut(s, phi, along, r.Ridges[l])
		if err != nil {
			return false, err
		}
		if !r.Apart {
			if better = linalg.Sum(losses) < linalg.Sum(best); better {
				best, at = losses, slices.Repeat([]int{l}, len(at))
			}
			return better, nil
		}
		for j, loss := range losses {
			if loss < best[j] {
				best[j], at[j], better = loss, l, true
			}
		}
		return better, nil
	}
	if _, err := try(r.from); err != nil {
		return nil, 0, err
	}
	for _, step := range []int{-1, 1} {
		for l := r.from + step; l >= 0 && l < len(r.Ridges); l += step {
			if better, err := try(l); err != nil || !better {
				if err != nil {
					return nil, 0, err
				}
				break
			}
		}
	}
	r.from = at[0]
	return sampling.Pick(r.Ridges, at), linalg.Sum(best), nil
}

// leaveOneOut is the mean squared error of each column, each row predicted by the others. With
// LᵀL = S + λ and g_i = L⁻ᵀφ_i, ŷ_i = g_iᵀL⁻ᵀ(Φᵀy/n), and the leverage of a row is
// |g_i|²/n + w_i/n, the second for the mean.
func (r *regression) leaveOneOut(s, phi, along linalg.Matrix, lambda float64) ([]float64, error) {
	b, n := phi.Rows, float64(phi.Cols)
	root, g, p := linalg.Borrow(b, b), linalg.Borrow(b, phi.Cols), along.Clone()
	defer linalg.Return(root, g)
	root.Copy(s)
	linalg.AddDiagonal(root, lambda)
	if err := linalg.Cholesky(root); err != nil {
		return nil, err
	}
	g.Copy(phi)
	linalg.ForwardSolveAll(root, g)
	linalg.ForwardSolveAll(root, p)
	fitted, leverage := linalg.TTimes(g, p), make([]float64, phi.Cols)
	for l := range b {
		linalg.AddProducts(leverage, g.Row(l), g.Row(l))
	}
	losses := make([]float64, r.y.Cols)
	for i := range r.y.Rows {
		if !r.Uncentred {
			leverage[i] += r.weight(i)
		}
		share := LeftOut(leverage[i]/n, r.Leverage)
		for j, y := range r.y.Row(i) {
			e := (y - fitted.At(i, j)) / share
			losses[j] += e * e / n
		}
	}
	return losses, nil
}

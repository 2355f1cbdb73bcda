package stiefel

import (
	"context"
	"math"

	"suffice/internal/linalg"
)

// Geodesic returns W exp(t (WᵀG - GᵀW)), the frame that w reaches along the
// exponential map. With S = G Wᵀ and an orthonormal basis Q of what G has outside the
// row space of W, G = S W + C Q,
//
//	W exp(t (WᵀG - GᵀW)) = [I 0] exp(t M) [W; Q],   M = [S - Sᵀ, C; -Cᵀ, 0],
//
// so only a matrix of order 2m, at most, is exponentiated.
func Geodesic(w, g linalg.Matrix, t float64) linalg.Matrix {
	m := w.Rows
	outside := g.Clone()
	Tangent(outside, w)
	Tangent(outside, w)
	basis := extend(w, outside, linalg.Norm(g))
	inside, c := linalg.TimesT(g, w), linalg.TimesT(outside, basis.Slice(m, basis.Rows))
	generator := linalg.New(basis.Rows, basis.Rows)
	for i := range m {
		for j := range m {
			generator.Set(i, j, t*(inside.At(i, j)-inside.At(j, i)))
		}
		for j := range c.Cols {
			generator.Set(i, m+j, t*c.At(i, j))
			generator.Set(m+j, i, -t*c.At(i, j))
		}
	}
	return linalg.Times(exponential(generator).Slice(0, m), basis)
}

// extend returns the rows of w and an orthonormal basis of the rows of outside, which
// are orthogonal to them. What is no more than rounding, relative to size, is left out.
func extend(w, outside linalg.Matrix, size float64) linalg.Matrix {
	basis := linalg.New(2*w.Rows, w.Cols)
	basis.Slice(0, w.Rows).Copy(w)
	k := w.Rows
	for i := range outside.Rows {
		row := basis.Row(k)
		copy(row, outside.Row(i))
		for range 2 {
			for j := range k {
				linalg.Axpy(-linalg.Dot(row, basis.Row(j)), basis.Row(j), row)
			}
		}
		if length := norm(row); length > rounding*size {
			linalg.Divide(row, length)
			k++
		}
	}
	return basis.Slice(0, k)
}

// exponential is exp(a) for a small matrix: the Taylor series of a/2ᵏ, of norm at most ½,
// squared k times.
func exponential(a linalg.Matrix) linalg.Matrix {
	const terms = 16 // 1/(2¹⁶ 16!) is below rounding
	a, squarings := a.Clone(), 0
	if size := linalg.Norm(a); size > .5 {
		squarings = int(math.Ceil(math.Log2(size))) + 1
		linalg.Scale(math.Ldexp(1, -squarings), a)
	}
	sum, term, next := linalg.Identity(a.Rows), linalg.Identity(a.Rows), linalg.New(a.Rows, a.Rows)
	for k := 1; k <= terms; k++ {
		linalg.Mul(next, term, a)
		linalg.Scale(1/float64(k), next)
		linalg.Add(sum, next)
		term, next = next, term
	}
	for range squarings {
		linalg.Mul(next, sum, sum)
		sum, next = next, sum
	}
	return sum
}

// NaturalGradient climbs along geodesics in the direction of steepest ascent: the
// natural gradient of Amari (1998) as LSDR uses it. It stops as an [Ascent] does, and learns
// no curvature.
type NaturalGradient Ascent

// Run climbs f from the frame w and returns the best frame and its value. Each step
// satisfies Armijo's rule. The first length it tries is that of Barzilai and Borwein
// (1988), which makes steepest ascent a good deal faster.
func (a NaturalGradient) Run(ctx context.Context, f Function, w linalg.Matrix) (linalg.Matrix, float64, error) {
	steps, tolerance, first := Ascent(a).defaults()
	value, err := f.Value(ctx, w)
	if err != nil {
		return w, value, err
	}
	g, before := linalg.New(w.Rows, w.Cols), linalg.Matrix{}
	var last float64 // the length of the last step, in units of its gradient
	for range steps {
		if err := f.Gradient(ctx, g); err != nil {
			return w, value, err
		}
		whole := linalg.Norm(g)
		Tangent(g, w)
		length := linalg.Norm(g)
		if length <= rounding*whole {
			break
		}
		t := first / length
		if last > 0 {
			t = barzilaiBorwein(before, g, w, last)
		}
		next, higher, t, err := climb(ctx, f, Geodesic, w, value, g, g, min(t, maxMove/length))
		if err != nil || t == 0 {
			return w, value, err
		}
		before, last = g.Clone(), t
		gain := higher - value
		w, value = next, higher
		if gain < tolerance {
			break
		}
	}
	return w, value, nil
}

// barzilaiBorwein is the length sᵀs / sᵀy of the next step, after the step s = t before
// along which the gradient fell by y; twice the last one where the function curves up.
func barzilaiBorwein(before, g, w linalg.Matrix, t float64) float64 {
	Tangent(before, w) // carried to w by projection
	size := linalg.Inner(before, before)
	fall := size - linalg.Inner(before, g)
	if fall <= 1e-3*size {
		return 2 * t
	}
	return min(4*t, t*size/fall)
}

// Package stiefel works with orthonormal frames, W Wᵀ = I, and with the subspaces
// that their rows span: distance, mean, and the ascent of a function that depends
// on W only through its row space (the Grassmann manifold).
package stiefel

import (
	"errors"
	"math"

	"suffice/internal/linalg"
)

// ErrDependent says that rows to be orthonormalised are linearly dependent.
var ErrDependent = errors.New("stiefel: the rows are linearly dependent")

// Orthonormalize makes the rows of w orthonormal in place, each from those before
// it (Gram-Schmidt, twice, which is enough for full precision).
func Orthonormalize(w linalg.Matrix) error {
	for i := range w.Rows {
		row := w.Row(i)
		if largest := linalg.Largest(row); largest > 0 {
			linalg.Divide(row, largest) // so that no square overflows or vanishes
		}
		before := norm(row)
		for range 2 {
			for k := range i {
				linalg.Axpy(-linalg.Dot(row, w.Row(k)), w.Row(k), row)
			}
		}
		after := norm(row)
		if !(after > 1e-12*before) {
			return ErrDependent
		}
		linalg.Divide(row, after)
	}
	return nil
}

func norm(v []float64) float64 { return math.Sqrt(linalg.Dot(v, v)) }

// Distance is |AᵀA - BᵀB| / √(2m) in the Frobenius norm for two frames of m rows: 0
// for the same row space, 1 for orthogonal ones.
func Distance(a, b linalg.Matrix) float64 {
	// What is left of the rows of a outside the row space of b, rather than
	// √(m - |ABᵀ|²), which would lose half the digits.
	inside := linalg.Times(linalg.TimesT(a, b), b)
	for i := range a.Rows {
		for j, v := range a.Row(i) {
			inside.Set(i, j, v-inside.At(i, j))
		}
	}
	return linalg.Norm(inside) / math.Sqrt(float64(a.Rows))
}

// Tangent removes from g its part within the row space of w: g - g wᵀ w, in place.
func Tangent(g, w linalg.Matrix) {
	c := linalg.TimesT(g, w)
	linalg.AddMul(g, -1, c, w)
}

// Mean returns the frame whose projector WᵀW is nearest to the mean of the
// projectors of the given frames of equal size: its leading eigenvectors.
func Mean(frames []linalg.Matrix) (linalg.Matrix, error) {
	m, d := frames[0].Rows, frames[0].Cols
	all := linalg.New(len(frames)*m, d) // ΣWᵀW = allᵀ all, with the eigenvectors of all allᵀ
	for k, w := range frames {
		all.Slice(k*m, (k+1)*m).Copy(w)
	}
	gram := linalg.TimesT(all, all)
	_, v, err := linalg.Leading(gram, m)
	if err != nil {
		return linalg.Matrix{}, err
	}
	mean := linalg.Times(v, all)
	return mean, Orthonormalize(mean)
}

// Align turns the rows of w among themselves so that they are nearest to those of another
// frame of as many: Q w with the orthogonal Q of the least |Q w - to| (Procrustes).
func Align(w, to linalg.Matrix) (linalg.Matrix, error) {
	cross := linalg.TimesT(to, w) // its polar factor is Q
	values, v, err := linalg.Leading(linalg.Times(cross.Transposed(), cross), w.Rows)
	if err != nil {
		return w, err
	}
	u := linalg.TimesT(v, cross) // rows: left singular vectors times singular values
	for i := linalg.CountAbove(values, 1e-24); i < u.Rows; i++ {
		fill(u, i) // where the frames have nothing in common, any turn will do
	}
	if err := Orthonormalize(u); err != nil {
		return w, err
	}
	return linalg.Times(linalg.Times(u.Transposed(), v), w), nil
}

// fill sets row i to the unit vector that is least within the rows before.
func fill(u linalg.Matrix, i int) {
	best, least := 0, math.Inf(1)
	for j := range u.Cols {
		var within float64
		for k := range i {
			within += u.At(k, j) * u.At(k, j) / linalg.Dot(u.Row(k), u.Row(k))
		}
		if within < least {
			best, least = j, within
		}
	}
	clear(u.Row(i))
	u.Set(i, best, 1)
}

// Angle is the largest principal angle between the row spaces of two frames, in radians:
// no direction of one is further from the other.
func Angle(a, b linalg.Matrix) (float64, error) {
	outside := linalg.Times(linalg.TimesT(a, b), b)
	linalg.Scale(-1, outside)
	linalg.Add(outside, a) // a - (a bᵀ) b, which is exact for small angles
	values, _, err := linalg.Leading(linalg.TimesT(outside, outside), a.Rows)
	if err != nil {
		return 0, err
	}
	return math.Asin(min(1, math.Sqrt(max(0, values[0])))), nil
}

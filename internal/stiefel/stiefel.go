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

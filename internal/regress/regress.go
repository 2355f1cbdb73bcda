// Package regress is kernel ridge regression on x with a Gaussian kernel: exactly where all
// rows are centres, and otherwise among the functions that some centres span.
package regress

import (
	"context"
	"math"

	"suffice/internal/blocks"
	"suffice/internal/canonical"
	"suffice/internal/coords"
	"suffice/internal/draw"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
)

// Settings of a regression.
type Settings struct {
	Width float64 // of the Gaussian
	Ridge float64 // ε
}

// MedianDistance is the median of the distances between rows that are not 0.
func MedianDistance(u linalg.Matrix) (float64, error) {
	squared := linalg.New(u.Rows, u.Rows)
	kernel.SquaredDistances(squared, u, u)
	return lsmi.MedianRoot(squared.Data, lsmi.ErrNoSpread)
}

// Coefficients are those of f(x) = Σ_l β_l K(x, u_l) that minimise the mean of |y - f(x)|²
// over the rows, plus ε |f|² with the norm of the kernel. Where the centres are all rows,
// β = (K + nεI)⁻¹ Y, or (K + nε diag(1/w))⁻¹ Y with weights w.
func (s Settings) Coefficients(ctx context.Context, x *blocks.Standard, y blocks.Aligned, u linalg.Matrix) (linalg.Matrix, error) {
	n := float64(x.Len())
	among := s.gram(u)
	if u.Rows == x.Len() {
		linalg.AddDiagonal(among, n*s.Ridge)
		weights, err := blocks.AllWeights(ctx, x.Source)
		if err != nil {
			return linalg.Matrix{}, err
		}
		for i, w := range weights {
			among.Set(i, i, among.At(i, i)+n*s.Ridge*(1/w-1))
		}
		if err := linalg.Cholesky(among); err != nil {
			return linalg.Matrix{}, err
		}
		beta, err := blocks.TakeAligned(ctx, x.Source, y, draw.All(x.Len()))
		if err != nil {
			return linalg.Matrix{}, err
		}
		beta = beta.Clone()
		linalg.CholeskySolveAll(among, beta)
		return beta, nil
	}
	kk, ky, err := canonical.Regress(ctx, x, y, u, s.Width)
	if err != nil {
		return linalg.Matrix{}, err
	}
	linalg.Symmetrize(kk)
	return s.amongCentres(among, kk, ky, n)
}

// amongCentres solves (KᵀK + nεK_uu) β = KᵀY on the span of K_uu = QΛQᵀ: with P = QΛ^-½ it
// is β = P (PᵀKᵀKP + nεI)⁻¹ PᵀKᵀY.
func (s Settings) amongCentres(among, kk, ky linalg.Matrix, n float64) (linalg.Matrix, error) {
	values, p, err := coords.Strongest(among, among.Rows, 0)
	if err != nil {
		return linalg.Matrix{}, err
	}
	for k, v := range values {
		linalg.ScaleRow(1/math.Sqrt(v), p.Row(k))
	}
	system := linalg.TimesT(linalg.Times(p, kk), p)
	linalg.AddDiagonal(system, n*s.Ridge)
	if err := linalg.Cholesky(system); err != nil {
		return linalg.Matrix{}, err
	}
	right := linalg.Times(p, ky)
	linalg.CholeskySolveAll(system, right)
	beta := linalg.New(p.Cols, right.Cols)
	linalg.TMul(beta, p, right)
	return beta, nil
}

// gram is the kernel between the rows of u.
func (s Settings) gram(u linalg.Matrix) linalg.Matrix {
	k := linalg.New(u.Rows, u.Rows)
	kernel.SquaredDistances(k, u, u)
	kernel.Gaussian.Matrix(k, k, s.Width)
	return k
}

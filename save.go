package suffice

import (
	"context"
	"math"

	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/slicemoments"
	"suffice/output"
)

// SAVE is sliced average variance estimation: the directions along which the variance
// of x within slices of y differs most from 1. It finds trends and symmetric dependence
// alike, but needs many rows a slice.
//
// See docs/save.md. Reference: Cook and Weisberg (1991), with the conventions of the R
// package dr.
type SAVE struct {
	Dim     int  // number of components; required
	Slices  int  // of the output, about; 0 means max(8, d+3) for d independent inputs
	NoScale bool // give components in the columns' own units instead of on inputs of standard deviation 1

	limits coords.Limits
}

// Fit finds the leading eigenvectors of Σ f_j A_j², A_j = I - V_j, V_j being the
// covariance within slice j in white coordinates. It takes numbers and classes.
func (s SAVE) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	return SIR(s).fit(ctx, "save", x, y, (*sliced).kernelSAVE, (*sliced).testSAVE)
}

// kernelSAVE is Σ f_j A_j².
func (s *sliced) kernelSAVE(ctx context.Context) (linalg.Matrix, error) {
	m := linalg.New(s.Rank(), s.Rank())
	err := slicemoments.EachSpread(ctx, s.X, s.Root, s.slices, func(j int, within *slicemoments.Spread) {
		if within.Few() {
			addFew(m, s.share(j), within.Held)
		} else {
			addSquare(m, s.share(j), within.Held)
		}
	})
	return m, err
}

// addSquare adds f (I - V)² to the upper triangle of m, and destroys V.
func addSquare(m linalg.Matrix, f float64, v linalg.Matrix) {
	linalg.Scale(-1, v)
	linalg.AddDiagonal(v, 1)
	linalg.Scale(math.Sqrt(f), v)
	linalg.AddGram(m, v) // I - V is symmetric, so that its square is (I - V)ᵀ(I - V)
}

// addFew does the same for V = CᵀC/n with few rows C, which makes the square
// I + Cᵀ (CCᵀ/n - 2I) C/n.
func addFew(m linalg.Matrix, f float64, c linalg.Matrix) {
	n := float64(c.Rows)
	inner := linalg.TimesT(c, c)
	linalg.Scale(1/n, inner)
	linalg.AddDiagonal(inner, -2)
	linalg.AddTMul(m, f/n, c, linalg.Times(inner, c))
	linalg.AddDiagonal(m, f)
}

// testSAVE tests whether k components are enough by (n/2) Σ f_j |P A_j P|², P = I - UUᵀ
// being what the k leading eigenvectors U leave, which then is χ² with
// (h-1)(r-k)(r-k+1)/2 degrees of freedom. Since
//
//	|PAP|² = |A|² - 2 |AU|² + |UᵀAU|²,
//
// the sum is Σ_{j>k} λ_j - Σ_{j≤k} λ_j + Σ f_j |UᵀA_jU|², which needs the covariances
// of the slices along U alone.
func (s *sliced) testSAVE(ctx context.Context, p *Projection, u linalg.Matrix) error {
	count, r := testCount(s.Dim, s.Rank()), s.Rank()
	corner := make([]float64, count) // Σ f_j |UᵀA_jU|² for each k
	if count > 1 {
		leading := linalg.Times(u.Slice(0, count-1), s.Root)
		err := slicemoments.EachSpread(ctx, s.X, leading, s.slices, func(j int, within *slicemoments.Spread) { addCorners(corner, s.share(j), within.Covariance()) })
		if err != nil {
			return err
		}
	}
	left := tailSums(p.Values)
	for k := range count {
		sum := left[k] - (left[0] - left[k]) + corner[k]
		p.Tests = append(p.Tests, chiSquare(k, float64(s.Inputs.Len())/2*sum, (s.count()-1)*(r-k)*(r-k+1)/2))
	}
	return nil
}

// addCorners adds f |I - V|², taken over the leading k rows and columns of V, to the sum
// for each k.
func addCorners(sums []float64, f float64, v linalg.Matrix) {
	var squares float64
	for k := range v.Rows {
		row := v.Row(k)
		for _, a := range row[:k] {
			squares += 2 * a * a
		}
		squares += (1 - row[k]) * (1 - row[k])
		sums[k+1] += f * squares
	}
}

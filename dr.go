package suffice

import (
	"context"
	"math"

	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/slicemoments"
	"suffice/output"
)

// DR is directional regression: the directions along which differences of rows vary
// differently from slice to slice of y. It finds trends and symmetric dependence alike,
// as SAVE does, but sees trends as sharply as SIR.
//
// See docs/dr.md. Reference: Li and Wang (2007).
type DR struct {
	Dim     int  // number of components; required
	Slices  int  // of the output, about; 0 means max(8, d+3) for d independent inputs
	NoScale bool // give components in the columns' own units instead of on inputs of standard deviation 1

	limits coords.Limits
}

// Fit finds the leading eigenvectors of
//
//	F = 2 Σ f_j (A_j - I)² + 2 M² + 2 tr(M) M,   A_j = V_j + m_j m_jᵀ,   M = Σ f_j m_j m_jᵀ,
//
// V_j and m_j being the covariance and the mean within slice j in white coordinates. It
// takes numbers and classes.
func (d DR) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	return SIR(d).fit(ctx, "dr", x, y, (*sliced).kernelDR, nil)
}

// kernelDR is F, the upper triangle. Li and Wang write 2 Σ f_j A_j² - 2I for its first term,
// which is the same since Σ f_j A_j = I.
func (s *sliced) kernelDR(ctx context.Context) (linalg.Matrix, error) {
	r := s.Rank()
	sum, means := linalg.New(r, r), linalg.New(s.count(), r)
	err := slicemoments.EachSpread(ctx, s.X, s.Root, s.slices, func(j int, within *slicemoments.Spread) {
		mean := within.Mean()
		linalg.Axpy(1, mean, means.Row(j))
		addDirections(sum, s.share(j), within, mean)
		linalg.ScaleRow(math.Sqrt(s.share(j)), means.Row(j))
	})
	if err != nil {
		return sum, err
	}
	between := linalg.Gram(means)
	linalg.AddGram(sum, between) // M is symmetric, so that its square is MᵀM
	linalg.AddScaled(sum, coords.Trace(between), between)
	linalg.Scale(2, sum)
	return sum, nil
}

// addDirections adds f (A - I)² to the upper triangle of sum, and destroys the spread.
func addDirections(sum linalg.Matrix, f float64, within *slicemoments.Spread, mean []float64) {
	if !within.Few() {
		for i, m := range mean {
			linalg.Axpy(m, mean, within.Held.Row(i))
		}
		addSquare(sum, f, within.Held)
		return
	}
	for i := range within.Held.Rows { // A = CᵀC/n for rows that are not centred
		linalg.Axpy(1, mean, within.Held.Row(i))
	}
	addFew(sum, f, within.Held)
}

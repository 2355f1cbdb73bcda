package suffice

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/coords"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/slicemoments"
	"suffice/output"
)

// SIR is sliced inverse regression: the directions along which the mean of x differs
// most between slices of y. It is very fast, and finds trends; it is blind to
// dependence that is symmetric, such as a parabola around the mean of x, and finds at
// most one component less than there are slices or classes.
//
// See docs/sir.md. Reference: Li (1991), with the conventions of the R package dr.
type SIR struct {
	Dim     int  // number of components; required
	Slices  int  // of the output, about; 0 means max(8, d+3) for d independent inputs
	NoScale bool // give components in the columns' own units instead of on inputs of standard deviation 1

	limits coords.Limits
}

// Fit finds the leading eigenvectors of the covariance of the slices' means,
// M = Σ f_j m_j m_jᵀ in white coordinates. It takes numbers and classes.
func (s SIR) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	return s.fit(ctx, "sir", x, y, (*sliced).kernelSIR, (*sliced).testSIR)
}

// kernelSIR is M.
func (s *sliced) kernelSIR(ctx context.Context) (linalg.Matrix, error) {
	m := linalg.New(s.Rank(), s.Rank())
	if most := s.count() - 1; s.Dim > most {
		return m, fmt.Errorf("%s, but sir finds one less than there are slices of the output, here %d; ask for fewer components or more slices, or use save or sca", humanize.Count(s.Dim, "component"), most)
	}
	means, err := slicemoments.SliceMeans(ctx, s.X, s.slices)
	if err != nil {
		return m, err
	}
	means = linalg.TimesT(means, s.Root)
	for j := range means.Rows {
		linalg.ScaleRow(math.Sqrt(s.share(j)), means.Row(j))
	}
	linalg.AddGram(m, means)
	return m, nil
}

// testSIR tests whether k components are enough by n Σ_{j>k} λ_j, which then is χ² with
// (r-k)(h-k-1) degrees of freedom for r independent inputs and h slices.
func (s *sliced) testSIR(_ context.Context, p *Projection, _ linalg.Matrix) error {
	n, left := s.Inputs.Len(), tailSums(p.Values)
	if s.Rank() > n-s.count() {
		p.Warnings = append(p.Warnings, fmt.Sprintf("%d rows in %d slices are so few that %d independent inputs tell any slices apart; use fewer slices or inputs, or more rows", n, s.count(), s.Rank()))
	}
	for k := range min(testCount(s.Dim, s.Rank()), s.count()-1) {
		p.Tests = append(p.Tests, chiSquare(k, float64(n)*left[k], (s.Rank()-k)*(s.count()-k-1)))
	}
	return nil
}

// mostOfClasses is how many components SIR can find of classes: their means lie on so
// many dimensions. Numbers are cut into as many slices as it takes.
func mostOfClasses(y output.Output) int {
	if output.CountClasses(y) == 0 {
		return math.MaxInt
	}
	return mostOfColumns(y)
}

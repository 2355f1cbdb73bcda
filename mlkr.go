package suffice

import (
	"context"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/search"
	"suffice/output"
	"suffice/rows"
)

// MLKR is metric learning for kernel regression: the components in which the neighbours of
// a row tell its y best. Their lengths count: they make the metric in which neighbours are
// looked for. It takes numbers, also several, and classes and labels as columns of 0 and 1;
// NCA is the same for classes.
//
// See docs/nca.md. Reference: Weinberger and Tesauro (2007).
type MLKR struct {
	Dim     int    // number of components; required
	Centres int    // rows that each row is compared with; 0 means all up to 2048 rows, and otherwise 512
	Steps   int    // of the descent, at most; 0 means 100
	NoScale bool   // keep the columns' own units instead of scaling each to standard deviation 1
	Seed    uint64 // of the rows drawn, where they are many

	Progress func(Progress) // told of each step; may be nil

	limits search.Limits
}

// Fit finds the W = Components with the smallest error Σ_i |y_i - Σ_j p_ij y_j|²,
// p_ij ∝ exp(-|W x_i - W x_j|²), from the components of PLS or PCA. The components are
// uncorrelated and ordered by variance, which Values are.
func (c MLKR) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if err := checkColumns("mlkr", y); err != nil {
		return nil, err
	}
	f := &metricFit{NCA: NCA(c), method: "mlkr", measure: "leave-one-out R²", functions: sharesOf, start: partialLeastSquares}
	return f.fit(ctx, x, y)
}

// sharesOf is the columns of y, scaled so that the loss is a share.
func sharesOf(ctx context.Context, x Rows, y output.Output) (aggregate.Aligned, error) {
	f, err := centredColumns(ctx, rows.Unweighted(x), y)
	if err == nil {
		f, err = f.Scaled(ctx)
	}
	if err != nil {
		return nil, err
	}
	sums, err := f.Sums(ctx, nil, false)
	if err != nil {
		return nil, err
	}
	return f.Times(1 / math.Sqrt(sums.Inner()/float64(f.Len()))).Aligned(), nil
}

// partialLeastSquares are the components of PLS, of variance 1.
func partialLeastSquares(ctx context.Context, s *coords.FullRank, y linalg.Matrix, dim int) (linalg.Matrix, error) {
	cross, err := s.Cross(ctx, aggregate.InMemory{Matrix: y})
	if err != nil {
		return linalg.Matrix{}, err
	}
	apply := func(v linalg.Matrix) (linalg.Matrix, error) { return linalg.Times(v, s.Covariance), nil }
	found, err := plsProblem{apply: apply, cross: cross, total: coords.Trace(s.Covariance)}.solve(dim)
	if err != nil {
		return linalg.Matrix{}, err
	}
	w := found.rotations.Slice(0, found.count())
	unitVariance(w, s.Covariance)
	return w, nil
}

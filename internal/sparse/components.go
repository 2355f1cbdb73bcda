package sparse

import "suffice/internal/linalg"

// Components are those of the span of B whose z are uncorrelated, as rows, the one that
// varies most first, and these variances.
func (c *Chosen) Components() (w linalg.Matrix, values []float64, err error) {
	values, axes, err := linalg.Leading(c.Problem.covariance(c.B), c.B.Cols)
	for k := range values {
		values[k] = max(0, values[k]) // rounding may leave them below
	}
	return linalg.TimesT(axes, c.B), values, err
}

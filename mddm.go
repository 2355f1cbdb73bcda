package suffice

import (
	"context"
	"fmt"

	"suffice/internal/linalg"
	"suffice/output"
)

// MDDM is multi-label dimensionality reduction via dependence maximisation: the
// components P whose linear kernel XPPᵀXᵀ has the largest Hilbert-Schmidt independence
// criterion with the kernel L of the output. It takes any output, made for label sets.
// x counts only through straight lines.
//
// See docs/mddm.md. Reference: Zhang and Zhou (2010).
type MDDM struct {
	Dim          int  // number of components; required
	Uncorrelated bool // components obey PᵀXᵀCXP = I instead of PᵀP = I
	NoScale      bool // keep the columns' own units instead of scaling each to standard deviation 1
}

// Fit finds the leading eigenvectors of XᵀCLCX, C being the centring matrix; Values are
// their eigenvalues. L is a Gaussian with the median distance as its width where y is
// numbers.
func (m MDDM) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	standard, warnings, err := prepare(ctx, x, y, m.Dim, m.NoScale)
	if err != nil {
		return nil, err
	}
	s, more, err := spanOf(ctx, standard, y, m.Dim, true)
	if err != nil {
		return nil, err
	}
	warnings = append(warnings, more...)
	form, err := dependenceOf(ctx, s, y)
	if err != nil {
		return nil, err
	}
	w, values, err := m.components(s, form)
	if err != nil {
		return nil, err
	}
	if found := len(values); found < m.Dim {
		warnings = append(warnings, fmt.Sprintf("the output tells only %d of %d components apart, the others have eigenvalue 0; they are those along which the inputs vary most", found, m.Dim))
	}
	components, err := s.inputs(ctx, w)
	if err == nil && s.narrow != nil && !m.Uncorrelated {
		err = orthonormalRows(components)
	}
	if err != nil {
		return nil, err
	}
	model := newProjection("mddm", standard, y, components)
	model.Values, model.Warnings = make([]float64, m.Dim), warnings
	copy(model.Values, values)
	model.Settings = Settings{"dim": m.Dim, "scale": !m.NoScale, "uncorrelated": m.Uncorrelated}
	if form.drawn != nil {
		model.Sampled = &Sampled{Rows: len(form.drawn), Of: x.Len(), What: "what all rows are compared with"}
	}
	if form.width > 0 {
		model.Settings["width_y"] = form.width
	}
	return diagnosed(ctx, model, x)
}

// components returns the components in the coordinates of s, and the eigenvalues that
// are not 0.
func (m MDDM) components(s *span, form *dependence) (w linalg.Matrix, values []float64, err error) {
	n := float64(s.rows.Len())
	if !m.Uncorrelated {
		// Eigenvalues are at most n² tr(S) where L is at most 1.
		if values, w, err = form.leading(m.Dim, roundingOfSums*n*n*trace(s.covariance)); err != nil {
			return w, nil, err
		}
		w, err = completeOrthonormal(w, s.covariance, m.Dim)
		return w, values, err
	}
	scatter := s.covariance.Clone() // XᵀCX
	linalg.Scale(n, scatter)
	c, err := newConstraint(scatter)
	if err != nil {
		return w, nil, err
	}
	form.whiten(c)
	values, u, err := form.leading(m.Dim, roundingOfSums*n)
	if err != nil {
		return w, nil, err
	}
	w, err = c.complete(c.weights(u), m.Dim)
	return w, values, err
}

// roundingOfSums is the share of their bound below which eigenvalues are what rounding
// leaves of sums that cancel, squared.
const roundingOfSums = 1e-26

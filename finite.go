package suffice

import "suffice/internal/linalg"

// NotFinite is the error for a row whose components are beyond the largest number, because
// its values are, or nearly so.
type NotFinite struct{ Row int } // counted from 0

// Problem says what is wrong and what to do, for whoever can say where the row is.
func (*NotFinite) Problem() string {
	return "its components are too large for a number; mend its values, which are far from those of the fit, or leave the row out"
}

func (e *NotFinite) Error() string { return "of some row: " + e.Problem() }

// CheckFinite is a [*NotFinite] for the first row of z, which [Projection.TransformTo] has set,
// that has a component which is not finite; or nil.
func (p *Projection) CheckFinite(z []float64) error {
	if m := p.Dim(); !linalg.Finite(z) {
		for i := range len(z) / m {
			if !linalg.Finite(z[i*m : (i+1)*m]) {
				return &NotFinite{i}
			}
		}
	}
	return nil
}

package suffice

import (
	"context"

	"suffice/internal/search"
	"suffice/output"
)

// MAVE is minimum average variance estimation: the directions whose local lines leave least
// of the variance of y unexplained, found by turns with the lines themselves. With Central it
// looks at functions of y that tell its whole distribution (csMAVE).
//
// See docs/mave.md. Reference: Xia, Tong, Li and Zhu (2002), Wang and Xia (2008), with the
// conventions of the R package MAVE.
type MAVE struct {
	Dim     int    // number of components; required
	Central bool   // look for all that the distribution of y depends on, not for its mean alone
	Anchors int    // points around which lines are fitted, about; 0 means 100, or √n where that is more
	NoScale bool   // give components in the columns' own units instead of on inputs of standard deviation 1
	Seed    uint64 // of the rows that are drawn, where they are many

	limits search.Limits
}

// Fit begins as [OPG] does, and ends with steps of MAVE from five directions on.
func (m MAVE) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	return local{OPG: OPG(m), name: "mave", refine: true}.fit(ctx, x, y)
}

package suffice

import (
	"context"
	"fmt"

	"suffice/internal/linalg"
	"suffice/output"
)

// None is no reduction: z is x, centred and scaled, whatever the number of components
// asked for. It ignores y, which may be nil, and is here so that comparisons have
// their baseline. The components of its model share their memory: do not change them.
//
// See docs/none.md.
type None struct {
	Dim     int  // not looked at: there are as many components as inputs
	NoScale bool // keep the columns' own units instead of scaling each to standard deviation 1
}

// Fit returns the identity map on the standardised inputs.
func (m None) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	y = unseen{y, x.Len()}
	standard, err := standardizeAll(ctx, x, y, m.NoScale)
	if err != nil {
		return nil, err
	}
	model := newProjection("none", standard, y, linalg.Matrix{})
	model.Components = identityRows(x.Width())
	model.Settings = Settings{"dim": x.Width(), "scale": !m.NoScale}
	if constant := constantNames(standard); len(constant) > 0 {
		model.Warnings = []string{fmt.Sprintf("constant input columns are kept: %s", quoted(constant))}
	}
	return model, nil
}

package suffice

import (
	"context"
	"errors"
	"fmt"

	"suffice/internal/humanize"
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
	y = ignored{y, x.Len()}
	standard, err := standardizeAll(ctx, x, y, m.NoScale)
	if err != nil {
		return nil, err
	}
	model := newProjection("none", standard, y, linalg.Matrix{})
	model.Components = identityRows(x.Width())
	model.Settings = Settings{"dim": x.Width(), "scale": !m.NoScale}
	if constant := constantNames(standard); len(constant) > 0 {
		model.Warnings = []string{fmt.Sprintf("constant input columns are kept: %s", humanize.Quoted(constant))}
	}
	return model, nil
}

// identityRows are those of the identity of order d. They are views of one vector, which
// has a 1 in its middle, so that they take the memory of two rows and not of d.
func identityRows(d int) [][]float64 {
	vector := make([]float64, 2*d-1)
	vector[d-1] = 1
	table := make([][]float64, d)
	for k := range table {
		from := d - 1 - k
		table[k] = vector[from : from+d : from+d]
	}
	return table
}

// ignored is the output of a method that does not look at it: it may be the same in
// every row, or missing. Values that are not numbers are still refused.
type ignored struct {
	output.Output // may be nil
	rows          int
}

// Len is the number of rows.
func (y ignored) Len() int {
	if y.Output == nil {
		return y.rows
	}
	return y.Output.Len()
}

// Kind is that of the output, or none.
func (y ignored) Kind() output.Kind {
	if y.Output == nil {
		return output.KindNone
	}
	return y.Output.Kind()
}

// Names are those of the output.
func (y ignored) Names() []string { return output.Names(y.Output) }

// Check allows constants.
func (y ignored) Check() error {
	if y.Output == nil {
		return nil
	}
	if err := y.Output.Check(); !errors.Is(err, output.ErrConstant) {
		return err
	}
	return nil
}

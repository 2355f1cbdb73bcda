package suffice

import (
	"context"
	"fmt"
	"slices"

	"suffice/internal/draw"
	"suffice/internal/target"
	"suffice/internal/wording"
	"suffice/output"
)

// AutoScreen lets cross-validation say how many inputs SCA keeps.
const AutoScreen = -1

// screenRows is how many rows are looked at, at most, to choose inputs.
const screenRows = draw.ToCompare

// screened fits to the inputs that HSIC Lasso chooses; all others get weight 0.
func (s SCA) screened(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if s.Screen < AutoScreen {
		return nil, fmt.Errorf("%d inputs to keep, but there must be at least 1; 0 keeps all", s.Screen)
	}
	if s.Screen > 0 && s.Dim > s.Screen {
		return nil, fmt.Errorf("%s of %s to keep; keep more inputs", wording.Count(s.Dim, "component"), wording.Count(s.Screen, "input"))
	}
	if err := refuseWeights("the choice of inputs before sca", x); err != nil {
		return nil, err
	}
	f, err := hold(ctx, x, y, s.Dim, sparseLimits{Rows: screenRows})
	if err != nil {
		return nil, err
	}
	functions, err := target.CentredFunctions(ctx, f.y, nil)
	if err != nil {
		return nil, err
	}
	f.table.F = functions.Transposed()
	inputs, err := f.table.Screen(ctx, max(0, s.Screen))
	if err == nil && len(inputs) < s.Dim {
		inputs, err = f.table.Screen(ctx, s.Dim)
	}
	if err != nil {
		return nil, err
	}
	s.Screen = 0
	slices.Sort(inputs)
	p, err := Selected{s, inputs}.Fit(ctx, x, y)
	if err != nil {
		return nil, err
	}
	delete(p.Settings, "selected")
	p.Warnings, p.Settings["screened"] = slices.Concat(f.warnings, p.Warnings), len(inputs)
	return p, nil
}

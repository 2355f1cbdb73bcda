package suffice

import (
	"context"
	"fmt"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/humanize"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// ScreenInputs lists, counted from 0 and in order, the inputs that HSIC Lasso chooses:
// those that tell of y, in whatever shape, what others do not. There are count of them, or
// as many as cross-validation says where that is 0.
func ScreenInputs(ctx context.Context, x Rows, y output.Output, count int) ([]int, error) {
	if count < 0 {
		return nil, fmt.Errorf("%d inputs to choose, but there must be at least 1; 0 lets cross-validation say", count)
	}
	f, err := holdToScreen(ctx, x, y, 1)
	if err != nil {
		return nil, err
	}
	return f.table.Screen(ctx, count)
}

// screenRows is how many rows are looked at, at most, to choose inputs.
const screenRows = sampling.ToCompare

// holdToScreen is some of the rows, with the functions of their output.
func holdToScreen(ctx context.Context, x Rows, y output.Output, dim int) (*sparseFit, error) {
	f, err := hold(ctx, x, y, dim, sparseLimits{Rows: screenRows})
	if err != nil {
		return nil, err
	}
	functions, err := target.CentredFunctions(ctx, f.y, nil)
	f.table.F = functions.Transposed()
	return f, err
}

// Selected is a method that looks at some inputs only; all others get weight 0.
type Selected struct {
	Reducer
	Inputs []int // counted from 0, in order
}

// Fit fits to the inputs that are selected.
func (s Selected) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if err := s.check(x); err != nil {
		return nil, err
	}
	p, err := s.Reducer.Fit(ctx, aggregate.Columns(x, s.Inputs), y)
	if err != nil {
		return nil, err
	}
	all, err := aggregate.Standardize(ctx, x, !p.Scaled())
	if err != nil {
		return nil, err
	}
	p.Components = s.spread(p.Components, x.Width())
	for k, j := range s.Inputs {
		all.Mean[j], all.Scale[j] = p.Mean[k], p.Scale[k]
	}
	p.Inputs, p.Levels, p.Mean, p.Scale = all.Names(), rows.Levels(x), all.Mean, all.Scale
	p.note("selected", len(s.Inputs))
	return p, nil
}

func (s Selected) check(x Rows) error {
	switch {
	case len(s.Inputs) == 0:
		return fmt.Errorf("no input is selected")
	case !slices.IsSorted(s.Inputs) || s.Inputs[0] < 0 || s.Inputs[len(s.Inputs)-1] >= x.Width():
		return fmt.Errorf("inputs to select must be in order and from 0 to %d", x.Width()-1)
	}
	return nil
}

// spread gives the inputs that are not selected weight 0.
func (s Selected) spread(components [][]float64, d int) [][]float64 {
	all := make([][]float64, len(components))
	for k, row := range components {
		all[k] = make([]float64, d)
		for i, j := range s.Inputs {
			all[k][j] = row[i]
		}
	}
	return all
}

// Refit finds the components again on the inputs that are selected.
func (s Selected) Refit(ctx context.Context, x Rows, y output.Output, p *Projection) (*Refit, error) {
	refitter, ok := s.Reducer.(Refitter)
	if err := s.check(x); err != nil || !ok {
		return nil, err
	}
	less := p.onInputs(s.Inputs)
	refit, err := refitter.Refit(ctx, aggregate.Columns(x, s.Inputs), y, &less)
	if err != nil || refit == nil {
		return nil, err
	}
	return &Refit{All: s.spread(refit.All, x.Width()), Some: func(ctx context.Context, which []int) ([][]float64, error) {
		found, err := refit.Some(ctx, which)
		return s.spread(found, x.Width()), err
	}}, nil
}

// AutoScreen lets cross-validation say how many inputs SCA keeps.
const AutoScreen = -1

// screened fits to the inputs that HSIC Lasso chooses; all others get weight 0.
func (s SCA) screened(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if s.Screen < AutoScreen {
		return nil, fmt.Errorf("%d inputs to keep, but there must be at least 1; 0 keeps all", s.Screen)
	}
	if s.Screen > 0 && s.Dim > s.Screen {
		return nil, fmt.Errorf("%s of %s to keep; keep more inputs", humanize.Count(s.Dim, "component"), humanize.Count(s.Screen, "input"))
	}
	if err := refuseWeights("the choice of inputs before sca", x); err != nil {
		return nil, err
	}
	f, err := holdToScreen(ctx, x, y, s.Dim)
	if err != nil {
		return nil, err
	}
	inputs, err := f.table.Screen(ctx, max(0, s.Screen))
	if err == nil && len(inputs) < s.Dim {
		inputs, err = f.table.Screen(ctx, s.Dim)
	}
	if err != nil {
		return nil, err
	}
	s.Screen = 0
	p, err := Selected{s, inputs}.Fit(ctx, x, y)
	if err != nil {
		return nil, err
	}
	delete(p.Settings, "selected")
	p.Warnings, p.Settings["screened"] = slices.Concat(f.warnings, p.Warnings), len(inputs)
	return p, nil
}

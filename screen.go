package suffice

import (
	"context"
	"fmt"
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/internal/wording"
	"suffice/output"
	"suffice/rows"
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
	if blocks.IsApart(x) {
		slices.Sort(inputs)
		p, err := Selected{s, inputs}.Fit(ctx, x, y)
		if err != nil {
			return nil, err
		}
		delete(p.Settings, "selected")
		p.Warnings, p.Settings["screened"] = slices.Concat(f.warnings, p.Warnings), len(inputs)
		return p, nil
	}
	some, err := pickColumns(ctx, f.standard, inputs, s.NoScale)
	if err != nil {
		return nil, err
	}
	p, err := s.Fit(ctx, some, y)
	if err != nil {
		return nil, err
	}
	return f.spreadOut(p, inputs, s.NoScale), nil
}

// pickColumns is some columns in memory, centred, and scaled to standard deviation 1 unless
// they keep their units.
func pickColumns(ctx context.Context, x *blocks.Standard, inputs []int, noScale bool) (Rows, error) {
	n := x.Len()
	columns := linalg.New(len(inputs), n)
	for k, j := range inputs {
		if err := x.Columns(ctx, j, j+1, columns.Slice(k, k+1)); err != nil {
			return nil, err
		}
		if noScale {
			linalg.ScaleRow(x.Scale[j], columns.Row(k))
		}
	}
	some, err := rows.NewMatrix(len(inputs), columns.Transposed().Data)
	if err != nil {
		return nil, err
	}
	return some.WithNames(draw.Pick(x.Names(), inputs))
}

// spreadOut is a model of some inputs as one of all.
func (f *sparseFit) spreadOut(p *Projection, inputs []int, noScale bool) *Projection {
	standard := f.units(noScale)
	d := standard.Width()
	for k, row := range p.Components {
		all := make([]float64, d)
		for i, j := range inputs {
			all[j] = row[i]
			if !noScale {
				all[j] /= p.Scale[i] // 1 but for rounding
			}
		}
		p.Components[k] = all
	}
	p.Inputs, p.Levels = standard.Names(), rows.Levels(standard.Source)
	p.Mean, p.Scale = standard.Mean, standard.Scale
	p.Warnings = slices.Concat(f.warnings, p.Warnings)
	p.Settings["screened"] = len(inputs)
	return p
}

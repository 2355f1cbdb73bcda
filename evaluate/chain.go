package evaluate

import (
	"context"
	"slices"
	"strconv"

	"suffice"
	"suffice/internal/linalg"
	"suffice/output"
)

// After is a method fitted to the leading components of a simpler one, as people do who have
// more inputs than rows: 5, 15 or 40 of them, whichever predict best in cross-validation
// within the rows of the fit.
func After(first, then suffice.Method) suffice.Method {
	both := then
	both.Name = first.Name + "+" + then.Name
	both.New = func(o suffice.Options) suffice.Reducer { return after{first, then, o} }
	return both
}

type after struct {
	first, then suffice.Method
	suffice.Options
}

// Fit implements [suffice.Reducer].
func (a after) Fit(ctx context.Context, x suffice.Rows, y output.Output) (*suffice.Projection, error) {
	size, err := a.choose(ctx, x, y)
	if err != nil {
		return nil, err
	}
	return a.through(ctx, size, x, y)
}

// choose is how many components of the first method predict best.
func (a after) choose(ctx context.Context, x suffice.Rows, y output.Output) (int, error) {
	sizes := slices.DeleteFunc([]int{5, 15, 40}, func(k int) bool { return k < a.Dim || k > min(x.Len()/2, x.Width()) })
	if len(sizes) < 2 {
		return max(a.Dim, append(sizes, min(5, x.Width()))[0]), nil
	}
	var methods []suffice.Method
	for _, size := range sizes {
		fixed := a.then
		fixed.Name = strconv.Itoa(size)
		fixed.New = func(o suffice.Options) suffice.Reducer { return through{after{a.first, a.then, o}, size} }
		methods = append(methods, fixed)
	}
	const anyBetter = 1e-9 // than the first is better
	options := a.Options
	options.Progress = nil
	chosen, err := suffice.Choose(ctx, suffice.NewData(x, y), suffice.ChooseOptions{Options: options, Methods: methods, Margin: anyBetter, Folds: 3})
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(chosen.Method.Name)
}

// through is After with a given number of components of the first method.
type through struct {
	after
	size int
}

// Fit implements [suffice.Reducer].
func (t through) Fit(ctx context.Context, x suffice.Rows, y output.Output) (*suffice.Projection, error) {
	return t.through(ctx, t.size, x, y)
}

// through fits to z = A (x - μ)/σ; weights V on (z - ν)/τ are V τ⁻¹ A on the inputs.
func (a after) through(ctx context.Context, size int, x suffice.Rows, y output.Output) (*suffice.Projection, error) {
	axes, err := a.first.New(suffice.Options{Dim: size, NoScale: a.NoScale, Seed: a.Seed}).Fit(ctx, x, y)
	if err != nil {
		return nil, err
	}
	z, err := axes.Unscaled().Transform(ctx, x)
	if err != nil {
		return nil, err
	}
	p, err := a.then.New(a.Options).Fit(ctx, z, y)
	if err != nil {
		return nil, err
	}
	for _, row := range p.Components {
		for k := range row {
			row[k] /= p.Scale[k]
		}
	}
	p.Components = linalg.Times(linalg.FromSlices(p.Components), linalg.FromSlices(axes.Components)).Slices()
	p.Method = a.first.Name + "+" + a.then.Name
	p.Inputs, p.Levels, p.Mean, p.Scale = axes.Inputs, axes.Levels, axes.Mean, axes.Scale
	return p, nil
}

package suffice

import (
	"context"

	"suffice/internal/linalg"
	"suffice/internal/penalized"
	"suffice/output"
)

// SEAS is sparse sliced inverse regression: the few inputs, of very many, by which means of
// slices of y differ, and the components made of these; all others have weight exactly 0.
// It is for more inputs than rows, of which few matter, and trends. Like [SIR] it is blind to
// dependence that is symmetric, and finds at most one component less than there are slices
// or classes.
//
// See docs/seas.md. Reference: Zeng, Mai and Zhang (2022), with a rank that is given in place
// of the nuclear norm.
type SEAS struct {
	Dim       int       // number of components; required
	Fewer     bool      // find fewer where cross-validation says that they are enough
	Functions Functions // of the output that the inputs are to predict; the zero value is slices
	Slices    int       // of the output, about; 0 means 10
	NoScale   bool      // give components in the columns' own units instead of on inputs of standard deviation 1

	limits sparseLimits
}

// Functions are those of the output that [SEAS] predicts.
type Functions int

const (
	// OfSlices are indicators of slices, or of classes: sparse sliced inverse regression.
	OfSlices Functions = iota
	// OfScores are polynomials of degree 1 to 3, or to Dim, of a number's normal scores, the quantiles of
	// a normal distribution at its ranks: sparse principal fitted components. Several numbers
	// are ranked as slices are made, and classes have slices.
	OfScores
	// OfScoresInSlices are normal scores within each slice, and 0 outside: sparse intraslice
	// covariances. Classes have slices.
	OfScoresInSlices
)

// seasSettings are what cross-validation chooses among.
var seasSettings = penalized.Settings{
	Rhos: []float64{.5, .75, .9}, Lambdas: penaltyPath, Most: mostChosen, Errors: oneError,
	Refined: []penalized.Refined{{Rho: .1}, {Rho: .3}, {Rho: .5}, {Rho: .75}, {Share: .3, Rho: .3}, {Share: .3, Rho: .75}},
}

// Fit finds the components, whose z are uncorrelated, the one that varies most first. It takes
// numbers and classes.
func (s SEAS) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	f, slices, err := holdSlices(ctx, "seas", x, y, s.Dim, s.Slices, s.limits)
	if err != nil {
		return nil, err
	}
	f.describe(s.Functions, s.Dim)
	f.weigh()
	chosen, err := s.choose(ctx, f.table)
	if err != nil {
		return nil, err
	}
	w, values, err := chosen.Components()
	if err != nil {
		return nil, err
	}
	p, err := f.model(ctx, "seas", x, y, w, s.NoScale)
	if err != nil {
		return nil, err
	}
	p.Values = values
	p.Settings = Settings{"dim": len(values), "slices": slices, "scale": !s.NoScale, "penalty": chosen.Lambda, "ridge": chosen.Rho}
	if r := chosen.Refined; r != nil {
		p.Settings["refined_penalty"], p.Settings["refined_ridge"] = r.Share*chosen.Lambda, r.Rho
	}
	return p, nil
}

// choose finds the inputs and their weights, and the number of components where it is not
// given.
func (s SEAS) choose(ctx context.Context, t *penalized.Table) (*penalized.Chosen, error) {
	settings := seasSettings
	settings.Rank = s.Dim
	chosen, err := t.Choose(ctx, settings)
	if !s.Fewer || err != nil {
		return chosen, err
	}
	all := []*penalized.Chosen{chosen}
	for settings.Rank = s.Dim - 1; settings.Rank > 0; settings.Rank-- {
		fewer, err := t.Choose(ctx, settings)
		if err != nil {
			return nil, err
		}
		all = append(all, fewer)
	}
	return penalized.Fewest(all, oneError), nil
}

// describe replaces indicators of slices by other functions of numbers.
func (f *sparseFit) describe(functions Functions, dim int) {
	sliced, ok := f.y.(output.Sliced)
	if output.CountClasses(f.y) > 0 || !ok || functions == OfSlices {
		return
	}
	scores := penalized.Scores(output.SlicesOf(sliced, f.y.Len(), f.weights))
	if functions == OfScores {
		f.table.F = penalized.Polynomials(scores, max(3, dim))
		return
	}
	for k := range f.table.F.Rows {
		linalg.Products(f.table.F.Row(k), f.table.F.Row(k), scores)
	}
}

package suffice

import (
	"cmp"
	"context"
	"slices"

	"suffice/internal/lsmi"
	"suffice/internal/search"
	"suffice/internal/target"
	"suffice/output"
)

// fitBySearch is what SCA, LSDR, KDR and RFM share: a search, among all directions or those
// that so few rows can tell.
func fitBySearch(ctx context.Context, method string, x Rows, y output.Output, settings search.Settings, progress func(Progress), find func(*search.Search) (Settings, error)) (*Projection, error) {
	fit := func(ctx context.Context, x Rows, y output.Output, noScale, quick bool, tell func(Progress)) (*Projection, error) {
		here := settings
		if here.NoScale = noScale; quick {
			here.Tuning, here.Scoreless = search.Quick, true
		}
		return searchOnce(ctx, method, x, y, here, tell, find)
	}
	if y == nil || y.Check() != nil || x.Len() != y.Len() || settings.Dim < 1 || !tooWide(x, settings.Dim) {
		return fit(ctx, x, y, settings.NoScale, false, progress)
	}
	y, err := target.Subset(ctx, y, nil) // as the rows will be
	if err != nil {
		return nil, err
	}
	return wideFit{settings.Dim, settings.NoScale, settings.Scoreless, settings.Seed, progress, fit}.Fit(ctx, x, y)
}

// searchOnce finds where to search and with which rows, has find search there, and makes a
// model of what it has found and its settings.
func searchOnce(ctx context.Context, method string, x Rows, y output.Output, settings search.Settings, progress func(Progress), find func(*search.Search) (Settings, error)) (*Projection, error) {
	standard, warnings, err := prepare(ctx, x, y, settings.Dim, settings.NoScale)
	if err != nil {
		return nil, err
	}
	settings.Progress = func(s search.Step) { Pass(s).tell(progress) }
	f, err := search.New(ctx, standard, y, settings)
	if err != nil {
		return nil, err
	}
	found, err := find(f)
	if err != nil {
		return nil, err
	}
	components, err := f.Components(ctx)
	if err != nil {
		return nil, err
	}
	p := newProjection(method, standard, y, components)
	p.Relevance = f.Relevance
	p.Seed, p.Warnings, p.Settings = settings.Seed, slices.Concat(warnings, f.Warnings()), found
	for _, step := range f.Trace {
		p.Trace = append(p.Trace, Pass(step))
	}
	if looked, all := f.Looked(); looked < all {
		p.Sampled = &Sampled{Rows: looked, Of: all, What: "everything but means and scales"}
	}
	return diagnosed(ctx, p, x)
}

// centresOr is the number of kernel centres, by default 200, or an error.
func centresOr(centres int) (int, error) {
	return cmp.Or(centres, lsmi.DefaultCentres), atLeastOne(centres, "kernel centres")
}

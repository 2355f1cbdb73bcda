package search

import (
	"context"

	"suffice/internal/canonical"
	"suffice/internal/coords"
	"suffice/internal/linalg"
)

// mostFeatures is of how many inputs a recursive feature machine is affordable.
const mostFeatures = 256

// starts finds frames of different origin: from the covariances of functions of y with x
// and with products of inputs; from the first alone; from recursive feature machines that
// learn functions of y and y itself. Where rows are too few for products, or inputs too
// many for the machines, from the analytic passes too, and from covariances in whitened
// coordinates.
func (a *ascent) starts(ctx context.Context, views []*view, sharp canonical.Problem) ([]linalg.Matrix, error) {
	moments, err := sharp.Moments(ctx, !a.Many)
	if err != nil {
		return nil, err
	}
	var starts []linalg.Matrix
	add := func(frame linalg.Matrix, err error) error {
		starts = append(starts, frame)
		return err
	}
	if !a.Many {
		err = add(a.Whitening.Leading(moments.Matrix(a.Whitening.Root), a.Dim, false))
	}
	if err == nil {
		err = add(a.trends(moments, a.Whitening))
	}
	if err == nil && a.Many && a.other != nil {
		err = add(a.trends(moments, a.other))
	}
	learns := a.few.Width() <= mostFeatures
	if err == nil && (a.Many || !learns) {
		err = add(a.Passes(ctx, leadIn, true))
	}
	for _, v := range views {
		if err == nil && learns && v.learnt {
			var frames []linalg.Matrix
			frames, err = a.features(ctx, v.problem, v.name == plainView && a.effort.allViews)
			starts = append(starts, frames...)
		}
	}
	return starts, err
}

// leadIn is how many analytic passes there are before the ascent, which gains nothing from
// more.
const leadIn = 1

// trends is the frame in the search's coordinates that the covariances with x in the given
// ones suggest; those with products of inputs, which outliers rule, only tell directions
// that are left.
func (a *ascent) trends(m canonical.Moments, in *coords.Whitening) (linalg.Matrix, error) {
	const hint = .01
	full, linear := m.Matrix(in.Root), canonical.Moments{Linear: m.Linear}.Matrix(in.Root)
	if trace := coords.Trace(full); trace > 0 {
		linalg.AddScaled(linear, hint*coords.Trace(linear)/trace, full)
	}
	w, err := in.Leading(linear, a.Dim, false)
	if err != nil {
		return w, err
	}
	return in.Into(a.Whitening, w)
}

package search

import (
	"context"
	"math/rand/v2"
	"slices"

	"suffice/internal/canonical"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/stiefel"
	"suffice/internal/target"
	"suffice/output"
)

// mostFeatures is of how many inputs a recursive feature machine is affordable.
const mostFeatures = 256

// starts finds frames of different origin: from the covariances of functions of y with x
// and with products of inputs; from the first alone; from recursive feature machines that
// learn functions of y and y itself. Where rows are too few for products, or inputs too
// many for the machines, from the analytic passes too, from covariances in whitened
// coordinates, and from the discriminants of classes.
func (a *ascent) starts(ctx context.Context, views []*view, sharp canonical.Problem) ([]linalg.Matrix, error) {
	learners := a.learning(views)
	if fewer := a.machines.fewer(a); fewer.Rows > 1 && !a.Many && len(learners) > 0 {
		return a.startsFrom(ctx, learners, fewer)
	}
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
	if err == nil && a.Many && output.CountClasses(a.Y) > a.Dim && a.few.Width() <= mostWhitened {
		err = add(a.discriminants(ctx))
	}
	if err == nil && (a.Many || len(learners) == 0) {
		err = add(a.Passes(ctx, leadIn, true))
	}
	for _, v := range learners {
		if err == nil {
			var frames []linalg.Matrix
			frames, err = a.features(ctx, v)
			starts = append(starts, frames...)
		}
	}
	if err != nil {
		return nil, err
	}
	return distinct(starts, a.Tuning.SameStart), nil
}

// distinct leaves out starts that are as near as that to one before them: climbs from both lead to
// the same place.
func distinct(starts []linalg.Matrix, near float64) (some []linalg.Matrix) {
	for _, w := range starts {
		if !slices.ContainsFunc(some, func(v linalg.Matrix) bool { return spread([]part{{1, v}}, w) < near }) {
			some = append(some, w)
		}
	}
	return some
}

// learning are the views that feature machines learn, where these are affordable: functions of
// classes and labels are combinations of their columns, so that one is enough.
func (a *ascent) learning(views []*view) (some []*view) {
	for k, v := range views {
		if v.learnt && (k == 0 || target.Measured(a.Y)) && a.few.Width() <= mostFeatures && a.Tuning.LearnRounds > 0 {
			some = append(some, v)
		}
	}
	return some
}

// startsFrom are what a search for one component less has found with one direction more, for each
// machine: so more components seldom predict worse because a search has missed what fewer have found.
func (a *ascent) startsFrom(ctx context.Context, learners []*view, fewer linalg.Matrix) ([]linalg.Matrix, error) {
	var starts []linalg.Matrix
	for _, v := range learners {
		w, err := a.oneMore(ctx, v, fewer)
		if err != nil {
			return nil, err
		}
		starts = append(starts, w)
		if !target.Measured(a.Y) { // a second start
			frames, err := a.features(ctx, v)
			if err != nil {
				return nil, err
			}
			starts = append(starts, frames...)
		}
	}
	return distinct(starts, a.Tuning.SameStart), nil
}

// leadIn is how many analytic passes there are before the ascent, which gains nothing from
// more.
const leadIn = 1

// trends is the frame in the search's coordinates that the covariances with x in the given
// ones suggest; those with products of inputs, which outliers rule, have no part in it.
func (a *ascent) trends(m canonical.Moments, in *coords.Whitening) (linalg.Matrix, error) {
	w, err := in.Leading(canonical.Moments{Linear: m.Linear}.Matrix(in.Root), a.Dim, false)
	if err != nil {
		return w, err
	}
	return in.Into(a.Whitening, w)
}

// discriminants is the frame of what tells classes apart, shrunk since rows are few for it.
func (a *ascent) discriminants(ctx context.Context) (linalg.Matrix, error) {
	classes, err := target.SlicesOf(ctx, a.few.Source, output.Some(a.Y, a.rows), 2)
	if err != nil {
		return linalg.Matrix{}, err
	}
	d, err := coords.NewDiscriminants(ctx, a.few, classes, a.few.Width()-len(a.few.Constant), !a.OnInputs(), a.Dim)
	if err != nil {
		return linalg.Matrix{}, err
	}
	w := a.Whitening.FromInputs(d.W)
	return w, stiefel.Orthonormalize(w)
}

// A recursive feature machine has so many rows for each input, and several centres: with few
// of them it sees no products of inputs. It has scoutRows at least.
const (
	scoutRows = sampling.ToScale
)

// features is the frames that a recursive feature machine finds (Radhakrishnan, Beaglehole,
// Pandit and Belkin 2024): kernel ridge regressions on M^½ x, where M = G^½ is learnt from
// the mean outer product G of the gradients of the one before. It starts without knowing
// anything of the subspace, and looks at x as it is, not whitened. G of the best
// leave-one-out error counts. The first frame is of its leading directions; if frames
// between them are wanted, in two others the last of these goes half-way to the next, either
// way: where y depends on more directions than are asked for, the leading ones may be a
// saddle that no climb leaves.
func (a *ascent) features(ctx context.Context, v *view) ([]linalg.Matrix, error) {
	g, err := a.machine(ctx, v)
	if err != nil {
		return nil, err
	}
	_, axes, err := linalg.Leading(g, a.Dim+1)
	if err != nil {
		return nil, err
	}
	shares := []float64{0}
	if a.Tuning.AllViews && (v.name == plainView) == target.Measured(a.Y) {
		shares = append(shares, 1, -1)
	}
	var frames []linalg.Matrix
	for _, share := range shares {
		w := axes.Slice(0, a.Dim).Clone()
		linalg.Axpy(share, axes.Row(a.Dim), w.Row(a.Dim-1))
		w = a.Whitening.FromInputs(w)
		if err := stiefel.Orthonormalize(w); err != nil {
			return nil, err
		}
		frames = append(frames, w)
	}
	return frames, nil
}

// oneMore is what a search for one component less has found, with the direction beside it that a
// view's machine says most of.
func (a *ascent) oneMore(ctx context.Context, v *view, fewer linalg.Matrix) (linalg.Matrix, error) {
	g, err := a.machine(ctx, v)
	if err != nil {
		return g, err
	}
	w := linalg.New(a.Dim, fewer.Cols)
	w.Slice(0, fewer.Rows).Copy(fewer)
	q := fewer.Clone()
	if err := stiefel.Orthonormalize(q); err != nil {
		return w, err
	}
	rest := linalg.Identity(g.Rows)
	linalg.AddTMul(rest, -1, q, q)
	_, next, err := linalg.Leading(linalg.Times(rest, linalg.Times(g, rest)), 1)
	if err != nil {
		return w, err
	}
	copy(w.Row(a.Dim-1), next.Row(0))
	w = a.Whitening.FromInputs(w)
	return w, stiefel.Orthonormalize(w)
}

// machine is the G of a view, which searches for other numbers of components share.
func (a *ascent) machine(ctx context.Context, v *view) (linalg.Matrix, error) {
	if a.machines == nil { // which have random numbers of their own
		return a.learn(ctx, v.problem, a.Random)
	}
	of := machine{view: v.name, seed: a.Seed}
	return a.machines.once(of, func() (linalg.Matrix, error) {
		return a.learn(ctx, v.problem, sampling.Random(a.Seed, uint64(len(v.name))))
	})
}

// learn returns G.
func (a *ascent) learn(ctx context.Context, problem canonical.Problem, random *rand.Rand) (linalg.Matrix, error) {
	n, d := len(a.rows), a.few.Width()-len(a.X.Constant)
	some := random.Perm(n)[:min(n, max(scoutRows, min(mostScoutRows, a.Tuning.LearnRows*d)))]
	slices.Sort(some)
	centres := min(len(some), a.Tuning.LearnCentres*d)
	if !target.Measured(a.Y) {
		centres = min(centres, a.Tuning.Scouts)
	}
	problem, err := problem.Subset(ctx, some)
	if err != nil {
		return linalg.Matrix{}, err
	}
	machine := canonical.Machine{Problem: problem, Rounds: a.Tuning.LearnRounds, Slopes: a.Tuning.Scouts, Centres: centres, Random: random, Median: a.pairs.median}
	learnt, err := machine.Learn(ctx)
	return learnt.G, err
}

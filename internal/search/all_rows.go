package search

import (
	"context"

	"suffice/internal/aggregate"
	"suffice/internal/canonical"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
)

// learnt is what the last round of the ascent leaves for the one over all rows: its
// settings, and how the function curves.
type learnt struct {
	at        canonical.Choice
	curvature *stiefel.Curvature
}

const (
	nearGain = 1e-7 // that is worth another of these, which cost little and tell of curvature
)

// goOn climbs over all rows from where the rows drawn have led. The centres are held still:
// their components are the same in each frame. Centres that are rows move in z when W does,
// each by itself, and so many parameters find a W that moves them to
// where the regression is better. That draws W away from the answer by an angle that does
// not fall with the rows; with centres that stay, only the rows tell where to go.
func (a *ascent) goOn(ctx context.Context, problem canonical.Problem) error {
	u, err := a.X.Select(ctx, a.centres(a.X.Len()))
	if err != nil {
		return err
	}
	z := linalg.TimesT(u, a.Whitening.ToInputs(a.frame))
	if !a.Many { // to begin nearer, and know how this function curves
		near := problem.Objective(u, a.last.at)
		defer near.Release()
		a.last.curvature.Memory = a.Tuning.NearSteps
		climb := stiefel.Ascent{Steps: min(a.Tuning.NearSteps, a.Tuning.Steps*a.drawn.all.Len()/a.X.Len()), Tolerance: nearGain, Curvature: a.last.curvature}
		if a.frame, _, err = climb.Run(ctx, hold(near, z, a.Whitening), a.frame); err != nil {
			return err
		}
	}
	functions, err := a.functions.In(a.last.at.Directions).Over(ctx, a.drawn.y, a.drawn.rows)
	if err != nil {
		return err
	}
	all, white, err := a.whole(ctx)
	if err != nil {
		return err
	}
	objective := canonical.NewObjective(all, functions, problem.By, u, a.last.at)
	defer objective.Release()
	frame, err := between(a.frame, a.drawn.all, all, a.Whitening, white)
	if err != nil {
		return err
	}
	frame, _, err = a.overAll(all.Len()).Run(ctx, &overAllRows{held: hold(objective, z, white), note: a.Note}, frame)
	if err != nil {
		return err
	}
	a.frame, err = between(frame, all, a.drawn.all, white, a.Whitening)
	return err
}

// whole is all rows in units and coordinates of their own. In those of the rows drawn, z has
// not quite the same mean and variance in each frame, and the frame in which these suit the centres best
// is not the answer: it is off by an angle that falls with the rows drawn, but not with all. Where
// there are many inputs, their covariance would take longer than several steps, and where rows far
// out make it what it is, it is of no use; then units and coordinates stay those of the rows drawn, as they do
// where inputs are not scaled.
func (a *ascent) whole(ctx context.Context) (*aggregate.Standard, *coords.Whitening, error) {
	const mostInputs = 256
	d := a.drawn
	if d.own == nil || a.Many || a.NoScale || d.own.Width() > mostInputs || !d.alike() {
		return d.all, a.Whitening, nil
	}
	white, err := coords.NewWhitening(ctx, d.own, a.Dim, false)
	return d.own, white, err
}

// between returns a frame in the coordinates of inputs in some units as one in those of others.
func between(frame linalg.Matrix, from, to *aggregate.Standard, in, out *coords.Whitening) (linalg.Matrix, error) {
	if from == to {
		return frame, nil
	}
	w := in.ToInputs(frame).Clone()
	Rescale(w, from, to)
	w = out.FromInputs(w)
	return w, stiefel.Orthonormalize(w)
}

// held is an objective whose centres have the components z in any frame.
type held struct {
	coords.Function
	objective *canonical.Objective
	z         linalg.Matrix
}

func hold(o *canonical.Objective, z linalg.Matrix, in *coords.Whitening) held {
	return held{coords.Function{Function: o, In: in}, o, z}
}

// Value puts the centres into the row space of w. So the part of the gradient that comes from
// their moving with w is within that space, and no tangent.
func (h held) Value(ctx context.Context, w linalg.Matrix) (float64, error) {
	h.objective.Centre(h.In.Lift(h.z, w))
	return h.Function.Value(ctx, w)
}

// overAll is the climb over n rows. A step that gains less than what so many rows leave
// uncertain is the last.
func (a *ascent) overAll(n int) stiefel.Ascent {
	parameters := a.Dim * (a.X.Width() - a.Dim)
	climb := stiefel.Ascent{Steps: a.Tuning.AllSteps, Tolerance: a.Tuning.LastGain * float64(parameters) / float64(n), Curvature: a.last.curvature}
	if a.Many {
		climb.Steps = a.Tuning.AllFew
	}
	return climb
}

// overAllRows tells of the value at each frame, since it takes a while to know.
type overAllRows struct {
	held
	note   func(Step)
	values int
}

func (o *overAllRows) Value(ctx context.Context, w linalg.Matrix) (float64, error) {
	value, err := o.held.Value(ctx, w)
	if err == nil {
		o.values++
		o.note(Step{Stage: "all rows", Step: o.values, Score: value, Measure: "information"})
	}
	return value, err
}

package search

import (
	"context"
	"errors"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/output"
)

// Again finds a subspace again with some of the rows: the views of y, their settings,
// centres and weights stay as they are for all rows, and each climb starts where it ended
// with all. What is left is how the subspace moves with the rows.
type Again struct {
	*ascent
	climbs []climbed
	all    linalg.Matrix // the frame with all rows that it has begun with
	common []int         // these; nil means all

	turned    linalg.Matrix // components that those of other rows are turned to; none means that they are not turned
	Relevance []float64     // of these; nil means 1
}

// climbed is the end of a climb of one problem.
type climbed struct {
	weight    float64
	view      view
	u         linalg.Matrix
	frame     linalg.Matrix // where it ends with the rows that it began with
	curvature *stiefel.Curvature
}

// ErrNotAgain says that the search goes by a sample or a part of the space, so that only
// whole fits show how it moves.
var ErrNotAgain = errors.New("search: cannot go on from components")

const (
	leastWeight = .05 // of a view that is worth climbing again

	// Climbs that end early stay near where they begin: intervals are too short, and folds lose what
	// more components tell. Of 30 tables each of cve6 and cve7, 27 and 21 have the right number with
	// 16 steps, 19 and 17 with 8. Most end before, so that these take no longer.
	againSteps = 16
)

// Again prepares to find the components w, on the standardised inputs, again.
func (s *Search) Again(ctx context.Context, w linalg.Matrix) (*Again, error) {
	if s.drawn != nil || !s.OnInputs() || s.X.Width() == s.Dim || s.Many {
		return nil, ErrNotAgain
	}
	if s.seen != s.inputs {
		var err error
		if w, err = toUnits(w, s.inputs, s.seen); err != nil {
			return nil, err
		}
	}
	if err := s.Draw(ctx, s.Centres, s.EnoughToStart()); err != nil {
		return nil, err
	}
	a := &Again{ascent: &ascent{Search: s}}
	a.Tuning = Quick
	a.Tuning.Folds = 0
	if err := a.prepare(ctx); err != nil {
		return nil, err
	}
	if output.Some(s.Y, a.rows).Check() != nil {
		return nil, ErrNotAgain
	}
	a.frame = a.Whitening.FromInputs(w)
	if err := stiefel.Orthonormalize(a.frame); err != nil {
		return nil, err
	}
	return a, a.begin(ctx)
}

// begin finds the settings and weights of the views, and of S, from the frame.
func (a *Again) begin(ctx context.Context) error {
	sharp, err := a.sharp(ctx, a.centres(a.X.Len()))
	if err != nil {
		return err
	}
	views, err := a.views(ctx)
	if err != nil {
		return err
	}
	if err := a.climbFrom(ctx, views); err != nil {
		return err
	}
	if err := a.crossFit(ctx, views); err != nil {
		return err
	}
	share := a.sharpShare()
	for _, v := range views {
		if v.weight >= leastWeight {
			a.climbs = append(a.climbs, climbed{weight: (1 - share) * v.weight, view: *v, curvature: v.curvature})
		}
	}
	if share > 0 {
		at, err := a.refresh(ctx, sharp, a.frame, nil)
		if err != nil {
			return err
		}
		v := view{problem: sharp, in: a.Whitening, at: at, mean: a.frame}
		a.climbs = append(a.climbs, climbed{weight: share, view: v, curvature: new(stiefel.Curvature)})
	}
	return a.settleDown(ctx)
}

// climbFrom finds the subspace of each view from the frame alone.
func (a *Again) climbFrom(ctx context.Context, views []*view) error {
	const sets = 3 // to choose by, to climb and to end with
	u := make([]linalg.Matrix, len(views)*sets)
	for k := range u {
		var err error
		if u[k], err = a.someCentres(ctx); err != nil {
			return err
		}
	}
	return linalg.Each(ctx, len(views), nil, func(i int) error {
		v := views[i]
		var err error
		if v.at, err = a.choose(ctx, v.problem, u[sets*i], a.frame, nil); err != nil {
			return err
		}
		v.mean = a.frame
		return a.climbOn(ctx, v, u[sets*i:sets*(i+1)])
	})
}

func (a *Again) someCentres(ctx context.Context) (linalg.Matrix, error) {
	return a.few.Select(ctx, a.Random.Perm(len(a.rows))[:a.centreCount(len(a.rows))])
}

// settleDown climbs each problem with all rows to where the others start.
func (a *Again) settleDown(ctx context.Context) error {
	for i := range a.climbs {
		c := &a.climbs[i]
		u, err := a.someCentres(ctx)
		if err != nil {
			return err
		}
		c.u = a.Whitening.Within(u, a.frame)
	}
	err := linalg.Each(ctx, len(a.climbs), nil, func(i int) (err error) {
		c := &a.climbs[i]
		climb := a.newClimb()
		climb.Curvature = c.curvature
		for range 2 {
			start := c.frame
			if start.Rows == 0 {
				start = c.view.mean
			}
			if c.frame, err = a.ascend(ctx, c.view.in, climb, c.view.problem, c.u, c.view.at, start); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	a.all, err = a.ends()
	return err
}

// ends is the mean of where the climbs have ended.
func (a *Again) ends() (linalg.Matrix, error) {
	parts := make([]part, len(a.climbs))
	for i, c := range a.climbs {
		parts[i] = part{c.weight, c.frame}
	}
	return meanOf(parts)
}

// turn finds out what the components predict, and in which order.
func (a *Again) turn(ctx context.Context) error {
	a.turned = a.Whitening.ToInputs(a.frame).Clone()
	if a.Dim > 1 {
		judged, err := Judge(ctx, a.X, a.Y, a.turned, true)
		if err != nil {
			return err
		}
		if judged != nil {
			a.turned, a.Relevance = linalg.Times(judged.Turn, a.turned), judged.Relevance
		}
	}
	return stiefel.Orthonormalize(a.turned)
}

// All is the components with all rows that the search has begun with.
func (a *Again) All(ctx context.Context) (linalg.Matrix, error) { return a.components(ctx, a.all) }

// Some is the components with the given rows, in ascending order. Several may be asked for
// at once.
func (a *Again) Some(ctx context.Context, which []int) (linalg.Matrix, error) {
	if !a.Many && slices.Equal(which, a.common) {
		return a.All(ctx)
	}
	parts := make([]part, len(a.climbs))
	for i, c := range a.climbs {
		frame, err := a.climbAgain(ctx, c, which)
		if err != nil {
			return frame, err
		}
		parts[i] = part{c.weight, frame}
	}
	frame, err := meanOf(parts)
	if err != nil {
		return frame, err
	}
	return a.components(ctx, frame)
}

func (a *Again) climbAgain(ctx context.Context, c climbed, which []int) (linalg.Matrix, error) {
	problem, err := c.view.problem.Subset(ctx, which)
	if err != nil {
		return linalg.Matrix{}, err
	}
	start, u, climb := c.frame, c.u, a.newClimb()
	climb.Steps, climb.Curvature = againSteps, c.curvature.Clone()
	if a.Many { // so many parameters remember each row
		if start, err = a.startOf(ctx, problem, c.view.in); err != nil {
			return start, err
		}
		u, climb = a.Whitening.Within(u, start), a.newClimb()
	}
	return a.ascend(ctx, c.view.in, climb, problem, u, c.view.at, start)
}

// components are those of a frame, orthonormal on the standardised inputs.
func (a *Again) components(ctx context.Context, frame linalg.Matrix) (linalg.Matrix, error) {
	w := a.Whitening.ToInputs(frame)
	err := stiefel.Orthonormalize(w)
	if err == nil && a.turned.Rows > 0 {
		w, err = stiefel.Align(w, a.turned)
	}
	if err != nil {
		return w, err
	}
	w, err = a.ToInputs(ctx, w)
	if err != nil || a.seen == a.inputs {
		return w, err
	}
	return toUnits(w, a.seen, a.inputs)
}

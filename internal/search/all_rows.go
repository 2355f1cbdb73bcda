package search

import (
	"context"

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
	allSteps   = 10  // over all rows, at most
	fewSteps   = 3   // where there are many directions
	worthwhile = .05 // gain that is worth another step, times the parameters over the rows
)

// goOn climbs over all rows from where the rows drawn have led. The centres are held still:
// their projections on the subspace take their place. Centres that have parts outside it
// move in z when W does, each by itself, and so many parameters find a W that moves them to
// where the regression is better. That draws W away from the answer by an angle that does
// not fall with the rows; with centres that stay, only the rows tell where to go.
func (a *ascent) goOn(ctx context.Context, problem canonical.Problem) error {
	u, err := a.X.Select(ctx, a.centres(a.X.Len()))
	if err != nil {
		return err
	}
	u = a.Whitening.Within(u, a.frame)
	if !a.Many { // to begin nearer, and know how this function curves
		near := problem.Objective(u, a.last.at)
		defer near.Release()
		climb := stiefel.Ascent{Steps: ascentSteps, Curvature: a.last.curvature}
		if a.frame, _, err = climb.Run(ctx, coords.Function{Function: near, In: a.Whitening}, a.frame); err != nil {
			return err
		}
	}
	all := a.drawn.all
	functions, err := a.functions.In(a.last.at.Directions).Over(ctx, a.drawn.y, a.drawn.rows)
	if err != nil {
		return err
	}
	objective := canonical.NewObjective(all, functions, problem.By, u, a.last.at)
	defer objective.Release()
	a.frame, _, err = a.overAll(all.Len()).Run(ctx, &overAllRows{Function: coords.Function{Function: objective, In: a.Whitening}, note: a.Note}, a.frame)
	return err
}

// overAll is the climb over n rows. A step that gains less than what so many rows leave
// uncertain is the last.
func (a *ascent) overAll(n int) stiefel.Ascent {
	parameters := a.Dim * (a.X.Width() - a.Dim)
	climb := stiefel.Ascent{Steps: allSteps, Tolerance: worthwhile * float64(parameters) / float64(n), Curvature: a.last.curvature}
	if a.Many {
		climb.Steps = fewSteps
	}
	return climb
}

// overAllRows tells of the value at each frame, since it takes a while to know.
type overAllRows struct {
	coords.Function
	note   func(Step)
	values int
}

func (o *overAllRows) Value(ctx context.Context, w linalg.Matrix) (float64, error) {
	value, err := o.Function.Value(ctx, w)
	if err == nil {
		o.values++
		o.note(Step{Stage: "all rows", Step: o.values, Score: value, Measure: "information"})
	}
	return value, err
}

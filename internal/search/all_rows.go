package search

import (
	"context"

	"suffice/internal/canonical"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
)

// climbed is a climb for one set of centres: the settings, where it has led, and what it
// has learnt of the curvature.
type climbed struct {
	u         linalg.Matrix
	at        canonical.Choice
	frame     linalg.Matrix
	curvature *stiefel.Curvature
}

const (
	allSteps   = 6   // over all rows, at most
	fewSteps   = 3   // where there are many directions
	worthwhile = .05 // gain that is worth another step, times the parameters over the rows
)

// goOn climbs over all rows from where the rows drawn have led, for one set of centres,
// and carries the mean over several sets along. A step that gains less than what the
// number of rows leaves uncertain is the last.
func (a *ascent) goOn(ctx context.Context) error {
	from, all := a.first, a.drawn.all
	y := a.functions.Over(a.drawn.y, a.drawn.rows).In(from.at.Directions)
	objective := canonical.NewObjective(all, y, from.u, from.at)
	defer objective.Release()
	parameters := a.Dim * (all.Width() - a.Dim)
	climb := stiefel.Ascent{
		Steps: allSteps, Tolerance: worthwhile * float64(parameters) / float64(all.Len()), Curvature: from.curvature,
	}
	if a.Many {
		climb.Steps = fewSteps
	}
	to, _, err := climb.Run(ctx, &overAllRows{Function: coords.Function{Function: objective, In: a.Whitening}, note: a.Note}, from.frame)
	if err != nil {
		return err
	}
	a.frame, err = carried(a.frame, from.frame, to)
	return err
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

// carried is the frame w after the same move as from one frame to another near by.
func carried(w, from, to linalg.Matrix) (linalg.Matrix, error) {
	out, end := near(w, from), near(to, from)
	linalg.Add(out, end)
	linalg.AddScaled(out, -1, from)
	return out, stiefel.Orthonormalize(out)
}

// near is a basis of the row space of w that is near v: its projection.
func near(w, v linalg.Matrix) linalg.Matrix { return linalg.Times(linalg.TimesT(v, w), w) }

package search

import (
	"cmp"
	"context"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/canonical"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/stiefel"
	"suffice/internal/target"
	"suffice/output"
)

// view is a way to look at y, by functions of it with their weights, and the subspace that
// predicts these best.
type view struct {
	name    string
	problem canonical.Problem // of few rows
	in      *coords.Whitening // the coordinates to climb in
	learnt  bool              // a recursive feature machine finds starts for it
	after   *view             // whose best start will do for this one too; nil means none

	at        canonical.Choice   // the settings
	frames    []linalg.Matrix    // one for each set of centres
	mean      linalg.Matrix      // of these
	curvature *stiefel.Curvature // there
	score     float64            // out of sample
	weight    float64            // in the answer
}

// Views of numbers are kernel functions of y of two widths, weighted by their variances,
// and y itself, clipped. Wide functions tell the place of y, narrow ones its scale too, and
// y itself has least noise where only its mean depends on x. Classes and labels have one
// kind of functions, and themselves as columns of 0 and 1; structures have functions alone.
// A last view takes the first in other coordinates. What each is worth is judged by the
// functions of the first.
const plainView = "plain"

func (a *ascent) views(ctx context.Context) ([]*view, error) {
	return a.viewsOf(ctx, a.few, output.Some(a.Y, a.rows), a.Random.Perm(len(a.rows))[:a.centreCount(len(a.rows))])
}

// viewsOf are those of rows x and y, by kernels with the given rows as centres.
func (a *ascent) viewsOf(ctx context.Context, x *aggregate.Standard, y output.Output, centres []int) ([]*view, error) {
	var views []*view
	add := func(name string, y linalg.Matrix, in *coords.Whitening) {
		problem := canonical.Problem{X: x, Y: y, By: canonical.Criterion{Floor: a.Tuning.ViewFloor, All: true}}
		views = append(views, &view{name: name, problem: problem, in: in})
	}
	median, err := a.Scoring.MedianY()
	if err != nil {
		return nil, err
	}
	weighted := func(name string, width float64) (linalg.Matrix, error) {
		return a.machines.once(machine{name, a.Seed, true}, func() (linalg.Matrix, error) {
			return target.Weighted(ctx, y, x.Weights(), centres, width*median)
		})
	}
	wide, err := weighted("wide", target.WideWidth)
	if err != nil {
		return nil, err
	}
	add("wide", wide, a.Whitening)
	views[0].learnt = true
	if median > 0 && a.Tuning.AllViews { // the kernel has a width
		narrow, err := weighted("narrow", target.NarrowWidth)
		if err != nil {
			return nil, err
		}
		add("narrow", narrow, a.Whitening)
		views[1].after = views[0]
	}
	if columns := target.Plain(y, x.Weights()); columns.Cols > 0 {
		add(plainView, columns, a.Whitening)
		views[len(views)-1].learnt = true
	}
	if a.other != nil && a.Tuning.AllViews {
		add("other units", wide, a.other)
	}
	return views, nil
}

// climbAll finds the subspace of each view.
func (a *ascent) climbAll(ctx context.Context, views []*view, starts []linalg.Matrix) error {
	if err := a.scout(ctx, views, starts); err != nil {
		return err
	}
	sets := 2 + a.Tuning.Sets // to climb, to choose the settings anew
	u := make([]linalg.Matrix, len(views)*sets)
	for k := range u {
		var err error
		if u[k], err = a.few.Select(ctx, a.Random.Perm(len(a.rows))[:a.centreCount(len(a.rows))]); err != nil {
			return err
		}
	}
	return linalg.Each(ctx, len(views), nil, func(i int) error { return a.climbOn(ctx, views[i], u[i*sets:(i+1)*sets]) })
}

// mostScoutRows are enough to compare starts with, however many degrees of freedom there are.
const mostScoutRows = sampling.ToCompare

// scouts draws such rows, in random order.
func (a *ascent) scouts() []int {
	n := len(a.rows)
	return a.Random.Perm(n)[:min(n, max(a.Tuning.Scouts, min(mostScoutRows, a.Tuning.FreedomRows*a.freedom())))]
}

// scout climbs a few steps from every start for the views that find starts, with few rows and the
// same centres for all, and each begins at the best end. A view that finds none begins where
// another does, or at the best of its climbs from the ends of the others; where rows are too few
// for that, from all starts.
func (a *ascent) scout(ctx context.Context, views []*view, starts []linalg.Matrix) error {
	some, most := a.scouts(), a.Tuning.CentresEach
	if a.Many { // there is little climbing after this
		most = len(some)
	}
	var u [3]linalg.Matrix // to choose the settings, to climb, to judge
	for k := range u {
		var err error
		third := some[k*len(some)/3 : (k+1)*len(some)/3]
		if u[k], err = a.few.Select(ctx, third[:min(a.centreCount(len(a.rows)), most, len(third))]); err != nil {
			return err
		}
	}
	slices.Sort(some)
	var ends []linalg.Matrix
	for _, v := range views {
		from := starts
		switch {
		case v.after != nil:
			v.mean, v.at = v.after.mean, v.after.at
			continue
		case !v.learnt && !a.Many:
			from = ends
		}
		problem, err := v.problem.Subset(ctx, some)
		if err != nil {
			return err
		}
		tries, err := a.tryAll(ctx, v, problem, from, u)
		if err != nil {
			return err
		}
		v.mean, v.at = tries[0].frame, tries[0].at
		ends = append(ends, v.mean)
	}
	return nil
}

// attempt is the end of a climb, with the settings there.
type attempt struct {
	frame linalg.Matrix
	at    canonical.Choice
}

// tryAll climbs a view's problem from every start and returns the ends, the best first.
func (a *ascent) tryAll(ctx context.Context, v *view, problem canonical.Problem, starts []linalg.Matrix, u [3]linalg.Matrix) ([]attempt, error) {
	tries := make([]attempt, len(starts))
	first, err := a.choose(ctx, problem, u[0], starts[0], nil)
	if err != nil {
		return nil, err
	}
	err = linalg.Each(ctx, len(tries), nil, func(i int) error {
		at := first
		var err error
		if i > 0 && a.Tuning.AllViews { // otherwise those of the first have to do
			if at, err = a.choose(ctx, problem, u[0], starts[i], &first); err != nil {
				return err
			}
		}
		climb := a.newClimb()
		if !a.Many || a.Y.Kind() != output.KindLabels { // many labels take longer, and nothing but this finds them
			climb.Steps = a.Tuning.FewSteps
		}
		frame, err := a.ascend(ctx, v.in, climb, problem, u[1], at, starts[i])
		if err != nil {
			return err
		}
		at, err = a.choose(ctx, problem, u[2], frame, &at)
		tries[i] = attempt{frame, at}
		return err
	})
	slices.SortStableFunc(tries, func(s, t attempt) int { return cmp.Compare(t.at.Score, s.at.Score) })
	return tries, err
}

// climbOn climbs from where the view begins with one set of centres, chooses the settings anew, and
// climbs with several sets. The centres of all of these but the first are held still, as those of
// all rows are.
func (a *ascent) climbOn(ctx context.Context, v *view, u []linalg.Matrix) error {
	w := v.mean
	if !a.Many { // stopping early keeps so many parameters from fitting noise
		var err error
		if w, err = a.ascend(ctx, v.in, a.newClimb(), v.problem, u[0], v.at, w); err != nil {
			return err
		}
		if v.at, err = a.choose(ctx, v.problem, u[1], w, &v.at); err != nil {
			return err
		}
	}
	climb := a.newClimb()
	v.curvature = climb.Curvature
	for k, u := range u[2:] {
		if k > 0 {
			climb.Curvature = v.curvature.Clone()
			u = a.Whitening.Within(u, w)
		}
		frame, err := a.ascend(ctx, v.in, climb, v.problem, u, v.at, w)
		if err != nil {
			return err
		}
		v.frames = append(v.frames, frame)
	}
	var err error
	v.mean, err = stiefel.Mean(v.frames)
	return err
}

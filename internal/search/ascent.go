package search

import (
	"context"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/canonical"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/stiefel"
	"suffice/internal/target"
	"suffice/output"
)

// The measures of the ascent in traces.
const (
	ascentMeasure = "leave-one-out information"
	crossMeasure  = "cross-fitted information"
)

// ascent is the state of an ascent.
type ascent struct {
	*Search
	few   *aggregate.Standard // the rows that views are climbed with, in memory
	rows  []int               // their numbers among the tuning rows
	pairs pairs               // of these
	other *coords.Whitening   // coordinates whitened where the search's are not, or the other way round; nil means none

	machines  *Machines         // that other searches ask too; nil means none
	functions *target.Functions // of y, that S predicts
	number    int               // of the look, from 0
	parts     []part            // the subspaces that the answer is the mean of
	frame     linalg.Matrix     // where it is, orthonormal in whitened coordinates
	last      learnt            // by the last climb of S
}

// Ascend climbs from several starts for several views of y, and returns the mean of the
// subspaces found, weighted by what each predicts out of sample. With more rows, S, which
// trusts strong dependence most, sharpens it.
func (s *Search) Ascend(ctx context.Context) (linalg.Matrix, error) {
	a := &ascent{Search: s}
	if s.X.Width()-len(s.X.Constant) <= s.Dim { // there is only one subspace
		return s.Start(ctx, true)
	}
	err := a.prepare(ctx)
	if err != nil {
		return a.frame, err
	}
	sharp, err := a.sharp(ctx, a.centres(a.X.Len()))
	if err != nil {
		return a.frame, err
	}
	share := a.sharpShare()
	if output.Some(s.Y, a.rows).Check() == nil {
		err = a.looks(ctx, sharp)
	} else { // the rows that differ are too rare
		share = 1
		a.frame, err = s.Start(ctx, true)
	}
	if err == nil && (share > 0 || s.drawn != nil) { // a climb over all rows needs its settings
		err = a.sharpen(ctx, sharp, share)
	}
	s.Spread = spread(a.parts, a.frame)
	if err == nil && s.drawn != nil {
		err = a.goOn(ctx, sharp)
	}
	return a.frame, err
}

// looks finds the mean of the subspaces of several looks where rows are few, each by other centres,
// machines and folds: what these happen to be averages out.
func (a *ascent) looks(ctx context.Context, sharp canonical.Problem) error {
	for a.number = range a.times() {
		views, err := a.views(ctx)
		if err != nil {
			return err
		}
		if err := a.look(ctx, views, sharp); err != nil {
			return err
		}
	}
	for i := range a.parts {
		a.parts[i].weight /= float64(a.times())
	}
	return nil
}

// times is how many there are: as many as have so many rows together.
func (a *ascent) times() int {
	return max(1, min(a.Tuning.Looks, a.Tuning.LookRows/len(a.rows)))
}

// look finds the subspace of each view of y and takes their mean.
func (a *ascent) look(ctx context.Context, views []*view, sharp canonical.Problem) error {
	starts, err := a.starts(ctx, views, sharp)
	if err != nil {
		return err
	}
	if err := a.climbAll(ctx, views, starts); err != nil {
		return err
	}
	if err := a.crossFit(ctx, views); err != nil {
		return err
	}
	for _, v := range views {
		a.parts = append(a.parts, v.parts(v.weight)...)
	}
	a.frame, err = meanOf(a.parts)
	return err
}

// Views are climbed with so many rows, or with several for each degree of freedom.
const (
	fewRows     = sampling.ToCompare
	mostFewRows = sampling.ToLearn
)

const mostWhitened = 1024 // inputs, by a covariance of these

// prepare holds the rows that views are climbed with in memory, and finds the coordinates
// that are whitened where the search's are not, or the other way round: which are better
// cannot be told beforehand.
func (a *ascent) prepare(ctx context.Context) error {
	a.rows = a.StartRows
	if a.rows == nil {
		a.rows = sampling.All(a.X.Len())
	}
	if most := max(fewRows, min(mostFewRows, a.Tuning.FreedomRows*a.freedom())); len(a.rows) > most {
		a.rows = sampling.Pick(a.rows, sampling.Rows(len(a.rows), most, a.Random))
	}
	var err error
	if a.few, err = a.X.Subset(ctx, a.rows); err != nil {
		return err
	}
	if a.pairs, err = newPairs(ctx, a.few, a.Random); err != nil {
		return err
	}
	switch {
	case a.Whitening.Root.Rows > 0:
		a.other = a.Whitening.Plain()
	case a.Many && a.few.Width() <= mostWhitened:
		if white, err := coords.NewWhitening(ctx, a.few, a.Dim, false); err == nil && white.Root.Rows > 0 {
			a.other = white
		}
	}
	return ctx.Err()
}

// freedom is the number of degrees of freedom of the subspace.
func (a *ascent) freedom() int {
	return max(1, a.Dim*(a.X.Width()-len(a.X.Constant)-a.Dim))
}

// sharp is the problem of S: its functions of y, for all tuning rows.
func (a *ascent) sharp(ctx context.Context, centres []int) (canonical.Problem, error) {
	median, err := a.Scoring.MedianY()
	if err != nil {
		return canonical.Problem{}, err
	}
	y, functions, err := target.FunctionsOf(ctx, a.Y, a.X.Weights(), centres, target.NarrowWidth*median)
	a.functions = functions
	return canonical.Problem{X: a.X, Y: y, By: a.sharpCriterion()}, err
}

// sharpCriterion is S: for classes and labels of all functions, which are few, with a floor,
// since it would pay for one class that is easily told; for numbers and structures of those
// that can be predicted, since they have many that noise could pass for.
func (a *ascent) sharpCriterion() canonical.Criterion {
	_, number := a.Y.(output.Metric)
	if _, columns := a.Y.(output.Columnar); columns && !number {
		return canonical.Criterion{Floor: a.Tuning.ClassFloor}
	}
	return canonical.Criterion{Threshold: a.Tuning.Threshold / math.Sqrt(float64(a.X.Len()))}
}

// sharpShare is the weight of what S finds in the answer: more with more rows for a degree
// of freedom, and with fewer of the rows in the views.
func (a *ascent) sharpShare() float64 {
	few, many, most := a.Tuning.SharpFew, a.Tuning.SharpMany, a.Tuning.SharpMost
	rows := float64(a.X.Len()) / float64(a.freedom())
	share := most * min(1, max(0, math.Log(rows/few)/math.Log(many/few)))
	return 1 - (1-share)*float64(len(a.rows))/float64(a.X.Len())
}

// sharpen climbs S from the frame, with all tuning rows, and takes the mean with what it
// finds.
func (a *ascent) sharpen(ctx context.Context, sharp canonical.Problem, share float64) error {
	at, err := a.refresh(ctx, sharp, a.frame, nil)
	if err != nil {
		return err
	}
	a.noteAscent(1, at)
	frames, err := a.climb(ctx, sharp, at, a.frame, 1)
	if err != nil {
		return err
	}
	if at, err = a.refresh(ctx, sharp, frames[0], &at); err != nil {
		return err
	}
	a.noteAscent(2, at)
	if frames, err = a.climb(ctx, sharp, at, frames[0], a.sets()); err != nil {
		return err
	}
	for i := range a.parts {
		a.parts[i].weight *= 1 - share
	}
	for _, w := range frames {
		a.parts = append(a.parts, part{share / float64(len(frames)), w})
	}
	a.frame, err = meanOf(a.parts)
	return err
}

// refresh chooses the settings at a frame, for new centres, near an earlier choice.
func (a *ascent) refresh(ctx context.Context, problem canonical.Problem, frame linalg.Matrix, near *canonical.Choice) (canonical.Choice, error) {
	u, err := a.X.Select(ctx, a.centres(a.X.Len()))
	if err != nil {
		return canonical.Choice{}, err
	}
	return a.choose(ctx, problem, u, frame, near)
}

// centres picks tuning rows to serve as centres of a regression on n rows.
func (a *ascent) centres(n int) []int { return a.Random.Perm(a.X.Len())[:a.centreCount(n)] }

// centreCount is how many centres a regression on n rows has: some for each class, but not so many
// that it could follow the noise of single rows.
func (a *ascent) centreCount(n int) int {
	t := a.Tuning
	most := max(t.CentresEach*a.Dim, t.CentresClass*output.CountClasses(a.Y), min(n, fewRows)/t.CentreShare)
	if n > mostFewRows {
		most = t.SharpCentres * a.Dim
	}
	return min(a.Centres, most, max(n/t.CentreRows, min(n, t.CentresLeast)))
}

// sets is how many sets of centres the last climb of S has. Where the ascent goes on over
// all rows, it only has to begin near.
func (a *ascent) sets() int {
	if a.drawn != nil {
		return 1
	}
	return a.Tuning.Sets
}

// climb ascends from the frame with the given settings, for several sets of centres, which
// are then held still as those of all rows are.
func (a *ascent) climb(ctx context.Context, problem canonical.Problem, at canonical.Choice, frame linalg.Matrix, sets int) ([]linalg.Matrix, error) {
	var frames []linalg.Matrix
	for range sets {
		u, err := a.X.Select(ctx, a.centres(a.X.Len()))
		if err != nil {
			return nil, err
		}
		if sets > 1 {
			u = a.Whitening.Within(u, frame)
		}
		climb := a.newClimb()
		w, err := a.ascend(ctx, a.Whitening, climb, problem, u, at, frame)
		if err != nil {
			return nil, err
		}
		a.last = learnt{at: at, curvature: climb.Curvature}
		frames = append(frames, w)
	}
	return frames, nil
}

// newClimb is one whose last gain is counted in degrees of freedom over rows.
func (a *ascent) newClimb() stiefel.Ascent {
	steps := a.Tuning.Steps
	if a.Many { // stopping early keeps so many parameters from fitting noise
		steps = a.Tuning.ManySteps
	}
	return stiefel.Ascent{Steps: steps, FirstMove: a.Tuning.FirstMove, Tolerance: a.Tuning.LastGain, Curvature: new(stiefel.Curvature)}
}

// ascend climbs the criterion of the problem in the given coordinates, for the centres u
// and the settings, from a frame in the search's coordinates to another.
func (a *ascent) ascend(ctx context.Context, in *coords.Whitening, climb stiefel.Ascent, problem canonical.Problem, u linalg.Matrix, at canonical.Choice, frame linalg.Matrix) (linalg.Matrix, error) {
	objective := problem.Objective(u, at)
	defer objective.Release()
	frame, err := a.Whitening.Into(in, frame)
	if err != nil {
		return frame, err
	}
	climb.Tolerance *= float64(a.freedom()) / float64(problem.X.Len())
	w, _, err := climb.Run(ctx, coords.Function{Function: objective, In: in}, frame)
	if err != nil {
		return w, err
	}
	return in.Into(a.Whitening, w)
}

func (a *ascent) choose(ctx context.Context, problem canonical.Problem, u, frame linalg.Matrix, near *canonical.Choice) (canonical.Choice, error) {
	w := a.Whitening.ToInputs(frame)
	median, err := a.pairs.median(w)
	if err != nil {
		return canonical.Choice{}, err
	}
	return problem.Choose(ctx, w, u, median, near)
}

func (a *ascent) noteAscent(round int, at canonical.Choice) {
	a.Note(Step{
		Stage: "ascent", Step: round, Score: at.Score, Measure: ascentMeasure, WidthZ: at.Width, Lambda: at.Lambda,
	})
}

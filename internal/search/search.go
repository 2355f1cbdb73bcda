package search

import (
	"context"
	"math/rand/v2"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/internal/sampling"
	"suffice/output"
)

// Settings of a search.
type Settings struct {
	Dim       int    // number of components
	Centres   int    // kernel centres of a set
	AsPrinted bool   // passes by the formulas as the paper prints them, in the units of x
	NoScale   bool   // of the inputs
	Tuning    Tuning // the zero value means Whole
	Scoreless bool   // the score is not wanted
	Unordered bool   // the order of components is not wanted
	Seed      uint64 // of the rows drawn, centres, folds and starts
	Stream    uint64 // of random numbers, one a method
	Progress  func(Step)
	Limits    Limits
}

// Step is one step of a search.
type Step struct {
	Stage   string
	Step    int
	Score   float64 // the SMI, or what Measure says
	Measure string
	WidthZ  float64
	WidthY  float64
	Lambda  float64
}

// Search is the state of a search.
type Search struct {
	Settings
	*coords.Space // where it looks, and the tuning rows there
	Y             output.Output
	Random        *rand.Rand

	Scoring   *lsmi.Sample // of the tuning rows, to score the result with
	Starting  *lsmi.Sample // of the start rows; the same where these are all
	StartRows []int        // numbers among the tuning rows; nil means all

	inputs *aggregate.Standard // all rows
	seen   *aggregate.Standard // the same with outliers drawn in, where there are such; nil where rows were drawn
	drawn  *drawn              // the tuning rows, where they are not all

	W         linalg.Matrix // the components found, orthonormal on the coordinates
	Relevance []float64     // of each; nil means 1
	Best      lsmi.Scored   // settings and score there
	Spread    float64       // of the subspaces that the one found is the mean of: 0 where all agree, at most 1
	Trace     []Step
}

// New finds the tuning rows of x and y and the coordinates to search them in.
func New(ctx context.Context, x *aggregate.Standard, y output.Output, settings Settings) (*Search, error) {
	if settings.Tuning == (Tuning{}) {
		settings.Tuning = Whole
	}
	s := &Search{Settings: settings, inputs: x, Y: y, Random: sampling.Random(settings.Seed, settings.Stream)}
	return s, s.place(ctx)
}

// startRows is how many rows are enough to find a start with, where these are several for
// each degree of freedom of the subspace.
const (
	startRows = sampling.ToStart
)

// EnoughToStart is how many rows are enough to find a start for dim components.
func (s *Search) EnoughToStart() int {
	return max(startRows, s.Tuning.FreedomRows*s.Dim*(s.X.Width()-s.Dim))
}

// Draw takes the samples to score and to start with, the second of so many rows; 0 means
// that all are needed.
func (s *Search) Draw(ctx context.Context, centres, starting int) (err error) {
	if s.Scoring, err = lsmi.Draw(ctx, s.X, s.Y, centres, s.Random); err != nil {
		return err
	}
	s.Starting = s.Scoring
	if starting == 0 || s.X.Len() <= starting {
		return nil
	}
	some := sampling.Rows(s.X.Len(), starting, s.Random)
	sample, err := lsmi.DrawFrom(ctx, s.X, s.Y, some, centres, s.Random)
	if err == nil && sample.Varies() { // or the rows that differ are too rare
		s.Starting, s.StartRows = sample, some
	}
	return err
}

// Centre goes over to samples whose kernel of y is centred where it takes both signs.
func (s *Search) Centre() {
	all := s.Starting == s.Scoring
	s.Scoring = s.Scoring.Centred()
	if s.Starting = s.Starting.Centred(); all {
		s.Starting = s.Scoring
	}
}

// Note adds a step to the trace and tells of it.
func (s *Search) Note(step Step) {
	s.Trace = append(s.Trace, step)
	if s.Progress != nil {
		s.Progress(step)
	}
}

// Scored is the step that has led to a score.
func Scored(stage string, step int, at lsmi.Scored) Step {
	return Step{Stage: stage, Step: step, Score: at.Score, WidthZ: at.WidthZ, WidthY: at.WidthY, Lambda: at.Lambda}
}

// Varying is how many inputs vary, as far as the search sees them.
func (s *Search) Varying() float64 { return s.Space.Varying(s.inputs) }

// Components are those found, orthonormal on the standardised inputs.
func (s *Search) Components(ctx context.Context) (linalg.Matrix, error) {
	if s.drawn != nil && s.OnInputs() {
		return s.drawn.components(s.W)
	}
	w, err := s.ToInputs(ctx, s.W)
	if err != nil || s.seen == nil || s.seen == s.inputs {
		return w, err
	}
	return toUnits(w, s.seen, s.inputs)
}

// Warnings name columns that do not vary among the tuning rows, or are combinations of
// others, and say what was searched.
func (s *Search) Warnings() []string {
	return append(s.drawn.warnings(), s.Space.Warnings(s.inputs)...)
}

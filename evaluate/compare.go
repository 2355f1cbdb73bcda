package evaluate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"suffice"
	"suffice/internal/crossfit"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/internal/sampling"
	"suffice/internal/trials"
	"suffice/output"
	"suffice/rows"
)

// CompareOptions say which methods are compared, and how.
type CompareOptions struct {
	Methods []suffice.Method
	Dims    []int // numbers of components
	Splits  Splits
	Centres int    // kernel centres, for the methods that have them; 0 means their default
	NoScale bool   // keep the columns' own units
	Judge   Judge  // what predicts; "" means BothJudges
	Measure string // what decides, one of [Measures]; "" means the first of them

	State    *State         // results of before, which are not made again; takes those that are made; may be nil
	Progress func(Progress) // told after each fit, by one goroutine at a time; may be nil
}

// Progress is how far a comparison is.
type Progress struct {
	Done, All int           // fits
	Method    string        // of the fit that was made last
	Dim       int           // of it
	Left      time.Duration // an estimate; 0 where there is none yet
}

// Compare tells how well y is predicted from the components that each method finds, and
// whether that is better than guessing. All methods see the same splits; a method sees
// nothing of the test rows, neither for its components nor for centring and scaling. What
// predicts sees the components of the training rows, and chooses its settings among them.
// Classes are in training and test rows alike.
//
// Where rows have a block, such as a batch, what is compared is what holds within blocks: numbers, true
// and predicted, less the means of the test rows of their block; and guessing says the mean of
// the block, or its most frequent class among the training rows.
//
// There is a row for each method, in their order, at each dimension, in ascending order,
// and one alone for a method that keeps the inputs. See [CompareResult] for how they are judged.
// A method that fails has the reason in Err, and does not keep the others from being
// compared; one that cannot find so many components of y is not tried, and has a
// [TooManyComponents] there. Where only the training rows of a split have fewer, because
// they lack a rare label, it is asked for as many as they have. Errors do not depend on the
// number of threads; times of course do.
func Compare(ctx context.Context, x rows.Source, y *output.Target, c CompareOptions) (*CompareResult, error) {
	run, err := c.prepare(ctx, x, y)
	if err != nil {
		return nil, err
	}
	run.parts = make([]func() (*part, error), c.Splits.Count())
	for r := range run.parts {
		run.parts[r] = sync.OnceValues(func() (*part, error) { return run.part(ctx, r) })
	}
	plan := trials.Plan[stateKey, trial]{
		Kinds: len(run.tried), Repeats: c.Splits.Count(), Try: run.try,
		Seconds: func(t trial) float64 { return t.Seconds },
		Release: func(r int) { run.parts[r] = nil },
		Journal: c.State.journal(), Key: func(i, r int) stateKey { return stateKey{run.tried[i].method.Name, run.tried[i].dim, r} },
		Again: func(t trial) bool { return t.err != nil },
	}
	if c.Progress != nil {
		plan.Told = func(p trials.Progress) {
			e := run.tried[p.Kind]
			c.Progress(Progress{Done: p.Done, All: p.All, Method: e.method.Name, Dim: e.dim, Left: p.Left})
		}
	}
	if err := plan.Run(ctx); err != nil {
		return nil, err
	}
	for i, e := range run.tried {
		e.trials = plan.Made[i]
	}
	return run.compared()
}

// prepare checks everything before any work, and fills in the defaults.
func (c *CompareOptions) prepare(ctx context.Context, x rows.Source, y *output.Target) (*comparing, error) {
	if len(c.Methods) == 0 || len(c.Dims) == 0 {
		return nil, errors.New("there are no methods or no dimensions to compare")
	}
	if x.Len() != y.Len() {
		return nil, fmt.Errorf("%d rows of inputs, but %d of outputs", x.Len(), y.Len())
	}
	for _, dim := range c.Dims {
		if dim < 1 || dim > x.Width() {
			return nil, fmt.Errorf("%d components, but there must be from 1 to %d, as many as inputs", dim, x.Width())
		}
	}
	if err := c.settle(x.Len(), y); err != nil {
		return nil, err
	}
	out, err := y.Output()
	if err == nil {
		err = out.Check()
	}
	if err != nil {
		return nil, err
	}
	c.Dims = slices.Compact(slices.Sorted(slices.Values(c.Dims)))
	run := &comparing{CompareOptions: *c, x: x, y: y, out: out}
	run.list()
	if run.targets, err = crossfit.NewTargets(ctx, out, nil); err != nil {
		return nil, err
	}
	run.units, err = unitVectors(ctx, x)
	return run, err
}

// settle fills in what is not said of splits, judge and measure.
func (c *CompareOptions) settle(n int, y *output.Target) (err error) {
	measures := Measures(y.Kind)
	c.Measure = cmp.Or(c.Measure, measures[0])
	c.Judge, c.Splits.Class = cmp.Or(c.Judge, BothJudges), y.Class
	if !slices.Contains(measures, c.Measure) {
		return fmt.Errorf("there is no measure %q of such a target; choose one of %s", c.Measure, strings.Join(measures, ", "))
	}
	if err := c.Judge.Check(); err != nil {
		return err
	}
	c.Splits, err = c.Splits.Filled(n)
	return err
}

// list makes the entries.
func (c *comparing) list() {
	for _, m := range c.Methods {
		dims := c.Dims
		if m.KeepsInputs {
			dims = []int{c.x.Width()}
		}
		for _, dim := range dims {
			e := &entry{method: m, dim: dim}
			if m.Most != nil && dim > m.Most(c.out) {
				e.tooMany = &TooManyComponents{m.Name, dim, m.Most(c.out)}
			} else {
				c.tried = append(c.tried, e)
			}
			c.entries = append(c.entries, e)
		}
	}
}

// comparing is a comparison at work.
type comparing struct {
	CompareOptions
	x       rows.Source
	y       *output.Target
	out     output.Output    // y
	targets crossfit.Targets // what is predicted
	units   bool             // the inputs are vectors of length 1
	entries []*entry
	tried   []*entry                // those that there is something to try of
	parts   []func() (*part, error) // by split: its rows, taken when they are wanted first
}

// entry is a row in the making.
type entry struct {
	method  suffice.Method
	dim     int
	tooMany *TooManyComponents // why there is nothing to try, or nil
	trials  []trial            // by split; none where there is nothing to try
}

// trial is one fit, and how wrong its predictions are.
type trial struct {
	Error    float64            `json:"error"` // by the first of the measures
	Seconds  float64            `json:"seconds"`
	Measures map[string]float64 `json:"measures,omitempty"` // all of them
	Cosine   bool               `json:"cosine,omitempty"`   // neighbours were by that
	err      error
}

// part is the rows of a split.
type part struct {
	training, testing []int
	xTrain, xTest     rows.Source
	yTrain            output.Output
}

func (c *comparing) part(ctx context.Context, r int) (*part, error) {
	training, testing, err := c.Splits.take(c.x.Len(), r)
	if err != nil {
		return nil, err
	}
	p := &part{training: training, testing: testing}
	if p.xTrain, err = rows.Take(ctx, c.x, training); err != nil {
		return nil, err
	}
	if p.xTest, err = rows.Take(ctx, c.x, testing); err != nil {
		return nil, err
	}
	p.yTrain, err = c.y.Subset(training).Output()
	return p, err
}

// try makes a trial of entry i on split r. That a method fails is a result too.
func (c *comparing) try(ctx context.Context, i, r int) (t trial, err error) {
	p, err := c.parts[r]()
	if err != nil {
		return t, err
	}
	t, err = c.fit(ctx, c.tried[i], p, c.Splits.Seed+uint64(r))
	if ctx.Err() != nil {
		return t, err
	}
	t.err = err
	return t, nil
}

// fit fits on the training rows and predicts the test rows.
func (c *comparing) fit(ctx context.Context, e *entry, p *part, seed uint64) (t trial, err error) {
	dim := e.dim
	if e.method.Most != nil { // the training rows may lack some classes or labels
		dim = max(1, min(dim, e.method.Most(p.yTrain)))
	}
	reducer := e.method.New(suffice.Options{Dim: dim, Centres: c.Centres, NoScale: c.NoScale, Seed: seed})
	start := time.Now()
	model, err := reducer.Fit(ctx, p.xTrain, p.yTrain)
	t.Seconds = time.Since(start).Seconds()
	if err == nil {
		err = c.predict(ctx, &t, model, p)
	}
	if err == nil && (math.IsNaN(t.Error) || math.IsInf(t.Error, 0)) {
		err = errors.New("the error is not finite")
	}
	return t, err
}

// predict measures predictions of the test rows from their components.
func (c *comparing) predict(ctx context.Context, t *trial, model *suffice.Projection, p *part) error {
	train, err := model.Transform(ctx, p.xTrain)
	if err != nil {
		return err
	}
	test, err := model.Transform(ctx, p.xTest)
	if err != nil {
		return err
	}
	y := c.targets.Of(p.training)
	predicted, cosine, err := predictBy(ctx, c.Judge, train, test, y, c.units)
	t.Cosine = cosine
	if err != nil {
		return err
	}
	t.Measures = c.measured(p.testing, predicted)
	t.Error = t.Measures[Measures(c.y.Kind)[0]]
	return nil
}

// measured are the measures of predictions of test rows: of numbers less the means of blocks, where
// there are some.
func (c *comparing) measured(testing []int, predicted linalg.Matrix) map[string]float64 {
	truth := c.targets.Of(testing)
	if c.Splits.Block != nil && truth.Kind.Numeric() {
		block := sampling.Pick(c.Splits.Block, testing)
		crossfit.LessMeans(truth.Matrix, block)
		crossfit.LessMeans(predicted, block)
	}
	return measured(truth, predicted)
}

// guessing is an entry of what is predicted without inputs: the mean, the most frequent
// class, or the labels that more than half of the rows have.
func (c *comparing) guessing() (*entry, error) {
	e := &entry{method: suffice.Method{Name: Guess}}
	for r := range c.Splits.Count() {
		training, testing, err := c.Splits.take(c.x.Len(), r)
		if err != nil {
			return nil, err
		}
		known := c.targets.Of(training)
		guess := metrics.Guess(len(testing), linalg.MeanRow(known.Matrix, nil))
		if c.Splits.Block != nil {
			within := known.ByBlock(sampling.Pick(c.Splits.Block, training))
			for k, i := range testing {
				if mean := within[c.Splits.Block[i]]; mean != nil {
					copy(guess.Row(k), mean)
				}
			}
		}
		measures := c.measured(testing, guess)
		e.trials = append(e.trials, trial{Error: measures[Measures(c.y.Kind)[0]], Measures: measures})
	}
	return e, nil
}

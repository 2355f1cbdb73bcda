package evaluate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/pace"
	"suffice/output"
	"suffice/rows"
)

// Comparison says which methods are compared, and how.
type Comparison struct {
	Methods []suffice.Method
	Dims    []int // numbers of components
	Splits  Splits
	Centres int  // kernel centres, for the methods that have them; 0 means their default
	NoScale bool // keep the columns' own units

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

// Compare tells how well y is predicted from the components that each method finds: by
// the output of the nearest training row, by Euclidean distance in z, for each test row.
// See [Measure] for the error. All methods see the same splits; a method sees nothing of
// the test rows, neither for its components nor for centring and scaling.
//
// There is a row for each method, in their order, at each dimension, in ascending order,
// and one alone for the method "none". Methods are judged against the best of their
// dimension, "none" against that of every dimension: it is among the best where it is at
// each. A method that fails has the reason in Err, and does not keep the others from
// being compared; one that cannot find so many components of y is not tried, and has a
// [Bounded] there. Where only the training rows of a split have fewer, because they lack
// a rare label, it is asked for as many as they have. Errors do not depend on the number of threads; times of course do.
func Compare(ctx context.Context, x rows.Source, y *output.Target, c Comparison) ([]Row, error) {
	run, err := c.prepare(x, y)
	if err != nil {
		return nil, err
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	run.stop = stop
	linalg.Parallel(c.Splits.Count(), 1, func(r, _ int) { run.split(work, r) })
	if err := cmp.Or(ctx.Err(), run.unsaved); err != nil {
		return nil, err
	}
	if err := errors.Join(run.failed...); err != nil {
		return nil, err
	}
	return run.rows()
}

// prepare checks everything before any work.
func (c *Comparison) prepare(x rows.Source, y *output.Target) (*comparing, error) {
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
	var err error
	if c.Splits, err = c.Splits.Filled(x.Len()); err != nil {
		return nil, err
	}
	judge, err := newJudge(y)
	if err != nil {
		return nil, err
	}
	c.Dims = slices.Compact(slices.Sorted(slices.Values(c.Dims)))
	run := &comparing{Comparison: *c, x: x, y: y, judge: judge, failed: make([]error, c.Splits.Count())}
	return run, run.begin()
}

// begin makes the entries, with what is known of them.
func (c *comparing) begin() error {
	out, err := c.y.Output()
	if err != nil {
		return err
	}
	for _, m := range c.Methods {
		if m.Name == flat {
			c.entries = append(c.entries, entry{method: m, dim: c.x.Width()})
			continue
		}
		for _, dim := range c.Dims {
			e := entry{method: m, dim: dim}
			if m.Most != nil && dim > m.Most(out) {
				e.bounded = &Bounded{m.Name, dim, m.Most(out)}
			}
			c.entries = append(c.entries, e)
		}
	}
	tasks := make([]int, len(c.entries))
	for i := range c.entries {
		if e := &c.entries[i]; e.bounded == nil {
			e.trials = make([]trial, c.Splits.Count())
			tasks[i] = len(e.trials)
			c.all += len(e.trials)
		}
	}
	c.pace = pace.Start(tasks)
	c.recall()
	return nil
}

// recall takes what the state has.
func (c *comparing) recall() {
	for i := range c.entries {
		e := &c.entries[i]
		for r := range e.trials {
			if known, ok := c.State.find(e, r); ok {
				e.trials[r] = known
				c.pace.Known(i, known.seconds)
				c.done++
			}
		}
	}
}

// comparing is a comparison at work.
type comparing struct {
	Comparison
	x       rows.Source
	y       *output.Target
	judge   *judge
	entries []entry
	failed  []error // by split: what has nothing to do with a method

	reading sync.Mutex // a source need not be read by several at once

	all  int // fits
	stop func()

	mu      sync.Mutex
	done    int
	pace    *pace.Pace
	unsaved error // why a result could not be kept
}

// entry is a row in the making.
type entry struct {
	method  suffice.Method
	dim     int
	bounded *Bounded // why there is nothing to try, or nil
	trials  []trial  // by split; none where there is nothing to try
}

// trial is one fit and its error.
type trial struct {
	made           bool
	error, seconds float64
	err            error
}

// part is the rows of a split.
type part struct {
	training, testing []int
	xTrain, xTest     rows.Source
	yTrain            output.Output
}

// split makes the fits of split r that are not known, one after the other: splits run
// side by side.
func (c *comparing) split(ctx context.Context, r int) {
	left := c.left(r)
	if len(left) == 0 || ctx.Err() != nil {
		return
	}
	p, err := c.part(ctx, r)
	if err != nil {
		c.failed[r] = err
		return
	}
	for _, i := range left {
		if ctx.Err() != nil {
			return
		}
		e := &c.entries[i]
		e.trials[r] = c.try(ctx, e, p, c.Splits.Seed+uint64(r))
		c.finish(i, r)
	}
}

// left are the entries that are to be fitted on split r.
func (c *comparing) left(r int) (left []int) {
	for i, e := range c.entries {
		if e.bounded == nil && !e.trials[r].made {
			left = append(left, i)
		}
	}
	return left
}

func (c *comparing) part(ctx context.Context, r int) (p part, err error) {
	if p.training, p.testing, err = c.Splits.take(c.x.Len(), r); err != nil {
		return p, err
	}
	c.reading.Lock()
	defer c.reading.Unlock()
	if p.xTrain, err = rows.Take(ctx, c.x, p.training); err != nil {
		return p, err
	}
	if p.xTest, err = rows.Take(ctx, c.x, p.testing); err != nil {
		return p, err
	}
	p.yTrain, err = c.y.Subset(p.training).Output()
	return p, err
}

// try fits on the training rows and predicts the test rows.
func (c *comparing) try(ctx context.Context, e *entry, p part, seed uint64) (t trial) {
	dim := e.dim
	if e.method.Most != nil { // the training rows may lack some classes or labels
		dim = max(1, min(dim, e.method.Most(p.yTrain)))
	}
	reducer := e.method.New(suffice.Options{Dim: dim, Centres: c.Centres, NoScale: c.NoScale, Seed: seed})
	start := time.Now()
	model, err := reducer.Fit(ctx, p.xTrain, p.yTrain)
	t.seconds = time.Since(start).Seconds()
	if err == nil {
		t.error, err = c.predict(ctx, model, p)
	}
	if err == nil && (math.IsNaN(t.error) || math.IsInf(t.error, 0)) {
		err = errors.New("the error is not finite")
	}
	t.made, t.err = true, err
	return t
}

// predict is the error of the nearest neighbour in the components.
func (c *comparing) predict(ctx context.Context, model *suffice.Projection, p part) (float64, error) {
	train, err := model.Transform(ctx, p.xTrain)
	if err != nil {
		return 0, err
	}
	test, err := model.Transform(ctx, p.xTest)
	if err != nil {
		return 0, err
	}
	nearest, err := Nearest(ctx, train, test)
	if err != nil {
		return 0, err
	}
	return c.judge.error(p.training, p.testing, nearest)
}

// finish keeps and reports the fit of entry i on split r. A fit that failed is not kept:
// it is tried again.
func (c *comparing) finish(i, r int) {
	e := &c.entries[i]
	made := e.trials[r]
	c.mu.Lock()
	defer c.mu.Unlock()
	if made.err == nil && c.unsaved == nil {
		if c.unsaved = c.State.add(e, r, made); c.unsaved != nil {
			c.stop()
		}
	}
	c.done++
	c.pace.Done(i, made.seconds)
	if c.Progress != nil {
		c.Progress(Progress{Done: c.done, All: c.all, Method: e.method.Name, Dim: e.dim, Left: c.pace.Left()})
	}
}

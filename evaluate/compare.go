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

	Progress func(Progress) // told after each fit, by one goroutine at a time; may be nil
}

// Progress is how far a comparison is.
type Progress struct {
	Done, All int           // fits
	Method    string        // of the fit that was made last
	Dim       int           // of it
	Left      time.Duration // an estimate; 0 where there is none yet
}

// Row is a method at a number of components.
type Row struct {
	Method   string
	Dim      int       // the number of inputs for a method that does not reduce
	Mean, SD float64   // of the errors; SD with 1/(splits-1)
	Seconds  float64   // mean time of a fit, with other fits on the other cores
	Best     bool      // the least mean of the dimension, or not different from it: see Best
	Errors   []float64 // of the splits, in their order
	Err      error     // why the method could not do it, on the first split that it failed on
}

// Flat reports whether the row holds for every number of components.
func (r Row) Flat() bool { return r.Method == flat }

// flat is the method whose components do not depend on how many are asked for.
const flat = "none"

// Compare tells how well y is predicted from the components that each method finds: by
// the output of the nearest training row, by Euclidean distance in z, for each test row.
// See [Measure] for the error. All methods see the same splits; a method sees nothing of
// the test rows, neither for its components nor for centring and scaling.
//
// There is a row for each method, in their order, at each dimension, in ascending order,
// and one alone for the method "none". Methods are judged against the best of their
// dimension, "none" against that of every dimension: it is among the best where it is at
// each. A method that fails has the reason in Err, and does not keep the others from
// being compared. Errors do not depend on the number of threads; times of course do.
func Compare(ctx context.Context, x rows.Source, y *output.Target, c Comparison) ([]Row, error) {
	run, err := c.prepare(x, y)
	if err != nil {
		return nil, err
	}
	linalg.Parallel(c.Splits.Count(), 1, func(r, _ int) { run.split(ctx, r) })
	if err := ctx.Err(); err != nil {
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
	return c.begin(x, y, judge), nil
}

func (c *Comparison) begin(x rows.Source, y *output.Target, judge *judge) *comparing {
	run := &comparing{Comparison: *c, x: x, y: y, judge: judge, failed: make([]error, c.Splits.Count())}
	for _, m := range c.Methods {
		if m.Name == flat {
			run.entries = append(run.entries, entry{method: m, dim: x.Width()})
			continue
		}
		for _, dim := range c.Dims {
			run.entries = append(run.entries, entry{method: m, dim: dim})
		}
	}
	tasks := make([]int, len(run.entries))
	for i := range run.entries {
		run.entries[i].trials = make([]trial, c.Splits.Count())
		tasks[i] = c.Splits.Count()
	}
	run.pace = pace.Start(tasks)
	return run
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

	mu   sync.Mutex
	done int
	pace *pace.Pace
}

// entry is a row in the making.
type entry struct {
	method suffice.Method
	dim    int
	trials []trial // by split
}

// trial is one fit and its error.
type trial struct {
	error, seconds float64
	err            error
}

// part is the rows of a split.
type part struct {
	training, testing []int
	xTrain, xTest     *rows.Matrix
	yTrain            output.Output
}

// split makes the fits of split r, one after the other: splits run side by side.
func (c *comparing) split(ctx context.Context, r int) {
	if ctx.Err() != nil {
		return
	}
	p, err := c.part(ctx, r)
	if err != nil {
		c.failed[r] = err
		return
	}
	for i := range c.entries {
		if ctx.Err() != nil {
			return
		}
		e := &c.entries[i]
		e.trials[r] = c.try(ctx, e, p, c.Splits.Seed+uint64(r))
		c.tell(i, e.trials[r].seconds)
	}
}

func (c *comparing) part(ctx context.Context, r int) (p part, err error) {
	if p.training, p.testing, err = c.Splits.take(c.x.Len(), r); err != nil {
		return p, err
	}
	c.reading.Lock()
	defer c.reading.Unlock()
	if p.xTrain, err = rows.Subset(ctx, c.x, p.training); err != nil {
		return p, err
	}
	if p.xTest, err = rows.Subset(ctx, c.x, p.testing); err != nil {
		return p, err
	}
	p.yTrain, err = c.y.Subset(p.training).Output()
	return p, err
}

// try fits on the training rows and predicts the test rows.
func (c *comparing) try(ctx context.Context, e *entry, p part, seed uint64) (t trial) {
	reducer := e.method.New(suffice.Options{Dim: e.dim, Centres: c.Centres, NoScale: c.NoScale, Seed: seed})
	start := time.Now()
	model, err := reducer.Fit(ctx, p.xTrain, p.yTrain)
	t.seconds = time.Since(start).Seconds()
	if err == nil {
		t.error, err = c.predict(ctx, model, p)
	}
	if err == nil && (math.IsNaN(t.error) || math.IsInf(t.error, 0)) {
		err = errors.New("the error is not finite")
	}
	t.err = err
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
	nearest, err := Nearest(train, test)
	if err != nil {
		return 0, err
	}
	return c.judge.error(p.training, p.testing, nearest)
}

// tell reports a fit of entry i.
func (c *comparing) tell(i int, seconds float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done++
	c.pace.Done(i, seconds)
	if c.Progress != nil {
		c.Progress(Progress{
			Done: c.done, All: len(c.entries) * c.Splits.Count(),
			Method: c.entries[i].method.Name, Dim: c.entries[i].dim, Left: c.pace.Left(),
		})
	}
}

// rows sums up.
func (c *comparing) rows() ([]Row, error) {
	table := make([]Row, len(c.entries))
	for i := range c.entries {
		table[i] = c.entries[i].row()
	}
	for k, dim := range c.Dims {
		if err := markBest(table, dim, k == 0); err != nil {
			return nil, err
		}
	}
	return table, nil
}

func (e *entry) row() Row {
	r := Row{Method: e.method.Name, Dim: e.dim, Err: e.failure()}
	if r.Err != nil {
		return r
	}
	for _, t := range e.trials {
		r.Errors = append(r.Errors, t.error)
		r.Seconds += t.seconds / float64(len(e.trials))
	}
	mean, variance := Moments(r.Errors)
	r.Mean, r.SD = mean, math.Sqrt(variance)
	return r
}

// failure is the first one, and on how many splits there was one where not on all.
func (e *entry) failure() error {
	var first error
	failed := 0
	for _, t := range e.trials {
		if t.err != nil {
			failed++
			first = cmp.Or(first, t.err)
		}
	}
	if first == nil || failed == len(e.trials) {
		return first
	}
	return fmt.Errorf("on %d of %d splits: %w", failed, len(e.trials), first)
}

// markBest marks the best rows of a dimension. A flat one must be among the best of the
// dimensions before, too.
func markBest(table []Row, dim int, first bool) error {
	samples := make([][]float64, len(table))
	for i, r := range table {
		if r.Dim == dim || r.Flat() {
			samples[i] = r.Errors
		}
	}
	best, err := Best(samples)
	if err != nil {
		return err
	}
	for i := range table {
		switch r := &table[i]; {
		case r.Flat():
			r.Best = best[i] && (first || r.Best)
		case r.Dim == dim:
			r.Best = best[i]
		}
	}
	return nil
}

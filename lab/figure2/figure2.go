// Package figure2 repeats the paper's experiment on real data: the error of the nearest training row
// in the components of each method, against the number of components.
package figure2

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/crossfit"
	"suffice/internal/journal"
	"suffice/internal/metrics"
	"suffice/internal/termtext"
	"suffice/lab/experiment"
	"suffice/output"
	"suffice/rows"
	"suffice/table"
)

// Figure says what is predicted, and by which methods.
type Figure struct {
	Files          []string // of the same columns
	Target, Inputs []string // columns; no inputs means all others
	Labels         string   // a file that names the label columns; "" for none
	Exclude, NA    []string // columns that are no inputs; marks of missing values
	Missing        string   // what becomes of missing values, as [table.Missing]

	Methods []suffice.Method
	Dims    []int // up to the number of inputs
	Train   int   // rows of a division, or two thirds where those are fewer
	Repeats int
	Seed    uint64 // of the first division and its fits; the next has one more
	Centres int    // of kernels, where a method has them; 0 means its default
}

// ErrNoTarget says that nobody names what to predict.
var ErrNoTarget = errors.New("the table does not say what to predict")

// drawn is a division of the rows that all methods see.
type drawn struct {
	train, test rows.Source
	y           output.Output
	known, new  crossfit.Targets
}

// figure is a Figure at work.
type figure struct {
	Figure
	choice  *table.Choice
	targets crossfit.Targets

	mu    sync.Mutex
	drawn map[uint64]*drawn // by seed, as long as trials of the division are made
}

// Experiment reads the table and lists what is fitted.
func (f Figure) Experiment(ctx context.Context) (e experiment.Experiment, err error) {
	w := &figure{Figure: f, drawn: map[uint64]*drawn{}}
	digest, err := w.choose(ctx)
	if err != nil {
		return e, err
	}
	n, d := w.choice.X.Len(), w.choice.X.Width()
	if w.Train = min(f.Train, n*2/3); w.Train < 2 {
		return e, fmt.Errorf("%d rows are too few to be divided into training and test rows", n)
	}
	if w.targets, err = crossfit.NewTargets(ctx, w.choice.Y, nil); err != nil {
		return e, err
	}
	measure := evaluate.Measures(w.choice.Y.Kind())[0]
	name := termtext.Cut(termtext.WithoutFolders(f.Files, " + "), 40)
	e = experiment.Experiment{
		Name: "reproduce figure2", Title: fmt.Sprintf("%s: error of the nearest training row, %d training rows of %d, %d inputs", name, w.Train, n, d), Repeats: f.Repeats, From: f.Seed, Across: "components",
		Measures: []experiment.Measure{
			{Name: "error", Means: metrics.Named(measure).MeaningOf(w.choice.Y.Kind()), Digits: 4, Spread: experiment.SD, Marked: true},
			{Name: experiment.Seconds, Means: "mean time of a fit by the clock, with other fits on the other cores", Total: true},
		},
		Settings: []journal.Setting{{Name: "table", Value: digest, Other: "another table"}, {Name: "target", Value: strings.Join(output.Names(w.choice.Y), ",")}, {Name: "inputs", Value: strings.Join(rows.Names(w.choice.X), ",")},
			{Name: "train", Value: w.Train}, {Name: "centres", Value: f.Centres}},
	}
	for _, m := range f.Methods {
		for _, dim := range f.Dims {
			one := experiment.Case{Table: name, Method: m.Name, Dim: dim, Rows: n, Inputs: d, Every: m.KeepsInputs}
			if m.KeepsInputs {
				one.Dim = d
			}
			one.Try = func(ctx context.Context, seed uint64) (experiment.Trial, error) {
				return w.try(ctx, m, one.Dim, measure, seed)
			}
			if repeated := m.KeepsInputs && dim != f.Dims[0]; dim <= d && !repeated && (m.Most == nil || dim <= m.Most(w.choice.Y)) {
				e.Cases = append(e.Cases, one)
			}
		}
	}
	return e, nil
}

// choose reads the table, and returns what tells it from others.
func (f *figure) choose(ctx context.Context) (digest string, err error) {
	read, err := table.ReadFiles(ctx, f.Files, table.Options{Digest: true, NA: f.NA})
	if err != nil {
		return "", err
	}
	roles := table.Roles{Target: f.Target, Inputs: f.Inputs, Exclude: f.Exclude, Missing: table.Missing(f.Missing)}
	if f.Labels != "" {
		if roles.Labels, err = table.ReadLabels(f.Labels); err != nil {
			return "", err
		}
	}
	if len(f.Target) == 0 && len(roles.Labels) == 0 && len(read.DeclaredLabels()) == 0 {
		return "", ErrNoTarget
	}
	f.choice, err = read.Choose(roles)
	return read.Digest(read.Names()), err
}

// division draws the rows of a division, once for all its trials.
func (f *figure) division(ctx context.Context, seed uint64) (*drawn, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if d := f.drawn[seed]; d != nil {
		return d, nil
	}
	training, testing, err := evaluate.Split(f.choice.X.Len(), f.Train, seed)
	if err != nil {
		return nil, err
	}
	d := &drawn{known: f.targets.Of(training), new: f.targets.Of(testing)}
	if d.train, err = rows.Take(ctx, f.choice.X, training); err != nil {
		return nil, err
	}
	if d.test, err = rows.Take(ctx, f.choice.X, testing); err != nil {
		return nil, err
	}
	if d.y, err = f.choice.Target().Subset(training).Output(); err != nil {
		return nil, err
	}
	for old := range f.drawn { // divisions come one after the other, but for the last of one beside the first of the next
		if old+1 < seed {
			delete(f.drawn, old)
		}
	}
	f.drawn[seed] = d
	return d, nil
}

// try fits on the training rows of a division and predicts the others. That a method fails is a result
// too.
func (f *figure) try(ctx context.Context, m suffice.Method, dim int, measure string, seed uint64) (t experiment.Trial, err error) {
	d, err := f.division(ctx, seed)
	if err != nil {
		return t, err
	}
	if m.Most != nil { // the training rows may lack some classes or labels
		dim = max(1, min(dim, m.Most(d.y)))
	}
	start := time.Now()
	model, err := m.New(suffice.Options{Dim: dim, Centres: f.Centres, Seed: seed}).Fit(ctx, d.train, d.y)
	seconds := time.Since(start).Seconds()
	if err == nil {
		t.Values, err = d.errors(ctx, model, measure)
	}
	if ctx.Err() != nil {
		return t, ctx.Err()
	}
	if err != nil { // a result too
		t.Values, t.Problem = nil, err.Error()
		return t, nil //nolint:nilerr // it is the problem of the trial
	}
	t.Values[experiment.Seconds] = seconds
	return t, nil
}

func (d *drawn) errors(ctx context.Context, model *suffice.Projection, measure string) (map[string]float64, error) {
	z, err := model.Transform(ctx, d.train)
	if err != nil {
		return nil, err
	}
	at, err := model.Transform(ctx, d.test)
	if err != nil {
		return nil, err
	}
	nearest, err := evaluate.Nearest(ctx, z, at)
	if err != nil {
		return nil, err
	}
	found := metrics.OfCompared(d.new.Kind, d.new.InUnits(d.new.Matrix), d.new.InUnits(d.known.Pick(nearest)), d.new.Unit)
	return map[string]float64{"error": found[measure]}, nil
}

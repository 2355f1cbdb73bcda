package crossfit

import (
	"context"
	"errors"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// Centres of the predictor of a fold, and of what predicts waves.
const (
	foldCentres = 200
	waveCentres = 100
)

// Learn finds the predictor of y from components: kernel ridge regression, in the units of y.
// Numbers are standardised for it, and absurd ones drawn in. Its settings are those of another one,
// where that is not nil.
func Learn(z linalg.Matrix, y *target.Encoding, centres int, seed uint64, like *learn.Ridge) (*learn.Ridge, error) {
	settings := learn.TuneOptions{Centres: centres, Apart: y.Kind != output.KindClass, Seed: seed, Like: like}
	return inUnits(y, func(y linalg.Matrix) (*learn.Ridge, error) { return learn.Tune(z, y, settings) })
}

// inUnits is a machine of standardised numbers, in their units, or one of classes or labels as they are.
func inUnits(y *target.Encoding, learn func(y linalg.Matrix) (*learn.Ridge, error)) (*learn.Ridge, error) {
	if !y.Kind.Numeric() {
		return learn(y.Values)
	}
	standard, mean, sd := y.Standardised()
	machine, err := learn(standard)
	if err != nil {
		return nil, err
	}
	for _, rows := range []linalg.Matrix{machine.Weights, machine.Slopes} {
		for c := range rows.Rows {
			linalg.Products(rows.Row(c), rows.Row(c), sd)
		}
	}
	linalg.Products(machine.Mean, machine.Mean, sd)
	linalg.Axpy(1, mean, machine.Mean)
	return machine, nil
}

// predicted is what was predicted of the rows of a fold.
type predicted struct {
	Targets            // the true ones
	weights  []float64 // of the rows; nil means 1 for all
	units    []int     // of the rows; nil means that each is one of its own
	times    []float64 // of the rows, where they have some
	blocks   []int     // of the rows, where they have some
	by       linalg.Matrix
	constant []float64         // the best guess without inputs
	guesses  map[int][]float64 // those of blocks, of classes and the like
	on       pair              // what it was predicted from
}

// pick is the values of some rows, or nil where there are none.
func pick[T any](values []T, which []int) []T {
	if values == nil {
		return nil
	}
	return sampling.Pick(values, which)
}

// weight is that of a row.
func (p predicted) weight(i int) float64 { return linalg.Weight(p.weights, i) }

// predict predicts the rows of a fold from components found with the others; only the steady
// columns where that is enough.
func (f *Folds) predict(ctx context.Context, p Part, method Method, dim int, seed uint64, steady bool) (predicted, error) {
	out := predicted{Targets: p.Test, weights: p.weights, units: pick(f.units, p.tested), times: pick(f.Time, p.tested), blocks: pick(f.Block, p.tested), constant: linalg.MeanRow(p.Train.Matrix, rows.Weights(p.XTrain))}
	if f.Block != nil && !p.Train.Kind.Numeric() {
		out.guesses = p.Train.ByBlock(sampling.Pick(f.Block, p.train))
	}
	z, test, tuned, err := f.components(ctx, p, method, dim, seed)
	if err != nil {
		return out, err
	}
	out.on = pair{z, test}
	if steady {
		out.by, err = p.Train.predictSteady(z, test, seed, tuned)
	} else {
		out.by, err = p.Train.predict(z, test, seed, tuned)
	}
	if err == nil && !linalg.Finite(out.by.Data) {
		err = errors.New("a prediction is not finite; look for inputs with absurd values")
	}
	return out, err
}

// ByBlock are the means of the rows of each block: the best guesses within it.
func (t Targets) ByBlock(block []int) map[int][]float64 {
	means := map[int][]float64{}
	for _, among := range sampling.Groups(block) {
		means[block[among[0]]] = linalg.MeanRow(t.Pick(among), nil)
	}
	return means
}

// components are those that a method finds with the training rows, of these and of the test rows.
func (f *Folds) components(ctx context.Context, p Part, method Method, dim int, seed uint64) (z, test linalg.Matrix, tuned Tuned, err error) {
	if method.KeepsInputs {
		dim = p.XTrain.Width()
	}
	if method.Most != nil { // the training rows may lack some classes or labels
		dim = max(1, min(dim, method.Most(p.YTrain)))
	}
	shared, err := f.searched(ctx, p.group, method, dim)
	if err != nil {
		return z, test, tuned, err
	}
	if shared != nil {
		all, err := shared.with(ctx, p.train)
		if err != nil {
			return z, test, tuned, err
		}
		return all.Pick(p.train), all.Pick(p.tested), shared.tuned, nil
	}
	project, err := method.Find(ctx, p.XTrain, p.YTrain, dim, seed)
	if err != nil {
		return z, test, tuned, err
	}
	z, test, err = project.both(ctx, p)
	return z, test, tuned, err
}

// both are the components of the training rows and of the test rows.
func (project Project) both(ctx context.Context, p Part) (z, test linalg.Matrix, err error) {
	if z, err = project(ctx, p.XTrain); err == nil {
		test, err = project(ctx, p.XTest)
	}
	return z, test, err
}

// learn is the one predictor, of what measures are of.
func (t Targets) learn(z linalg.Matrix, seed uint64, like *learn.Ridge) (*learn.Ridge, error) {
	return Learn(z, &target.Encoding{Kind: t.Kind, Values: t.Columns(0, t.told())}, foldCentres, seed, like)
}

// learnWaves is the regression of the waves.
func (t Targets) learnWaves(z linalg.Matrix, like *learn.Ridge) (*learn.Ridge, error) {
	o := learn.RidgeOptions{Most: waveCentres}
	if like != nil {
		return like.Again(z, t.Columns(t.told(), t.Cols), o.Draw(z.Rows))
	}
	return learn.FitRidge(z, t.Columns(t.told(), t.Cols), o)
}

// Tuned are regressions of rows that several folds learn from, whose settings those of each fold
// take over; nil where each finds its own.
type Tuned struct{ machine, waves *learn.Ridge }

func (t Targets) tune(z linalg.Matrix, seed uint64) (tuned Tuned, err error) {
	if tuned.machine, err = t.learn(z, seed, nil); err == nil && t.waved {
		tuned.waves, err = t.learnWaves(z, nil)
	}
	return tuned, err
}

// predict predicts test rows from those of z, whose targets these are: what measures are of by
// the one predictor, and waves by a regression of their own.
func (t Targets) predict(z, test linalg.Matrix, seed uint64, tuned Tuned) (linalg.Matrix, error) {
	machine, err := t.learn(z, seed, tuned.machine)
	if err != nil {
		return linalg.Matrix{}, err
	}
	by := machine.Predict(test)
	if t.Kind.Numeric() {
		low, high := learn.Limits(t.Columns(0, t.told()))
		learn.Clamp(by, low, high)
	}
	if !t.waved {
		return by, nil
	}
	all, err := t.predictSteady(z, test, seed, tuned)
	if err != nil {
		return all, err
	}
	for i := range by.Rows {
		copy(all.Row(i), by.Row(i))
	}
	return all, nil
}

// LearnSteady learns from rows of z, whose targets these are, and returns what predicts others as
// far as it takes to tell noise from a finding: the waves of numbers, in columns behind others that
// are 0, and all of classes, labels and structures.
func (t Targets) LearnSteady(z linalg.Matrix, seed uint64, tuned Tuned) (func(test linalg.Matrix) linalg.Matrix, error) {
	if !t.waved {
		machine, err := t.learn(z, seed, tuned.machine)
		if err != nil {
			return nil, err
		}
		return machine.Predict, nil
	}
	ridge, err := t.learnWaves(z, tuned.waves)
	if err != nil {
		return nil, err
	}
	return func(test linalg.Matrix) linalg.Matrix {
		all := linalg.New(test.Rows, t.Cols)
		all.Columns(t.told(), t.Cols).Copy(ridge.Predict(test))
		return all
	}, nil
}

func (t Targets) predictSteady(z, test linalg.Matrix, seed uint64, tuned Tuned) (linalg.Matrix, error) {
	predict, err := t.LearnSteady(z, seed, tuned)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return predict(test), nil
}

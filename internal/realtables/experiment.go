package realtables

import (
	"context"
	"errors"
	"time"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/trials"
	"suffice/output"
	"suffice/rows"
)

// MostTrain is how many rows are fitted at most; with fewer than twice as many, half of
// them are.
const MostTrain = 2000

// Method finds components.
type Method struct {
	Name string
	Fit  func(ctx context.Context, x rows.Source, y *output.Target, dim int, seed uint64) (*suffice.Projection, error)

	Seedless bool // every seed gives the same answer, so that one is enough
}

// Ours is a method of the library with its defaults. Where y has fewer components than
// asked for, it is asked for those.
func Ours(m suffice.Method) Method {
	fit := func(ctx context.Context, x rows.Source, y *output.Target, dim int, seed uint64) (*suffice.Projection, error) {
		out, err := y.Output()
		if err != nil {
			return nil, err
		}
		if m.Most != nil {
			dim = max(1, min(dim, m.Most(out)))
		}
		return m.New(suffice.Options{Dim: dim, Seed: seed}).Fit(ctx, x, out)
	}
	return Method{Name: m.Name, Fit: fit}
}

// AutoName is the name of the method that is chosen for each table.
const AutoName = "auto"

// Auto chooses the method by the training rows.
func Auto() Method {
	fit := func(ctx context.Context, x rows.Source, y *output.Target, dim int, seed uint64) (*suffice.Projection, error) {
		out, err := y.Output()
		if err != nil {
			return nil, err
		}
		fitted, err := suffice.Fit(ctx, suffice.NewData(x, out), suffice.FitOptions{Auto: true, NoVerdict: true, Options: suffice.Options{Dim: dim, Seed: seed}})
		if err != nil {
			return nil, err
		}
		return fitted.Model, nil
	}
	return Method{Name: AutoName, Fit: fit}
}

// Experiment says what is tried.
type Experiment struct {
	Folder  string // of the tables
	Tables  []Table
	Methods []Method // the first is compared with the others
	Dims    []int    // numbers of components, in ascending order; more than inputs are left out
	Splits  int
	Seeds   int    // fits of each method on each split
	Seed    uint64 // split r, counted from 0, is drawn with Seed + r, and so is its first fit

	State    *State                // results of before, which are not made again; may be nil
	Progress func(trials.Progress) // told after each fit, by one goroutine at a time; may be nil
}

// Trial is a fit and the errors of predictions from its components, as shares of the error
// of the best guess without inputs.
type Trial struct {
	Neighbours float64 `json:"neighbours"`
	Ridge      float64 `json:"ridge"`
	OneRow     float64 `json:"one_row"` // what one wrong row of the test rows counts; 0 for numbers
	Seconds    float64 `json:"seconds"` // of the fit
	Problem    string  `json:"problem,omitempty"`
}

// kind is a fit that is made on every split.
type kind struct {
	*data
	method Method
	dim    int
	seed   int // 0 for the first
}

func (k kind) key(split int) stateKey { return stateKey{k.Name, k.method.Name, k.dim, k.seed, split} }

// Run makes the fits and their predictions. They do not depend on the number of threads.
func (e Experiment) Run(ctx context.Context) (*Result, error) {
	kinds, err := e.kinds(ctx)
	if err != nil {
		return nil, err
	}
	plan := trials.Plan[stateKey, Trial]{
		Kinds: len(kinds), Repeats: e.Splits,
		Try:     func(ctx context.Context, i, split int) (Trial, error) { return e.try(ctx, kinds[i], split) },
		Seconds: func(t Trial) float64 { return t.Seconds },
		Journal: e.State, Key: func(i, split int) stateKey { return kinds[i].key(split) },
		Again: func(t Trial) bool { return t.Problem != "" },
		Told:  e.Progress, Named: func(i int) string { return kinds[i].method.Name + " on " + kinds[i].Name },
	}
	if err := plan.Run(ctx); err != nil {
		return nil, err
	}
	return e.result(kinds, plan.Made), nil
}

// kinds opens the tables and lists what is to be fitted.
func (e Experiment) kinds(ctx context.Context) (kinds []kind, err error) {
	tables, err := open(ctx, e.Folder, e.Tables)
	if err != nil {
		return nil, err
	}
	for _, d := range tables {
		for _, dim := range e.Dims {
			for _, m := range e.Methods {
				for seed := range e.Seeds {
					if dim <= d.x.Width() && (seed == 0 || !m.Seedless) {
						kinds = append(kinds, kind{d, m, dim, seed})
					}
				}
			}
		}
	}
	if len(kinds) == 0 {
		return nil, errors.New("no table has as many inputs as components are asked for; ask for fewer")
	}
	return kinds, nil
}

// nextSeed is how far the seeds of fits of one split are apart, so that those of the
// splits are not met again.
const nextSeed = 1_000_003

// try fits on the training rows of a split and predicts the others. That a method fails is
// a result too.
func (e Experiment) try(ctx context.Context, k kind, split int) (t Trial, err error) {
	h, err := k.half(ctx, e.Seed+uint64(split))
	if err != nil {
		return t, err
	}
	start := time.Now()
	model, err := k.method.Fit(ctx, h.x, h.y, k.dim, e.Seed+uint64(split)+nextSeed*uint64(k.seed))
	t.Seconds, t.OneRow = time.Since(start).Seconds(), h.oneRow()
	if err == nil {
		err = t.predict(ctx, model, h)
	}
	if ctx.Err() != nil {
		return t, ctx.Err()
	}
	if err != nil { // what it would take to be of no use
		t.Neighbours, t.Ridge, t.Problem = 1, 1, err.Error()
	}
	return t, nil
}

// predict takes the components as they come: their scale is a part of the answer.
func (t *Trial) predict(ctx context.Context, model *suffice.Projection, h *half) error {
	z, err := transformed(ctx, model, h.x)
	if err != nil {
		return err
	}
	test, err := transformed(ctx, model, h.held)
	if err != nil {
		return err
	}
	ridge, err := h.byRidge(z, test)
	if err != nil {
		return err
	}
	if t.Neighbours, err = h.shareOf(h.byNeighbours(z, test)); err == nil {
		t.Ridge, err = h.shareOf(ridge)
	}
	return err
}

func transformed(ctx context.Context, model *suffice.Projection, x rows.Source) (linalg.Matrix, error) {
	z, err := model.Transform(ctx, x)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return inMemory(ctx, z)
}

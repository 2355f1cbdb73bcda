package realtables

import (
	"context"
	"time"

	"suffice"
	"suffice/internal/journal"
	"suffice/internal/linalg"
	"suffice/lab/experiment"
	"suffice/lab/peers"
)

// OursName is our components with their predictor, among the rivals.
const OursName = "ours"

// Rivals are the predictors of scikit-learn, which take all inputs. The first two are those
// that ours is compared with.
func Rivals() []string { return []string{"forest", "boosting", "ridge"} }

// Contest sets our predictions beside those of scikit-learn.
type Contest struct {
	Folder string // of the tables
	Tables []Table
	Python *peers.Python
	Dim    int // components of ours, no more than inputs; 0 means as many as predict best
	Splits int
	Seed   uint64 // split r, counted from 0, is drawn with Seed + r, and so are its fits
}

// components is the measure of how many ours has.
const components = "components"

// Experiment opens the tables and lists the predictors.
func (c Contest) Experiment(ctx context.Context) (e experiment.Experiment, err error) {
	e = experiment.Experiment{
		Name: "bench predict", Title: "prediction error on rows held out, as a share of that of guessing without inputs, scikit-learn " + c.Python.Versions["scikit-learn"],
		Repeats: c.Splits, From: c.Seed, Against: []experiment.Opponents{{Name: "better of forest and boosting", Methods: Rivals()[:2]}},
		Measures: []experiment.Measure{
			{Name: "error", Digits: 4, Divided: true, Floor: oneRow},
			{Name: experiment.Seconds, Means: "of fit and prediction, on one core"},
			{Name: components, Means: "of ours", Digits: 1},
			{Name: oneRow, Hidden: true},
		},
		Settings: []journal.Setting{{Name: "dim", Value: c.Dim}},
	}
	for _, name := range Rivals() {
		e.Against = append(e.Against, experiment.Opponents{Name: name, Methods: []string{name}})
	}
	tables, err := open(ctx, c.Folder, c.Tables)
	if err != nil {
		return e, err
	}
	for _, d := range tables {
		for _, name := range append([]string{OursName}, Rivals()...) {
			one := d.asCase(name)
			one.Try = func(ctx context.Context, split uint64) (experiment.Trial, error) { return c.try(ctx, d, name, split) }
			e.Cases = append(e.Cases, one)
		}
	}
	return e, nil
}

// try predicts the test rows of a split. That a predictor fails is a result too.
func (c Contest) try(ctx context.Context, d *data, name string, split uint64) (t experiment.Trial, err error) {
	h, err := d.half(ctx, split)
	if err != nil {
		return t, err
	}
	t.Values = map[string]float64{oneRow: h.oneRow() / 2} // half a wrong row
	var predicted linalg.Matrix
	if name == OursName {
		predicted, err = ours(ctx, h, c.Dim, split, t.Values)
	} else {
		predicted, t.Values[experiment.Seconds], err = rival(ctx, c.Python, name, h, split)
	}
	if ctx.Err() != nil {
		return t, ctx.Err()
	}
	if err == nil {
		t.Values["error"], err = h.shareOf(predicted)
	}
	if err != nil { // what it would take to be of no use
		t.Values["error"], t.Problem = 1, err.Error()
	}
	return t, nil
}

// ours finds the number of components, where none is given, the components and their
// predictor.
func ours(ctx context.Context, h *half, dim int, seed uint64, values map[string]float64) (predicted linalg.Matrix, err error) {
	defer func(start time.Time) { values[experiment.Seconds] = time.Since(start).Seconds() }(time.Now())
	out, err := h.y.Output()
	if err != nil {
		return predicted, err
	}
	fitted, err := suffice.Fit(ctx, suffice.NewData(h.x, out), suffice.FitOptions{
		Options: suffice.Options{Dim: min(dim, h.x.Width()), Seed: seed}, Predictor: true, NoVerdict: dim > 0,
	})
	if err != nil {
		return predicted, err
	}
	model := fitted.Model
	values[components] = float64(model.Dim())
	found, err := model.Predict(ctx, h.held)
	if err != nil {
		return predicted, err
	}
	numbers, err := inMemory(ctx, found)
	return h.like(numbers, model.Predictor.Names), err
}

func rival(ctx context.Context, python *peers.Python, name string, h *half, seed uint64) (predicted linalg.Matrix, seconds float64, err error) {
	known, err := inMemory(ctx, h.x)
	if err != nil {
		return predicted, 0, err
	}
	asked, err := inMemory(ctx, h.held)
	if err != nil {
		return predicted, 0, err
	}
	return python.Predict(ctx, name, peers.Task{X: known, Y: h.train, New: asked, Classes: h.classes, Seed: seed})
}

package evaluate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"suffice"
	"suffice/internal/wording"
	"suffice/output"
	"suffice/rows"
)

// Fitting says how a model is found from beginning to end: how many components, by which
// method, what they are worth, and how sure they are.
type Fitting struct {
	Method       suffice.Method  // that finds the components
	Auto         bool            // the method that predicts best, instead
	Options      suffice.Options // of the method; Dim 0 means as many components as predict best
	Assessed     *Assessment     // what is known of the number of components from before; nil means nothing
	NoVerdict    bool            // do not judge components whose number is given
	Permutations int             // whole fits with y in random order, for the p of the verdict; 0 means none
	Select       bool            // find components of the inputs that most halves of the rows choose
	Bootstrap    int             // halves of the rows that tell how sure components are; 0 means none
	Predictor    bool            // add a predictor of y
	Drawn        *Drawn          // rows for all but the components themselves, where x cannot be read; nil means those of x
	Progress     func(Step)      // told as it goes on, by one goroutine at a time; may be nil
}

// Drawn is some rows in memory of a table whose rows are elsewhere.
type Drawn struct {
	X rows.Source
	Y output.Output
}

// Step is how far a fit is.
type Step struct {
	Text      string // what is done
	Done, All int    // fits of it; All is 0 where that is not known
}

// Fitted is a model with its verdict, and how it came about.
type Fitted struct {
	Model  *suffice.Projection
	Chosen *Chosen // why this method; nil where it was asked for
}

// NoNumber is the error for a number of components that cannot be found.
type NoNumber struct{ Cause error }

func (e *NoNumber) Error() string {
	return fmt.Sprintf("the number of components cannot be found: %v", e.Cause)
}

func (e *NoNumber) Unwrap() error { return e.Cause }

// Fit finds a model of the rows: the number of components where it is not given, the method
// where that is to be chosen, the components, their verdict, correlations with the inputs, and
// what else is asked for. Where nothing is found that predicts better than chance, a warning
// of the model says so.
func Fit(ctx context.Context, x rows.Source, y output.Output, f Fitting) (*Fitted, error) {
	if f.Method.New == nil && !f.Auto {
		return nil, errors.New("there is no method to fit with")
	}
	work := &fitting{Fitting: f, all: Drawn{x, y}, x: x, y: y}
	if f.Drawn != nil {
		work.x, work.y = f.Drawn.X, f.Drawn.Y
	}
	if f.Select {
		work.Method = Selecting(f.Method)
	}
	return work.run(ctx)
}

// fitting is one at work.
type fitting struct {
	Fitting
	all Drawn       // that the components are found with
	x   rows.Source // and those for all else
	y   output.Output
}

func (f *fitting) run(ctx context.Context) (*Fitted, error) {
	found, err := f.number(ctx)
	if err != nil {
		return nil, err
	}
	fitted := &Fitted{}
	if err := f.fit(ctx, fitted); err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context, *suffice.Projection) error{
		func(ctx context.Context, m *suffice.Projection) error { return f.judge(ctx, m, found) },
		f.makeSure, f.equip,
	} {
		if err := step(ctx, fitted.Model); err != nil {
			return nil, err
		}
	}
	return fitted, nil
}

func (f *fitting) tell(text string, done, all int) {
	if f.Progress != nil {
		f.Progress(Step{text, done, all})
	}
}

// number finds the number of components where it is not given, with the method that was asked
// for, or the recommended one where that is chosen later.
func (f *fitting) number(ctx context.Context) (*Assessment, error) {
	method := f.Method
	switch {
	case f.Options.Dim > 0:
		return nil, nil
	case f.Auto:
		method = suffice.Methods()[0]
	case method.KeepsInputs:
		f.Options.Dim = f.x.Width()
		return nil, nil
	}
	found := f.Assessed
	if found == nil {
		f.tell("looking for the number of components", 0, 0)
		judging := f.judging(method, 0)
		judging.Progress = func(at Progress) {
			f.tell(fmt.Sprintf("looking for the number of components: %s, now with %d", wording.Count(at.Done, "fit"), at.Dim), 0, 0)
		}
		var err error
		if found, err = Assess(ctx, f.x, f.y, judging); ctx.Err() != nil {
			return nil, ctx.Err()
		} else if err != nil {
			return nil, &NoNumber{err}
		}
	}
	f.Options.Dim = found.Dim
	return found, nil
}

// fit chooses the method, where that is asked for, and finds the components.
func (f *fitting) fit(ctx context.Context, fitted *Fitted) (err error) {
	options := f.Options
	options.Progress = func(at suffice.Progress) {
		f.tell(fmt.Sprintf("fitting: %s", at), 0, 0)
	}
	if !f.Auto {
		f.tell("fitting", 0, 0)
		fitted.Model, err = f.Method.New(options).Fit(ctx, f.all.X, f.all.Y)
		return err
	}
	f.tell("choosing a method", 0, 0)
	fitted.Chosen, err = Choose(ctx, f.x, f.y, Choosing{
		CrossFit: f.crossFit(), Dim: f.Options.Dim,
		Progress: func(at Progress) { f.tell("choosing a method, now "+at.Method, at.Done, at.All) },
	})
	if err != nil {
		return err
	}
	fitted.Model, err = fitted.Chosen.Fit(ctx, f.all.X, f.all.Y, options)
	f.Method = fitted.Chosen.Method
	return err
}

func (f *fitting) crossFit() CrossFit {
	return CrossFit{Centres: f.Options.Centres, NoScale: f.Options.NoScale, Seed: f.Options.Seed}
}

// judging is how the components of a method are judged; number is that of components, 0 for
// as many as predict best.
func (f *fitting) judging(method suffice.Method, number int) Assessing {
	return Assessing{CrossFit: f.crossFit(), Method: method, Dim: number, Permutations: f.Permutations}
}

// judge gives the model its verdict: that of the search for the number of components, unless
// the method was chosen afterwards.
func (f *fitting) judge(ctx context.Context, model *suffice.Projection, found *Assessment) error {
	if found != nil && !f.Auto {
		give(model, found)
		return nil
	}
	if f.NoVerdict || f.Method.KeepsInputs {
		return nil
	}
	judging := f.judging(f.Method, model.Dim())
	if f.Auto { // it was chosen by the same rows
		judging.Tested = suffice.Methods()[0]
	}
	f.tell("judging by rows held out", 0, 0)
	judging.Progress = func(at Progress) { f.tell("judging by rows held out", at.Done, at.All) }
	judged, err := Assess(ctx, f.x, f.y, judging)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		model.Warnings = append(model.Warnings, fmt.Sprintf("what the components are worth was not judged: %v", err))
		return nil
	}
	if found != nil {
		judged.Curve = found.Curve
	}
	give(model, judged)
	return nil
}

// give writes a judgement into a model, with a warning where it has found nothing.
func give(model *suffice.Projection, judged *Assessment) {
	model.Verdict, model.Curve = &judged.Verdict, judged.Curve
	if !judged.Verdict.Found {
		name := ""
		if len(model.Output.Names) == 1 {
			name = strconv.Quote(model.Output.Names[0])
		}
		model.Warnings = append(model.Warnings, fmt.Sprintf("nothing was found that predicts %s better than chance (%s): the components are arbitrary", cmp.Or(name, "the target"), suffice.PInWords(judged.Verdict.P)))
	}
}

// makeSure has the model keep correlations and, where that is asked for, how sure it is.
func (f *fitting) makeSure(ctx context.Context, model *suffice.Projection) error {
	err := model.Correlate(ctx, f.x)
	if err != nil || f.Bootstrap == 0 {
		return err
	}
	model.Bootstrap, err = Bootstrap(ctx, f.x, f.y, model, BootstrapOptions{
		Method: f.Method, Options: f.Options, Resamples: f.Bootstrap, Seed: f.Options.Seed,
		Progress: func(done, all int) { f.tell("fitting halves of the rows", done, all) },
	})
	return err
}

// equip gives a model what it needs beside its components: what the rows were like, and a
// predictor where that is asked for.
func (f *fitting) equip(ctx context.Context, model *suffice.Projection) (err error) {
	if model.Training, err = suffice.TrainingOf(ctx, model, f.x); err != nil {
		return err
	}
	if model.Training.Rows = f.all.X.Len(); !f.Predictor {
		return nil
	}
	f.tell("finding a predictor", 0, 0)
	model.Predictor, err = suffice.Predicting{
		Seed:     f.Options.Seed,
		Progress: func(done, all int) { f.tell("finding a predictor", done, all) },
	}.Fit(ctx, f.Method.New(f.Options), model, f.x, f.y)
	return err
}

// Selecting is a method that first selects inputs, with [SelectInputs], and finds components of
// those: what judges it judges the selection too.
func Selecting(method suffice.Method) suffice.Method {
	whole := method.New
	method.New = func(options suffice.Options) suffice.Reducer {
		return selecting{whole(options), SelectOptions{Least: options.Dim, Seed: options.Seed}}
	}
	return method
}

type selecting struct {
	suffice.Reducer
	options SelectOptions
}

func (s selecting) Fit(ctx context.Context, x suffice.Rows, y output.Output) (*suffice.Projection, error) {
	selection, err := SelectInputs(ctx, x, y, s.options)
	if err != nil {
		return nil, err
	}
	return suffice.Selected{Reducer: s.Reducer, Inputs: selection.Inputs}.Fit(ctx, x, y)
}

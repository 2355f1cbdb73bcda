package suffice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"suffice/internal/crossfit"
	"suffice/internal/humanize"
	"suffice/output"
)

// FitOptions say how a model is found from beginning to end: how many components, by which
// method, what they are worth, and how sure they are. The zero value is SCA, with as many
// components as predict best.
type FitOptions struct {
	Method       Method        // that finds the components; the one without a name means [Methods]'s first
	Auto         bool          // the method that predicts best, instead
	Options      Options       // of the method; Dim 0 means as many components as predict best
	Assessed     *AssessResult // what is known of the number of components from before; nil means nothing
	NoVerdict    bool          // do not judge components whose number is given
	Permutations int           // whole fits with y in random order, for the p of the verdict; 0 means none
	Active       int           // components are so many active directions, among Dim components by the method; 0 means none
	Select       bool          // find components of the inputs that most halves of the rows choose
	Intervals    int           // halves of the rows that tell how sure components are; 0 means none
	Predictor    bool          // add a predictor of y
	Log          Log           // whether that is of the logarithms of numbers
	Progress     func(Step)    // told as it goes on, by one goroutine at a time; may be nil

	// Look is told a first look before all else, within a moment: components by a short search with
	// some of the rows, two where their number is to be found. It may be nil.
	Look func(*Projection)
}

// FitResult is a model with its verdict, and how it came about.
type FitResult struct {
	Model    *Projection
	Chosen   *ChooseResult // why this method; nil where it was asked for
	Assessed *AssessResult // what its components are worth; nil where they were not judged
}

// NoNumber is the error for a number of components that cannot be found.
type NoNumber struct{ Cause error }

func (e *NoNumber) Error() string {
	return fmt.Sprintf("the number of components cannot be found: %v", e.Cause)
}

func (e *NoNumber) Unwrap() error { return e.Cause }

// Fit finds a model of the data: the number of components where it is not given, the method
// where that is to be chosen, the components, their verdict, correlations with the inputs, and
// what else is asked for. The model knows how its inputs are made of the columns of the table.
// Where nothing is found that predicts better than chance, a warning of the model says so.
//
// Rows are divided into folds once, and all that is said of rows that were not seen comes from
// what was predicted of these: the number of components, the verdict and the measures of the
// predictor.
func Fit(ctx context.Context, d *Data, o FitOptions) (*FitResult, error) {
	if o.Method.New == nil {
		if o.Method.Name != "" {
			return nil, errors.New("there is no method to fit with")
		}
		o.Method = Methods()[0]
	}
	here, err := d.Here(ctx, o.Options.Seed)
	if err != nil {
		return nil, err
	}
	if here.Len() == d.Len() { // all rows are here
		d = here
	}
	if o.Active > 0 {
		if o.Auto || o.Select || o.Options.Screen != 0 || o.Method.Sparse {
			return nil, errors.New("active directions are of all inputs and of components by one method that does not select inputs")
		}
		if err := checkActive(here.X, here.Y, here.X.Width(), o.Active); err != nil {
			return nil, err
		}
		o.Method, o.Options.Dim = Activating(o.Method, o.Options.Dim), o.Active
	}
	if o.Select {
		o.Method = Selecting(o.Method)
	}
	if o.Predictor {
		if err := checkPredictable(here); err != nil {
			return nil, err
		}
	}
	work := &fitting{FitOptions: o, all: d, here: here}
	return work.run(ctx)
}

// fitting is one at work.
type fitting struct {
	FitOptions
	all      *Data           // that the components are found with
	here     *Data           // and that for all else, which can be read row by row
	folds    *crossfit.Folds // of the rows here, once they are divided
	together string          // why rows may not be independent
	leaks    []string        // questions about inputs
	result   FitResult
}

func (f *fitting) run(ctx context.Context) (*FitResult, error) {
	for _, step := range []func(context.Context) error{f.look, f.checkRows, f.chooseDim, f.fit, f.judge, f.addUncertainty, f.addTraining, f.addPredictor} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	f.all.finish(f.result.Model)
	return &f.result, nil
}

func (f *fitting) tell(text string, done, all int) {
	if f.Progress != nil {
		f.Progress(Step{text, done, all})
	}
}

// assessing is how the components of a method are judged.
func (f *fitting) assessing(method Method) AssessOptions {
	return AssessOptions{Method: method, Options: f.Options, Permutations: f.Permutations, Progress: f.Progress}
}

// divide divides the rows into folds, once.
func (f *fitting) divide(ctx context.Context) (err error) {
	if f.folds == nil {
		f.folds, err = f.assessing(f.Method).divide(ctx, f.here)
	}
	return err
}

// look takes the first look, where somebody wants it. What is wrong with it, the fit itself will say.
func (f *fitting) look(ctx context.Context) error {
	method := f.Method
	if f.Auto {
		method = Methods()[0]
	}
	if f.Look == nil || method.KeepsInputs {
		return nil
	}
	some, err := f.here.Sample(ctx, crossfit.UsualTrain, f.Options.Seed)
	if err != nil {
		return ctx.Err() //nolint:nilerr // see above
	}
	options := f.Options
	options.Quick, options.Dim = true, cmp.Or(options.Dim, min(2, some.X.Width()))
	if method.Most != nil {
		options.Dim = min(options.Dim, method.Most(some.Y))
	}
	if model, err := method.New(options).Fit(ctx, some.X, some.Y); err == nil {
		f.Look(model)
	}
	return ctx.Err()
}

// checkRows looks for rows that belong together, where somebody wants to know what components are worth.
func (f *fitting) checkRows(ctx context.Context) (err error) {
	if f.NoVerdict && f.Options.Dim > 0 {
		return nil
	}
	if f.Assessed == nil {
		if f.together, err = f.here.Together(ctx, f.Options.Seed); err != nil {
			return err
		}
	}
	f.leaks, err = f.here.Leaks(ctx, f.Options.Seed)
	return err
}

// chooseDim finds the number of components where it is not given, with the method that was asked
// for, or the recommended one where that is chosen later.
func (f *fitting) chooseDim(ctx context.Context) error {
	method := f.Method
	switch {
	case f.Options.Dim > 0:
		return nil
	case f.Auto:
		method = Methods()[0]
	case method.KeepsInputs:
		f.Options.Dim = f.here.X.Width()
		return nil
	}
	found := f.Assessed
	if found == nil {
		f.tell("looking for the number of components", 0, 0)
		err := f.divide(ctx)
		if err == nil {
			found, err = f.assessing(method).assess(ctx, f.here, f.folds, assessed{together: f.together})
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return &NoNumber{err}
		}
	}
	if found.crossFit != nil {
		f.folds = found.crossFit.Folds
	}
	f.Options.Dim, f.result.Assessed = found.Dim, found
	return nil
}

// fit chooses the method, where that is asked for, and finds the components.
func (f *fitting) fit(ctx context.Context) (err error) {
	options := f.Options
	options.Progress = func(at Progress) {
		f.tell(fmt.Sprintf("fitting: %s", at), 0, 0)
	}
	if !f.Auto {
		f.tell("fitting", 0, 0)
		f.result.Model, err = f.Method.New(options).Fit(ctx, f.all.X, f.all.Y)
		return err
	}
	f.tell("choosing a method", 0, 0)
	if err := f.divide(ctx); err != nil {
		return err
	}
	chosen, err := ChooseOptions{Options: f.Options, Progress: f.Progress}.choose(ctx, f.here, f.folds)
	if err != nil {
		return err
	}
	f.result.Chosen = chosen
	f.result.Model, err = chosen.fit(ctx, f.all, options)
	f.Method = chosen.Method
	return err
}

// judge gives the model its verdict: that of the search for the number of components, unless
// the method was chosen afterwards. A predictor needs what it is made of too.
func (f *fitting) judge(ctx context.Context) error {
	model, found := f.result.Model, f.result.Assessed
	model.Warnings = append(model.Warnings, f.leaks...)
	if found != nil && !f.Auto {
		give(model, found)
		return nil
	}
	noVerdict := f.NoVerdict || f.Method.KeepsInputs
	if noVerdict && !f.Predictor {
		return nil
	}
	o := f.assessing(f.Method)
	o.Options.Dim = model.Dim()
	known := assessed{noTest: noVerdict, together: f.together}
	if f.Auto { // it was chosen by the same rows
		o.Tested, known.score = Methods()[0], f.result.Chosen.score
	}
	f.tell("judging by rows held out", 0, 0)
	err := f.divide(ctx)
	var judged *AssessResult
	if err == nil {
		judged, err = o.assess(ctx, f.here, f.folds, known)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && f.Predictor:
		return fmt.Errorf("a predictor is judged by components found without a part of the rows, which failed: %w", err)
	case err != nil:
		model.Warnings = append(model.Warnings, fmt.Sprintf("what the components are worth was not judged: %v", err))
		return nil
	}
	if found != nil && f.Method.Name == Methods()[0].Name { // the curve is of that method
		judged.Curve = found.Curve
	}
	if f.result.Assessed = judged; !noVerdict {
		give(model, judged)
	}
	return nil
}

// give writes a judgement into a model, with a warning where it has found nothing, and where tests
// of the method say another number of components.
func give(model *Projection, judged *AssessResult) {
	model.Verdict, model.Curve = &judged.Verdict, judged.Curve
	if v := judged.Verdict; v.WhyNoP != "" {
		model.Warnings = append(model.Warnings, "no p is given: "+v.WhyNoP)
		return
	}
	if !judged.Verdict.Found {
		name := ""
		if len(model.Output.Names) == 1 {
			name = strconv.Quote(model.Output.Names[0])
		}
		model.Warnings = append(model.Warnings, judged.Verdict.warning(cmp.Or(name, "the target")))
		return
	}
	model.Verdict.determined(model)
	if tested, ok := model.TestedDim(); ok && len(judged.Curve) > 0 && tested != judged.Dim {
		model.Warnings = append(model.Warnings, fmt.Sprintf("prediction says %s, the tests of %s %d: a weak component may be real and not pay, and noise may pass a test", humanize.Count(judged.Dim, "component"), model.Method, tested))
	}
}

// TestedDim is the number of components by the tests of the method itself, where it has some: the
// least that is not refused at 5%.
func (p *Projection) TestedDim() (dim int, ok bool) {
	if len(p.Tests) == 0 {
		return 0, false
	}
	if at := slices.IndexFunc(p.Tests, func(t DimensionTest) bool { return t.P > .05 }); at >= 0 {
		return p.Tests[at].Dim, true
	}
	return len(p.Tests), true
}

// addUncertainty has the model keep correlations and, where that is asked for, how sure it is.
func (f *fitting) addUncertainty(ctx context.Context) error {
	model := f.result.Model
	err := model.Correlate(ctx, f.here.X)
	if err != nil || f.Intervals == 0 {
		return err
	}
	model.Bootstrap, err = Intervals(ctx, f.here, model, IntervalOptions{
		Method: f.Method, Options: f.Options, Resamples: f.Intervals, Seed: f.Options.Seed,
		Progress: func(done, all int) { f.tell("fitting halves of the rows", done, all) },
	})
	return err
}

// addTraining has the model know what its rows were like.
func (f *fitting) addTraining(ctx context.Context) (err error) {
	model := f.result.Model
	if model.Training, err = TrainingOf(ctx, model, f.here.X); err == nil {
		model.Training.Rows = f.all.Len()
	}
	return err
}

// addPredictor adds a predictor where that is asked for.
func (f *fitting) addPredictor(ctx context.Context) (err error) {
	if !f.Predictor {
		return nil
	}
	f.tell("finding a predictor", 0, 0)
	f.result.Model.Predictor, err = f.result.Assessed.predictor(ctx, f.here, f.result.Model, f.Options.Seed, f.Log)
	return err
}

// Selecting is a method that first selects inputs, with [SelectInputs], and finds components of
// those: what judges it judges the selection too.
func Selecting(method Method) Method {
	whole := method.New
	method.New = func(options Options) Reducer {
		return selecting{whole(options), SelectOptions{Least: options.Dim, Seed: options.Seed}}
	}
	return method
}

type selecting struct {
	Reducer
	options SelectOptions
}

func (s selecting) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	selection, err := SelectInputs(ctx, x, y, s.options)
	if err != nil {
		return nil, err
	}
	return Selected{Reducer: s.Reducer, Inputs: selection.Inputs}.Fit(ctx, x, y)
}

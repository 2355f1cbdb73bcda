package suffice

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"suffice/internal/crossfit"
)

// ChooseOptions say how a method is chosen.
type ChooseOptions struct {
	Options  Options    // of the methods; Dim is the number of components
	Methods  []Method   // the first is the one to beat; nil means the candidates among [Methods]
	Margin   float64    // standard errors by which a method must be better than the first; 0 means 1
	Folds    int        // as [AssessOptions] has it
	Train    int        // as well
	Progress func(Step) // told after each fit, by one goroutine at a time; may be nil
}

// ChooseResult is the method that was chosen, and why.
type ChooseResult struct {
	Method Method
	Scores []Score // of all methods, in their order; where one fails, or was given up, it says so
	Rows   int     // that were judged

	near  []Method // those that are as good, the chosen one first
	folds *crossfit.Folds
	score *crossfit.Score // of the chosen one
}

// Score is how well a method's components predict rows that they were found without.
type Score struct {
	Method   string
	Dim      int
	Measure  string  // that of verdicts
	Value    float64 // of the measure
	SE       float64 // its standard error, as if the rows were all that varies
	Baseline float64 // the value of guessing without inputs
	Rows     int     // that were judged
	Seconds  float64 // of all fits and predictions
	Err      error   // why not all folds were judged, or nil
}

// MarshalJSON writes null for the value of a method that has none for all folds.
func (s Score) MarshalJSON() ([]byte, error) {
	line := struct {
		Method   string   `json:"method"`
		Dim      int      `json:"dim"`
		Measure  string   `json:"measure"`
		Value    *float64 `json:"value"`
		SE       *float64 `json:"se"`
		Baseline *float64 `json:"baseline"`
		Rows     int      `json:"rows"`
		Seconds  float64  `json:"seconds"`
		Error    string   `json:"error,omitempty"`
	}{Method: s.Method, Dim: s.Dim, Measure: s.Measure, Rows: s.Rows, Seconds: s.Seconds}
	if s.Err != nil {
		line.Error = s.Err.Error()
	} else {
		line.Value, line.SE, line.Baseline = &s.Value, &s.SE, &s.Baseline
	}
	return json.Marshal(line)
}

// Dropped names the methods that have failed or were given up.
func (c *ChooseResult) Dropped() (names []string) {
	for _, s := range c.Scores {
		if s.Err != nil {
			names = append(names, s.Method)
		}
	}
	return names
}

// MarshalJSON writes the name of the method, with the scores of all.
func (c *ChooseResult) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Method string  `json:"method"`
		Rows   int     `json:"rows"`
		Scores []Score `json:"scores"`
	}{c.Method.Name, c.Rows, c.Scores})
}

// ErrBehind is why a method was not judged on all folds.
var ErrBehind = crossfit.ErrBehind

// usualMargin is what the best of several must be ahead of the first by. See docs/methods.md#auto for
// what other margins are worth.
const usualMargin = 1

// Choose takes the method whose components predict best what they were found without; but
// the first method, unless another is better by more than the margin. A method that cannot
// find so many components of y is not tried, and one that is far behind is given up. With
// the same seed, the choice is the same on any number of threads.
func Choose(ctx context.Context, d *Data, o ChooseOptions) (*ChooseResult, error) {
	if dim := o.Options.Dim; dim < 1 || dim > d.X.Width() {
		return nil, fmt.Errorf("%d components, but there must be from 1 to %d, as many as inputs", dim, d.X.Width())
	}
	folds, err := AssessOptions{Options: o.Options, Folds: o.Folds, Train: o.Train}.divide(ctx, d)
	if err != nil {
		return nil, err
	}
	return o.choose(ctx, d, folds)
}

func (o ChooseOptions) choose(ctx context.Context, d *Data, folds *crossfit.Folds) (*ChooseResult, error) {
	if o.Methods == nil {
		o.Methods = affordable(d.X.Width())
	}
	dim := o.Options.Dim
	race := &crossfit.Race{Folds: folds, Dim: dim, Margin: cmp.Or(o.Margin, usualMargin)}
	if o.Progress != nil {
		race.Progress = func(done, all int, method string) { o.Progress(Step{"choosing a method, now " + method, done, all}) }
	}
	var methods []Method
	for _, m := range o.Methods {
		if m.Most == nil || m.Most(d.Y) >= dim {
			methods, race.Methods = append(methods, m), append(race.Methods, m.crossFitted(o.Options))
		}
	}
	if len(methods) == 0 {
		return nil, errors.New("there is no method to choose")
	}
	best, err := race.Run(ctx)
	if err != nil {
		return nil, err
	}
	c := &ChooseResult{Method: methods[best], Rows: folds.Rows, near: []Method{methods[best]}, folds: folds, score: race.Scores[best]}
	for _, s := range race.Scores {
		c.Scores = append(c.Scores, Score{s.Method, s.Dim, s.Measure, s.Value, s.SE, s.Baseline, len(s.Losses), s.Seconds, s.Err})
	}
	if d.Len() >= enoughRows*dim*d.X.Width() {
		for _, i := range race.Near(best) {
			c.near = append(c.near, methods[i])
		}
	}
	return c, nil
}

// affordable are the candidates that are affordable for so many inputs.
func affordable(inputs int) (methods []Method) {
	for _, m := range Methods() {
		if m.Candidate && (m.MostInputs == 0 || inputs <= m.MostInputs) {
			methods = append(methods, m)
		}
	}
	return methods
}

// enoughRows is how many rows there must be for each weight of the components for what they
// predict of these very rows to tell which are better, rather than which follow them more.
const enoughRows = 20

// Fit fits the chosen method to all rows and, where these are many, those that are as good: a
// search can end in a worse place with one set of rows than it usually does. What the
// components predict tells, row by row, with the same components for all rows. The model is
// the chosen method's unless another's leaves less of the error by a tenth.
func (c *ChooseResult) fit(ctx context.Context, d *Data, options Options) (*Projection, error) {
	const less = .9
	var best *Projection
	chosen, least := c.Method, math.Inf(1)
	for _, method := range c.near {
		model, err := method.New(options).Fit(ctx, d.X, d.Y)
		if err != nil && best == nil || ctx.Err() != nil {
			return nil, cmp.Or(ctx.Err(), err)
		}
		if err != nil || len(c.near) == 1 {
			best = cmp.Or(best, model)
			continue
		}
		loss, err := c.folds.Within(ctx, model.componentsOf)
		if err != nil {
			return nil, err
		}
		if best == nil || loss < less*least {
			best, least, c.Method = model, loss, method
		}
	}
	if c.Method.Name != chosen.Name {
		c.score = nil // that of another method
	}
	return best, nil
}

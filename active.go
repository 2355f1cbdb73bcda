package suffice

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/humanize"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/stiefel"
	"suffice/internal/target"
	"suffice/output"
)

// Active is along which directions of the inputs the output changes most: the leading eigenvectors of
// the mean outer product of the gradients of a regression,
//
//	C = E ∇f ∇fᵀ,
//
// the active subspace of Constantine (2015), where gradients need not be given. Inputs are measured as
// the weights of a model are: standardised, or in their own units where these were kept. See
// docs/active.md.
type Active struct {
	Values     []float64   `json:"values"`     // eigenvalues of C, the largest first: the mean square of the slope along each eigenvector, for one number in its own unit
	Total      float64     `json:"total"`      // the sum of all eigenvalues: the mean square of the gradient
	Directions [][]float64 `json:"directions"` // the leading eigenvectors: orthonormal weights on the standardised inputs
	Scores     []float64   `json:"scores"`     // activity scores of the inputs j: Σ_k λ_k v_kj² over these directions (Constantine and Diaz 2017)
	R2         float64     `json:"r2"`         // what the regression tells of the variance of rows left out one by one, which components and metric have seen
	Rows       int         `json:"rows"`       // that it was found with
	Recombined bool        `json:"recombined"` // whether gradients were averaged over rows made of values of several, inputs being independent
}

const (
	mostActiveRows   = 1000 // that a regression is found with
	mostActiveInputs = 300  // of which there is one beside that on the components
	mostEigenvalues  = 20   // told
	recombinedRows   = 4000
	leastLoss        = 1e-12 // of a regression, beside a variance of 1
	rounding         = 1e-13 // of eigenvalues, beside the largest
)

// ActiveDirections finds the count leading active directions of a model of the data: of the regression
// of y on its components, and of that on all inputs, where these are not too many, each counting the
// more the less it errs where rows are left out one by one. The components should be more than the
// directions that are wanted.
func ActiveDirections(ctx context.Context, d *Data, model *Projection, count int, seed uint64) (*Active, error) {
	return activeOf(ctx, d.X, d.Y, model, count, seed)
}

func activeOf(ctx context.Context, x Rows, y output.Output, model *Projection, count int, seed uint64) (*Active, error) {
	if err := checkActive(x, y, len(model.Inputs), count); err != nil {
		return nil, err
	}
	random := sampling.Random(seed, 0xac7)
	some := sampling.Many(x.Len(), mostActiveRows, random)
	random.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
	encoded, err := target.Encode(ctx, y, some)
	if err != nil {
		return nil, err
	}
	standard, err := aggregate.Standardize(ctx, x, false) // the regression is on scaled inputs in any case
	if err != nil {
		return nil, err
	}
	u, err := standard.Select(ctx, some)
	if err != nil {
		return nil, err
	}
	w := linalg.FromSlices(model.Components)
	for k := range w.Rows {
		for j, v := range w.Row(k) {
			w.Set(k, j, v*standard.Scale[j]/model.Scale[j])
		}
	}
	if err := stiefel.Orthonormalize(w); err != nil {
		return nil, err
	}
	weights, err := standard.WeightsOf(ctx, some)
	if err != nil {
		return nil, err
	}
	values, _, sd := encoded.Standardised()
	a := &activation{x: u, y: values, weights: aggregate.MeanOne(weights), seed: seed, basis: linalg.Identity(min(u.Cols, mostActiveInputs))}
	if a.fixed = u.Cols > mostActiveInputs; a.fixed {
		a.x, a.basis, w = linalg.TimesT(u, w), w, linalg.Identity(w.Rows)
	}
	if count > a.basis.Rows {
		return nil, fmt.Errorf("%s of %s, of which there must be as many where inputs are more than %d", humanize.Count(count, "active direction"), humanize.Count(a.basis.Rows, "component"), mostActiveInputs)
	}
	if err := a.find(ctx, w); err != nil {
		return nil, err
	}
	for k := range a.basis.Rows {
		for j, v := range a.basis.Row(k) {
			a.basis.Set(k, j, v*model.Scale[j]/standard.Scale[j])
		}
	}
	if len(sd) == 1 && y.Kind().Numeric() {
		linalg.Scale(sd[0]*sd[0], a.c)
	}
	return a.active(count)
}

// checkActive finds what active directions cannot be had of.
func checkActive(x Rows, y output.Output, d, count int) error {
	switch {
	case y == nil:
		return errNoOutput
	case !target.HasColumns(y):
		return fmt.Errorf("active directions are of numbers, classes or labels, but the output is of kind %q", y.Kind())
	case count < 1 || count > d:
		return fmt.Errorf("%s of %s, but there must be from 1 to as many as inputs", humanize.Count(count, "active direction"), humanize.Count(d, "input"))
	case x.Width() != d:
		return fmt.Errorf("the model has %s, but the rows have %d", humanize.Count(d, "input"), x.Width())
	case x.Len() < leastPredictorRows:
		return fmt.Errorf("%d rows are too few for a regression; at least %d are needed", x.Len(), leastPredictorRows)
	}
	return nil
}

// activation is active directions in the making.
type activation struct {
	x, y    linalg.Matrix // standardised
	weights []float64     // of the rows; nil means that all count the same
	seed    uint64

	basis linalg.Matrix // what x are coordinates on, by rows
	fixed bool          // whether that is the components, inputs being too many

	c     linalg.Matrix // the mean outer product
	least float64       // error of the best regression
	mixed bool          // whether c is of recombined rows
}

// find takes the mean of the outer products of regressions on w x and on x.
func (a *activation) find(ctx context.Context, w linalg.Matrix) error {
	roots := []linalg.Matrix{w}
	if w.Rows < a.x.Cols {
		roots = append(roots, linalg.Identity(a.x.Cols))
	}
	at := a.x
	if a.mixed = a.weights == nil && !a.fixed && learn.Independent(a.x); a.mixed {
		at = learn.Recombined(a.x, recombinedRows, a.seed)
	}
	total := 0.
	a.c, a.least = linalg.New(a.x.Cols, a.x.Cols), float64(a.y.Cols)
	for _, root := range roots {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		m, err := learn.FitActive(a.x, a.y, root, a.weights)
		if err != nil {
			return err
		}
		share := 1 / max(m.Ridge.Loss, leastLoss)
		linalg.AddScaled(a.c, share, m.Gradients(at, a.weights))
		total, a.least = total+share, min(a.least, m.Ridge.Loss)
	}
	linalg.Scale(1/total, a.c)
	return nil
}

// active is what c says, on the basis, whose rows need not be orthonormal any more.
func (a *activation) active(count int) (*Active, error) {
	frame := a.basis.Clone()
	if err := stiefel.Orthonormalize(frame); err != nil {
		return nil, err
	}
	turn, d := linalg.TimesT(a.basis, frame), frame.Cols
	a.c = linalg.TTimes(turn, linalg.Times(a.c, turn))
	values, vectors, err := linalg.Leading(a.c, min(a.c.Rows, max(count, mostEigenvalues)))
	if err != nil {
		return nil, err
	}
	if !(values[0] > 0) {
		return nil, errors.New("there are no active directions: the regression is a constant")
	}
	found := &Active{Values: values, Scores: make([]float64, d), R2: 1 - a.least/float64(a.y.Cols), Rows: a.x.Rows, Recombined: a.mixed}
	for j := range a.c.Rows {
		found.Total += a.c.At(j, j)
	}
	for k, v := range values {
		if v < rounding*values[0] {
			values[k] = 0
		}
	}
	for k, v := range linalg.Times(vectors.Slice(0, count), frame).Slices() {
		fixSign(v)
		found.Directions = append(found.Directions, v)
		for j, w := range v {
			found.Scores[j] += values[k] * w * w
		}
	}
	return found, nil
}

// check finds parts that do not fit together.
func (a *Active) check(inputs int) error {
	if len(a.Scores) != inputs || len(a.Directions) == 0 || len(a.Values) < len(a.Directions) ||
		slices.ContainsFunc(a.Directions, func(row []float64) bool { return len(row) != inputs }) {
		return fmt.Errorf("the active directions of the model do not fit its %s", humanize.Count(inputs, "input"))
	}
	return nil
}

// Activating is a method whose components are the leading active directions of what it finds, which
// are so many components, or one more than directions where that is larger: what judges it judges
// them. In folds of fewer than ten rows they are the method's own.
func Activating(method Method, components int) Method {
	finds := method
	method.KeepsInputs = false
	method.New = func(options Options) Reducer { return activating{finds, options, components} }
	return method
}

type activating struct {
	Method
	options    Options
	components int
}

func (a activating) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if x.Len() < leastPredictorRows { // a fold of few rows, of which there is no regression
		return a.New(a.options).Fit(ctx, x, y)
	}
	options, count := a.options, a.options.Dim
	options.Dim = min(max(a.components, count+1), x.Width())
	if a.Most != nil && y != nil && y.Check() == nil {
		options.Dim = max(1, min(options.Dim, a.Most(y)))
	}
	model, err := a.New(options).Fit(ctx, x, y)
	if err != nil {
		return nil, err
	}
	if model.Active, err = activeOf(ctx, x, y, model, count, options.Seed); err != nil {
		return nil, err
	}
	model.note("dim", count)
	model.note("among", model.Dim())
	model.Components, model.Relevance, model.Values, model.Tests = model.Active.Directions, nil, nil, nil
	model.Trace = slices.DeleteFunc(model.Trace, func(p Pass) bool { return p.MeasuredBy() == SMI }) // of what was found before
	for _, name := range []string{"width_z", "width_y", "lambda", "spread"} {
		delete(model.Settings, name)
	}
	standard := &aggregate.Standard{Source: x, Mean: model.Mean, Scale: model.Scale}
	return finished(ctx, model, standard, y, x)
}

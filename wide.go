package suffice

import (
	"context"
	"fmt"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// span is a part of the inputs' space to search in: what the leading components of a simple
// method span, or all of it.
type span struct {
	method string // pls, pca or, for all, empty
	dim    int
}

func (s span) String() string {
	if s.method == "" {
		return "all inputs"
	}
	return fmt.Sprintf("%s %d", s.method, s.dim)
}

const (
	wideFolds   = 3                   // to choose a span by
	fewRows     = 300                 // with fewer, rows are divided twice, as chance says more
	wideRows    = sampling.ToCrossFit // to choose it with, at most
	wideValues  = 1 << 24             // of these rows, at most
	wideCentres = 200                 // of the regression that judges, at most
)

// wideFit is a search where there are more directions than rows can tell: among so many it
// finds those that fit their noise. Simple methods that follow the large variances of x, pca
// and pls, do not, and what their components span holds less to mistake for dependence.
// Which span is best is cross-fitted: everything is found without a third of the rows, and
// predicts it.
type wideFit struct {
	dim     int
	noScale bool
	quick   bool // one part of the rows judges for all
	seed    uint64
	tell    func(Progress) // may be nil
	fit     func(ctx context.Context, x Rows, y output.Output, noScale, quick bool, tell func(Progress)) (*Projection, error)
}

// tooWide reports whether components have more degrees of freedom than there are rows, and
// these are fewer than the inputs, or so few that they are not two for each. With more the
// search shrinks by itself, by staying in the units of x.
func tooWide(x Rows, dim int) bool {
	n, d := x.Len(), x.Width()
	return dim*(d-dim) > n && (d > n || 2*d > n && n <= wideRows)
}

// sizes lists how many components of a simple method n rows of d inputs allow, the most
// first.
func (w wideFit) sizes(n, d int) []int {
	return slices.DeleteFunc([]int{40, 15, 5}, func(k int) bool { return k <= w.dim || k > min(n/2, d-1) })
}

// Fit searches in the span that predicts best.
func (w wideFit) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	best, err := w.choose(ctx, x, y)
	if err != nil {
		return nil, err
	}
	p, err := w.within(ctx, best, x, y)
	if err == nil {
		p.Settings["span"], p.Settings["scale"] = best.String(), !w.noScale
	}
	return p, err
}

// choose returns the span with the least cross-fitted loss. Where rows are too few to be
// divided, the span is all.
func (w wideFit) choose(ctx context.Context, x Rows, y output.Output) (span, error) {
	if !target.HasColumns(y) || x.Len() < 4*wideFolds {
		return span{}, nil
	}
	f, err := centredColumns(ctx, x, y)
	if err == nil && target.Measured(y) {
		f, err = f.Scaled(ctx)
	}
	if err != nil {
		return span{}, err
	}
	truth, err := aggregate.TakeAligned(ctx, x, f.Aligned(), sampling.All(x.Len()))
	if err != nil {
		return span{}, err
	}
	folds, err := w.divide(ctx, x, y, truth)
	if err != nil {
		return span{}, err
	}
	if w.quick {
		folds = folds[:1]
	}
	best, least := span{}, math.Inf(1)
	try := func(s span, folds []wideFold) error {
		loss, err := w.judge(ctx, s, folds)
		if loss < least {
			best, least = s, loss
		}
		return err
	}
	if err := try(best, folds); err != nil {
		return best, err
	}
	for _, method := range []string{"pls", "pca"} {
		if err := w.each(ctx, method, folds, try); err != nil {
			return best, err
		}
	}
	return best, nil
}

// each calls try with the spans of a method, the largest first, and the folds in their
// coordinates.
func (w wideFit) each(ctx context.Context, method string, folds []wideFold, try func(span, []wideFold) error) error {
	sizes := w.sizes(folds[0].here.Len(), folds[0].here.Width())
	if len(sizes) == 0 {
		return nil
	}
	z, test, err := w.along(ctx, span{method, sizes[0]}, folds)
	if err != nil {
		return ctx.Err() // the method finds nothing here
	}
	for _, size := range sizes {
		if err := try(span{method, size}, leading(folds, z, test, size)); err != nil {
			return err
		}
	}
	return nil
}

// wideFold is rows to search with, and rows to judge on.
type wideFold struct {
	here, there Rows
	y           output.Output // of the first
	told, asked linalg.Matrix // the outputs of both, as numbers
	by          []float64     // weights of the rows to judge on; nil means that all count the same
}

func (w wideFit) divide(ctx context.Context, x Rows, y output.Output, truth linalg.Matrix) ([]wideFold, error) {
	standard, _, err := prepare(ctx, x, y, w.dim, w.noScale)
	if err != nil {
		return nil, err
	}
	random := sampling.Random(w.seed, 0x31de)
	some := sampling.Many(x.Len(), min(wideRows, max(4*wideFolds, wideValues/x.Width())), random)
	parts, err := learn.Folds(len(some), learn.FoldOptions{Folds: wideFolds, Random: random})
	if err == nil && len(some) < fewRows {
		var again []learn.Fold
		again, err = learn.Folds(len(some), learn.FoldOptions{Folds: wideFolds, Random: random})
		parts = append(parts, again...)
	}
	if err != nil {
		return nil, err
	}
	folds := make([]wideFold, len(parts))
	for f, part := range parts {
		seen, unseen := sampling.Pick(some, part.Train), sampling.Pick(some, part.Test)
		here, err := standard.Select(ctx, seen)
		if err != nil {
			return nil, err
		}
		there, err := standard.Select(ctx, unseen)
		if err != nil {
			return nil, err
		}
		weights, err := standard.WeightsOf(ctx, seen)
		if err != nil {
			return nil, err
		}
		by, err := standard.WeightsOf(ctx, unseen)
		if err != nil {
			return nil, err
		}
		folds[f] = wideFold{inMemory(here, weights), inMemory(there, nil), output.Some(y, seen), truth.Pick(seen), truth.Pick(unseen), by}
	}
	return folds, nil
}

// judge is what the components that are found in a span leave of rows that they were found
// without: infinitely much where there are none.
func (w wideFit) judge(ctx context.Context, s span, folds []wideFold) (loss float64, err error) {
	for k, f := range folds {
		if w.tell != nil {
			w.tell(Progress{Stage: "search in " + s.String(), Step: k + 1, Score: loss, Measure: "loss"})
		}
		p, err := w.fit(ctx, f.here, f.y, s.method == "" && w.noScale, true, nil)
		if err != nil {
			return math.Inf(1), ctx.Err()
		}
		z, test, err := f.both(ctx, p)
		if err != nil {
			return 0, err
		}
		left, err := f.left(z, test)
		if err != nil {
			return 0, err
		}
		loss += left
	}
	return loss, nil
}

// along finds a span in each fold, without the rows that it judges, and returns the
// coordinates of all rows.
func (w wideFit) along(ctx context.Context, s span, folds []wideFold) (z, test []linalg.Matrix, err error) {
	z, test = make([]linalg.Matrix, len(folds)), make([]linalg.Matrix, len(folds))
	for i, f := range folds {
		axes, err := w.axes(ctx, s, f.here, f.y)
		if err != nil {
			return z, test, err
		}
		if z[i], test[i], err = f.both(ctx, axes); err != nil {
			return z, test, err
		}
	}
	return z, test, nil
}

// leading is the folds in the first so many coordinates.
func leading(folds []wideFold, z, test []linalg.Matrix, size int) []wideFold {
	part := slices.Clone(folds)
	for i, f := range folds {
		part[i].here = inMemory(z[i].Columns(0, size).Clone(), rows.Weights(f.here))
		part[i].there = inMemory(test[i].Columns(0, size).Clone(), nil)
	}
	return part
}

// both are the coordinates of the rows to search with and of those to judge on.
func (f wideFold) both(ctx context.Context, p *Projection) (z, test linalg.Matrix, err error) {
	if z, err = p.componentsOf(ctx, f.here); err != nil {
		return z, test, err
	}
	test, err = p.componentsOf(ctx, f.there)
	return z, test, err
}

// left is the squared error of the rows to judge on, predicted from z by kernel ridge
// regression.
func (f wideFold) left(z, test linalg.Matrix) (float64, error) {
	fit, err := learn.FitRidge(z, f.told, learn.RidgeOptions{Most: wideCentres})
	if err != nil {
		return 0, err
	}
	predicted := fit.Predict(test)
	if f.by == nil {
		return learn.SquaredError(f.asked, predicted), nil
	}
	return learn.SquaredError(aggregate.Rooted(f.asked, f.by), aggregate.Rooted(predicted, f.by)), nil
}

// within searches in a span, on its coordinates z = A (x - μ)/σ, each scaled to standard
// deviation 1, since what matters may lie along those that vary least. Weights V on z/τ are
// V τ⁻¹ A on the inputs: of length 1, what they were longer being their relevance.
func (w wideFit) within(ctx context.Context, s span, x Rows, y output.Output) (*Projection, error) {
	if s.method == "" {
		return w.fit(ctx, x, y, w.noScale, false, w.tell)
	}
	axes, err := w.axes(ctx, s, x, y)
	if err != nil {
		return nil, err
	}
	standard, warnings, err := prepare(ctx, x, y, w.dim, w.noScale)
	if err != nil {
		return nil, err
	}
	z := linalg.New(x.Len(), s.dim)
	if err := standard.Times(ctx, z, linalg.FromSlices(axes.Components)); err != nil {
		return nil, err
	}
	weighing, err := aggregate.AllWeights(ctx, standard.Source)
	if err != nil {
		return nil, err
	}
	p, err := w.fit(ctx, inMemory(z, weighing), y, false, false, w.tell)
	if err != nil {
		return nil, err
	}
	v := linalg.FromSlices(p.Components)
	for i := range v.Rows {
		for k := range v.Row(i) {
			v.Row(i)[k] /= p.Scale[k]
		}
	}
	components, lengths := linalg.Times(v, linalg.FromSlices(axes.Components)), make([]float64, v.Rows)
	for i := range components.Rows {
		row := components.Row(i)
		lengths[i] = math.Sqrt(linalg.Dot(row, row))
		linalg.ScaleRow(1/lengths[i], row)
		fixSign(row)
	}
	if p.Relevance != nil {
		linalg.Products(p.Relevance, p.Relevance, lengths)
		linalg.ScaleRow(1/slices.Max(p.Relevance), p.Relevance)
	}
	p.Inputs, p.Levels, p.Mean, p.Scale, p.Components = axes.Inputs, axes.Levels, axes.Mean, axes.Scale, components.Slices()
	p.Warnings = warnings
	return diagnosed(ctx, p, x)
}

// axes is a model of the simple method, each of whose components is the same whatever the
// number of those that follow.
func (w wideFit) axes(ctx context.Context, s span, x Rows, y output.Output) (*Projection, error) {
	if s.method == "pls" {
		p, err := PLS{Dim: s.dim, NoScale: w.noScale}.Fit(ctx, x, y)
		if err != nil {
			return nil, err
		}
		return p.Unscaled(), nil
	}
	y = ignored{y, x.Len()}
	standard, _, err := prepare(ctx, x, y, s.dim, w.noScale)
	if err != nil {
		return nil, err
	}
	axes, err := coords.LeadingAxes(ctx, coords.Limits{}, standard, s.dim)
	if err == nil && axes.Rows < s.dim {
		err = fmt.Errorf("the inputs vary along %d directions only", axes.Rows)
	}
	if err != nil {
		return nil, err
	}
	return newProjection("pca", standard, y, axes), nil
}

// inMemory is rows with weights, unless these are nil.
func inMemory(z linalg.Matrix, weights []float64) Rows {
	matrix, err := rows.NewMatrix(z.Cols, z.Data)
	if err == nil {
		var x Rows
		if x, err = aggregate.ByWeights(matrix, weights); err == nil {
			return x
		}
	}
	panic(err) // the data are whole rows, and the weights were weights before
}

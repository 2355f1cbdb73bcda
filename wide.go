package suffice

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/internal/linalg"
	"suffice/internal/predictor"
	"suffice/internal/stiefel"
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
	wideFolds   = 3       // to choose a span by
	wideRows    = 2000    // to choose it with, at most
	wideValues  = 1 << 24 // of these rows, at most
	wideCentres = 200     // of the regression that judges, at most
)

// wideFit is a search where there are more inputs than rows:
// among so many directions it finds those that fit their noise. Simple methods that follow
// the large variances of x, pca and pls, do not, and what their components span holds less
// to mistake for dependence. Which span is best is cross-fitted: everything is found without
// a third of the rows, and predicts it.
type wideFit struct {
	dim     int
	noScale bool
	seed    uint64
	tell    func(Progress) // may be nil
	fit     func(ctx context.Context, x Rows, y output.Output, noScale bool, tell func(Progress)) (*Projection, error)
}

// tooWide reports whether there are more inputs than rows, and more degrees of freedom too.
// With more rows the search shrinks by itself, by staying in the units of x.
func tooWide(x Rows, dim int) bool { return x.Width() > x.Len() && dim*(x.Width()-dim) > x.Len() }

// sizes lists how many components of each simple method n rows of d inputs allow, the most
// first.
func (w wideFit) sizes(method string, n, d int) []int {
	more := map[string][]int{"pls": {10, 4, 1}, "pca": {40, 15, 5}}[method]
	var list []int
	for _, k := range more {
		if w.dim+k <= min(n/4, d-1) {
			list = append(list, w.dim+k)
		}
	}
	return list
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

// choose returns the span with the least cross-fitted loss. How large that of a method is
// best is told by a regression on all of its coordinates, which takes no search. Where rows
// are too few to be divided, the span is all.
func (w wideFit) choose(ctx context.Context, x Rows, y output.Output) (span, error) {
	columns, ok := y.(output.Columnar)
	if !ok || x.Len() < 4*wideFolds {
		return span{}, nil
	}
	truth := centredColumns(columns, rows.Weights(x))
	if _, numbers := y.(output.Metric); numbers {
		scaleColumns(truth, rows.Weights(x))
	}
	folds, err := w.divide(ctx, x, y, truth)
	if err != nil {
		return span{}, err
	}
	best, least := span{}, math.Inf(1)
	for _, method := range []string{"", "pls", "pca"} {
		s, loss, err := w.judge(ctx, method, folds)
		if err != nil {
			return s, err
		}
		if loss < least {
			best, least = s, loss
		}
	}
	return best, nil
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
	random := rand.New(rand.NewPCG(w.seed, 0x31de))
	some := draw.Many(x.Len(), min(wideRows, max(4*wideFolds, wideValues/x.Width())), random)
	order, folds := random.Perm(len(some)), make([]wideFold, wideFolds)
	for f := range folds {
		var seen, unseen []int
		for k, i := range order {
			if k%wideFolds == f {
				unseen = append(unseen, some[i])
			} else {
				seen = append(seen, some[i])
			}
		}
		slices.Sort(seen)
		slices.Sort(unseen)
		here, err := standard.Select(ctx, seen)
		if err != nil {
			return nil, err
		}
		there, err := standard.Select(ctx, unseen)
		if err != nil {
			return nil, err
		}
		weights := standard.Weights()
		folds[f] = wideFold{inMemory(here, blocks.Some(weights, seen)), inMemory(there, nil), output.Some(y, seen), pickRows(truth, seen), pickRows(truth, unseen), blocks.Some(weights, unseen)}
	}
	return folds, nil
}

// judge returns the best span of a method, and what the components that are found in it
// leave of rows that they were found without: infinitely much where there are none.
func (w wideFit) judge(ctx context.Context, method string, folds []wideFold) (s span, loss float64, err error) {
	in, noScale := folds, w.noScale
	if method != "" {
		sizes := w.sizes(method, folds[0].here.Len(), folds[0].here.Width())
		if len(sizes) == 0 {
			return s, math.Inf(1), nil
		}
		if s, in, err = w.size(ctx, method, sizes, folds); err != nil {
			return s, math.Inf(1), ctx.Err()
		}
		noScale = true
	}
	for k, f := range in {
		if w.tell != nil {
			w.tell(Progress{Stage: "search in " + s.String(), Step: k + 1, Score: loss, Measure: "loss"})
		}
		p, err := w.fit(ctx, f.here, f.y, noScale, nil)
		if err != nil {
			return s, math.Inf(1), ctx.Err()
		}
		z, test, err := f.both(ctx, p)
		if err != nil {
			return s, 0, err
		}
		left, err := f.left(z, test)
		if err != nil {
			return s, 0, err
		}
		loss += left
	}
	return s, loss, nil
}

// size chooses how many components of a method span enough, and returns the folds in their
// coordinates.
func (w wideFit) size(ctx context.Context, method string, sizes []int, folds []wideFold) (s span, along []wideFold, err error) {
	z, test, losses := make([]linalg.Matrix, len(folds)), make([]linalg.Matrix, len(folds)), make([]float64, len(sizes))
	for i, f := range folds {
		axes, _, err := w.axes(ctx, span{method, sizes[0]}, f.here, f.y)
		if err != nil {
			return s, nil, err
		}
		if z[i], test[i], err = f.both(ctx, axes); err != nil {
			return s, nil, err
		}
		for k, size := range sizes {
			left, err := f.left(leadingColumns(z[i], size), leadingColumns(test[i], size))
			if err != nil {
				return s, nil, err
			}
			losses[k] += left
		}
	}
	s = span{method, sizes[slices.Index(losses, slices.Min(losses))]}
	for i, f := range folds {
		f.here, f.there = inMemory(leadingColumns(z[i], s.dim), rows.Weights(f.here)), inMemory(leadingColumns(test[i], s.dim), nil)
		along = append(along, f)
	}
	return s, along, nil
}

// both are the coordinates of the rows to search with and of those to judge on.
func (f wideFold) both(ctx context.Context, p *Projection) (z, test linalg.Matrix, err error) {
	if z, err = transformed(ctx, p, f.here); err != nil {
		return z, test, err
	}
	test, err = transformed(ctx, p, f.there)
	return z, test, err
}

// left is the squared error of the rows to judge on, predicted from z by kernel ridge
// regression.
func (f wideFold) left(z, test linalg.Matrix) (float64, error) {
	predicted, err := predictor.Ridge(z, test, f.told, wideCentres)
	if err != nil {
		return 0, err
	}
	if f.by == nil {
		return predictor.SquaredError(f.asked, predicted), nil
	}
	return predictor.SquaredError(rooted(f.asked, f.by), rooted(predicted, f.by)), nil
}

// within searches in a span: with orthonormal axes A of it, W of the coordinates A x are the
// components W A of x.
func (w wideFit) within(ctx context.Context, s span, x Rows, y output.Output) (*Projection, error) {
	if s.method == "" {
		return w.fit(ctx, x, y, w.noScale, w.tell)
	}
	axes, standard, err := w.axes(ctx, s, x, y)
	if err != nil {
		return nil, err
	}
	z := linalg.New(x.Len(), s.dim)
	if err := standard.Times(ctx, z, weights(axes)); err != nil {
		return nil, err
	}
	p, err := w.fit(ctx, inMemory(z, standard.Weights()), y, true, w.tell)
	if err != nil {
		return nil, err
	}
	components := linalg.Times(weights(p), weights(axes))
	for i := range components.Rows {
		fixSign(components.Row(i))
	}
	p.Inputs, p.Levels, p.Mean, p.Scale, p.Components = axes.Inputs, axes.Levels, axes.Mean, axes.Scale, components.Slices()
	p.Warnings = slices.Clone(axes.Warnings)
	return diagnosed(ctx, p, x)
}

// axes is a model with orthonormal components that span those of the method, each the same
// whatever the number of those that follow.
func (w wideFit) axes(ctx context.Context, s span, x Rows, y output.Output) (*Projection, *blocks.Standard, error) {
	standard, warnings, err := prepare(ctx, x, y, w.dim, w.noScale)
	if err != nil {
		return nil, nil, err
	}
	var method Reducer = PCA{Dim: s.dim, NoScale: w.noScale}
	if s.method == "pls" {
		method = PLS{Dim: s.dim, NoScale: w.noScale}
	}
	p, err := method.Fit(ctx, x, y)
	if err != nil {
		return nil, nil, err
	}
	a := weights(p)
	if err := stiefel.Orthonormalize(a); err != nil {
		return nil, nil, err
	}
	p = newProjection(s.method, standard, y, a)
	p.Warnings = warnings
	return p, standard, nil
}

func weights(p *Projection) linalg.Matrix {
	w := linalg.New(p.Dim(), len(p.Inputs))
	for k, row := range p.Components {
		copy(w.Row(k), row)
	}
	return w
}

func transformed(ctx context.Context, p *Projection, x Rows) (linalg.Matrix, error) {
	z := linalg.New(x.Len(), p.Dim())
	return z, p.TransformTo(ctx, z.Data, x)
}

func leadingColumns(z linalg.Matrix, count int) linalg.Matrix {
	out := linalg.New(z.Rows, count)
	for i := range z.Rows {
		copy(out.Row(i), z.Row(i))
	}
	return out
}

// inMemory is rows with weights, unless these are nil.
func inMemory(z linalg.Matrix, weights []float64) Rows {
	var x Rows
	x, err := rows.NewMatrix(z.Cols, z.Data)
	if err == nil && weights != nil {
		x, err = rows.WithWeights(x, weights)
	}
	if err != nil {
		panic(err) // the data are whole rows, and the weights were weights before
	}
	return x
}

func pickRows(a linalg.Matrix, which []int) linalg.Matrix {
	out := linalg.New(len(which), a.Cols)
	for k, i := range which {
		copy(out.Row(k), a.Row(i))
	}
	return out
}

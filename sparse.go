package suffice

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/penalized"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
)

// sparseFit is what the methods share that leave inputs out: inputs in memory, by columns,
// and the output of the same rows.
type sparseFit struct {
	standard *aggregate.Standard
	warnings []string
	rows     []int // held, in the order of the table
	table    *penalized.Table
	y        output.Output // of these rows
	weights  []float64     // of these rows, with mean 1; nil means that all count the same
}

// sparseLimits are sizes from which on rows are drawn. Tests set them lower.
type sparseLimits struct {
	Values int // held in memory; 0 means 2^25
	Rows   int // 0 means no limit
}

const (
	sparseValues    = 1 << 25 // 256 MiB
	sparsePiece     = 1 << 22 // values that are read at a time
	leastSparseRows = 1 << 9
	sparseFolds     = 5

	mostChosen = 200 // inputs with weight
	oneError   = 1   // standard error by which an answer with fewer inputs may be worse
)

// penaltyPath is shares of the least penalty that leaves no input.
var penaltyPath = geometric(.95, .1, 25)

// geometric is count numbers from first to last, each the same share of the one before.
func geometric(first, last float64, count int) []float64 {
	numbers := make([]float64, count)
	for i := range numbers {
		numbers[i] = first * math.Pow(last/first, float64(i)/float64(count-1))
	}
	return numbers
}

// hold makes the checks that all methods share and reads the rows: all, or as many, drawn at
// random, as may be held.
func hold(ctx context.Context, x Rows, y output.Output, dim int, l sparseLimits) (*sparseFit, error) {
	standard, warnings, err := prepare(ctx, x, y, dim, false)
	if err != nil {
		return nil, err
	}
	f := &sparseFit{standard: standard, warnings: warnings, y: y}
	enough := min(max(leastSparseRows, cmp.Or(l.Values, sparseValues)/x.Width()), cmp.Or(l.Rows, math.MaxInt))
	if x.Len() > enough {
		which := sampling.Many(x.Len(), enough, sampling.Random(1, 1))
		part, err := target.Subset(ctx, y, which)
		if err != nil {
			return nil, err
		}
		if part.Check() == nil { // or the rows that differ are too rare
			f.rows, f.y = which, part
		}
	}
	if f.rows == nil {
		f.rows = sampling.All(x.Len())
	}
	var own []int
	if f.y.Len() <= enough { // they may all be held
		own = sampling.All(f.y.Len())
	}
	if f.y, err = target.Subset(ctx, f.y, own); err != nil {
		return nil, err
	}
	order, folds := penalized.FoldOrder(f.sorted(), sparseFolds)
	columns, err := f.columns(ctx, order)
	if err != nil {
		return nil, err
	}
	f.y = output.Some(f.y, order)
	if f.weights, err = standard.WeightsOf(ctx, sampling.Pick(f.rows, order)); err != nil {
		return nil, err
	}
	f.weights = aggregate.MeanOne(f.weights)
	f.table = &penalized.Table{X: columns, Folds: folds}
	for _, j := range standard.Constant {
		clear(f.table.X.Row(j))
	}
	return f, nil
}

// columns are those of the rows held, standardised, in the given order of these. They are read
// some rows at a time, so that there is no second copy of them.
func (f *sparseFit) columns(ctx context.Context, order []int) (linalg.Matrix, error) {
	d, place := f.standard.Width(), make([]int, len(order))
	for k, i := range order {
		place[i] = k
	}
	columns, step := linalg.New(d, len(order)), max(leastSparseRows, sparsePiece/d)
	for from := 0; from < len(f.rows); from += step {
		some, err := f.standard.Select(ctx, f.rows[from:min(from+step, len(f.rows))])
		if err != nil {
			return columns, err
		}
		for i := range some.Rows {
			for j, v := range some.Row(i) {
				columns.Set(j, place[from+i], v)
			}
		}
	}
	return columns, nil
}

// weigh makes rows count by their weights, once the functions of y are there.
func (f *sparseFit) weigh() {
	if f.weights != nil {
		f.table.Weigh(f.weights)
	}
}

// sorted lists the rows held by their output, where it can be sorted.
func (f *sparseFit) sorted() []int {
	order := sampling.All(f.y.Len())
	if sliced, ok := f.y.(output.Sliced); ok {
		at := sliced.Slices(f.y.Len()).Of
		slices.SortStableFunc(order, func(a, b int) int { return at[a] - at[b] })
	}
	return order
}

// units is the table in the units of a model.
func (f *sparseFit) units(noScale bool) *aggregate.Standard {
	if !noScale {
		return f.standard
	}
	own := *f.standard
	own.Scale = slices.Repeat([]float64{1}, len(own.Scale))
	return &own
}

// model makes one of components on the standardised inputs.
func (f *sparseFit) model(ctx context.Context, method string, x Rows, y output.Output, w linalg.Matrix, noScale bool) (*Projection, error) {
	standard := f.units(noScale)
	for k := range w.Rows {
		if noScale {
			for j, scale := range f.standard.Scale {
				w.Set(k, j, w.At(k, j)/scale)
			}
		}
		linalg.ScaleRow(1/linalg.Norm(w.Slice(k, k+1)), w.Row(k))
	}
	p := newProjection(method, standard, y, w)
	p.Warnings = f.warnings
	if len(f.rows) < x.Len() {
		p.Sampled = &Sampled{Rows: len(f.rows), Of: x.Len(), What: "everything but means and scales"}
	}
	return finished(ctx, p, standard, y, x)
}

// holdSlices is hold for a method that needs slices of the output, about count or, where that
// is 0, 10. It tells how many there are.
func holdSlices(ctx context.Context, method string, x Rows, y output.Output, dim, count int, l sparseLimits) (*sparseFit, int, error) {
	if err := checkSlices(method, y, count); err != nil {
		return nil, 0, err
	}
	f, err := hold(ctx, x, y, dim, l)
	if err != nil {
		return nil, 0, err
	}
	cut := output.SlicesOf(f.y.(output.Sliced), cmp.Or(count, max(10, dim+1)), f.weights)
	if most := len(cut.Sizes) - 1; dim > most {
		return nil, 0, fmt.Errorf("%s, but %s finds one less than there are slices of the output, here %d; ask for fewer components or more slices, or use sca", humanize.Count(dim, "component"), method, most)
	}
	f.table.F = penalized.SliceFunctions(cut)
	return f, len(cut.Sizes), nil
}

package target

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/rows"
)

// kernels are functions of y that are linear in the kernel between it and some centres.
type kernels struct {
	Values  *Values
	Centres linalg.Matrix // the targets of the centres
	Scale   float64       // the width of the Gaussian on numbers
	Weights linalg.Matrix // functions x centres
	Shift   []float64     // added to each function
}

// apartFunctions are such functions of an output that is apart.
type apartFunctions struct {
	target blocks.Elsewhere
	f      *kernels
}

// kernels are such functions without a shift, with rows of the output as centres. The width is
// that of the Gaussian on numbers.
func (d Description) kernels(ctx context.Context, centres []int, width float64, weights linalg.Matrix) (*apartFunctions, error) {
	targets, err := d.take(ctx, centres)
	if err != nil {
		return nil, err
	}
	return &apartFunctions{d.Target, &kernels{d.Values, targets, width, weights, make([]float64, weights.Rows)}}, nil
}

// aligned is the functions beside the rows.
func (k *apartFunctions) aligned() blocks.Aligned { return blocks.Apply(k.f, k.target) }

// shifted is the functions with a shift in place of the one that they have.
func (k *apartFunctions) shifted(shift []float64) *apartFunctions {
	f := *k.f
	f.Shift = shift
	return &apartFunctions{k.target, &f}
}

// sums are those over all rows of x, with the products.
func (k *apartFunctions) sums(ctx context.Context, x rows.Source) (*ColumnSums, error) {
	return blocks.Sum[*ColumnSums](ctx, x, &columnSumsOf{k.f.Width(), 1 / float64(x.Len()), nil, true}, k.aligned())
}

// centred is the functions, which have no shift, less their means, and these.
func (k *apartFunctions) centred(ctx context.Context, x rows.Source) (*apartFunctions, []float64, error) {
	sums, err := k.sums(ctx, x)
	if err != nil {
		return nil, nil, err
	}
	shift := make([]float64, len(sums.Mean))
	for j, mean := range sums.Mean {
		shift[j] = -mean
	}
	return k.shifted(shift), sums.Mean, nil
}

// in returns the functions in the given directions, by rows.
func (k *apartFunctions) in(directions linalg.Matrix) *apartFunctions {
	f := *k.f
	f.Weights, f.Shift = linalg.Times(directions, f.Weights), make([]float64, directions.Rows)
	for j := range f.Shift {
		f.Shift[j] = linalg.Dot(directions.Row(j), k.f.Shift)
	}
	return &apartFunctions{k.target, &f}
}

func (k *kernels) Kind() string { return "kernels" }

func (k *kernels) Takes() int { return k.Values.Columns }

func (k *kernels) Width() int { return k.Weights.Rows }

func (k *kernels) Complete() error {
	return blocks.Consistent(k.Centres.Rows >= 1, k.Centres.Cols == k.Takes(), k.Weights.Rows >= 1,
		k.Weights.Cols == k.Centres.Rows, len(k.Shift) == k.Weights.Rows)
}

func (k *kernels) Of(dst, target linalg.Matrix, _ int) {
	b := k.Centres.Rows
	both := linalg.New(b+target.Rows, target.Cols)
	both.Slice(0, b).Copy(k.Centres)
	both.Slice(b, both.Rows).Copy(target)
	y := k.Values.output(k.Values.kind(), nil, both)
	var memory []float64
	defer blocks.Return(&memory)
	l := linalg.Of(target.Rows, b, blocks.Room(&memory, target.Rows*b))
	kernel.Outputs(l, y, b, draw.All(b), k.Scale)
	linalg.MulT(dst, l, k.Weights)
	for i := range dst.Rows {
		linalg.Axpy(1, k.Shift, dst.Row(i))
	}
}

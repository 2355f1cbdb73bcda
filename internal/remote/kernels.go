package remote

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
	Known   known
	Centres linalg.Matrix // the targets of the centres
	Scale   float64       // the width of the Gaussian on numbers
	Weights linalg.Matrix // functions x centres
	Shift   []float64     // added to each function
}

// Kernels are functions of an output that is elsewhere: weights times the kernel between it
// and some of its rows, plus a shift.
type Kernels struct {
	y *Output
	f *kernels
}

// Kernels are such functions without a shift. The width is that of the Gaussian on numbers.
func (y *Output) Kernels(ctx context.Context, centres []int, width float64, weights linalg.Matrix) (*Kernels, error) {
	targets, err := blocks.TakeAligned(ctx, y.x, y.raw(), centres)
	if err != nil {
		return nil, err
	}
	return &Kernels{y, &kernels{y.known(), targets, width, weights, make([]float64, weights.Rows)}}, nil
}

// Aligned is the functions beside the rows.
func (k *Kernels) Aligned() blocks.Aligned { return blocks.Apply(k.f, k.y.raw()) }

// Shifted is the functions with a shift in place of the one that they have.
func (k *Kernels) Shifted(shift []float64) *Kernels {
	f := *k.f
	f.Shift = shift
	return &Kernels{k.y, &f}
}

// Sums are those over all rows of x, with the products.
func (k *Kernels) Sums(ctx context.Context, x rows.Source) (*ColumnSums, error) {
	return blocks.Sum[*ColumnSums](ctx, x, &columnSumsOf{k.f.Width(), 1 / float64(x.Len()), nil, true}, k.Aligned())
}

// Centred is the functions, which have no shift, less their means, and these.
func (k *Kernels) Centred(ctx context.Context, x rows.Source) (*Kernels, []float64, error) {
	sums, err := k.Sums(ctx, x)
	if err != nil {
		return nil, nil, err
	}
	shift := make([]float64, len(sums.Mean))
	for j, mean := range sums.Mean {
		shift[j] = -mean
	}
	return k.Shifted(shift), sums.Mean, nil
}

// In returns the functions in the given directions, by rows.
func (k *Kernels) In(directions linalg.Matrix) *Kernels {
	f := *k.f
	f.Weights, f.Shift = linalg.Times(directions, f.Weights), make([]float64, directions.Rows)
	for j := range f.Shift {
		f.Shift[j] = linalg.Dot(directions.Row(j), k.f.Shift)
	}
	return &Kernels{k.y, &f}
}

func (k *kernels) Kind() string { return "kernels" }

func (k *kernels) Takes() int { return k.Known.Values.Takes() }

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
	y := k.Known.part(k.Known.kind(), nil, both)
	var memory []float64
	defer blocks.Return(&memory)
	l := linalg.Of(target.Rows, b, blocks.Room(&memory, target.Rows*b))
	kernel.Outputs(l, y, b, draw.All(b), k.Scale)
	linalg.MulT(dst, l, k.Weights)
	for i := range dst.Rows {
		linalg.Axpy(1, k.Shift, dst.Row(i))
	}
}

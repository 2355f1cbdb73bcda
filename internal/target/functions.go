package target

import (
	"context"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/output"
)

// Functions are functions of y that are known for any row: linear in the kernel between y
// and some centres.
type Functions struct {
	y       output.Output
	centres []int
	width   float64
	weights linalg.Matrix // r x b
	shift   []float64     // added to each function
}

// Through returns functions of y whose products are its kernel, as far as the centres,
// which are rows of y, can tell it (Nyström). The width is that of the Gaussian of an
// [output.Metric].
func Through(ctx context.Context, y output.Output, centres []int, width float64) (aggregate.Aligned, error) {
	some, err := Subset(ctx, y, centres)
	if err != nil {
		return nil, err
	}
	root, err := inverseRoot(amongOutputs(some, sampling.All(len(centres)), width))
	if err != nil {
		return nil, err
	}
	f := &Functions{centres: sampling.All(len(centres)), width: width, weights: root, shift: make([]float64, root.Rows)}
	return f.Over(ctx, y, centres)
}

// amongOutputs is the kernel matrix between the centres.
func amongOutputs(y output.Output, centres []int, width float64) linalg.Matrix {
	l := linalg.New(len(centres), len(centres))
	for k, c := range centres {
		kernel.Outputs(l.Slice(k, k+1), y, c, centres, width)
	}
	return l
}

// Width is how many functions there are.
func (f *Functions) Width() int { return f.weights.Rows }

// Rows returns the functions of rows [from, to): it is a aggregate.Aligned.
func (f *Functions) Rows(from, to int, memory *[]float64) []float64 {
	r := f.weights.Rows
	dst := linalg.Of(to-from, r, aggregate.Room(memory, (to-from)*r))
	var values []float64
	defer aggregate.Return(&values)
	l := linalg.Of(to-from, len(f.centres), aggregate.Room(&values, (to-from)*len(f.centres)))
	kernel.Outputs(l, f.y, from, f.centres, f.width)
	linalg.MulT(dst, l, f.weights)
	linalg.AddRow(dst, 1, f.shift)
	return dst.Data
}

// Over returns the same functions of another output and whose rows
// own are the rows that the functions were found with.
func (f *Functions) Over(ctx context.Context, y output.Output, own []int) (aggregate.Aligned, error) {
	g := *f
	g.y, g.centres = y, sampling.Pick(own, f.centres)
	if d, apart := describe(y); apart {
		targets, err := d.take(ctx, g.centres)
		if err != nil {
			return nil, err
		}
		return aggregate.Apply(&kernels{d.Values, targets, g.width, g.weights, g.shift}, d.Target), nil
	}
	return &g, nil
}

// In returns the functions in the given directions, by rows.
func (f *Functions) In(directions linalg.Matrix) *Functions {
	g := *f
	g.weights, g.shift = linalg.Times(directions, f.weights), make([]float64, directions.Rows)
	for k := range g.shift {
		g.shift[k] = linalg.Dot(directions.Row(k), f.shift)
	}
	return &g
}

// kernels are functions of y that are linear in the kernel between it and some centres.
type kernels struct {
	Values  *Values
	Centres linalg.Matrix // the targets of the centres
	Scale   float64       // the width of the Gaussian on numbers
	Weights linalg.Matrix // functions x centres
	Shift   []float64     // added to each function
}

func (k *kernels) Kind() string { return "kernels" }

func (k *kernels) Takes() int { return k.Values.Columns }

func (k *kernels) Width() int { return k.Weights.Rows }

func (k *kernels) Complete() error {
	return aggregate.Consistent(k.Centres.Rows >= 1, k.Centres.Cols == k.Takes(), k.Weights.Rows >= 1,
		k.Weights.Cols == k.Centres.Rows, len(k.Shift) == k.Weights.Rows)
}

func (k *kernels) Of(dst, target linalg.Matrix, _ int) {
	b := k.Centres.Rows
	both := linalg.New(b+target.Rows, target.Cols)
	both.Slice(0, b).Copy(k.Centres)
	both.Slice(b, both.Rows).Copy(target)
	y := k.Values.output(k.Values.kind(), nil, both)
	var memory []float64
	defer aggregate.Return(&memory)
	l := linalg.Of(target.Rows, b, aggregate.Room(&memory, target.Rows*b))
	kernel.Outputs(l, y, b, sampling.All(b), k.Scale)
	linalg.MulT(dst, l, k.Weights)
	linalg.AddRow(dst, 1, k.Shift)
}

package target

import (
	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

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

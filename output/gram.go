package output

import (
	"errors"
	"fmt"
	"math"
)

type gram struct {
	n      int
	data   []float64
	unit   float64 // mean diagonal
	signed bool
}

// Gram is any output at all, given by the n x n matrix of its kernel, stored by
// rows: symmetric and positive semi-definite. It is taken in units of its mean
// diagonal, so that its size does not matter.
func Gram(n int, kernel []float64) (Kernel, error) {
	if n < 1 || len(kernel) != n*n {
		return nil, fmt.Errorf("%d values do not make a Gram matrix of %d rows", len(kernel), n)
	}
	g := &gram{n: n, data: kernel}
	for i := range n {
		g.unit += kernel[i*n+i] / float64(n)
	}
	if !(g.unit > 0) { // Check refuses it
		g.unit = 1
	}
	for _, v := range kernel {
		g.signed = g.signed || v < -1e-12*g.unit
	}
	return g, nil
}

func (y *gram) Len() int     { return y.n }
func (y *gram) Kind() Kind   { return KindGram }
func (y *gram) Signed() bool { return y.signed }

func (y *gram) Check() error {
	if err := finite(y.data, y.n); err != nil {
		return err
	}
	if math.IsInf(y.unit, 0) {
		return errors.New("the Gram matrix is beyond floating-point arithmetic; divide it by its mean diagonal")
	}
	for i := range y.n {
		if v := y.data[i*y.n+i]; v < 0 {
			return fmt.Errorf("the Gram matrix has %g at (%d, %d), but kernels have no negative diagonal", v, i+1, i+1)
		}
		for j := range i {
			a, b := y.data[i*y.n+j], y.data[j*y.n+i]
			// Where the terms of an entry cancel, rounding of their size is left.
			size := math.Sqrt(math.Abs(y.data[i*y.n+i])) * math.Sqrt(math.Abs(y.data[j*y.n+j]))
			if math.Abs(a-b) > 1e-9*max(size, math.Abs(a)+math.Abs(b)) {
				return fmt.Errorf("the Gram matrix is not symmetric: (%d, %d) is %g, but (%d, %d) is %g", i+1, j+1, a, j+1, i+1, b)
			}
		}
	}
	for i, v := range y.data {
		if v != y.data[i%y.n] {
			return nil
		}
	}
	return ErrConstant
}

func (y *gram) Kernel(dst []float64, from, to int, centres []int) {
	for i := from; i < to; i++ {
		out := dst[(i-from)*len(centres):]
		for l, c := range centres {
			out[l] = y.data[i*y.n+c] / y.unit
		}
	}
}

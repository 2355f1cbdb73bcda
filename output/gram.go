package output

import (
	"fmt"
	"math"
)

type gram struct {
	n      int
	data   []float64
	signed bool
}

// Gram is any output at all, given by the n x n matrix of its kernel, stored by
// rows: symmetric and positive semi-definite.
func Gram(n int, kernel []float64) (Kernel, error) {
	if n < 1 || len(kernel) != n*n {
		return nil, fmt.Errorf("%d values do not make a Gram matrix of %d rows", len(kernel), n)
	}
	g := &gram{n: n, data: kernel}
	for _, v := range kernel {
		g.signed = g.signed || v < 0
	}
	return g, nil
}

func (y *gram) Len() int     { return y.n }
func (y *gram) Kind() string { return "gram" }
func (y *gram) Signed() bool { return y.signed }

func (y *gram) Check() error {
	if err := finite(y.data, y.n); err != nil {
		return err
	}
	for i := range y.n {
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
			out[l] = y.data[i*y.n+c]
		}
	}
}

package output

import "slices"

type classes struct {
	origin
	of []int // each row
}

// Classes is one class a row, given by any numbering.
func Classes(y []int) Kernel { return &classes{of: y} }

// ClassNames is one class a row, given by name.
func ClassNames(y []string) Kernel {
	number, ids := numbering{}, make([]int, len(y))
	for i, name := range y {
		ids[i] = int(number.of([]byte(name)))
	}
	return Classes(ids)
}

func (y *classes) Len() int     { return len(y.of) }
func (y *classes) Kind() Kind   { return KindClass }
func (y *classes) Signed() bool { return false }

func (y *classes) Check() error {
	if slices.ContainsFunc(y.of, func(c int) bool { return c != y.of[0] }) {
		return nil
	}
	return ErrConstant
}

func (y *classes) Kernel(dst []float64, from, to int, centres []int) {
	for i := from; i < to; i++ {
		out := dst[(i-from)*len(centres):]
		for l, c := range centres {
			out[l] = 0
			if y.of[i] == y.of[c] {
				out[l] = 1
			}
		}
	}
}

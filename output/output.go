// Package output holds what y can be. A method never sees y itself, only blocks
// of the kernel L(y, y') between rows and centres, so a new kind of output is a new
// kernel and nothing else.
//
//   - [Numbers] and [Columns]: one number or several a row; L is a Gaussian whose
//     width is chosen by cross-validation.
//   - [Classes]: L is 1 between rows of one class and 0 otherwise.
//   - [Labels]: a set of labels a row; L is the cosine of the centred label vectors.
//   - [Strings] and [Tokens]: a sequence a row; L is the cosine of the counts of
//     substrings.
//   - [Trees] and [TreeTexts]: a tree a row; L compares the fragments or subtrees.
//   - [Graphs] and [GraphTexts]: a labelled graph a row; L compares the neighbourhoods.
//   - [Gram]: L as the user gives it.
//
// See docs/outputs.md.
package output

import (
	"errors"
	"fmt"
)

// Output is what is to be predicted, one value a row.
type Output interface {
	// Len is the number of rows.
	Len() int
	// Kind names the kind of output.
	Kind() Kind
	// Signed reports whether L takes negative values. The density ratio is then
	// modelled as 1 + Σ α K L instead of Σ α K L, and α takes both signs.
	Signed() bool
	// Check says what makes this output impossible to learn from, such as a NaN
	// or a single value throughout.
	Check() error
}

// Kernel is an Output whose L is fixed.
type Kernel interface {
	Output
	// Kernel sets dst to L between rows [from, to) and the centres, stored by rows.
	Kernel(dst []float64, from, to int, centres []int)
}

// Metric is an Output whose L is a Gaussian of a distance, with a width to choose.
type Metric interface {
	Output
	// SquaredDistances sets dst to the squared distances between rows [from, to)
	// and the centres, stored by rows.
	SquaredDistances(dst []float64, from, to int, centres []int)
}

// CheckKernel is an error where y is neither a Kernel nor a Metric, as an Output may be
// that is only for methods that need its columns or slices.
func CheckKernel(y Output) error {
	switch y.(type) {
	case Kernel, Metric:
		return nil
	}
	return fmt.Errorf("the output, of kind %s, has no kernel for this method to compare rows by; make it an output.Kernel or an output.Metric", y.Kind())
}

// Named is an Output that knows what the columns are called that it is made of.
type Named interface {
	Output
	Names() []string
}

// Names are those of the columns that y is made of, or nil where it does not know them.
func Names(y Output) []string {
	if named, ok := y.(Named); ok {
		return named.Names()
	}
	return nil
}

// ErrConstant says that y is the same in every row.
var ErrConstant = errors.New("the output is the same in every row, so nothing can be learnt about it; choose another target")

// NotFinite is a NaN or an infinity among the outputs.
type NotFinite struct {
	Row   int // counted from 0
	Value float64
}

func (e NotFinite) Error() string {
	return fmt.Sprintf("row %d: the output %g is not a finite number; drop the row or fill in the value", e.Row+1, e.Value)
}

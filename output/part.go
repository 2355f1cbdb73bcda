package output

import "suffice/internal/offers"

// ofSomeRows makes outputs of some rows whose others are elsewhere, with what is known of all of them.
// They are compared as they would be there: nothing is centred or scaled anew.
type ofSomeRows struct{}

var _ = offers.Make(ofSomeRows{})

// Numbers are rows of values as [Columnar] has them.
func (ofSomeRows) Numbers(names []string, width int, values []float64) Output {
	return &numbers{origin: origin{names: names}, width: width, data: values}
}

// Classes are those of rows, as [Classes] takes them.
func (ofSomeRows) Classes(names []string, of []int) Output {
	return &classes{origin: origin{names: names}, of: of}
}

// Labels are rows of values as [Columnar] has them, of so many rows in all; counts are how many of
// these have each label, and means the shares.
func (ofSomeRows) Labels(names []string, values, counts, means []float64, of int) Output {
	y := &labels{origin: origin{names: names}, width: len(means), raw: values, unit: append([]float64(nil), values...)}
	y.few = listedAmong(y.width, values, counts, of)
	y.centreAt(means)
	return y
}

package suffice

import (
	"errors"

	"suffice/output"
)

// unseen is the output of a method that does not look at it: it may be the same in
// every row, or missing. Values that are not numbers are still refused.
type unseen struct {
	output.Output // may be nil
	rows          int
}

// Len is the number of rows.
func (y unseen) Len() int {
	if y.Output == nil {
		return y.rows
	}
	return y.Output.Len()
}

// Kind is that of the output, or none.
func (y unseen) Kind() output.Kind {
	if y.Output == nil {
		return output.KindNone
	}
	return y.Output.Kind()
}

// Names are those of the output.
func (y unseen) Names() []string { return output.Names(y.Output) }

// Check allows constants.
func (y unseen) Check() error {
	if y.Output == nil {
		return nil
	}
	if err := y.Output.Check(); !errors.Is(err, output.ErrConstant) {
		return err
	}
	return nil
}

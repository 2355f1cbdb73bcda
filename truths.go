package suffice

import (
	"fmt"

	"suffice/internal/target"
	"suffice/output"
)

// checkTruths is an error where an output has none.
func checkTruths(y output.Output) error {
	kind := y.Kind()
	if !target.HasColumns(y) || !kind.Numeric() && kind != output.KindClass && kind != output.KindLabels {
		return fmt.Errorf("a predictor is for numbers, classes or labels, but the output is of kind %q; leave the predictor out", kind)
	}
	return target.CheckColumns(y)
}

package evaluate

import (
	"errors"
	"testing"

	"suffice/internal/learn"
)

// Of those that are about as good as the best, that with the fewest components is taken, and of as
// many the best, whatever the method.
func TestChoiceOfAComparison(t *testing.T) {
	row := func(method string, dim int, errors ...float64) Row {
		mean, _ := learn.Moments(errors)
		return Row{Method: method, Dim: dim, Mean: mean, Errors: errors}
	}
	failed := Row{Method: "cca", Dim: 1, Err: errors.New("it cannot")}
	none := row("none", 9, 0, 0, 0)
	none.AllDims = true
	for want, rows := range map[string][]Row{
		"kdr 2":  {row("sca", 1, 9, 9, 9), row("sca", 2, 2, 2.5, 1.9), row("kdr", 2, 1, 3, 2), row("sca", 5, 2, 2.5, 1.8), failed, none},
		"kdr 1":  {row("sca", 1, 3.1, 2.1, 4), row("kdr", 1, 2, 1, 3), row("kdr", 2, 2, 1, 3)},
		"sca 1":  {row("sca", 1, 1), row("sca", 2, 2)},
		"pca 3":  {failed, row("pca", 3, 5)},
		"sir 2":  {row("sir", 1, 5, 5.1), row("sir", 2, 4, 4.1)},
		"none 0": {failed, none},
	} {
		got := (&CompareResult{Rows: rows}).Choice()
		if want == "none 0" {
			if got != nil {
				t.Errorf("got %+v of nothing", got)
			}
			continue
		}
		if got == nil || got.Method+" "+string(rune('0'+got.Dim)) != want {
			t.Errorf("got %+v, want %s", got, want)
		}
	}
}

package evaluate

import (
	"strings"
	"testing"

	"suffice"
	"suffice/output"
)

// Columns of noise get their share of components that are not there, and none of the one
// that is.
func TestAugment(t *testing.T) {
	x, targets := lined(t, 300, .3)
	a, err := Augment(t.Context(), x, targets[output.KindNumber], methods(t, "sca")[0], suffice.Options{Dim: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if a.Dim != 1 || a.Shares[0] > .05 || a.Shares[1] < a.Chance/2 || a.Chance != 5./11 || a.Draws != augmentDraws {
		t.Errorf("%+v", a)
	}
	for want, dim := range map[string]int{"0 components": 0, "7 components": 7} {
		if _, err := Augment(t.Context(), x, targets[output.KindNumber], methods(t, "sir")[0], suffice.Options{Dim: dim}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if _, err := Augment(t.Context(), x, targets[output.KindNumber], methods(t, "none")[0], suffice.Options{Dim: 2}); err == nil {
		t.Error("none has no components")
	}
}

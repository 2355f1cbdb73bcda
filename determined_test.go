package suffice

import (
	"math"
	"strings"
	"testing"
)

// A verdict says where searches end far apart, and nothing of it where they do not or nothing was found.
func TestVerdictOfRowsThatDoNotDetermine(t *testing.T) {
	for _, c := range []struct {
		spread any
		found  bool
		want   float64
	}{{.25, true, math.Asin(.25) * 180 / math.Pi}, {.19, true, 0}, {nil, true, 0}, {.25, false, 0}} {
		model := &Projection{Components: [][]float64{{1, 0}}, Settings: Settings{"spread": c.spread}}
		give(model, &AssessResult{Dim: 1, Verdict: Verdict{Found: c.found, P: .01, Measure: "r2", Value: .5, SE: .1, Words: "as it was"}})
		v := model.Verdict
		if math.Abs(v.Apart-c.want) > 1e-9 || strings.Contains(v.Words, "do not determine the components: searches that look at the target in other ways end 14°") != (c.want > 0) || c.want == 0 && v.Words != "as it was" {
			t.Errorf("spread %v: %+v", c.spread, v)
		}
	}
}

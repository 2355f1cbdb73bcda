package learn

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// Probabilities and quantiles are those of gonum's distributions, bit for bit.
func TestDistributions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, degrees, p := rapid.Float64Range(-40, 40).Draw(t, "x"), rapid.Float64Range(1, 1e4).Draw(t, "degrees"), rapid.Float64Range(.5, 1-1e-9).Draw(t, "p")
		student := distuv.StudentsT{Sigma: 1, Nu: degrees}
		for name, pair := range map[string][2]float64{
			"normal": {NormalSurvival(x), distuv.UnitNormal.Survival(x)}, "normal quantile": {NormalQuantile(p), distuv.UnitNormal.Quantile(p)},
			"student": {StudentSurvival(x, degrees), student.Survival(x)}, "student quantile": {StudentQuantile(p, degrees), student.Quantile(p)},
			"below": {StudentSurvival(math.Abs(x), degrees), student.CDF(-math.Abs(x))},
		} {
			if pair[0] != pair[1] {
				t.Fatalf("%s: %v, want %v", name, pair[0], pair[1])
			}
		}
	})
}

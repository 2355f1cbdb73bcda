package suffice_test

import (
	"strings"
	"testing"

	"suffice"
	"suffice/output"
)

// The figures are those of R dr 3.0.11; see testdata/dr.md.
func TestPHdMatchesR(t *testing.T) {
	x, y, golden := readDR(t, "phdres")
	wantDR(t, mustFit(t, suffice.PHd{Dim: 5, NoScale: true}, x, output.Numbers(y)), golden)
}

// By hand: x₁ is -1, 0, 0, 1 and x₂ is ±1, in all combinations; y is a line in x₂ less
// the square of x₁.
func TestPHdSeesCurvatureAndNotTheLine(t *testing.T) {
	x, y := [][]float64{}, []float64{}
	for _, a := range []float64{-1, 0, 0, 1} {
		for _, b := range []float64{-1, 1} {
			x = append(x, []float64{a, b})
			y = append(y, 100*b-a*a)
		}
	}
	p := mustFit(t, suffice.PHd{Dim: 1}, x, output.Numbers(y))
	// r = ½ - a², z₁² = 2a²: M₁₁ = mean of (½ - a²) 2a² = -½; M₂₂ = mean of r = 0.
	wantNear(t, "weight", p.Components[0][0], 1, 1e-12)
	wantNear(t, "eigenvalue", p.Values[0], -.5, 1e-12)
	wantNear(t, "eigenvalue", p.Values[1], 0, 1e-12)
	// n ½² / (2 var r) with n = 8 and var r = 8 ¼ / 7.
	wantNear(t, "statistic", p.Tests[0].Statistic, 3.5, 1e-11)
}

func TestPHdWithoutResiduals(t *testing.T) {
	x, _ := curved(40, 3, 5)
	y := make([]float64, len(x))
	for i, row := range x {
		y[i] = 1e3 + row[0] - 2*row[1] + .1*row[2]
	}
	wide, wideY := curved(10, 20, 5)
	for name, p := range map[string]*suffice.Projection{
		"a line": mustFit(t, suffice.PHd{Dim: 2}, x, output.Numbers(y)),
		"n < d":  mustFit(t, suffice.PHd{Dim: 2}, wide, output.Numbers(wideY)),
		"offset": mustFit(t, suffice.PHd{Dim: 2}, shifted(wide, 1e6), output.Numbers(wideY)),
	} {
		if p.Tests != nil || !strings.Contains(strings.Join(p.Warnings, "\n"), "fits the output exactly") {
			t.Errorf("%s: tests %v, warnings %q", name, p.Tests, p.Warnings)
		}
	}
}

func shifted(x [][]float64, by float64) [][]float64 {
	out := make([][]float64, len(x))
	for i, row := range x {
		for _, v := range row {
			out[i] = append(out[i], v+by)
		}
	}
	return out
}

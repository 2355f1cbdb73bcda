package suffice_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/output"
	"suffice/rows"
)

// The figures are those of R dr 3.0.11; see testdata/dr.md.
func TestSIRMatchesR(t *testing.T) {
	x, y, golden := readDR(t, "sir")
	wantDR(t, mustFit(t, suffice.SIR{Dim: 5, NoScale: true}, x, output.Numbers(y)), golden)
	if sizes := output.Numbers(y).(output.Sliced).Slices(8).Sizes; !slices.Equal(sizes, golden.SliceSizes) {
		t.Errorf("slices of %v rows, want %v", sizes, golden.SliceSizes)
	}
}

// By hand: two classes of two rows, at -1 and 1 in the first input with the second
// balanced within each. In white coordinates the means are ∓1, so λ = 1.
func TestSIRByHand(t *testing.T) {
	x := [][]float64{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}
	p := mustFit(t, suffice.SIR{Dim: 1}, x, output.Classes([]int{0, 0, 1, 1}))
	wantNear(t, "weight", p.Components[0][0], 1, 1e-15)
	wantNear(t, "weight", p.Components[0][1], 0, 1e-15)
	wantNear(t, "eigenvalue", p.Values[0], 1, 1e-15)
	wantNear(t, "eigenvalue", p.Values[1], 0, 1e-15)
	if len(p.Tests) != 1 || p.Tests[0].DF != 2 {
		t.Fatalf("tests are %v", p.Tests)
	}
	wantNear(t, "statistic", p.Tests[0].Statistic, 4, 1e-14)
	wantNear(t, "p-value", p.Tests[0].P, math.Exp(-2), 1e-15) // χ² with 2 degrees of freedom is exponential
}

func TestSIRFindsOneComponentLessThanThereAreClasses(t *testing.T) {
	x, y := curved(60, 3, 1)
	class := make([]int, len(y))
	for i, v := range y {
		if v > 1 {
			class[i] = 1
		}
	}
	_, err := suffice.SIR{Dim: 2}.Fit(t.Context(), matrix(t, x), output.Classes(class))
	if err == nil || !strings.Contains(err.Error(), "2 components, but sir finds one less than there are slices of the output, here 1; ask for fewer") {
		t.Errorf("got %v", err)
	}
	if p := mustFit(t, suffice.SAVE{Dim: 2}, x, output.Classes(class)); p.Dim() != 2 {
		t.Errorf("save finds %d components", p.Dim())
	}
}

// Data1 of the paper, in units that differ by six orders of magnitude.
func TestSIRFindsALine(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	x, y := make([][]float64, 2000), make([]float64, 2000)
	for i := range x {
		x[i] = []float64{1e3 * random.Float64(), random.Float64(), 1e-3 * random.Float64()}
		y[i] = x[i][1] + .1*random.NormFloat64()
	}
	p := mustFit(t, suffice.SIR{Dim: 1}, x, output.Numbers(y))
	if w := p.Components[0]; math.Abs(w[0]) > .05 || math.Abs(w[2]) > .05 {
		t.Errorf("weights %v", w)
	}
	if p.Tests[0].P > 1e-9 || p.Tests[1].P < 1e-4 {
		t.Errorf("tests %v", p.Tests)
	}
}

func TestBadNumbersOfSlices(t *testing.T) {
	x, y := curved(20, 3, 1)
	for _, count := range []int{-1, 1} {
		for _, method := range []suffice.Reducer{suffice.SIR{Dim: 1, Slices: count}, suffice.SAVE{Dim: 1, Slices: count}} {
			if _, err := method.Fit(t.Context(), matrix(t, x), output.Numbers(y)); err == nil || !strings.Contains(err.Error(), "at least 2") {
				t.Errorf("%d slices: %v", count, err)
			}
		}
	}
	p := mustFit(t, suffice.SIR{Dim: 1, Slices: 2}, x, output.Numbers(y))
	if p.Settings["slices"] != 2 {
		t.Errorf("settings %v", p.Settings)
	}
}

func benchmarkFit(b *testing.B, n, d int, method suffice.Reducer) {
	random := rand.New(rand.NewPCG(1, 1))
	x, y := make([]float64, n*d), make([]float64, n)
	for i := range x {
		x[i] = random.NormFloat64()
	}
	for i := range y {
		y[i] = x[i*d] + x[i*d+1]*x[i*d+1] + random.NormFloat64()
	}
	source, err := rows.NewMatrix(d, x)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := method.Fit(b.Context(), source, output.Numbers(y)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSIR(b *testing.B)  { benchmarkFit(b, 100_000, 50, suffice.SIR{Dim: 2}) }
func BenchmarkSAVE(b *testing.B) { benchmarkFit(b, 100_000, 50, suffice.SAVE{Dim: 2}) }
func BenchmarkPHd(b *testing.B)  { benchmarkFit(b, 100_000, 50, suffice.PHd{Dim: 2}) }

func TestSIRWarnsWhereAnySlicesCanBeToldApart(t *testing.T) {
	x, y := curved(30, 20, 9)
	p := mustFit(t, suffice.SIR{Dim: 1}, x, output.Numbers(y)) // 23 slices are asked for
	if len(p.Warnings) != 1 || !strings.Contains(p.Warnings[0], "20 independent inputs tell any slices apart") {
		t.Errorf("warnings %q", p.Warnings)
	}
	wantNear(t, "eigenvalue", p.Values[0], 1, 1e-13)
	if p := mustFit(t, suffice.SIR{Dim: 1, Slices: 5}, x, output.Numbers(y)); p.Warnings != nil {
		t.Errorf("warnings %q", p.Warnings)
	}
}

package suffice_test

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/stiefel"
)

// golden is testdata/linear.json; see testdata/README.md.
type golden struct {
	PCA struct {
		Variances []float64   `json:"variances"`
		Projector [][]float64 `json:"projector_2"`
	} `json:"pca"`
	CCA struct {
		Labels       [][]float64 `json:"labels"`
		Correlations []float64   `json:"canonical_correlations"`
		Projector    [][]float64 `json:"projector_2"`
	} `json:"cca"`
	MDDM struct {
		Eigenvalues []float64   `json:"eigenvalues_of_X^T H L H X"`
		Projector   [][]float64 `json:"projector_2"`
	} `json:"mddm"`
}

// readGolden returns the inputs of testdata/dr.csv, the figures, and their labels.
func readGolden(t *testing.T) (x [][]float64, g golden, labels output.Output) {
	t.Helper()
	data, err := os.ReadFile("testdata/linear.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open("testdata/dr.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		row := make([]float64, 5)
		for j := range row {
			if row[j], err = strconv.ParseFloat(line[j], 64); err != nil {
				t.Fatal(err)
			}
		}
		x = append(x, row)
	}
	var flat []float64
	for _, row := range g.CCA.Labels {
		flat = append(flat, row...)
	}
	if labels, err = output.Labels(3, flat); err != nil {
		t.Fatal(err)
	}
	return x, g, labels
}

// wantValues compares values up to a share of the largest.
func wantValues(t testing.TB, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values %v, want %d", what, len(got), got, len(want))
	}
	for k, v := range got {
		if !(math.Abs(v-want[k]) <= tolerance*math.Abs(want[0])) {
			t.Errorf("%s: value %d is %v, want %v", what, k+1, v, want[k])
		}
	}
}

// wantProjector compares WᵀW of the orthonormalised components.
func wantProjector(t testing.TB, components, want [][]float64, tolerance float64) {
	t.Helper()
	w := linalg.FromSlices(components)
	if err := stiefel.Orthonormalize(w); err != nil {
		t.Fatal(err)
	}
	got := linalg.New(w.Cols, w.Cols)
	linalg.TMul(got, w, w)
	for i := range want {
		for j, v := range want[i] {
			if !(math.Abs(got.At(i, j)-v) <= tolerance) {
				t.Errorf("projector (%d, %d) is %v, want %v", i+1, j+1, got.At(i, j), v)
			}
		}
	}
}

// Rounding of a few hundred rows, amplified by the gaps of the eigenvalues.
const goldenTolerance = 1e-12

func TestPCAMatchesNumPy(t *testing.T) {
	x, g, _ := readGolden(t)
	all := mustFit(t, suffice.PCA{Dim: 5, NoScale: true}, x, nil)
	wantValues(t, "variances", all.Values, g.PCA.Variances, goldenTolerance)
	two := mustFit(t, suffice.PCA{Dim: 2, NoScale: true}, x, nil)
	wantProjector(t, two.Components, g.PCA.Projector, goldenTolerance)
}

func TestCCAMatchesNumPy(t *testing.T) {
	x, g, labels := readGolden(t)
	for _, noScale := range []bool{true, false} { // without ridge, units do not matter
		all := mustFit(t, suffice.CCA{Dim: 3, NoRidge: true, NoScale: noScale}, x, labels)
		wantValues(t, "correlations", all.Values, g.CCA.Correlations, goldenTolerance)
		two := mustFit(t, suffice.CCA{Dim: 2, NoRidge: true, NoScale: noScale}, x, labels)
		directions, err := two.Directions()
		if err != nil {
			t.Fatal(err)
		}
		wantProjector(t, directions, g.CCA.Projector, goldenTolerance)
	}
}

func TestMDDMMatchesNumPy(t *testing.T) {
	x, g, labels := readGolden(t)
	all := mustFit(t, suffice.MDDM{Dim: 5, NoScale: true}, x, labels)
	wantValues(t, "eigenvalues", all.Values, g.MDDM.Eigenvalues, goldenTolerance)
	two := mustFit(t, suffice.MDDM{Dim: 2, NoScale: true}, x, labels)
	wantProjector(t, two.Components, g.MDDM.Projector, goldenTolerance)
}

package suffice_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/output"
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
func wantValues(t rapid.TB, what string, got, want []float64, tolerance float64) {
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
func wantProjector(t rapid.TB, components, want [][]float64, tolerance float64) {
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
		all := mustFit(t, suffice.CCA{Dim: 3, Ridge: -1, NoScale: noScale}, x, labels)
		wantValues(t, "correlations", all.Values, g.CCA.Correlations, goldenTolerance)
		two := mustFit(t, suffice.CCA{Dim: 2, Ridge: -1, NoScale: noScale}, x, labels)
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

// drawn is a problem of normal inputs, correlated, in units that differ, with outputs of
// each kind that depend on them.
type drawn struct {
	x                                    [][]float64
	number, numbers, class, labels, gram output.Output
}

func draw(t rapid.TB, n, d int, seed uint64) drawn {
	random := rand.New(rand.NewPCG(seed, 3))
	p := drawn{x: correlated(n, d, .3, random)}
	y, several, class, labels, gram := make([]float64, n), make([]float64, 2*n), make([]int, n), make([]float64, 3*n), make([]float64, n*n)
	for i, row := range p.x {
		for j := range row {
			row[j] = 5 + row[j]*float64(1+j%3)
		}
		y[i] = row[0] + .5*row[d-1] + random.NormFloat64()
		several[2*i], several[2*i+1] = y[i], 100*row[d/2]+10*random.NormFloat64()
		class[i] = int(max(0, min(2, y[i]-6)))
		labels[3*i], labels[3*i+1] = math.Round(random.Float64()), float64(min(1, class[i]))
		labels[3*i+2] = 1 - labels[3*i+1] // dependent
	}
	for i := range n {
		for j := range n {
			gram[i*n+j] = math.Exp(-math.Abs(y[i] - y[j]))
		}
	}
	var err1, err2, err3 error
	p.number, p.class = output.Numbers(y), output.Classes(class)
	p.numbers, err1 = output.Columns(2, several)
	p.labels, err2 = output.Labels(3, labels)
	p.gram, err3 = output.Gram(n, gram)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	return p
}

// centredOf is the columns less their means, by the definition.
func centredOf(x [][]float64) linalg.Matrix {
	a := linalg.FromSlices(x)
	for j := range a.Cols {
		var mean float64
		for i := range a.Rows {
			mean += a.At(i, j) / float64(a.Rows)
		}
		for i := range a.Rows {
			a.Set(i, j, a.At(i, j)-mean)
		}
	}
	return a
}

// innerOf is aᵀ b / n.
func innerOf(a, b linalg.Matrix, n float64) linalg.Matrix {
	c := linalg.New(a.Cols, b.Cols)
	linalg.TMul(c, a, b)
	linalg.Scale(1/n, c)
	return c
}

// wantEigenvectors fails unless a wₖ = valueₖ b wₖ for all components, and no other
// eigenvalue lies above: the values sum to tr(b⁻¹a) where there are as many as inputs.
func wantEigenvectors(t rapid.TB, a, b linalg.Matrix, p *suffice.Projection, tolerance float64) {
	t.Helper()
	w := linalg.FromSlices(p.Components).Transposed()
	aw, bw := linalg.New(w.Rows, w.Cols), linalg.New(w.Rows, w.Cols)
	linalg.Mul(aw, a, w)
	linalg.Mul(bw, b, w)
	size := linalg.Norm(aw)
	for k, v := range p.Values {
		if k > 0 && v > p.Values[k-1] {
			t.Errorf("values are not in order: %v", p.Values)
		}
		for j := range w.Rows {
			if off := aw.At(j, k) - v*bw.At(j, k); !(math.Abs(off) <= tolerance*size) {
				t.Fatalf("component %d of %v is no eigenvector: off by %g of %g", k+1, p.Values, off, size)
			}
		}
	}
	if len(p.Values) < a.Rows {
		return
	}
	solved := a.Clone()
	r := b.Clone()
	if err := linalg.Cholesky(r); err != nil {
		t.Fatal(err)
	}
	linalg.CholeskySolveAll(r, solved)
	var sum, want float64
	for k, v := range p.Values {
		sum, want = sum+v, want+solved.At(k, k)
	}
	if !(math.Abs(sum-want) <= tolerance*math.Abs(want)) {
		t.Errorf("eigenvalues sum to %v, want %v", sum, want)
	}
}

// wantInner fails unless W m Wᵀ = I.
func wantInner(t rapid.TB, m linalg.Matrix, p *suffice.Projection, tolerance float64) {
	t.Helper()
	w := linalg.FromSlices(p.Components)
	wm, inner := linalg.New(w.Rows, w.Cols), linalg.New(w.Rows, w.Rows)
	linalg.Mul(wm, w, m)
	linalg.MulT(inner, wm, w)
	for i := range inner.Rows {
		for j, v := range inner.Row(i) {
			want := 0.
			if i == j {
				want = 1
			}
			if !(math.Abs(v-want) <= tolerance) {
				t.Errorf("(%d, %d) is %v, want %v", i+1, j+1, v, want)
			}
		}
	}
}

func wantWarning(t rapid.TB, p *suffice.Projection, want ...string) {
	t.Helper()
	all := strings.Join(p.Warnings, "\n")
	for _, part := range want {
		if !strings.Contains(all, part) {
			t.Errorf("%s: warnings %q, want %q", p.Method, p.Warnings, part)
		}
	}
}

// Each linear method takes dependent columns, and names them.
func TestDependentColumnsAreNamed(t *testing.T) {
	for _, few := range []bool{false, true} {
		n := 60
		if few {
			n = 5
		}
		p := draw(t, n, 4, 1)
		for i, row := range p.x {
			p.x[i] = append(row, 7, row[0]-2*row[1])
		}
		for _, method := range []suffice.Reducer{
			suffice.PCA{Dim: 2}, suffice.MDDM{Dim: 2}, suffice.MDDM{Dim: 2, Uncorrelated: true},
			suffice.CCA{Dim: 2}, suffice.CCA{Dim: 2, Ridge: -1},
		} {
			fitted := mustFit(t, method, p.x, p.numbers)
			wantWarning(t, fitted, `constant input columns get weight 0: "x5"`, `combinations of the others`, `"x6"`)
			if few {
				wantWarning(t, fitted, "5 rows cannot tell 6 inputs apart")
			}
			_, err := suffice.PCA{Dim: 5}.Fit(t.Context(), matrix(t, p.x), nil)
			if err == nil || !strings.Contains(err.Error(), "5 components, but the inputs vary along only 4 directions") {
				t.Errorf("got %v", err)
			}
		}
	}
}

// Units may differ by any factor where no column depends on others: without ridge and
// without constraint on the length of the weights, they do not matter.
func TestUnitsOfTheInputsDoNotMatter(t *testing.T) {
	p := draw(t, 60, 3, 9)
	other := make([][]float64, len(p.x))
	for i, row := range p.x {
		p.x[i] = []float64{row[0], 4, row[1], row[2]}
		other[i] = []float64{1e12 * row[0], 4, row[1], 1e-12 * row[2]}
	}
	for _, method := range []suffice.Reducer{
		suffice.CCA{Dim: 2, Ridge: -1, NoScale: true}, suffice.MDDM{Dim: 2, Uncorrelated: true, NoScale: true},
	} {
		plain, got := mustFit(t, method, p.x, p.numbers), mustFit(t, method, other, p.numbers)
		wantValues(t, got.Method, got.Values, plain.Values, 1e-10)
		for k, row := range got.Components {
			for j, unit := range []float64{1e12, 1, 1, 1e-12} {
				if off := math.Abs(row[j]*unit) - math.Abs(plain.Components[k][j]); math.Abs(off) > 1e-10*linalg.Norm(linalg.FromSlices(plain.Components)) {
					t.Errorf("%s: component %d is %v, want %v in other units", got.Method, k+1, row, plain.Components[k])
				}
			}
		}
	}
}

// Where they depend on each other, the axes of the smallest columns are lost in the
// rounding of the largest, which is said.
func TestInputsThatHardlyVaryAreToldOf(t *testing.T) {
	p := draw(t, 60, 3, 10)
	for i, row := range p.x {
		p.x[i] = []float64{1e8 * row[0], 2e8 * row[0], row[1], row[2]}
	}
	model := mustFit(t, suffice.MDDM{Dim: 1, NoScale: true}, p.x, p.number)
	wantWarning(t, model, `combinations of the others: "x2"`, "hardly vary along 2 directions")
}

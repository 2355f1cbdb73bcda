package suffice_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/output"
)

// classical is testdata/classical.json, which scripts/golden_linear.py makes.
type classical struct {
	Classes []int `json:"classes"`
	PLS     struct {
		Number, Numbers, Classes, Unscaled, Wide [][]float64
		WideX                                    []float64 `json:"wide_x"`
		WideY                                    []float64 `json:"wide_y"`
	} `json:"pls"`
	LDA struct {
		Scalings [][]float64
		Ratio    []float64
		Shrunk   [][]float64 `json:"shrunk_projector"`
		Auto     [][]float64
		AutoWide [][]float64 `json:"auto_wide"`
	} `json:"lda"`
	DR, GKDR struct {
		Values    []float64
		Projector [][]float64
	}
}

// readClassical returns the inputs and the output of testdata/dr.csv, and the figures.
func readClassical(t *testing.T) (x [][]float64, y []float64, g classical) {
	t.Helper()
	x, y, _ = readDR(t, "sir")
	data, err := os.ReadFile("testdata/classical.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	return x, y, g
}

// wantWeights compares components up to their signs.
func wantWeights(t *testing.T, what string, got, want [][]float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d components, want %d", what, len(got), len(want))
	}
	for k, row := range want {
		far, near, size := 0., 0., 0.
		for j, v := range row {
			far, near, size = max(far, math.Abs(got[k][j]+v)), max(near, math.Abs(got[k][j]-v)), max(size, math.Abs(v))
		}
		if !(min(far, near) <= tolerance*size) {
			t.Errorf("%s: component %d is %v, want %v", what, k+1, got[k], row)
		}
	}
}

// The components are scikit-learn's x_rotations_, of any output and for more inputs than
// rows too.
func TestPLSMatchesScikitLearn(t *testing.T) {
	x, y, g := readClassical(t)
	several := make([]float64, 0, 2*len(y))
	for i, v := range y {
		several = append(several, v, x[i][1]*x[i][1])
	}
	columns, err := output.Columns(2, several)
	if err != nil {
		t.Fatal(err)
	}
	const tolerance = 1e-9 // scikit-learn's own iteration ends near 1e-14
	wantWeights(t, "a number", mustFit(t, suffice.PLS{Dim: 3}, x, output.Numbers(y)).Components, g.PLS.Number, tolerance)
	wantWeights(t, "numbers", mustFit(t, suffice.PLS{Dim: 3}, x, columns).Components, g.PLS.Numbers, tolerance)
	wantWeights(t, "classes", mustFit(t, suffice.PLS{Dim: 3}, x, output.Classes(g.Classes)).Components, g.PLS.Classes, tolerance)
	wantWeights(t, "own units", mustFit(t, suffice.PLS{Dim: 3, NoScale: true}, x, output.Numbers(y)).Components, g.PLS.Unscaled, tolerance)
	var wide [][]float64
	for i := range g.PLS.WideY {
		wide = append(wide, g.PLS.WideX[i*100:(i+1)*100])
	}
	wantWeights(t, "wide", mustFit(t, suffice.PLS{Dim: 3}, wide, output.Numbers(g.PLS.WideY)).Components, g.PLS.Wide, tolerance)
}

// Sums of products in one reading and products with the rows in several give the same.
func TestPLSOfManyInputsIsThatOfFew(t *testing.T) {
	x, y := curved(300, 200, 3) // more than fewInputs
	p := mustFit(t, suffice.PLS{Dim: 3}, x, output.Numbers(y))
	z, err := p.Unscaled().Transform(t.Context(), matrix(t, x))
	if err != nil {
		t.Fatal(err)
	}
	for k := range 3 { // scores are uncorrelated
		for l := range k {
			var products, squares float64
			for i := range z.Len() {
				products += z.Row(i)[k] * z.Row(i)[l]
				squares += z.Row(i)[k] * z.Row(i)[k]
			}
			if math.Abs(products) > 1e-8*squares {
				t.Errorf("scores %d and %d have the product %g", l+1, k+1, products)
			}
		}
	}
	var explained float64
	for k, v := range p.Values {
		if explained += v; v < 0 || explained > 1 {
			t.Errorf("component %d explains %g", k+1, v)
		}
	}
}

// Where one component explains all there is, the others are filled up, and told about.
func TestPLSFillsUp(t *testing.T) {
	x := [][]float64{{1, 1, 3}, {1, -1, 0}, {-1, 1, 0}, {-1, -1, -3}} // the first two uncorrelated
	y := []float64{1, 1, -1, -1}
	for i := range x {
		x[i] = x[i][:2]
	}
	p := mustFit(t, suffice.PLS{Dim: 2}, x, output.Numbers(y))
	if w := linalg.FromSlices(p.Components); math.Abs(w.At(0, 0)-1) > 1e-12 || math.Abs(w.At(1, 1)-1) > 1e-12 {
		t.Errorf("components %v", p.Components)
	}
	wantWarning(t, p, "1 component explain")
	for i := range x {
		x[i] = []float64{x[i][0], x[i][1], x[i][0]}
	}
	_, err := suffice.PLS{Dim: 3}.Fit(t.Context(), matrix(t, x), output.Numbers(y))
	if err == nil || !strings.Contains(err.Error(), "3 components, but the inputs vary along only 2 directions") {
		t.Errorf("got %v", err)
	}
}

// The components are the scalings of scikit-learn's solver "eigen", divided by the scales of
// the inputs; with shrinkage, they span the coefficients of "lsqr".
func TestLDAMatchesScikitLearn(t *testing.T) {
	x, _, g := readClassical(t)
	y := output.Classes(g.Classes)
	wantWeights(t, "own units", mustFit(t, suffice.LDA{Dim: 3, NoScale: true}, x, y).Components, g.LDA.Scalings, 1e-9)
	p := mustFit(t, suffice.LDA{Dim: 3}, x, y)
	for k, row := range p.Components {
		for j := range row {
			p.Components[k][j] /= p.Scale[j]
		}
	}
	wantWeights(t, "scaled", p.Components, g.LDA.Scalings, 1e-9)
	ratio, sum := make([]float64, 3), 0.
	for k, v := range p.Values {
		ratio[k] = v / (1 - v)
		sum += ratio[k]
	}
	for k := range ratio {
		ratio[k] /= sum
	}
	wantValues(t, "ratio", ratio, g.LDA.Ratio, 1e-9)
	shrunk := mustFit(t, suffice.LDA{Dim: 3, Shrinkage: .3, NoScale: true}, x, y)
	wantProjector(t, shrunk.Components, g.LDA.Shrunk, 1e-9)
}

// The components are the scalings of solver "eigen" with shrinkage "auto", whatever the units, with
// more rows than inputs and with fewer.
func TestLDAShrinksAsScikitLearnDoes(t *testing.T) {
	x, _, g := readClassical(t)
	wide, class := linalg.Of(30, 100, g.PLS.WideX).Slices(), make([]int, 30)
	for i := range class {
		class[i] = i % 3
	}
	for _, noScale := range []bool{false, true} {
		raw := func(l suffice.LDA, x [][]float64, class []int) [][]float64 {
			l.NoScale = noScale
			p := mustFit(t, l, x, output.Classes(class))
			for k, row := range p.Components {
				for j := range row {
					p.Components[k][j] /= p.Scale[j]
				}
			}
			return p.Components
		}
		wantWeights(t, "few inputs", raw(suffice.LDA{Dim: 3, Shrinkage: suffice.AutoShrinkage}, x, g.Classes), g.LDA.Auto, 1e-9)
		wantWeights(t, "many inputs", raw(suffice.LDA{Dim: 2, Shrinkage: suffice.AutoShrinkage}, wide, class), g.LDA.AutoWide, 1e-9)
	}
}

// With more inputs than rows classes can always be told apart: shrinkage finds what tells
// them apart in new rows.
func TestLDAShrinksWhereRowsAreFew(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	draw := func(n int) (x [][]float64, class []int) {
		for i := range n {
			row := make([]float64, 200)
			for j := range row {
				row[j] = random.NormFloat64()
				if j < 20 {
					row[j] += float64(i % 2)
				}
			}
			x, class = append(x, row), append(class, i%2)
		}
		return x, class
	}
	x, class := draw(60)
	fresh, truth := draw(400)
	right := func(l suffice.LDA) float64 {
		z, err := mustFit(t, l, x, output.Classes(class)).Transform(t.Context(), matrix(t, fresh))
		if err != nil {
			t.Fatal(err)
		}
		var same float64
		for i, c := range truth {
			if (z.Row(i)[0] > 0) == (c == 1) {
				same++
			}
		}
		return max(same, 400-same) / 400
	}
	if shrunk := right(suffice.LDA{Dim: 1}); shrunk < .93 {
		t.Errorf("%.3f of new rows are on the right side", shrunk)
	}
}

func TestLDAFindsOneLessThanThereAreClasses(t *testing.T) {
	x, _, g := readClassical(t)
	_, err := suffice.LDA{Dim: 4}.Fit(t.Context(), matrix(t, x), output.Classes(g.Classes))
	if err == nil || !strings.Contains(err.Error(), "4 components, but lda finds one less than there are classes, here 3") {
		t.Errorf("got %v", err)
	}
	if _, err := (suffice.LDA{Dim: 1, Shrinkage: 2}).Fit(t.Context(), matrix(t, x), output.Classes(g.Classes)); err == nil {
		t.Error("a shrinkage of 2 was taken")
	}
}

func TestDRMatchesNumPy(t *testing.T) {
	x, _, g := readClassical(t)
	p := mustFit(t, suffice.DR{Dim: 2, NoScale: true}, x, output.Classes(g.Classes))
	wantValues(t, "eigenvalues", p.Values, g.DR.Values, 1e-9)
	wantProjector(t, p.Components, g.DR.Projector, 1e-9)
}

// A slice with fewer rows than inputs holds its rows instead of their covariance.
func TestDROfSmallSlicesIsThatOfLarge(t *testing.T) {
	x, _ := curved(40, 6, 2)
	twice := append(append([][]float64{}, x...), x...)
	class := func(n int) output.Output {
		of := make([]int, n)
		for i := range of {
			of[i] = i % 40 / 5 // 5 rows each, or 10
		}
		return output.Classes(of)
	}
	few := mustFit(t, suffice.DR{Dim: 2}, x, class(40))
	many := mustFit(t, suffice.DR{Dim: 2}, twice, class(80))
	wantValues(t, "eigenvalues", few.Values, many.Values, 1e-9)
	wantSameSubspace(t, few.Components, many.Components, 1e-8)
}

func TestGKDRMatchesNumPy(t *testing.T) {
	x, y, g := readClassical(t)
	p := mustFit(t, suffice.GKDR{Dim: 2, Ridge: 1e-3}, x, output.Numbers(y))
	wantValues(t, "eigenvalues", p.Values, g.GKDR.Values[:2], 1e-7)
	wantProjector(t, p.Components, g.GKDR.Projector, 1e-7)
}

// A line and a square are found, also with some centres.
func TestGKDRFindsLinesAndSquares(t *testing.T) {
	x, y := curved(1200, 6, 9)
	truth := [][]float64{{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}}
	for _, method := range []suffice.Reducer{suffice.GKDR{Dim: 2}, suffice.GKDR{Dim: 2, Centres: 100}} {
		wantSameSubspace(t, mustFit(t, method, x, output.Numbers(y)).Components, truth, .1)
	}
}

// Neighbours tell a class or a number better after the metric was learnt, and inputs that
// say nothing have little weight.
func TestMetricsFindWhatNeighboursTell(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	random := rand.New(rand.NewPCG(4, 4))
	var x [][]float64
	var y []float64
	var class []int
	for range 400 {
		row := make([]float64, 6)
		for j := range row {
			row[j] = random.NormFloat64()
		}
		v := math.Hypot(row[0], row[1]) // rings
		x, y, class = append(x, row), append(y, v+.1*random.NormFloat64()), append(class, min(2, int(v/.9)))
	}
	truth := [][]float64{{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}}
	for name, c := range map[string]struct {
		method suffice.Reducer
		y      output.Output
	}{
		"nca":              {suffice.NCA{Dim: 2}, output.Classes(class)},
		"nca with centres": {suffice.NCA{Dim: 2, Centres: 150}, output.Classes(class)},
		"mlkr":             {suffice.MLKR{Dim: 2}, output.Numbers(y)},
	} {
		t.Run(name, func(t *testing.T) {
			p := mustFit(t, c.method, x, c.y)
			wantSameSubspace(t, p.Components, truth, .25)
			if first, last := p.Trace[0].Score, p.Trace[len(p.Trace)-1].Score; !(last > first && last < 1) {
				t.Errorf("the score went from %g to %g", first, last)
			}
		})
	}
}

// Units that all inputs share make no difference to where NCA gets in these units.
func TestNCAMovesInAnyUnits(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	large, small := make([][]float64, 200), make([][]float64, 200)
	class := make([]int, 200)
	for i := range large {
		large[i], small[i] = make([]float64, 5), make([]float64, 5)
		for j := range large[i] {
			large[i][j] = random.NormFloat64()
			small[i][j] = large[i][j] / 1024
		}
		class[i] = int(math.Hypot(large[i][0], large[i][1]) / 1.2)
	}
	trace := func(x [][]float64) []suffice.Pass {
		return mustFit(t, suffice.NCA{Dim: 2, NoScale: true}, x, output.Classes(class)).Trace
	}
	want, got := trace(large), trace(small)
	if first, last := want[0].Score, want[len(want)-1].Score; len(got) != len(want) || math.Abs(got[len(got)-1].Score-last) > 1e-6 || last < first+.1 {
		t.Errorf("from %.3f to %.3f in %d steps, in small units to %.3f in %d", first, last, len(want), got[len(got)-1].Score, len(got))
	}
}

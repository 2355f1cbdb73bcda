package suffice_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice"
	"suffice/output"
	"suffice/rows"
)

// persons are rows of persons who each have a level of their own in all inputs and in y, which have
// nothing else to do with each other, but for what the first input tells within a person.
func persons(t *testing.T, seed uint64, many, each int, within float64) *suffice.Data {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 31))
	const d = 6
	var x [][]float64
	var y []float64
	var group []int
	for person := range many {
		level, of := make([]float64, d), random.NormFloat64()
		for j := range level {
			level[j] = random.NormFloat64()
		}
		for range each {
			row := make([]float64, d)
			for j := range row {
				row[j] = level[j] + .5*random.NormFloat64()
			}
			x, group = append(x, row), append(group, person)
			y = append(y, of+within*(row[0]-level[0])+.5*random.NormFloat64())
		}
	}
	return dataOf(t, x, y, group)
}

func dataOf(t *testing.T, x [][]float64, y []float64, group []int) *suffice.Data {
	t.Helper()
	m, err := rows.FromSlices(x)
	if err != nil {
		t.Fatal(err)
	}
	d := suffice.NewData(m, output.Numbers(y))
	d.Group = group
	return d
}

func mustAssess(t *testing.T, d *suffice.Data, method string) suffice.Verdict {
	t.Helper()
	chosen, err := suffice.MethodNamed(method)
	if err != nil {
		t.Fatal(err)
	}
	judged, err := suffice.Assess(t.Context(), d, suffice.AssessOptions{Method: chosen, Options: suffice.Options{Dim: 1, Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	return judged.Verdict
}

// Persons whose inputs and y have nothing to do with each other are a finding no more often than by
// chance where the groups are told, and have no p where they are not. What holds within persons is found.
func TestGroups(t *testing.T) {
	const tables = 40
	found, kept := 0, 0
	for seed := range uint64(tables) {
		d := persons(t, seed, 30, 4, 0)
		if mustAssess(t, d, "sir").Found {
			found++
		}
		d.Group = nil
		if v := mustAssess(t, d, "sir"); v.WhyNoP == "" || v.Found {
			kept++
		}
	}
	if found > 6 { // 2 are expected; more than 6 have probability .003
		t.Errorf("%d of %d tables of noise are a finding", found, tables)
	}
	if kept > 4 {
		t.Errorf("%d of %d tables have a p, though rows belong together", kept, tables)
	}
	for seed := range uint64(5) {
		if v := mustAssess(t, persons(t, seed, 30, 4, 2), "sir"); !v.Found || v.Groups != 30 {
			t.Errorf("what holds within persons is not found: %s", v.Words)
		}
	}
	few := mustAssess(t, persons(t, 1, 6, 20, 0), "sir")
	if few.Found || !math.IsNaN(few.P) || !strings.Contains(few.WhyNoP, "6 groups cannot show p below .05") {
		t.Errorf("of 6 persons it says %q", few.WhyNoP)
	}
}

// A verdict without p is null in JSON, and is read again as it was.
func TestVerdictWithoutP(t *testing.T) {
	v := suffice.Verdict{P: math.NaN(), Measure: "r2", Value: .5, WhyNoP: "why"}
	text, err := json.Marshal(v)
	if err != nil || !strings.Contains(string(text), `"p":null`) {
		t.Fatalf("%s, %v", text, err)
	}
	var again suffice.Verdict
	if err := json.Unmarshal(text, &again); err != nil || !math.IsNaN(again.P) || again.Value != .5 || again.WhyNoP != "why" {
		t.Errorf("%+v, %v", again, err)
	}
}

// walks are random walks, which wander.
func walks(t *testing.T, seed uint64) *suffice.Data {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 32))
	const n, d = 150, 6
	x, y, time := make([][]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		x[i], time[i] = make([]float64, d), float64(i)
		for j := range d {
			if x[i][j] = random.NormFloat64(); i > 0 {
				x[i][j] += x[i-1][j]
			}
		}
		if y[i] = random.NormFloat64(); i > 0 {
			y[i] += y[i-1]
		}
	}
	data := dataOf(t, x, y, nil)
	data.Time = time
	return data
}

// Random walks are no finding where their time is told, and have no p where it is not.
func TestWalks(t *testing.T) {
	const tables = 30
	found, kept := 0, 0
	for seed := range uint64(tables) {
		d := walks(t, seed)
		if mustAssess(t, d, "sir").Found {
			found++
		}
		d.Time = nil
		if mustAssess(t, d, "sir").WhyNoP == "" {
			kept++
		}
	}
	if found > 5 || kept > 3 {
		t.Errorf("of %d tables %d are a finding, and %d have a p without their time", tables, found, kept)
	}
}

// Independent rows are taken as such, also where the file is sorted, or has a column of few values.
func TestIndependentRowsAreNoQuestion(t *testing.T) {
	asked := 0
	const tables = 60
	for seed := range uint64(tables) {
		random := rand.New(rand.NewPCG(seed, 33))
		n, d := 100+random.IntN(400), 3+random.IntN(8)
		x, y := make([][]float64, n), make([]float64, n)
		for i := range x {
			x[i] = make([]float64, d)
			for j := range x[i] {
				x[i][j] = random.NormFloat64()
			}
			x[i][d-1] = float64(random.IntN(30)) // an age
			y[i] = x[i][0]*x[i][0] + .1*x[i][d-1] + random.NormFloat64()
		}
		data := dataOf(t, x, y, nil)
		for _, ask := range []func() (string, error){
			func() (string, error) { return data.Together(t.Context(), seed) },
			func() (string, error) {
				questions, err := data.Leaks(t.Context(), seed)
				return strings.Join(questions, "; "), err
			},
		} {
			said, err := ask()
			if err != nil {
				t.Fatal(err)
			}
			if said != "" {
				t.Logf("table %d: %s", seed, said)
				asked++
			}
		}
	}
	if asked > 3 {
		t.Errorf("%d questions of %d tables", asked, tables)
	}
}

// Inputs that give the target away are asked about.
func TestLeaks(t *testing.T) {
	const n = 300
	for want, leak := range map[string]func(y float64, random *rand.Rand) []float64{
		`"x4" alone predicts`: func(y float64, _ *rand.Rand) []float64 { return []float64{math.Round(10*y) / 10} },
		`"x4", "x5" together make the target exactly`: func(y float64, random *rand.Rand) []float64 {
			part := random.Float64() * y
			return []float64{part, y - part}
		},
		`"x4" is 0 just where the target is small`: func(y float64, random *rand.Rand) []float64 {
			if y > 20 {
				return []float64{1 + random.Float64()}
			}
			return []float64{0}
		},
	} {
		random := rand.New(rand.NewPCG(1, 34))
		x, y := make([][]float64, n), make([]float64, n)
		for i := range x {
			x[i] = []float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}
			y[i] = 20 + 3*x[i][0] + random.NormFloat64()
			x[i] = append(x[i], leak(y[i], random)...)
		}
		data := dataOf(t, x, y, nil)
		m, err := data.X.(*rows.Matrix).WithNames([]string{"x1", "x2", "x3", "x4", "x5"}[:len(x[0])])
		if err != nil {
			t.Fatal(err)
		}
		data.X = m
		questions, err := data.Leaks(t.Context(), 1)
		if err != nil || !strings.Contains(strings.Join(questions, "\n"), want) {
			t.Errorf("want %s, got %q (%v)", want, questions, err)
		}
	}
}

// Copies are no question where a table has few values, and one where it has many.
func TestCopies(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 35))
	var x [][]float64
	var y []float64
	for range 100 {
		row, v := []float64{random.NormFloat64(), random.NormFloat64()}, random.NormFloat64()
		x, y = append(x, row, row), append(y, v, v)
	}
	if said, err := dataOf(t, x, y, nil).Together(t.Context(), 1); err != nil || !strings.Contains(said, "exact copies") {
		t.Errorf("copies: %q, %v", said, err)
	}
	for i := range x {
		x[i] = []float64{float64(random.IntN(4)), float64(random.IntN(4))}
		y[i] = float64(random.IntN(3))
	}
	if said, err := dataOf(t, x, y, nil).Together(t.Context(), 1); err != nil || said != "" {
		t.Errorf("few values: %q, %v", said, err)
	}
}

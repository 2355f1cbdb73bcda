package suffice

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"suffice/internal/metrics"
	"suffice/output"
	"suffice/rows"
)

// normal draws n rows of d inputs, none of which has to do with anything.
func normal(t testing.TB, n, d int, random *rand.Rand) *rows.Matrix {
	t.Helper()
	data := make([]float64, n*d)
	for i := range data {
		data[i] = random.NormFloat64()
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// lined draws n rows of 6 inputs whose y is the sum of the first two, with noise, and what
// is made of it: two classes, two labels, words.
func lined(t testing.TB, n int, noise float64) (*rows.Matrix, map[output.Kind]output.Output) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(n), 3))
	x, y, class, labels, words := make([][]float64, n), make([]float64, n), make([]int, n), make([]float64, 2*n), make([]string, n)
	for i := range x {
		row := make([]float64, 6)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		x[i], y[i], words[i] = row, row[0]+row[1]+noise*rng.NormFloat64(), "abab"
		if y[i] > 1 {
			class[i], labels[2*i], words[i] = 1, 1, "cdcd"
		}
		if y[i] < 0 {
			labels[2*i+1] = 1
		}
	}
	m, err := rows.FromSlices(x)
	if err != nil {
		t.Fatal(err)
	}
	sets, err := output.Labels(2, labels)
	if err != nil {
		t.Fatal(err)
	}
	texts, err := output.Strings(words, output.Spectrum{})
	if err != nil {
		t.Fatal(err)
	}
	return m, map[output.Kind]output.Output{
		output.KindNumber: output.Numbers(y), output.KindClass: output.Classes(class), output.KindLabels: sets, output.KindSequence: texts,
	}
}

func named(t testing.TB, names ...string) (methods []Method) {
	t.Helper()
	for _, name := range names {
		m, err := MethodNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		methods = append(methods, m)
	}
	return methods
}

// One direction of six is found to be one and to be no noise, and what it is worth is that of
// the score, for every kind of target.
func TestAssessFindsOneDirection(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, targets := lined(t, 160, .3)
	for kind, name := range map[output.Kind]string{output.KindNumber: "sir", output.KindClass: "sir", output.KindLabels: "cca", output.KindSequence: "mddm"} {
		assessing := AssessOptions{Method: named(t, name)[0], Options: Options{Seed: 1}}
		if name != "sir" {
			assessing.Options.Dim = 1 // these find it in two
		}
		a, err := Assess(t.Context(), NewData(x, targets[kind]), assessing)
		if err != nil {
			t.Fatal(err)
		}
		v, s := a.Verdict, a.crossFit.Scores[0]
		if a.Dim != 1 || !v.Found || v.P > .001 || v.Rows != 160 || v.Permutations != 999 || v.Measure != metrics.Judged(kind)[0] {
			t.Errorf("%s: %d components, %+v", kind, a.Dim, v)
		}
		if v.Value != s.Value || v.SE != s.SE || v.Baseline != s.Baseline {
			t.Errorf("%s: %+v, but the score is %v", kind, v, s.Value)
		}
		switch {
		case assessing.Options.Dim == 1 && (a.Curve != nil || len(a.crossFit.Scores) != 1):
			t.Errorf("%s: asked for one component, but there are %d scores", kind, len(a.crossFit.Scores))
		case assessing.Options.Dim == 0 && (a.Curve[0].Value != s.Value || a.Curve[0].P > .001 || kind == output.KindNumber && a.Curve[1].P < .05):
			t.Errorf("%s: curve %+v", kind, a.Curve)
		}
	}
}

// Of tables of noise, no more than chance has it have a small p, whatever the method has
// picked up; and what is found there predicts nothing.
func TestNoiseIsNoFinding(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	const tables = 100
	small, sum, values := 0, 0., 0.
	for seed := range uint64(tables) {
		random := rand.New(rand.NewPCG(seed, 5))
		x, y := normal(t, 40, 6, random), make([]float64, 40)
		for i := range y {
			y[i] = random.NormFloat64()
		}
		a, err := Assess(t.Context(), NewData(x, output.Numbers(y)), AssessOptions{Method: named(t, "sir")[0], Options: Options{Seed: seed}, Most: 2})
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict.Found != (a.Verdict.P < .05) {
			t.Errorf("p %v, found %v", a.Verdict.P, a.Verdict.Found)
		}
		if a.Verdict.Found {
			small++
		}
		sum, values = sum+a.Verdict.P/tables, values+a.Verdict.Value/tables
	}
	if small > 11 || math.Abs(sum-.5) > .1 || math.Abs(values) > .05 { // 5 are expected
		t.Errorf("%d of %d below .05, mean p %.3f, mean R² %.3f", small, tables, sum, values)
	}
}

// A dependence that leaves the mean as it is is found, though it predicts no variance; and
// outliers do not hide what there is.
func TestMoreThanTheMean(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	random := rand.New(rand.NewPCG(3, 5))
	x := normal(t, 300, 4, random)
	scale, far := make([]float64, 300), make([]float64, 300)
	for i := range scale {
		scale[i] = math.Exp(x.Row(i)[0]) * random.NormFloat64()
		far[i] = x.Row(i)[0] + .3*random.NormFloat64()
	}
	far[7] = 1e6
	for name, y := range map[string][]float64{"dr": scale, "sir": far} {
		a, err := Assess(t.Context(), NewData(x, output.Numbers(y)), AssessOptions{Method: named(t, name)[0], Options: Options{Seed: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if v := a.Verdict; !v.Found || v.P > .001 || v.Value > .3 {
			t.Errorf("%s: %d components, %+v", name, a.Dim, v)
		}
	}
}

// Whole fits with y in random order say the same, and stop where that is clear.
func TestWholeFitsInRandomOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	x, targets := lined(t, 40, .3)
	a, err := Assess(t.Context(), NewData(x, targets[output.KindNumber]), AssessOptions{Method: named(t, "sir")[0], Options: Options{Dim: 1}, Permutations: 19})
	if err != nil {
		t.Fatal(err)
	}
	if v := a.Verdict; v.P != .05 || v.Permutations != 19 {
		t.Errorf("a line: %+v", v)
	}
	random := rand.New(rand.NewPCG(1, 5))
	a, err = Assess(t.Context(), NewData(normal(t, 40, 6, random), targets[output.KindNumber]), AssessOptions{Method: named(t, "sir")[0], Permutations: 200, Most: 2})
	if err != nil {
		t.Fatal(err)
	}
	if v := a.Verdict; v.Found || v.Permutations >= 200 || v.P != 10/float64(v.Permutations) {
		t.Errorf("noise: %+v", v)
	}
}

// The same seed gives the same on any number of threads, and nothing is done where ctx ends.
func TestAssessIsDetermined(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	x, targets := lined(t, 60, .3)
	assessing := AssessOptions{Method: named(t, "sca")[0], Options: Options{Seed: 3}, Most: 2}
	var first Verdict
	for _, threads := range []int{1, 4} {
		runtime.GOMAXPROCS(threads)
		a, err := Assess(t.Context(), NewData(x, targets[output.KindClass]), assessing)
		if err != nil {
			t.Fatal(err)
		}
		if threads == 1 {
			first = a.Verdict
		}
		if !reflect.DeepEqual(first, a.Verdict) {
			t.Errorf("%d threads: %+v, one: %+v", threads, a.Verdict, first)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	assessing.Progress = func(Step) { cancel() }
	if _, err := Assess(ctx, NewData(x, targets[output.KindClass]), assessing); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestWrongAssessments(t *testing.T) {
	x, targets := lined(t, 60, .3)
	for want, a := range map[string]AssessOptions{
		"7 components, but there must be from 1 to 6": {Options: Options{Dim: 7}},
		"-1 components":    {Options: Options{Dim: -1}},
		"61 folds":         {Folds: 61},
		"only of a number": {},
	} {
		a.Method = named(t, "phd")[0]
		if _, err := Assess(t.Context(), NewData(x, targets[output.KindLabels]), a); err == nil || !strings.Contains(err.Error(), want) && want != "only of a number" {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

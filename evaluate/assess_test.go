package evaluate

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice"
	"suffice/internal/learn"
	"suffice/internal/linalg"
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

func method(t testing.TB, name string) suffice.Method {
	t.Helper()
	m, err := suffice.MethodNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// One direction of six is found to be one and to be no noise, and what it is worth is that of
// the score, for every kind of target.
func TestAssessFindsOneDirection(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, targets := lined(t, 240, .3)
	for kind, name := range map[output.Kind]string{output.KindNumber: "sir", output.KindClass: "sir", output.KindLabels: "cca", output.KindSequence: "mddm"} {
		assessing := Assessing{CrossFit: CrossFit{Seed: 1}, Method: method(t, name)}
		if name != "sir" {
			assessing.Dim = 1 // these find it in two
		}
		a, err := Assess(t.Context(), x, targets[kind], assessing)
		if err != nil {
			t.Fatal(err)
		}
		v, s := a.Verdict, a.Scores[0]
		if a.Dim != 1 || !v.Found || v.P > .001 || v.Rows != 240 || v.Permutations != orders || v.Measure != metrics.Judged(kind)[0] {
			t.Errorf("%s: %d components, %+v", kind, a.Dim, v)
		}
		if v.Value != s.Value || v.SE != s.SE || v.Baseline != s.Baseline {
			t.Errorf("%s: %+v, but the score is %v", kind, v, s.Value)
		}
		switch {
		case assessing.Dim == 1 && (a.Curve != nil || len(a.Scores) != 1):
			t.Errorf("%s: asked for one component, but there are %d scores", kind, len(a.Scores))
		case assessing.Dim == 0 && (a.Curve[0].Value != s.Value || a.Curve[0].P > .001 || kind == output.KindNumber && a.Curve[1].P < .05):
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
	const tables = 40
	small, sum, values := 0, 0., 0.
	for seed := range uint64(tables) {
		random := rand.New(rand.NewPCG(seed, 5))
		x, y := normal(t, 60, 6, random), make([]float64, 60)
		for i := range y {
			y[i] = random.NormFloat64()
		}
		a, err := Assess(t.Context(), x, output.Numbers(y), Assessing{CrossFit: CrossFit{Seed: seed}, Method: method(t, "sir"), Most: 2})
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
	if small > 6 || math.Abs(sum-.5) > .1 || math.Abs(values) > .05 { // 2 are expected
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
		a, err := Assess(t.Context(), x, output.Numbers(y), Assessing{CrossFit: CrossFit{Seed: 1}, Method: method(t, name)})
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
	x, targets := lined(t, 60, .3)
	a, err := Assess(t.Context(), x, targets[output.KindNumber], Assessing{Method: method(t, "sir"), Dim: 1, Permutations: 19})
	if err != nil {
		t.Fatal(err)
	}
	if v := a.Verdict; v.P != .05 || v.Permutations != 19 {
		t.Errorf("a line: %+v", v)
	}
	random := rand.New(rand.NewPCG(1, 5))
	a, err = Assess(t.Context(), normal(t, 60, 6, random), targets[output.KindNumber], Assessing{Method: method(t, "sir"), Permutations: 200, Most: 2})
	if err != nil {
		t.Fatal(err)
	}
	if v := a.Verdict; v.Found || v.Permutations >= 200 || v.P != enough/float64(v.Permutations) {
		t.Errorf("noise: %+v", v)
	}
}

// The number is the least one that is not clearly worse than the best.
func TestLeastNumberThatSuffices(t *testing.T) {
	score := func(dim int, squares ...float64) *Score { return &Score{Dim: dim, squares: squares} }
	failed := &Score{Dim: 2, Err: errors.New("no")}
	for want, scores := range map[int][]*Score{
		1: {score(1, 1, 2, 1, 2), score(2, 1, 2, 2, .9)},
		2: {score(1, 5, 5, 5, 6), score(2, 1, 2, 1, 2), score(3, 1, 1.9, 1.2, 2)},
		3: {score(1, 5, 5, 5, 6), failed, score(3, 1, 2, 1, 2)},
	} {
		if got := (&assessing{scores: scores}).choose(); got != want {
			t.Errorf("chose %d, want %d", got, want)
		}
	}
}

// The same seed gives the same on any number of threads, and nothing is done where ctx ends.
func TestAssessIsDetermined(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	x, targets := lined(t, 60, .3)
	assessing := Assessing{CrossFit: CrossFit{Seed: 3}, Method: method(t, "sca"), Most: 2}
	var first suffice.Verdict
	for _, threads := range []int{1, 4} {
		runtime.GOMAXPROCS(threads)
		a, err := Assess(t.Context(), x, targets[output.KindClass], assessing)
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
	assessing.Progress = func(p Progress) { cancel() }
	if _, err := Assess(ctx, x, targets[output.KindClass], assessing); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestWrongAssessments(t *testing.T) {
	x, targets := lined(t, 60, .3)
	for want, a := range map[string]Assessing{
		"7 components, but there must be from 1 to 6": {Dim: 7},
		"-1 components":    {Dim: -1},
		"61 folds":         {CrossFit: CrossFit{Folds: 61}},
		"only of a number": {},
	} {
		a.Method = method(t, "phd")
		if _, err := Assess(t.Context(), x, targets[output.KindLabels], a); err == nil || !strings.Contains(err.Error(), want) && want != "only of a number" {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// Columns of noise get their share of components that are not there, and none of the one
// that is.
func TestAugment(t *testing.T) {
	x, targets := lined(t, 300, .3)
	a, err := Augment(t.Context(), x, targets[output.KindNumber], method(t, "sca"), 2, CrossFit{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if a.Dim != 1 || a.Shares[0] > .05 || a.Shares[1] < a.Chance/2 || a.Chance != 5./11 || a.Draws != augmentDraws {
		t.Errorf("%+v", a)
	}
	for want, dim := range map[string]int{"0 components": 0, "7 components": 7} {
		if _, err := Augment(t.Context(), x, targets[output.KindNumber], method(t, "sir"), dim, CrossFit{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if _, err := Augment(t.Context(), x, targets[output.KindNumber], method(t, "none"), 2, CrossFit{}); err == nil {
		t.Error("none has no components")
	}
}

// Waves know the order of numbers and nothing else, and are about orthonormal.
func TestWaves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := rapid.SliceOfNDistinct(rapid.IntRange(-500, 500), 40, 80, rapid.ID[int]).Draw(t, "values")
		values, curved := make([]float64, len(drawn)), make([]float64, len(drawn))
		for i, v := range drawn {
			values[i], curved[i] = float64(v)/100, math.Exp(float64(v)/100)
		}
		of := func(values []float64) answers {
			a, err := newAnswers(context.Background(), output.Numbers(values))
			if err != nil {
				t.Fatal(err)
			}
			return a.withWaves()
		}
		a, b := of(values), of(curved)
		gram := linalg.New(a.Cols-1, a.Cols-1)
		for i := range a.Rows {
			row := a.Row(i)[a.steady():]
			if !slices.Equal(row, b.Row(i)[b.steady():]) {
				t.Fatalf("row %d: %v, but %v", i, row, b.Row(i))
			}
			for j, v := range row {
				linalg.Axpy(v/float64(a.Rows), row, gram.Row(j))
			}
		}
		for i := range gram.Rows {
			for j, v := range gram.Row(i) {
				want := 0.
				if i == j {
					want = 1
				}
				if math.Abs(v-want) > 1e-9 {
					t.Fatalf("waves %d and %d have product %v", i+1, j+1, v)
				}
			}
		}
	})
}

// Predictions of noise are drawn to the constant, and right ones stay.
func TestShrink(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 5))
	for _, right := range []bool{false, true} {
		s := &Score{Measure: "r2"}
		for range 4 {
			truth, by := linalg.New(50, 1), linalg.New(50, 1)
			for i := range 50 {
				truth.Set(i, 0, random.NormFloat64())
				by.Set(i, 0, random.NormFloat64())
				if right {
					by.Set(i, 0, truth.At(i, 0))
				}
			}
			s.add(predicted{answers: answers{Matrix: truth, kind: output.KindNumber}, by: by, constant: []float64{0}})
		}
		raw, _ := learn.Moments(s.Losses)
		s.sumUp()
		if right && s.Value != 1 || !right && (s.Value < -.1 || s.Value > .1 || raw < 1.5) {
			t.Errorf("right %v: R² %v, of raw losses %v", right, s.Value, raw)
		}
	}
}

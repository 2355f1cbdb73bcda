package evaluate

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/output"
	"suffice/rows"
)

// lined draws n rows of 6 inputs whose y is the sum of the first two, with noise, and what
// is made of it: two classes, two labels, words.
func lined(t *testing.T, n int, noise float64) (*rows.Matrix, map[output.Kind]output.Output) {
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

func named(t *testing.T, names ...string) (methods []suffice.Method) {
	t.Helper()
	for _, name := range names {
		m, err := suffice.MethodNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		methods = append(methods, m)
	}
	return methods
}

// What components predict is told in the measure of the target, beside what a guess does:
// mddm finds the line, and pca nothing.
func TestScoresOfEveryKind(t *testing.T) {
	x, targets := lined(t, 240, .3)
	for kind, y := range targets {
		folds, err := CrossFit{Seed: 1}.Divide(t.Context(), x, y)
		if err != nil {
			t.Fatal(err)
		}
		var scores []*Score
		for _, m := range named(t, "mddm", "pca") {
			s, err := folds.Score(t.Context(), m, 1)
			if err != nil || s.Err != nil {
				t.Fatal(err, s.Err)
			}
			if s.Measure != metrics.Judged(kind)[0] || len(s.Losses) != 240 || folds.Rows() != 240 || s.SE <= 0 || s.SE > .1 {
				t.Errorf("%s: %+v", kind, s)
			}
			scores = append(scores, s)
		}
		found, blind := scores[0], scores[1]
		better, worth := found.Value-found.Baseline, found.Value
		if s := found; s.Measure == "hamming_loss" {
			better, worth = s.Baseline-s.Value, 1-s.Value
		}
		if better < .15 || worth < .75 {
			t.Errorf("%s: mddm has %g, a guess %g", kind, found.Value, found.Baseline)
		}
		if gain, se := found.Over(blind); gain < 3*se || se <= 0 {
			t.Errorf("%s: mddm is better than pca by %g, standard error %g", kind, gain, se)
		}
		if back, _ := blind.Over(found); back >= 0 {
			t.Errorf("%s: and the other way round by %g", kind, back)
		}
	}
}

// R² and its standard error are those of the definition, and of errors of known size.
func TestValueOfAScore(t *testing.T) {
	s := &Score{Measure: "r2", Losses: []float64{1, 0, 2, 1}, guess: []float64{4, 2, 6, 4}}
	s.sumUp()
	if s.Value != .75 || s.Baseline != 0 || math.Abs(s.SE-math.Sqrt(1./3/4)*.5/4*math.Sqrt(2)) > 1e-12 {
		t.Errorf("R² %v, standard error %v", s.Value, s.SE)
	}
	s = &Score{Measure: "accuracy", Losses: []float64{1, 0, 0, 0}, guess: []float64{1, 1, 0, 0}}
	s.sumUp()
	if s.Value != .75 || s.Baseline != .5 || math.Abs(s.SE-.25) > 1e-12 {
		t.Errorf("accuracy %+v", s)
	}
	text, err := json.Marshal([]*Score{s, {Method: "phd", Dim: 2, Measure: "r2", Err: errors.New("it cannot")}})
	const want = `[{"method":"","dim":0,"measure":"accuracy","value":0.75,"se":0.25,"baseline":0.5,"rows":4,"seconds":0},` +
		`{"method":"phd","dim":2,"measure":"r2","value":null,"se":null,"baseline":null,"rows":0,"seconds":0,"error":"it cannot"}]`
	if err != nil || string(text) != want {
		t.Errorf("got %s (%v)", text, err)
	}
}

// Each row is in one fold, classes are in all alike, and no fit sees more rows than asked for.
func TestFoldsAreFair(t *testing.T) {
	x, targets := lined(t, 103, .3)
	for kind, y := range targets {
		folds, err := CrossFit{Seed: 4}.Divide(t.Context(), x, y)
		if err != nil {
			t.Fatal(err)
		}
		seen, ones := 0, []float64{}
		for _, p := range folds.parts {
			seen += p.xTest.Len()
			if p.xTrain.Len()+p.xTest.Len() != 103 || p.aTrain.Rows != p.xTrain.Len() || p.yTrain.Len() != p.xTrain.Len() {
				t.Errorf("%s: a fold of %d and %d rows", kind, p.xTrain.Len(), p.xTest.Len())
			}
			ones = append(ones, linalg.Dot(column(p.aTest.Matrix, 0), column(p.aTest.Matrix, 0)))
		}
		if seen != 103 || folds.Rows() != 103 {
			t.Errorf("%s: %d rows judged", kind, seen)
		}
		if kind == output.KindClass && slices.Max(ones)-slices.Min(ones) > 1 {
			t.Errorf("a class is in the folds %v times", ones)
		}
	}
	few, err := CrossFit{Train: 40}.Divide(t.Context(), x, targets[output.KindNumber])
	if err != nil {
		t.Fatal(err)
	}
	if few.Rows() != 50 || few.parts[0].xTrain.Len() != 40 {
		t.Errorf("%d rows, %d to train", few.Rows(), few.parts[0].xTrain.Len())
	}
}

func column(m linalg.Matrix, j int) (out []float64) {
	for i := range m.Rows {
		out = append(out, m.At(i, j))
	}
	return out
}

func TestWrongDivisions(t *testing.T) {
	x, targets := lined(t, 30, .3)
	for want, c := range map[string]CrossFit{
		"1 folds of 30 rows":  {Folds: 1},
		"31 folds of 30 rows": {Folds: 31},
		"1 training rows":     {Train: 1},
	} {
		if _, err := c.Divide(t.Context(), x, targets[output.KindNumber]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	few, y := lined(t, 5, 0)
	if _, err := (CrossFit{}).Divide(t.Context(), few, y[output.KindNumber]); err == nil || !strings.Contains(err.Error(), "5 rows are too few") {
		t.Errorf("few rows: %v", err)
	}
	if _, err := (CrossFit{}).Divide(t.Context(), few, targets[output.KindNumber]); err == nil || !strings.Contains(err.Error(), "5 rows of inputs, but 30") {
		t.Errorf("other rows: %v", err)
	}
}

// The first method is kept where others are no better, another one is taken where it is,
// and those that fail or are far behind are said to be.
func TestChoose(t *testing.T) {
	x, targets := lined(t, 240, .3)
	for _, c := range []struct {
		kind           output.Kind
		methods        []suffice.Method
		want           string
		behind, failed []string
	}{
		{output.KindNumber, named(t, "sir", "cca"), "sir", nil, nil},
		{output.KindNumber, named(t, "cca", "sir"), "cca", nil, nil},
		{output.KindNumber, named(t, "pca", "sir"), "sir", []string{"pca"}, nil},
		{output.KindLabels, named(t, "pca", "phd", "cca"), "cca", []string{"pca"}, []string{"phd"}},
		{output.KindLabels, named(t, "phd", "mddm"), "mddm", nil, []string{"phd"}},
	} {
		var told []Progress
		chosen, err := Choose(t.Context(), x, targets[c.kind], Choosing{
			CrossFit: CrossFit{Seed: 1}, Dim: 1, Methods: c.methods, Progress: func(p Progress) { told = append(told, p) },
		})
		if err != nil {
			t.Fatal(err)
		}
		var behind, failed []string
		for _, s := range chosen.Scores {
			switch {
			case errors.Is(s.Err, ErrBehind):
				behind = append(behind, s.Method)
			case s.Err != nil:
				failed = append(failed, s.Method)
			}
		}
		if chosen.Method.Name != c.want || !slices.Equal(behind, c.behind) || !slices.Equal(failed, c.failed) || len(chosen.Dropped()) != len(behind)+len(failed) {
			t.Errorf("%s: chose %s, behind %v, failed %v", c.kind, chosen.Method.Name, behind, failed)
		}
		if last := told[len(told)-1]; last.Done != len(c.methods)*5 || last.All != last.Done {
			t.Errorf("told %+v at last", last)
		}
	}
}

// The same seed makes the same choice on any number of threads; and none where ctx is done.
func TestChooseIsDetermined(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	x, targets := lined(t, 120, .5)
	choosing := Choosing{CrossFit: CrossFit{Seed: 2}, Dim: 2, Methods: named(t, "sca0", "mddm", "save")}
	var first []float64
	for _, threads := range []int{1, 4} {
		runtime.GOMAXPROCS(threads)
		chosen, err := Choose(t.Context(), x, targets[output.KindNumber], choosing)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = chosen.Scores[0].Losses
		}
		if !slices.Equal(first, chosen.Scores[0].Losses) {
			t.Errorf("%d threads give other losses", threads)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Choose(ctx, x, targets[output.KindNumber], choosing); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestNothingToChoose(t *testing.T) {
	x, targets := lined(t, 60, .5)
	for want, c := range map[string]Choosing{
		"no method could do it; phd: ":              {Dim: 1, Methods: named(t, "phd")},
		"7 components, but there must be from 1 to": {Dim: 7},
	} {
		if _, err := Choose(t.Context(), x, targets[output.KindLabels], c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if _, err := Choose(t.Context(), x, targets[output.KindNumber], Choosing{Dim: 2, Methods: named(t, "cca")}); err == nil || !strings.Contains(err.Error(), "no method to choose") {
		t.Errorf("got %v", err)
	}
}

// The candidates among all methods are those that reduce, the recommended one first, and
// fewer for many inputs.
func TestCandidates(t *testing.T) {
	few, many := affordable(10), affordable(100_000)
	if few[0].Name != suffice.Methods()[0].Name || len(many) >= len(few) || len(many) < 3 {
		t.Errorf("%d candidates for few inputs, %d for many", len(few), len(many))
	}
	for _, m := range few {
		if m.KeepsInputs {
			t.Errorf("%s does not reduce", m.Name)
		}
	}
}

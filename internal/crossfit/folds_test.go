package crossfit

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// persons are so many groups of rows whose three inputs and number are those of the group, with
// a little noise: the inputs say nothing of another group.
func persons(t testing.TB, count, each int) (*rows.Matrix, output.Output, []int) {
	t.Helper()
	random := rand.New(rand.NewPCG(5, 6))
	var data, y []float64
	var group []int
	for g := range count {
		own := []float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}
		for range each {
			for _, v := range own[:3] {
				data = append(data, v+.02*random.NormFloat64())
			}
			y, group = append(y, own[3]+.02*random.NormFloat64()), append(group, g)
		}
	}
	x, err := rows.NewMatrix(3, data)
	if err != nil {
		t.Fatal(err)
	}
	return x, output.Numbers(y), group
}

// Inputs that tell the group, and a number that only the group has: with groups apart there is
// nothing to predict.
func TestScoresWithGroupsAndTime(t *testing.T) {
	x, y, group := persons(t, 30, 4)
	when := make([]float64, len(group))
	for i, g := range group {
		when[i] = float64(g)
	}
	value := func(o Options) float64 { return mustScore(t, mustDivide(t, x, y, o), inputs, 0).Value }
	if v := value(Options{}); v < .8 {
		t.Errorf("R2 with groups divided: %v", v)
	}
	if v := value(Options{Group: group}); v > .1 {
		t.Errorf("R2 with groups apart: %v", v)
	}
	if v := value(Options{Time: when}); v > .1 {
		t.Errorf("R2 of later rows: %v", v)
	}
	for _, o := range []Options{{Group: group[1:]}, {Time: when[1:]}, {Group: group, Time: when}, {Group: make([]int, len(group))}, {Folds: 31, Group: group}} {
		if _, err := Divide(t.Context(), x, y, o); err == nil {
			t.Errorf("%d folds, %d groups and %d times were taken", o.Folds, len(o.Group), len(o.Time))
		}
	}
}

// Each row is judged once, by what was learnt from all others; classes are in all folds alike,
// and so are small and large numbers: each fold has one of those that follow each other.
func TestFoldsAreFair(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n, folds := rapid.IntRange(12, 60).Draw(r, "rows"), rapid.IntRange(2, 6).Draw(r, "folds")
		x, targets := lined(t, n, .3)
		kind := rapid.SampledFrom([]output.Kind{output.KindNumber, output.KindClass, output.KindLabels, output.KindSequence}).Draw(r, "kind")
		f := mustDivide(t, x, targets[kind], Options{Folds: folds, Seed: rapid.Uint64().Draw(r, "seed")})
		var judged []int
		var ones []float64
		for _, p := range f.Parts {
			if p.XTrain.Len()+p.XTest.Len() != n || p.Train.Rows != p.XTrain.Len() || p.Test.Rows != p.XTest.Len() || p.YTrain.Len() != p.XTrain.Len() {
				r.Fatalf("a fold of %d and %d rows", p.XTrain.Len(), p.XTest.Len())
			}
			judged = append(judged, p.tested...)
			ones = append(ones, linalg.Dot(p.Test.column(0), p.Test.column(0)))
		}
		slices.Sort(judged)
		if len(judged) != n || judged[0] != 0 || len(slices.Compact(judged)) != n || f.Rows != n || f.All != n {
			r.Fatalf("judged %v of %d rows", judged, n)
		}
		if kind == output.KindClass && slices.Max(ones)-slices.Min(ones) > 1 {
			r.Fatalf("a class is in the folds %v times", ones)
		}
		if kind != output.KindNumber {
			return
		}
		of, ranks := make([]int, n), sampling.Ascending(f.targets.column(0))
		for k, p := range f.Parts {
			for _, i := range p.tested {
				of[i] = k
			}
		}
		for from := 0; from+folds <= n; from += folds {
			here := map[int]bool{}
			for _, i := range ranks[from : from+folds] {
				here[of[i]] = true
			}
			if len(here) != folds {
				r.Fatalf("%d numbers that follow each other are in %d folds", folds, len(here))
			}
		}
	})
}

// No fit sees more rows than asked for, nor many fewer.
func TestFoldsOfFewRows(t *testing.T) {
	x, targets := lined(t, 103, .3)
	for _, folds := range []int{0, 2, 5, 10} {
		few := mustDivide(t, x, targets[output.KindNumber], Options{Train: 40, Folds: folds})
		for _, p := range few.Parts {
			if n := p.XTrain.Len(); n > 40 || n < 39 || n+p.XTest.Len() != few.Rows || few.All != 103 {
				t.Errorf("%d folds: %d rows of %d, %d to train", len(few.Parts), few.Rows, few.All, n)
			}
		}
	}
}

// Folds of the same seed are the same, and those before one have none of its rows.
func TestFoldsBefore(t *testing.T) {
	x, targets := lined(t, 60, .3)
	f, again := mustDivide(t, x, targets[output.KindNumber], Options{Seed: 3}), mustDivide(t, x, targets[output.KindNumber], Options{Seed: 3})
	rowsBefore := 0
	for k, p := range f.Parts {
		if !slices.Equal(p.tested, again.Parts[k].tested) {
			t.Fatalf("fold %d is %v, and then %v", k, p.tested, again.Parts[k].tested)
		}
		if k > 0 {
			part, err := f.before(t.Context(), k, k+1)
			if err != nil || part.XTrain.Len() != rowsBefore || part.XTest.Len() != len(p.tested) {
				t.Fatalf("fold %d learns from %d rows, want %d (%v)", k, part.XTrain.Len(), rowsBefore, err)
			}
		}
		rowsBefore += len(p.tested)
	}
}

func TestWrongDivisions(t *testing.T) {
	x, targets := lined(t, 30, .3)
	for want, o := range map[string]Options{
		"1 folds of 30 rows":  {Folds: 1},
		"31 folds of 30 rows": {Folds: 31},
		"1 training rows":     {Train: 1},
	} {
		if _, err := Divide(t.Context(), x, targets[output.KindNumber], o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	few, y := lined(t, 5, 0)
	if _, err := Divide(t.Context(), few, y[output.KindNumber], Options{}); err == nil || !strings.Contains(err.Error(), "5 rows are too few") {
		t.Errorf("few rows: %v", err)
	}
	if _, err := Divide(t.Context(), few, targets[output.KindNumber], Options{}); err == nil || !strings.Contains(err.Error(), "5 rows of inputs, but 30") {
		t.Errorf("other rows: %v", err)
	}
}

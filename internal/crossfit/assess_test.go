package crossfit

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

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

// testedP is the p of a method, without any score.
func testedP(t *testing.T, folds *Folds, method Method) float64 {
	t.Helper()
	w := &assessing{Assessing: Assessing{Method: inputs, Tested: method}, folds: folds}
	later, work, err := w.testing(t.Context(), []int{1})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.do(t.Context(), work); err != nil {
		t.Fatal(err)
	}
	return later.p(rand.New(rand.NewPCG(folds.Seed, 1)))
}

// The p of noise is uniform, though the components follow it: the largest distance of its
// distribution from that (Kolmogorov and Smirnov) is below its 1% point. The p of a line is not.
func TestNoiseHasUniformP(t *testing.T) {
	const tables = 100
	var all []float64
	for seed := range uint64(tables) {
		random := rand.New(rand.NewPCG(seed, 6))
		x, y := normal(t, 60, 6, random), make([]float64, 60)
		for i := range y {
			y[i] = random.NormFloat64()
		}
		all = append(all, testedP(t, mustDivide(t, x, output.Numbers(y), Options{Seed: seed}), slopes))
	}
	slices.Sort(all)
	far := 0.
	for i, p := range all {
		far = max(far, float64(i+1)/tables-p, p-float64(i)/tables)
	}
	if most := 1.63 / math.Sqrt(tables); far > most {
		t.Errorf("p of noise is %.3f from uniform, more than %.3f", far, most)
	}
	x, targets := lined(t, 60, .3)
	if p := testedP(t, mustDivide(t, x, targets[output.KindNumber], Options{Seed: 1}), slopes); p > .001 {
		t.Errorf("p of a line is %v", p)
	}
}

// failing is a method that finds nothing.
var failing = Method{Name: "failing", Find: func(context.Context, rows.Source, output.Output, int, uint64) (Project, error) {
	return nil, errors.New("it cannot")
}}

// The best method wins, but the first where that is no worse; others are given up, or say why
// they have failed.
func TestRace(t *testing.T) {
	x, targets := lined(t, 80, .3)
	line, blind, about := along("line", 1, 1, 0, 0), along("blind", 0, 0, 1, 0), along("about", 1, 1, .001, 0)
	for want, methods := range map[string][]Method{
		"line":  {line, about, blind, failing},
		"about": {failing, blind, about},
	} {
		race := &Race{Folds: mustDivide(t, x, targets[output.KindNumber], Options{Seed: 1}), Methods: methods, Dim: 1, Margin: 2}
		best, err := race.Run(t.Context())
		if err != nil || methods[best].Name != want {
			t.Errorf("the best is %s, want %s (%v)", methods[best].Name, want, err)
		}
		for i, s := range race.Scores {
			switch methods[i].Name {
			case "blind":
				if !errors.Is(s.Err, ErrBehind) || len(s.Losses) == 80 {
					t.Errorf("blind was judged by %d rows: %v", len(s.Losses), s.Err)
				}
			case "failing":
				if s.Err == nil || len(s.Losses) > 0 {
					t.Errorf("failing has %d losses: %v", len(s.Losses), s.Err)
				}
			default:
				if s.Err != nil || len(s.Losses) != 80 || len(s.near) != 80 || math.Abs(s.both()[7]-s.Losses[7]-s.near[7]) > 1e-12 || i != best && !slices.Contains(race.Near(best), i) {
					t.Errorf("%s: %d losses, near %v, %v", methods[i].Name, len(s.Losses), race.Near(best), s.Err)
				}
			}
		}
	}
	alone := &Race{Folds: mustDivide(t, x, targets[output.KindNumber], Options{}), Methods: []Method{failing}, Dim: 1}
	if _, err := alone.Run(t.Context()); err == nil {
		t.Error("nothing was found, which is no error")
	}
}

// More components that predict half of the folds clearly worse are given up, and are not chosen.
func TestMoreComponentsAreGivenUp(t *testing.T) {
	x, targets := lined(t, 200, .3)
	parts := [][]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}
	var fits atomic.Int64 // with all
	blinded := Method{Name: "blinded", Find: func(_ context.Context, _ rows.Source, _ output.Output, dim int, _ uint64) (Project, error) {
		if dim == len(parts) { // of one input that says nothing
			fits.Add(1)
			return projecting(linalg.FromSlices(parts[2:])), nil
		}
		return projecting(linalg.FromSlices(parts[:dim])), nil
	}}
	folds := mustDivide(t, x, targets[output.KindNumber], Options{Seed: 1})
	a, err := Assess(t.Context(), folds, Assessing{Method: blinded, Inputs: inputs, Most: len(parts)})
	if err != nil || a.Dim != 2 {
		t.Fatalf("%+v: %v", a, err)
	}
	last := a.Scores[len(a.Scores)-1]
	if len(a.Scores) != 3 || !errors.Is(last.Err, ErrBehind) || a.Of(3) != nil || int(fits.Load()) != len(folds.Parts)/2 || len(a.Steps) != 2 {
		t.Errorf("3 components were found with %d of %d folds, %v; %d steps", fits.Load(), len(folds.Parts), last.Err, len(a.Steps))
	}
}

// An assessment has what was asked for: without a test no p and no inputs, and what is known is
// not found again.
func TestAssessmentWithoutATest(t *testing.T) {
	x, targets := lined(t, 40, .3)
	folds := mustDivide(t, x, targets[output.KindNumber], Options{Seed: 1})
	known := mustScore(t, folds, along("line", 1, 1, 0, 0), 1)
	calls := 0
	counting := Method{Name: "line", Find: func(context.Context, rows.Source, output.Output, int, uint64) (Project, error) {
		calls++
		return nil, errors.New("it was to be known")
	}}
	a, err := Assess(t.Context(), folds, Assessing{Method: counting, Inputs: inputs, Dim: 1, NoTest: true, Known: known})
	if err != nil || calls > 0 {
		t.Fatal(calls, err)
	}
	if a.Of(1) != known || a.Of(2) != nil || a.Inputs != nil || a.Orders != 0 || a.Dim != 1 {
		t.Errorf("%+v", a)
	}
}

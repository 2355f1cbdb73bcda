package evaluate_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/evaluate"
	"suffice/output"
	"suffice/rows"
)

// trend draws y = x1 + x2 + noise of d normal inputs.
func trend(t *testing.T, n, d int, seed uint64) (*rows.Matrix, output.Output) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 77))
	data, y := make([]float64, n*d), make([]float64, n)
	for i := range data {
		data[i] = random.NormFloat64()
	}
	for i := range y {
		y[i] = data[i*d] + data[i*d+1] + .5*random.NormFloat64()
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	return x, output.Numbers(y)
}

func method(t *testing.T, name string) suffice.Method {
	t.Helper()
	m, err := suffice.MethodNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestRankInputsFindsThoseThatAreNeeded(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, y := trend(t, 200, 5, 1)
	ranked, err := evaluate.RankInputs(context.Background(), x, y, evaluate.RankOptions{Method: method(t, "sir"), Options: suffice.Options{Dim: 1, Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	first := []string{ranked.Inputs[0].Column, ranked.Inputs[1].Column}
	slices.Sort(first)
	if !slices.Equal(first, []string{"x1", "x2"}) || ranked.Inputs[1].Adjusted > .001 || ranked.Inputs[2].Adjusted < .05 {
		t.Errorf("%+v", ranked.Inputs)
	}
	if ranked.Inputs[0].Loss < .2 || math.Abs(ranked.Inputs[4].Loss) > .02 {
		t.Errorf("%+v", ranked.Inputs)
	}
}

// Where y does not need inputs, their p is uniform: the largest distance of its distribution
// from that (Kolmogorov and Smirnov) is below its 1% point. Each table has three noise inputs;
// one of them goes with an input that is needed.
func TestNoiseInputsHaveUniformP(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	var all []float64
	for seed := range uint64(60) {
		x, y := trend(t, 80, 4, seed)
		for i := range x.Len() {
			row := x.Row(i)
			row[3] += row[0]
		}
		ranked, err := evaluate.RankInputs(context.Background(), x, y, evaluate.RankOptions{Method: method(t, "sir"), Options: suffice.Options{Dim: 1, Seed: seed}, Copies: 20})
		if err != nil {
			t.Fatal(err)
		}
		for _, input := range ranked.Inputs {
			if input.Column == "x3" || input.Column == "x4" {
				all = append(all, input.P)
			}
		}
	}
	slices.Sort(all)
	n, far := float64(len(all)), 0.
	for i, p := range all {
		far = max(far, float64(i+1)/n-p, p-float64(i)/n)
	}
	if most := 1.63 / math.Sqrt(n); far > most {
		t.Errorf("p of noise is %.3f from uniform, more than %.3f", far, most)
	}
}

// Holm's adjustment never makes p smaller, and keeps the order.
func TestRankInputsAdjusts(t *testing.T) {
	x, y := trend(t, 60, 4, 3)
	ranked, err := evaluate.RankInputs(context.Background(), x, y, evaluate.RankOptions{Method: method(t, "pls"), Options: suffice.Options{Dim: 1}, Copies: 10})
	if err != nil {
		t.Fatal(err)
	}
	before := 0.
	for _, input := range ranked.Inputs {
		if input.Adjusted < input.P || input.Adjusted < before || input.Adjusted > 1 {
			t.Errorf("%+v", input)
		}
		before = input.Adjusted
	}
}

func TestRankInputsRefuses(t *testing.T) {
	x, y := trend(t, 40, 3, 4)
	for want, options := range map[string]evaluate.RankOptions{
		"there is no method":      {Options: suffice.Options{Dim: 1}},
		"4 components, but":       {Options: suffice.Options{Dim: 4}, Method: method(t, "sir")},
		"2 copies of each input,": {Options: suffice.Options{Dim: 1}, Method: method(t, "sir"), Copies: 2},
	} {
		if _, err := evaluate.RankInputs(context.Background(), x, y, options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// blocks draws tables of columns in blocks of four that go together, and y that needs the first
// column alone. Each block has a part in common with no other.
func blocks(t *testing.T, n, count int, seed uint64) (rows.Source, output.Output) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 78))
	const size = 4
	x, y := make([][]float64, n), make([]float64, n)
	for i := range x {
		for range count {
			common := random.NormFloat64()
			for range size {
				x[i] = append(x[i], common+.3*random.NormFloat64())
			}
		}
		y[i] = x[i][0] + random.NormFloat64()
	}
	m, err := rows.FromSlices(x)
	if err != nil {
		t.Fatal(err)
	}
	return m, output.Numbers(y)
}

// repeats is how many tables a simulation draws: few, unless all of those in docs are wanted.
func repeats(few, all int) int {
	if os.Getenv("SUFFICE_DOCS") != "" {
		return all
	}
	return few
}

// ranking tests the inputs of a table, for one component.
func ranking(t *testing.T, x rows.Source, y output.Output, by string, seed uint64) *evaluate.RankResult {
	t.Helper()
	r, err := evaluate.RankInputs(context.Background(), x, y, evaluate.RankOptions{Method: method(t, by), Options: suffice.Options{Dim: 1, Seed: seed}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Of blocks of which one matters, by one of its columns, it is found, by a group or by this column,
// and rarely anything else is: what docs/inputs.md says, of fewer tables.
func TestBlocksThatMatterAreFound(t *testing.T) {
	for _, by := range []string{"sir", "sca"} {
		found, single, wrongly, n := 0, 0, 0, repeats(8, 400)
		for seed := range uint64(n) {
			x, y := blocks(t, 200, 4, seed+1000)
			columns, groups := ranking(t, x, y, by, seed).Needed(.05)
			for _, c := range columns {
				groups = append(groups, evaluate.RankedGroup{Columns: []string{c}})
			}
			itself, other := false, false
			for _, g := range groups {
				itself = itself || slices.Contains(g.Columns, "x1")
				other = other || !slices.Contains(g.Columns, "x1")
			}
			found, wrongly, single = found+count(itself), wrongly+count(other), single+count(slices.Contains(columns, "x1"))
		}
		t.Logf("%s: of %d tables the block is found in %d, the column in %d, others wrongly in %d", by, n, found, single, wrongly)
		if 10*found < 9*n || 100*wrongly > 8*n+200 {
			t.Errorf("%s: found in %d of %d, wrongly %d", by, found, n, wrongly)
		}
	}
}

// Of inputs that say nothing, beside two that do or alone, one is found in 5% of the tables at most.
func TestNoiseInputsAreNotFound(t *testing.T) {
	for _, by := range []string{"sir", "sca"} {
		beside, alone, n := 0, 0, repeats(8, 400)
		for seed := range uint64(n) {
			x, y := trend(t, 200, 8, seed+1000)
			random, noise := rand.New(rand.NewPCG(seed, 79)), make([]float64, x.Len())
			for i := range noise {
				noise[i] = random.NormFloat64()
			}
			columns, _ := ranking(t, x, y, by, seed).Needed(.05)
			beside += count(slices.ContainsFunc(columns, func(c string) bool { return c > "x2" }))
			columns, _ = ranking(t, x, output.Numbers(noise), by, seed).Needed(.05)
			alone += count(len(columns) > 0)
		}
		t.Logf("%s: of %d tables %d wrongly beside others, %d alone", by, n, beside, alone)
		if most := 8*n + 200; 100*beside > most || 100*alone > most {
			t.Errorf("%s: %d and %d of %d", by, beside, alone, n)
		}
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

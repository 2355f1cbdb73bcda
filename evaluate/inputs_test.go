package evaluate_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/evaluate"
	"suffice/output"
)

func TestRankInputsFindsThoseThatAreNeeded(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, y := trend(t, 200, 5, 1)
	ranked, err := evaluate.RankInputs(context.Background(), x, y, evaluate.RankOptions{Method: method(t, "sir"), Dim: 1, CrossFit: evaluate.CrossFit{Seed: 1}})
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
		ranked, err := evaluate.RankInputs(context.Background(), x, y, evaluate.RankOptions{Method: method(t, "sir"), Dim: 1, Copies: 20, CrossFit: evaluate.CrossFit{Seed: seed}})
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
	ranked, err := evaluate.RankInputs(context.Background(), x, y, evaluate.RankOptions{Method: method(t, "pls"), Dim: 1, Copies: 10})
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
		"there is no method":      {Dim: 1},
		"4 components, but":       {Dim: 4, Method: method(t, "sir")},
		"2 copies of each input,": {Dim: 1, Method: method(t, "sir"), Copies: 2},
	} {
		if _, err := evaluate.RankInputs(context.Background(), x, y, options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Selection keeps the inputs that tell y, in whatever shape, and leaves out most others. The
// model of these has weight 0 elsewhere.
func TestSelectInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, _ := trend(t, 240, 8, 5)
	y := make([]float64, x.Len())
	for i := range y {
		y[i] = x.Row(i)[1] + x.Row(i)[4]*x.Row(i)[4] // a trend and a symmetric dependence
	}
	selection, err := evaluate.SelectInputs(context.Background(), x, output.Numbers(y), evaluate.SelectOptions{Halves: 12, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(selection.Inputs, 1) || !slices.Contains(selection.Inputs, 4) || len(selection.Inputs) > 5 {
		t.Fatalf("selected %v of shares %v", selection.Inputs, selection.Shares)
	}
	model, err := suffice.Selected{Reducer: suffice.PCA{Dim: 1}, Inputs: selection.Inputs}.Fit(context.Background(), x, output.Numbers(y))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(model.UsedInputs(), selection.Inputs) || len(model.Inputs) != 8 || len(model.Mean) != 8 {
		t.Errorf("model of %v has %v", selection.Inputs, model.UsedInputs())
	}
}

func TestSelectInputsKeepsAsManyAsAsked(t *testing.T) {
	x, y := trend(t, 60, 4, 6)
	selection, err := evaluate.SelectInputs(context.Background(), x, y, evaluate.SelectOptions{Halves: 4, Share: 1, Least: 4})
	if err != nil || len(selection.Inputs) != 4 {
		t.Errorf("%v, %v", selection, err)
	}
}

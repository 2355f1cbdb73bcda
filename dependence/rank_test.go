package dependence_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/dependence"
	"suffice/output"
	"suffice/rows"
)

// columnsAndSquare draws columns of noise, the second of which y is the square of.
func columnsAndSquare(t interface{ Fatal(...any) }, n, d int, seed uint64) (*rows.Matrix, output.Output) {
	random := rand.New(rand.NewPCG(seed, 1))
	data, y := make([]float64, n*d), make([]float64, n)
	for i := range data {
		data[i] = random.NormFloat64()
	}
	for i := range y {
		y[i] = data[i*d+1]*data[i*d+1] + .1*random.NormFloat64()
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	return x, output.Numbers(y)
}

func TestRankPutsTheColumnThatTellsFirst(t *testing.T) {
	x, y := columnsAndSquare(t, 150, 6, 1)
	ranked, err := dependence.Rank(context.Background(), x, y, dependence.TestOptions{Options: dependence.Options{Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if len(ranked) != 6 || ranked[0].Column != "x2" || ranked[0].Adjusted > .01 {
		t.Fatalf("%+v, but only x2 tells y", ranked)
	}
	if ranked[1].Adjusted < .05 {
		t.Errorf("%+v is noise", ranked[1])
	}
}

// Of 40 tables of noise, few have any column with an adjusted p below .1: at most 10 of 100
// on average, and more than 9 of 40 with a chance of 1%.
func TestRankOfNoiseSaysNoise(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	below := 0
	for seed := range uint64(40) {
		x, _ := columnsAndSquare(t, 60, 5, seed)
		_, y := columnsAndSquare(t, 60, 5, 1000+seed)
		ranked, err := dependence.Rank(context.Background(), x, y, dependence.TestOptions{Permutations: 39, Options: dependence.Options{Centres: 20, Seed: seed}})
		if err != nil {
			t.Fatal(err)
		}
		if ranked[0].Adjusted <= .1 {
			below++
		}
	}
	if below > 9 {
		t.Errorf("%d of 40 tables of noise have a column with adjusted p of at most .1", below)
	}
}

// Adjusting never makes p smaller, and more of one column alone makes no difference.
func TestRankProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, seed := rapid.IntRange(2, 4).Draw(t, "columns"), rapid.Uint64Range(0, 1000).Draw(t, "seed")
		x, y := columnsAndSquare(t, 30, d, seed)
		options := dependence.TestOptions{Permutations: 9, Options: dependence.Options{Centres: 10, Seed: seed}}
		ranked, err := dependence.Rank(context.Background(), x, y, options)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range ranked {
			if r.Adjusted < r.P || r.Adjusted > 1 || r.P <= 0 {
				t.Fatalf("%+v", r)
			}
		}
	})
}

func TestRankTakesLevelsTogetherAndConstantsAsNothing(t *testing.T) {
	x, y := columnsAndSquare(t, 50, 3, 3)
	levelled := levels{x}
	ranked, err := dependence.Rank(context.Background(), levelled, y, dependence.TestOptions{Permutations: 19})
	if err != nil {
		t.Fatal(err)
	}
	if len(ranked) != 2 {
		t.Fatalf("%+v, but x1 and x2 are levels of one column", ranked)
	}
	for i := range x.Len() {
		x.Row(i)[2] = 7
	}
	ranked, err = dependence.Rank(context.Background(), x, y, dependence.TestOptions{Permutations: 19})
	if err != nil {
		t.Fatal(err)
	}
	if last := ranked[2]; last.Column != "x3" || last.P != 1 || last.Adjusted != 1 {
		t.Errorf("%+v, but x3 is constant", last)
	}
}

// levels says that the first two columns stand for levels of "colour".
type levels struct{ *rows.Matrix }

func (levels) Levels() map[string]rows.Level {
	return map[string]rows.Level{"x1": {Column: "colour", Value: "red"}, "x2": {Column: "colour", Value: "blue"}}
}

func ExampleRank() {
	x, y := columnsAndSquare(nil, 150, 4, 5)
	ranked, _ := dependence.Rank(context.Background(), x, y, dependence.TestOptions{})
	fmt.Printf("%s %.3f\n", ranked[0].Column, ranked[0].Adjusted)
	// Output: x2 0.005
}

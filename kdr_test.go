package suffice_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/output"
)

// The errors that a fit must reach are about twice those measured with this seed.
func TestKDRFindsHiddenDirections(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	limits := map[string]float64{
		"variance": .14, "sine and square": .02, "correlated, square": .06, "correlated, line": .06,
		"30 correlated inputs": .14, "classes on rings": .08, "label sets": .07, "two numbers": .02,
	}
	for name, p := range problems(t) {
		t.Run(name, func(t *testing.T) {
			model := mustFit(t, suffice.KDR{Dim: len(p.truth), Seed: 1}, p.x, p.y)
			found, err := model.Directions()
			if err != nil {
				t.Fatal(err)
			}
			truth := linalg.FromSlices(p.truth)
			if err := stiefel.Orthonormalize(truth); err != nil {
				t.Fatal(err)
			}
			distance := stiefel.Distance(linalg.FromSlices(found), truth)
			t.Logf("error %.4f", distance)
			if distance > limits[name] {
				t.Errorf("error %.4f, want at most %g", distance, limits[name])
			}
		})
	}
}

// Beyond 2048 rows the starts are compared with some of them, and the best one goes on
// with all: the answer is better than that of any 2048.
func TestKDRRefinesWithAllRows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	x := correlated(6000, 4, 0, random)
	y := make([]float64, len(x))
	for i, row := range x {
		y[i] = row[1]*row[1] + .3*random.NormFloat64()
	}
	model := mustFit(t, suffice.KDR{Dim: 1, Seed: 1}, x, output.Numbers(y))
	var stages []string
	for _, pass := range model.Trace {
		stages = append(stages, pass.Stage)
	}
	if want := []string{"start", "start", "start", "start", "start", "all rows", "final"}; !slices.Equal(stages, want) {
		t.Errorf("the stages are %q", stages)
	}
	wantSameSubspace(t, model.Components, [][]float64{{0, 1, 0, 0}}, .01)
}

// More starts can only lower the criterion: they begin with the same ones.
func TestKDRKeepsTheSmallestCriterion(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	x, y := curved(200, 5, 18)
	least := func(starts int) float64 {
		smallest := math.Inf(1)
		for _, pass := range mustFit(t, suffice.KDR{Dim: 2, Starts: starts, Seed: 1}, x, output.Numbers(y)).Trace {
			if pass.Stage == "start" {
				smallest = min(smallest, pass.Score)
			}
		}
		return smallest
	}
	if one, many := least(-1), least(4); !(many <= one) {
		t.Errorf("criterion %g from SCA(0) alone, %g with four more starts", one, many)
	}
}

func TestKDRRefusesImpossibleSettings(t *testing.T) {
	x, y := curved(20, 3, 17)
	for _, method := range []suffice.KDR{{Dim: 1, Centres: -1}, {Dim: 1, Epsilon: -1}, {Dim: 1, Epsilon: 1e-11}, {Dim: 1, Epsilon: math.NaN()}, {Dim: 1, Epsilon: math.Inf(1)}} {
		if _, err := method.Fit(t.Context(), matrix(t, x), output.Numbers(y)); err == nil {
			t.Errorf("%+v was accepted", method)
		}
	}
}

// Three events in twenty thousand rows are an output, not a constant.
func TestKDRTakesRareEvents(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	random := rand.New(rand.NewPCG(6, 6))
	x := correlated(20000, 2, 0, random)
	y, class := make([]float64, len(x)), make([]int, len(x))
	for _, i := range []int{11, 5003, 17777} {
		y[i], class[i] = 1, 1
	}
	for _, out := range []output.Output{output.Numbers(y), output.Classes(class)} {
		mustFit(t, suffice.KDR{Dim: 1, Seed: 1, Centres: 30, Starts: -1}, x, out)
	}
}

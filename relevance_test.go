package suffice_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"suffice"
	"suffice/output"
	"suffice/rows"
)

// Every method that looks at y says how relevant each of several components is: above 0, the
// largest 1. One component, and components found without y, are as they are.
func TestRelevanceOfEveryMethod(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	forAll(t, func(t *testing.T, c contract) {
		if c.name == "lda" || c.name == "nca" || c.name == "mlkr" {
			t.Skip("the lengths of its components tell")
		}
		x, y := curved(150, 4, 9)
		if p := mustFit(t, c.method(1, false), x, output.Numbers(y)); p.Relevance != nil {
			t.Errorf("one component has relevance %v", p.Relevance)
		}
		p := mustFit(t, c.method(3, false), x, output.Numbers(y))
		switch {
		case c.blind && p.Relevance != nil:
			t.Errorf("relevance %v, without looking at y", p.Relevance)
		case !c.blind && (len(p.Relevance) != 3 || slices.Max(p.Relevance) != 1 || slices.Min(p.Relevance) <= 0):
			t.Errorf("relevance %v", p.Relevance)
		}
	})
}

// nominal has y = (a + .3 b)² + noise beside a nominal column of three levels and three
// other inputs, none of which say anything of y.
func nominal(n int, seed uint64) (x [][]float64, y []float64) {
	random := rand.New(rand.NewPCG(seed, 13))
	for range n {
		row := make([]float64, 8)
		for j := range 5 {
			row[j] = random.NormFloat64()
		}
		row[5+random.IntN(3)] = 1
		x = append(x, row)
		answer := row[0] + .3*row[1]
		y = append(y, answer*answer+.1*random.NormFloat64())
	}
	return x, y
}

// The component that tells y is the first, though a nominal column beside it can be told
// apart much better than by chance.
func TestTheAnswerIsTheFirstComponent(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	t.Parallel()
	for seed := range uint64(6) {
		x, y := nominal(300, seed)
		p := mustFit(t, suffice.SCA{Dim: 2, Centres: 60, Seed: 1}, x, output.Numbers(y))
		along := func(w []float64) float64 { return math.Abs(w[0]+.3*w[1]) / math.Sqrt(1.09) }
		if first, second := along(p.Components[0]), along(p.Components[1]); first < second {
			t.Errorf("seed %d: cosines %.3f and %.3f with the answer, relevance %.2g", seed, first, second, p.Relevance)
		}
	}
}

// The order and the scale of the columns do not matter, nor does a constant one; the table
// may be read in blocks, or come without its zeros.
func TestRelevanceOfTheSameTable(t *testing.T) {
	x, y := nominal(300, 3)
	method := suffice.SCA{Dim: 3, Seed: 1, Centres: 50, Stop: suffice.AfterPasses}
	want := mustFit(t, method, x, output.Numbers(y)).Relevance
	changed := make([][]float64, len(x))
	for i, row := range x {
		changed[i] = []float64{row[7], 7, 1e4 * row[0], row[1] + 5, -row[2], row[3], 1e-3 * row[4], row[5], row[6]}
	}
	other := mustFit(t, method, changed, output.Numbers(y)).Relevance
	for k := range want {
		if math.Abs(other[k]-want[k]) > 1e-6 {
			t.Errorf("relevance %v, with columns changed %v", want, other)
		}
	}
	for name, source := range map[string]rows.Source{"in blocks": inBlocks{matrix(t, x)}, "without zeros": compressed{matrix(t, x)}} {
		p, err := method.Fit(context.Background(), source, output.Numbers(y))
		if err != nil {
			t.Fatal(err)
		}
		for k := range want {
			if math.Abs(p.Relevance[k]-want[k]) > 1e-6 {
				t.Errorf("%s: relevance %v, want %v", name, p.Relevance, want)
			}
		}
	}
}

// Where components beyond those needed are asked for, the nearest neighbours in z remain near
// in y.
func TestComponentsBeyondThoseNeededDoNotSpoilDistances(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	x, y := nominal(600, 5)
	one := mustFit(t, suffice.SCA{Dim: 1, Seed: 1, Centres: 100}, x[:400], output.Numbers(y[:400]))
	five := mustFit(t, suffice.SCA{Dim: 5, Seed: 1, Centres: 100}, x[:400], output.Numbers(y[:400]))
	best, scaled, unscaled := neighbourError(t, one, x, y), neighbourError(t, five, x, y), neighbourError(t, five.Unscaled(), x, y)
	if scaled > 1.5*best || scaled > .7*unscaled {
		t.Errorf("error %.3f with one component, %.3f with five, %.3f where they are not scaled", best, scaled, unscaled)
	}
}

// neighbourError is the root mean square error of the nearest of the first 400 rows for the
// others.
func neighbourError(t *testing.T, p *suffice.Projection, x [][]float64, y []float64) float64 {
	z, err := p.Transform(t.Context(), matrix(t, x))
	if err != nil {
		t.Fatal(err)
	}
	var sum float64
	for i := 400; i < len(x); i++ {
		nearest, least := 0, math.Inf(1)
		for j := range 400 {
			var squared float64
			for k, v := range z.Row(i) {
				squared += (v - z.Row(j)[k]) * (v - z.Row(j)[k])
			}
			if squared < least {
				nearest, least = j, squared
			}
		}
		sum += (y[i] - y[nearest]) * (y[i] - y[nearest])
	}
	return math.Sqrt(sum / float64(len(x)-400))
}

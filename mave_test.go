package suffice

import (
	"math"
	"math/rand/v2"
	"testing"

	"suffice/internal/linalg"
	"suffice/internal/search"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

// Where rows are more than are held, steps over all of them follow: the error falls like one
// over the square root of their number.
func TestErrorOfMAVEFallsWithTheRows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	const d, held = 6, 500
	limits := search.Limits{Tuning: held}
	far := func(reducer Reducer, n int) (float64, *Projection) {
		var sum float64
		var p *Projection
		for seed := range uint64(3) {
			x, y, truth := ridges(t, n, d, seed)
			var err error
			if p, err = reducer.Fit(t.Context(), x, output.Numbers(y)); err != nil {
				t.Fatal(err)
			}
			sum += stiefel.Distance(subspace(t, p), truth) / 3
		}
		return sum, p
	}
	for _, reducer := range []Reducer{MAVE{Dim: 2}, OPG{Dim: 2}, MAVE{Dim: 2, Central: true}, OPG{Dim: 2, Central: true}} {
		few, p := far(limited(reducer, limits), held)
		if p.Sampled != nil {
			t.Errorf("%s: sampled %+v of as many rows", p.Method, p.Sampled)
		}
		many, p := far(limited(reducer, limits), 16*held)
		if p.Sampled == nil || p.Sampled.Rows != held || p.Sampled.Of != 16*held {
			t.Errorf("%s: sampled %+v", p.Method, p.Sampled)
		}
		if t.Logf("%s: %.4f with %d rows, %.4f with %d", p.Method, few, held, many, 16*held); many > .4*few { // a quarter, but for chance and what lines leave
			t.Errorf("%s: the error is %.4f with %d rows, and %.4f with 16 times as many", p.Method, few, held, many)
		}
	}
}

// A change of scale alone has no mean to find, but is in the central subspace.
func TestCentralSubspaceIsMoreThanTheMean(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 5))
	data, y := make([]float64, 400*4), make([]float64, 400)
	for i := range data {
		data[i] = random.NormFloat64()
	}
	for i := range y {
		y[i] = (data[4*i] + data[4*i+1]) * random.NormFloat64()
	}
	x, err := rows.NewMatrix(4, data)
	if err != nil {
		t.Fatal(err)
	}
	truth := linalg.FromSlices([][]float64{{math.Sqrt2 / 2, math.Sqrt2 / 2, 0, 0}})
	for _, reducer := range []Reducer{MAVE{Dim: 1, Central: true}, OPG{Dim: 1, Central: true}} {
		p, err := reducer.Fit(t.Context(), x, output.Numbers(y))
		if err != nil {
			t.Fatal(err)
		}
		if far := stiefel.Distance(subspace(t, p), truth); far > .25 {
			t.Errorf("%s is %.3f away", p.Method, far)
		}
	}
}

// Numbers of anchors below 1 are refused, and more than there are rows are all rows.
func TestNumberOfAnchors(t *testing.T) {
	x, y, _ := ridges(t, 60, 3, 1)
	for _, reducer := range []Reducer{MAVE{Dim: 1, Anchors: -1}, OPG{Dim: 1, Anchors: -1}} {
		if _, err := reducer.Fit(t.Context(), x, output.Numbers(y)); err == nil {
			t.Errorf("%+v: no error", reducer)
		}
	}
	for wanted, anchors := range map[int]int{1: 1, 20: 20, 1000: 60} {
		p, err := OPG{Dim: 1, Anchors: wanted}.Fit(t.Context(), x, output.Numbers(y))
		if err != nil || p.Settings["anchors"] != anchors {
			t.Errorf("%d anchors: %v, %v", wanted, p, err)
		}
	}
}

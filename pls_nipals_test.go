package suffice

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/linalg"
)

// nipals is the method as it is told: weights, scores and loadings of what is left of X and
// Y, one component after the other. It returns the scores.
func nipals(x, y linalg.Matrix, dim int) linalg.Matrix {
	x, y = x.Clone(), y.Clone()
	scores := linalg.New(dim, x.Rows)
	for k := range dim {
		cross := linalg.New(x.Cols, y.Cols)
		linalg.TMul(cross, x, y)
		_, w, err := coords.LeftSingular(cross, 1, 0)
		if err != nil {
			panic(err)
		}
		t := linalg.TimesT(w, x)
		square := linalg.Inner(t, t)
		p, q := linalg.Times(t, x), linalg.Times(t, y)
		linalg.AddTMul(x, -1/square, t, p)
		linalg.AddTMul(y, -1/square, t, q)
		copy(scores.Row(k), t.Data)
	}
	return scores
}

// The rotations make the scores of NIPALS.
func TestScoresAreThoseOfNIPALS(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d, q := rapid.IntRange(8, 30).Draw(t, "n"), rapid.IntRange(3, 40).Draw(t, "d"), rapid.IntRange(1, 4).Draw(t, "q")
		dim := rapid.IntRange(1, 3).Draw(t, "dim")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		x, y := linalg.New(n, d), linalg.New(n, q)
		for i := range x.Data {
			x.Data[i] = random.NormFloat64()
		}
		for i := range y.Data {
			y.Data[i] = random.NormFloat64()
		}
		aggregate.CentreBy(x, nil)
		aggregate.CentreBy(y, nil)
		square, cross := linalg.New(d, d), linalg.New(d, q)
		linalg.TMul(square, x, x)
		linalg.TMul(cross, x, y)
		apply := func(v linalg.Matrix) (linalg.Matrix, error) { return linalg.Times(v, square), nil }
		got, err := plsProblem{apply: apply, cross: cross, total: coords.Trace(square)}.solve(dim)
		if err != nil {
			t.Fatal(err)
		}
		z, want := linalg.TimesT(got.rotations, x), nipals(x, y, dim)
		for k := range dim {
			if math.Abs(math.Abs(linalg.Dot(z.Row(k), want.Row(k)))-linalg.Dot(want.Row(k), want.Row(k))) > 1e-6*linalg.Dot(want.Row(k), want.Row(k)) {
				t.Fatalf("score %d is %v, want %v", k+1, z.Row(k), want.Row(k))
			}
		}
	})
}

package canonical

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
)

// square draws rows whose y is the square of the first of d inputs, with noise.
func square(t *testing.T, n, d int) Problem {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	data, y := make([]float64, n*d), linalg.New(n, 1)
	for i := range n {
		row := data[i*d : (i+1)*d]
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		y.Set(i, 0, row[0]*row[0]-1+.3*rng.NormFloat64())
	}
	x, err := aggregate.AsStandard(d, data)
	if err != nil {
		t.Fatal(err)
	}
	return Problem{X: x, Y: y}
}

// machine looks at a problem, with widths around √(2 d) for uncorrelated inputs.
func machine(problem Problem, seed uint64) Machine {
	median := func(w linalg.Matrix) (float64, error) { return math.Sqrt2 * linalg.Norm(w), nil }
	return Machine{Problem: problem, Rounds: 5, Centres: 80, Random: rand.New(rand.NewPCG(seed, 1)), Median: median}
}

func share(g linalg.Matrix) float64 {
	var trace float64
	for j := range g.Rows {
		trace += g.At(j, j)
	}
	return g.At(0, 0) / trace
}

// What is learnt is the square, which has no trend, better round by round, and the best
// regression counts.
func TestLearnFindsASquare(t *testing.T) {
	m := machine(square(t, 240, 8), 1)
	var scores []float64
	m.Told = func(_ int, learnt Learnt) { scores = append(scores, learnt.Score) }
	learnt, err := m.Learn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(scores) != m.Rounds || learnt.Score != slices.Max(scores) || learnt.Score <= scores[0] {
		t.Errorf("best score %g of %v", learnt.Score, scores)
	}
	if s := share(learnt.G); s < .95 {
		t.Errorf("the first input has %g of the squared gradients", s)
	}
	m.Judge = func(_ context.Context, g linalg.Matrix) (float64, error) { return -share(g), nil }
	if worst, err := m.Learn(t.Context()); err != nil || worst.Score <= -share(learnt.G) {
		t.Errorf("judged otherwise, %g was taken (%v)", worst.Score, err)
	}
	again, err := m.Again(t.Context(), learnt)
	if err != nil {
		t.Fatal(err)
	}
	if s := share(again.G); s < .95 {
		t.Errorf("again, the first input has %g", s)
	}
}

// Directions that turn the inputs turn what is learnt; fewer of them are all there is.
func TestBaseTurnsWhatIsLearnt(t *testing.T) {
	const d = 5
	problem := square(t, 150, d)
	plain, err := machine(problem, 2).Learn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	turned := machine(problem, 2)
	turned.Base = turn(d, .7)
	learnt, err := turned.Learn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	back := linalg.Times(turned.Base.Transposed(), linalg.Times(learnt.G, turned.Base))
	linalg.AddScaled(back, -1, plain.G)
	if off := linalg.Norm(back); off > 1e-6*linalg.Norm(plain.G) {
		t.Errorf("turned back, G is off by %g of %g", off, linalg.Norm(plain.G))
	}
	turned.Base = turned.Base.Slice(0, 2)
	if learnt, err = turned.Learn(t.Context()); err != nil || learnt.G.Rows != 2 {
		t.Errorf("two directions: %v, %v", learnt.G, err)
	}
}

// turn is a rotation of the first two of d coordinates.
func turn(d int, angle float64) linalg.Matrix {
	r := linalg.Identity(d)
	sin, cos := math.Sincos(angle)
	r.Set(0, 0, cos)
	r.Set(0, 1, sin)
	r.Set(1, 0, -sin)
	r.Set(1, 1, cos)
	return r
}

func TestTheSameOnAnyNumberOfThreads(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first []float64
	for _, threads := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(threads)
		learnt, err := machine(square(t, 500, 4), 3).Learn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = learnt.G.Data
		}
		if !slices.Equal(first, learnt.G.Data) {
			t.Errorf("%d threads give %v, one %v", threads, learnt.G.Data, first)
		}
	}
}

// The fourth root has M = G^½ as its square, scaled; nothing learnt is the identity.
func TestQuarterRoot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 6).Draw(t, "d")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		a := linalg.New(d, d)
		for k := range a.Data {
			a.Data[k] = rng.NormFloat64()
		}
		g := linalg.New(d, d)
		linalg.TMul(g, a, a)
		root, err := quarterRoot(g)
		if err != nil {
			t.Fatal(err)
		}
		m := linalg.Times(root, root)
		twice := linalg.Times(m, m)
		linalg.AddScaled(twice, -linalg.Inner(twice, g)/linalg.Inner(g, g), g)
		if e := linalg.Norm(twice); e > 1e-7*float64(d*d) {
			t.Fatalf("M² is off by %g from a multiple of G", e)
		}
	})
	root, err := quarterRoot(linalg.New(3, 3))
	if linalg.AddDiagonal(root, -1); err != nil || linalg.Norm(root) != 0 {
		t.Errorf("nothing learnt gives %v (%v)", root.Slices(), err)
	}
}

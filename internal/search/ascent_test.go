package search

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/aggregate"
	"suffice/internal/canonical"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// frameOf draws m orthonormal rows of d numbers.
func frameOf(t rapid.TB, m, d int, rng *rand.Rand) linalg.Matrix {
	w := linalg.New(m, d)
	for i := range w.Data {
		w.Data[i] = rng.NormFloat64()
	}
	if err := stiefel.Orthonormalize(w); err != nil {
		t.Fatal(err)
	}
	return w
}

// drawnParts is some subspaces with weights that add up to 1.
func drawnParts(t *rapid.T) []part {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	d := rapid.IntRange(2, 7).Draw(t, "d")
	m := rapid.IntRange(1, d-1).Draw(t, "m")
	parts, total := make([]part, rapid.IntRange(1, 5).Draw(t, "parts")), 0.
	for i := range parts {
		parts[i] = part{.1 + rng.Float64(), frameOf(t, m, d, rng)}
		total += parts[i].weight
	}
	for i := range parts {
		parts[i].weight /= total
	}
	return parts
}

// The mean is orthonormal, no other subspace has a smaller spread, and neither depends on
// how the parts are turned within themselves.
func TestTheMeanIsNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := drawnParts(t)
		mean, err := meanOf(parts)
		if err != nil {
			t.Fatal(err)
		}
		m, d := mean.Rows, mean.Cols
		product := linalg.TimesT(mean, mean)
		linalg.AddDiagonal(product, -1)
		if linalg.Norm(product) > 1e-12 {
			t.Fatalf("the mean has products %v", product.Slices())
		}
		least := spread(parts, mean)
		if !(least >= 0 && least <= 1) {
			t.Fatalf("spread %g", least)
		}
		rng := rand.New(rand.NewPCG(1, 1))
		for range 5 {
			if other := spread(parts, frameOf(t, m, d, rng)); other < least-1e-12 {
				t.Fatalf("spread %g, but %g of another subspace", least, other)
			}
		}
		turned := slices.Clone(parts)
		for i := range turned {
			turned[i].frame = linalg.Times(frameOf(t, m, m, rng), turned[i].frame)
		}
		if s := spread(turned, mean); math.Abs(s-least) > 1e-7 {
			t.Fatalf("spread %g of the same subspaces, turned, instead of %g", s, least)
		}
	})
}

// Parts that agree have no spread, up to the root of rounding; one part is its own mean; a
// part without weight does not count.
func TestTheMeanOfOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := drawnParts(t)
		same := make([]part, len(parts))
		for i := range same {
			same[i] = part{parts[i].weight, parts[0].frame}
		}
		alone := []part{{1, parts[0].frame}}
		for _, p := range parts[1:] {
			alone = append(alone, part{0, p.frame})
		}
		for _, parts := range [][]part{same, alone} {
			mean, err := meanOf(parts)
			if err != nil {
				t.Fatal(err)
			}
			if far := stiefel.Distance(mean, parts[0].frame); far > 1e-6 {
				t.Fatalf("the mean is %g away", far)
			}
			if s := spread(parts, mean); s > 1e-6 {
				t.Fatalf("spread %g", s)
			}
		}
	})
	apart := []part{{1, linalg.FromSlices([][]float64{{1, 0}})}}
	if s := spread(apart, linalg.FromSlices([][]float64{{0, 1}})); s != 1 {
		t.Errorf("spread %g of a subspace that has nothing in common", s)
	}
}

// Weights add up to 1, follow the scores, and the more so with more rows; equals count alike.
func TestWeigh(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		views := make([]*view, rapid.IntRange(1, 5).Draw(t, "views"))
		for i := range views {
			views[i] = &view{score: rapid.Float64Range(-2, 5).Draw(t, "score")}
		}
		rows := rapid.Float64Range(.01, 1e6).Draw(t, "rows")
		(&ascent{Search: &Search{Settings: Settings{Tuning: Whole}}}).weigh(views, rows)
		var total float64
		for _, v := range views {
			total += v.weight
			if !(v.weight >= 0 && v.weight <= 1) {
				t.Fatalf("weight %g", v.weight)
			}
			for _, other := range views {
				if v.score > other.score && v.weight < other.weight {
					t.Fatalf("weight %g at score %g, %g at %g", v.weight, v.score, other.weight, other.score)
				}
			}
		}
		if math.Abs(total-1) > 1e-12 {
			t.Fatalf("weights add up to %g", total)
		}
	})
	equal := []*view{{score: 1}, {score: 1}}
	(&ascent{Search: &Search{Settings: Settings{Tuning: Whole}}}).weigh(equal, 7)
	if equal[0].weight != .5 || equal[1].weight != .5 {
		t.Errorf("equals count for %g and %g", equal[0].weight, equal[1].weight)
	}
	few, many := []*view{{score: 1}, {score: .9}}, []*view{{score: 1}, {score: .9}}
	(&ascent{Search: &Search{Settings: Settings{Tuning: Whole}}}).weigh(few, 1)
	(&ascent{Search: &Search{Settings: Settings{Tuning: Whole}}}).weigh(many, 50)
	if few[1].weight < .3 || many[1].weight > 1e-6 {
		t.Errorf("the second view weighs %g with few rows, %g with many", few[1].weight, many[1].weight)
	}
}

// begun is an ascent that has its rows, for n rows of d inputs and the function f of them.
func begun(t *testing.T, n, d, dim, centres int, f func(x []float64, noise float64) float64) *ascent {
	rng := rand.New(rand.NewPCG(5, uint64(n)))
	data, y := make([]float64, n*d), make([]float64, n)
	for i := range y {
		row := data[i*d : (i+1)*d]
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		y[i] = f(row, rng.NormFloat64())
	}
	raw, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	x, err := aggregate.Standardize(t.Context(), raw, false)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(t.Context(), x, output.Numbers(y), Settings{Dim: dim, Centres: centres, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Draw(t.Context(), centres, s.EnoughToStart()); err != nil {
		t.Fatal(err)
	}
	a := &ascent{Search: s}
	if err := a.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return a
}

func square(x []float64, noise float64) float64 { return x[0]*x[0] + .2*noise }

// There are centres, no more than asked for, and no more than rows; rows for scouts are
// different ones, all where these are few.
func TestHowManyRowsAndCentres(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := &ascent{Search: &Search{Settings: Settings{Dim: 1, Tuning: Whole, Centres: rapid.IntRange(1, 300).Draw(t, "centres")}}}
		n := rapid.IntRange(1, 5000).Draw(t, "n")
		if c := a.centreCount(n); c < 1 || c > n || c > a.Centres || c > max(20, n/3) {
			t.Fatalf("%d centres of %d rows", c, n)
		}
	})
	for _, n := range []int{10, 100, 700, 3000} {
		a := begun(t, n, 3, 1, 20, square)
		some := a.scouts()
		slices.Sort(some)
		if want := min(n, scoutRows); len(some) != want || len(slices.Compact(some)) != want || some[len(some)-1] >= n {
			t.Errorf("%d scouts of %d rows", len(some), n)
		}
		if want := min(n, fewRows); len(a.rows) != want || a.few.Len() != want {
			t.Errorf("%d rows of %d", len(a.rows), n)
		}
	}
}

// A recursive feature machine finds a square, that has no trend, among six inputs.
func TestFeaturesFindASquare(t *testing.T) {
	a := begun(t, 200, 6, 1, 200, square)
	v := &view{name: plainView, problem: canonical.Problem{X: a.few, Y: target.Plain(a.Y, nil)}}
	frames, err := a.features(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	if len(frames) != 3 {
		t.Errorf("%d frames", len(frames))
	}
	w := a.Whitening.ToInputs(frames[0])
	length := linalg.Norm(w)
	if c := math.Abs(w.At(0, 0)) / length; c < .98 {
		t.Errorf("the first input has weight %g of %v", c, w.Slices())
	}
}

// A search for one component less leaves the direction that it lacks to a machine, which finds it
// beside those that it has.
func TestOneMoreDirection(t *testing.T) {
	a := begun(t, 400, 6, 2, 200, func(x []float64, noise float64) float64 { return x[0]*x[0] + x[1] + .2*noise })
	v := &view{name: plainView, problem: canonical.Problem{X: a.few, Y: target.Plain(a.Y, nil)}}
	for has, lacks := range []int{1, 0} {
		fewer := linalg.New(1, 6)
		fewer.Set(0, has, 1)
		frame, err := a.oneMore(t.Context(), v, fewer)
		if err != nil {
			t.Fatal(err)
		}
		w := a.Whitening.ToInputs(frame).Clone()
		if err := stiefel.Orthonormalize(w); err != nil {
			t.Fatal(err)
		}
		for _, j := range []int{has, lacks} {
			if share := linalg.Dot(w.Columns(j, j+1).Clone().Data, w.Columns(j, j+1).Clone().Data); share < .95 {
				t.Errorf("with input %d, input %d has a share of %g in %v", has+1, j+1, share, w.Slices())
			}
		}
	}
}

// Of starts that are nearly the same the first is left, in whatever frame.
func TestDistinctStarts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	first, far := frameOf(t, 2, 20, rng), frameOf(t, 2, 20, rng)
	near := linalg.Times(linalg.FromSlices([][]float64{{0, 1}, {-1, 0}}), first)
	linalg.AddScaled(near, .05, far)
	if err := stiefel.Orthonormalize(near); err != nil {
		t.Fatal(err)
	}
	some := distinct([]linalg.Matrix{first, near, far}, Whole.SameStart)
	if len(some) != 2 || linalg.Norm(some[0]) != linalg.Norm(first) || linalg.Inner(some[1], far) < 1.99 {
		t.Errorf("%d starts are left of three, two of which are near each other", len(some))
	}
}

// The share of S grows with the rows, from nothing to most of the answer.
func TestShareOfS(t *testing.T) {
	before := -1.
	for _, n := range []int{20, 40, 100, 1000, 3000, 6000} {
		a := begun(t, n, 5, 1, 20, square)
		share := a.sharpShare()
		if share < before || share < 0 || share >= 1 || n <= 40 && share > 0 || n >= 1000 && share < .6-1e-12 {
			t.Errorf("share %g with %d rows, %g with fewer", share, n, before)
		}
		before = share
	}
}

// All that happens side by side gives the same answer whatever the number of threads.
func TestAscentIsTheSameOnAnyNumberOfThreads(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first linalg.Matrix
	for _, threads := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(threads)
		a := begun(t, 300, 5, 2, 30, func(x []float64, e float64) float64 { return x[0] + x[1]*x[1] + .3*e })
		w, err := a.Ascend(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if first.Rows == 0 {
			first = w
		}
		if !slices.Equal(w.Data, first.Data) {
			t.Errorf("%d threads give %v, one %v", threads, w.Data, first.Data)
		}
	}
}

package dependence

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// drawing draws n rows of inputs and outputs.
type drawing func(n int, rng *rand.Rand) (width int, x []float64, y output.Output)

func pairs(draw func(rng *rand.Rand) (x, y float64)) drawing {
	return func(n int, rng *rand.Rand) (int, []float64, output.Output) {
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = draw(rng)
		}
		return 1, x, output.Numbers(y)
	}
}

var (
	independent = pairs(func(rng *rand.Rand) (float64, float64) { return rng.NormFloat64(), rng.ExpFloat64() })
	coins       = func(n int, rng *rand.Rand) (int, []float64, output.Output) {
		x, y := make([]float64, n), make([]int, n)
		for i := range x {
			x[i], y[i] = float64(rng.IntN(2)), rng.IntN(2)
		}
		return 1, x, output.Classes(y)
	}
	line     = pairs(func(rng *rand.Rand) (float64, float64) { x := rng.NormFloat64(); return x, .3*x + rng.NormFloat64() })
	parabola = pairs(func(rng *rand.Rand) (float64, float64) { x := rng.NormFloat64(); return x, .3*x*x + rng.NormFloat64() })
	sine     = pairs(func(rng *rand.Rand) (float64, float64) {
		x := rng.Float64()
		return x, math.Sin(6*math.Pi*x) + 1.5*rng.NormFloat64()
	})
	spread = pairs(func(rng *rand.Rand) (float64, float64) {
		x := rng.NormFloat64()
		return x, math.Exp(.5*x) * rng.NormFloat64()
	})
	fiveInputs = func(n int, rng *rand.Rand) (int, []float64, output.Output) {
		x, y := make([]float64, 5*n), make([]float64, n)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		for i := range y {
			y[i] = .5*x[5*i] + rng.NormFloat64()
		}
		return 5, x, output.Numbers(y)
	}
	classes = func(n int, rng *rand.Rand) (int, []float64, output.Output) {
		x, y := make([]float64, n), make([]int, n)
		for i := range x {
			y[i] = rng.IntN(3)
			x[i] = rng.NormFloat64() * (1 + .4*float64(y[i]))
		}
		return 1, x, output.Classes(y)
	}
	labels = func(n int, rng *rand.Rand) (int, []float64, output.Output) {
		x, y := make([]float64, 2*n), make([]float64, 3*n)
		for i := range n {
			x[2*i], x[2*i+1] = rng.NormFloat64(), rng.NormFloat64()
			for j := range 3 {
				if rng.NormFloat64()+.4*x[2*i]*float64(j-1) > .5 {
					y[3*i+j] = 1
				}
			}
		}
		out, err := output.Labels(3, y)
		if err != nil {
			panic(err)
		}
		return 2, x, out
	}
)

// pValues repeats the test with data and seeds of their own.
func pValues(t *testing.T, draw drawing, n, permutations, repeats int) []float64 {
	t.Helper()
	ps, failed := make([]float64, repeats), make([]error, repeats)
	linalg.Parallel(repeats, 1, func(k, _ int) {
		width, data, y := draw(n, rand.New(rand.NewPCG(uint64(k), 77)))
		x, err := rows.NewMatrix(width, data)
		if err == nil {
			var test *permutationTest
			if test, err = newPermutationTest(t.Context(), x, y, Options{Seed: uint64(k)}); err == nil {
				var all []float64
				if all, err = test.statistics(t.Context(), permutations, uint64(k), nil); err == nil {
					ps[k] = shareAtLeastFirst(all)
				}
			}
		}
		failed[k] = err
	})
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
	return ps
}

func shareBelow(ps []float64, level float64) float64 {
	count := 0
	for _, p := range ps {
		if p <= level+1e-12 {
			count++
		}
	}
	return float64(count) / float64(len(ps))
}

// Where x and y are independent, p is uniform on 1/20, …, 1 for numbers, and not smaller
// than that for coins, which have ties. A share of 2000 has a standard deviation of .011
// at most, so .035 is more than three of them.
func TestPIsUniformWhereNothingIsThere(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	for name, c := range map[string]struct {
		draw drawing
		ties bool
	}{"numbers": {independent, false}, "coins": {coins, true}} {
		ps := pValues(t, c.draw, 30, 19, 2000)
		for _, level := range []float64{.05, .1, .25, .5, .75} {
			got := shareBelow(ps, level)
			if got > level+.035 || !c.ties && got < level-.035 {
				t.Errorf("%s: p ≤ %.2f in a share of %.3f", name, level, got)
			}
		}
	}
}

// The figures of docs/dependence.md. The floors are what was measured, less three
// standard deviations.
func TestPower(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for _, c := range []struct {
		name string
		draw drawing
		want float64
	}{
		{"a line", line, .30},
		{"a parabola", parabola, .60},
		{"a sine of three periods", sine, .25},
		{"a spread", spread, .85},
		{"a line of one of five inputs", fiveInputs, .55},
		{"classes that differ in spread", classes, .35},
		{"three labels", labels, .40},
	} {
		got := shareBelow(pValues(t, c.draw, 80, 99, 200), .05)
		t.Logf("%-30s %.2f", c.name, got)
		if got < c.want {
			t.Errorf("%s is found in a share of %.2f, want %.2f", c.name, got, c.want)
		}
	}
}

// The singular functions are an orthonormal basis in which the ridge solution over all
// pairs of centres is diagonal: the twin solves the system of b² unknowns.
func TestStatisticMatchesTheFullSystem(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	n, b := 40, 5
	k, l := linalg.New(n, b), linalg.New(n, b)
	for i := range k.Data {
		k.Data[i], l.Data[i] = rng.Float64(), rng.Float64()
	}
	x, err := leadingFeatures(linalg.FromSlices(k.Slices()))
	if err != nil {
		t.Fatal(err)
	}
	y, err := leadingFeatures(linalg.FromSlices(l.Slices()))
	if err != nil {
		t.Fatal(err)
	}
	got := x.smi(y.f, y.share)
	linalg.AddRow(k, -1, linalg.MeanRow(k, nil))
	linalg.AddRow(l, -1, linalg.MeanRow(l, nil))
	if want := fullSystem(t, k, l); math.Abs(got-want) > 1e-12 {
		t.Errorf("statistic %v, want %v", got, want)
	}
}

// fullSystem is ½ hᵀ(H + λI)⁻¹h over all pairs of columns.
func fullSystem(t *testing.T, k, l linalg.Matrix) float64 {
	t.Helper()
	b := k.Cols
	kk, ll := linalg.New(b, b), linalg.New(b, b)
	linalg.AddGram(kk, k)
	linalg.AddGram(ll, l)
	linalg.Symmetrize(kk)
	linalg.Symmetrize(ll)
	largest := func(a linalg.Matrix) float64 {
		values, _, err := linalg.Leading(a, 1)
		if err != nil {
			t.Fatal(err)
		}
		return values[0]
	}
	n := float64(k.Rows)
	H, h := linalg.New(b*b, b*b), make([]float64, b*b)
	for p := range b * b {
		for q := range b * b {
			H.Set(p, q, kk.At(p/b, q/b)*ll.At(p%b, q%b)/(n*n))
		}
		H.Set(p, p, H.At(p, p)+testRidge*largest(kk)*largest(ll)/(n*n))
		for i := range k.Rows {
			h[p] += k.At(i, p/b) * l.At(i, p%b) / n
		}
	}
	if err := linalg.Cholesky(H); err != nil {
		t.Fatal(err)
	}
	alpha := append([]float64(nil), h...)
	linalg.CholeskySolve(H, alpha)
	return linalg.Dot(h, alpha) / 2
}

func testOf(t *testing.T, draw drawing, n int, options TestOptions) (Tested, error) {
	t.Helper()
	width, data, y := draw(n, rand.New(rand.NewPCG(1, 77)))
	x, err := rows.NewMatrix(width, data)
	if err != nil {
		t.Fatal(err)
	}
	return Test(t.Context(), x, y, options)
}

func TestStrongDependenceHasTheSmallestP(t *testing.T) {
	told := 0
	got, err := testOf(t, spread, 300, TestOptions{Permutations: 99, Progress: func(done, all int) {
		if told++; done != told || all != 99 {
			t.Errorf("report %d says %d of %d", told, done, all)
		}
	}})
	if err != nil || got.P != .01 || got.Permutations != 99 || got.Rows != 300 || told != 99 || !(got.Score > 0) {
		t.Errorf("%+v, %v, %d reports", got, err, told)
	}
}

func TestTestGivesTheSameOnAnyNumberOfThreads(t *testing.T) {
	run := func(threads int) float64 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		got, err := testOf(t, line, 60, TestOptions{Options: Options{Seed: 3}})
		if err != nil || got.Permutations != DefaultPermutations {
			t.Fatalf("%+v, %v", got, err)
		}
		return got.P
	}
	if one, five := run(1), run(5); one != five {
		t.Errorf("p is %v with one thread and %v with five", one, five)
	}
}

func TestTestOfManyRowsTakesSome(t *testing.T) {
	got, err := testOf(t, line, TestRows+1, TestOptions{Options: Options{Centres: 20}, Permutations: 1})
	if err != nil || got.Rows != TestRows || got.P != .5 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestTestRefusesAndStops(t *testing.T) {
	if _, err := testOf(t, line, 30, TestOptions{Permutations: -1}); err == nil {
		t.Error("no error for -1 permutations")
	}
	x, err := rows.NewMatrix(1, []float64{1, 2, 3, 4})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Test(t.Context(), x, output.Classes([]int{1, 1, 1, 1}), TestOptions{}); err == nil {
		t.Error("no error for a constant output")
	}
	ctx, cancel := context.WithCancel(t.Context())
	test, err := newPermutationTest(ctx, x, output.Numbers([]float64{2, 1, 4, 3}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := test.statistics(ctx, 10, 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

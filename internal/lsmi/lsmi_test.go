package lsmi

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// problem draws a small data set in which y depends on x₁, with a random frame w.
func problem(t *rapid.T) (*Sample, linalg.Matrix) {
	n, d := rapid.IntRange(20, 60).Draw(t, "n"), rapid.IntRange(2, 5).Draw(t, "d")
	m := rapid.IntRange(1, min(d-1, 3)).Draw(t, "m")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	x := make([]float64, n*d)
	for i := range x {
		x[i] = random.NormFloat64()
	}
	s, err := Draw(context.Background(), standard(t, d, x), drawOutput(t, n, d, x, random), rapid.IntRange(3, 15).Draw(t, "b"), random)
	if err != nil {
		t.Fatal(err)
	}
	s.block = rapid.IntRange(5, 80).Draw(t, "block")
	s.sortByFold()
	w := linalg.New(m, d)
	for i := range w.Data {
		w.Data[i] = random.NormFloat64()
	}
	return s, w
}

func drawOutput(t *rapid.T, n, d int, x []float64, random *rand.Rand) output.Output {
	kind := rapid.SampledFrom([]string{"number", "class", "labels"}).Draw(t, "kind")
	y := make([]float64, 2*n)
	class := make([]int, n)
	for i := range n {
		y[i] = x[i*d]*x[i*d] + .3*random.NormFloat64()
		class[i] = i % 2
		if y[i] > .5 {
			class[i] = 2
		}
	}
	switch kind {
	case "number":
		return output.Numbers(y[:n])
	case "class":
		return output.Classes(class)
	}
	for i := range y {
		y[i] = float64(random.IntN(2))
	}
	y[0], y[2] = 0, 1
	labels, err := output.Labels(2, y)
	if err != nil {
		t.Fatal(err)
	}
	return labels
}

func standard(t rapid.TB, d int, x []float64) *aggregate.Standard {
	m, err := rows.NewMatrix(d, x)
	if err != nil {
		t.Fatal(err)
	}
	s, err := aggregate.Standardize(context.Background(), m, false)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The exact derivative is that of the value, for both estimates, both kernels and both
// kinds of α that have one.
func TestGradientMatchesFiniteDifferences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, w := problem(t)
		k := rapid.SampledFrom([]kernel.Kind{kernel.Gaussian, kernel.Epanechnikov}).Draw(t, "kernel")
		allowed := rapid.SampledFrom([]Alpha{Free, NonNegative}).Draw(t, "alpha")
		at := Settings{WidthZ: 1.5, WidthY: .8, Lambda: .01}
		o, err := s.Objective(context.Background(), k, at, allowed)
		if rapid.Bool().Draw(t, "bound") {
			o, err = s.Bound(context.Background(), k, at)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Value(context.Background(), w); err != nil {
			t.Fatal(err)
		}
		got := linalg.New(w.Rows, w.Cols)
		if err := o.Gradient(context.Background(), got); err != nil {
			t.Fatal(err)
		}
		// The value has kinks where a row leaves the support of an Epanechnikov kernel
		// or an α leaves 0, so a step across one may be off by the step times the kink.
		const step = 1e-6
		for i := range w.Data {
			want := (valueAt(t, o, w, i, step) - valueAt(t, o, w, i, -step)) / (2 * step)
			if math.Abs(got.Data[i]-want) > 2e-5*(1+linalg.Norm(got)) {
				t.Fatalf("derivative %d is %g, but finite differences give %g", i, got.Data[i], want)
			}
		}
	})
}

func valueAt(t *rapid.T, o *Objective, w linalg.Matrix, i int, step float64) float64 {
	w = w.Clone()
	w.Data[i] += step
	v, err := o.Value(context.Background(), w)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The held-out score is what fitting on the other rows and scoring on the fold gives.
func TestScoresMatchNaiveCrossValidation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, w := problem(t)
		k := rapid.SampledFrom([]kernel.Kind{kernel.Gaussian, kernel.Epanechnikov}).Draw(t, "kernel")
		allowed := rapid.SampledFrom([]Alpha{Free, Clipped, NonNegative}).Draw(t, "alpha")
		grid := Grid{WidthZ: []float64{.7, 1.5}, WidthY: []float64{.4, .9}, Lambda: []float64{.1, .01}}
		all, err := s.Scores(context.Background(), w, k, grid, allowed)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range all {
			if want := naiveScore(t, s, w, k, one.Settings, allowed); math.Abs(one.Score-want) > 1e-8*(1+math.Abs(want)) {
				t.Fatalf("score %.12g at %+v, but naively %.12g", one.Score, one.Settings, want)
			}
		}
	})
}

// Smoothest is the largest λ, and with it the best widths, within one standard error of
// the best score, taken naively.
func TestSmoothestIsWithinOneStandardError(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, w := problem(t)
		grid := Grid{WidthZ: []float64{.7, 1.5}, WidthY: []float64{.4, .9}, Lambda: []float64{.001, .01, .1, 1}}
		all, err := s.Scores(context.Background(), w, kernel.Gaussian, grid, Free)
		if err != nil {
			t.Fatal(err)
		}
		best := all[0]
		for _, one := range all {
			if one.Score > best.Score {
				best = one
			}
		}
		var square float64
		for _, loss := range best.losses {
			away := -loss - constant(s.y.Signed()) - best.Score
			square += away * away
		}
		n := float64(len(best.losses))
		low := best.Score - math.Sqrt(square/(n-1)/n)
		want := best
		for _, one := range all {
			if one.Score >= low && (one.Lambda > want.Lambda || one.Lambda == want.Lambda && one.Score > want.Score) {
				want = one
			}
		}
		got, err := s.Smoothest(context.Background(), w, kernel.Gaussian, grid, Free)
		if err != nil {
			t.Fatal(err)
		}
		if got.Settings != want.Settings {
			t.Fatalf("%+v with score %g, want %+v with %g; the best is %g", got.Settings, got.Score, want.Settings, want.Score, best.Score)
		}
	})
}

// naiveSums are those of some rows, one by one.
type naiveSums struct {
	n      int
	kk, ll linalg.Matrix
	kl     []float64
}

func newNaiveSums(b int) *naiveSums {
	return &naiveSums{kk: linalg.New(b, b), ll: linalg.New(b, b), kl: make([]float64, b)}
}

func (s *naiveSums) add(k, l linalg.Matrix) {
	s.n += k.Rows
	linalg.AddGram(s.kk, k)
	linalg.AddGram(s.ll, l)
	addProducts(s.kl, k, l, []int{0})
}

func (s *naiveSums) system() System {
	sys := System{H: linalg.New(len(s.kl), len(s.kl)), h: make([]float64, len(s.kl))}
	sys.fill(float64(s.n), s.kk, s.ll, s.kl)
	return sys
}

func naiveScore(t *rapid.T, s *Sample, w linalg.Matrix, k kernel.Kind, at Settings, allowed Alpha) float64 {
	var loss float64
	for f := range s.folds {
		train, test := newNaiveSums(len(s.centres)), newNaiveSums(len(s.centres))
		for i := range s.fold {
			sums := train
			if s.fold[i] == f {
				sums = test
			}
			kRow, lRow := naiveRow(s, w, k, at, i)
			sums.add(kRow, lRow)
		}
		alpha, err := train.system().Solve(at.Lambda, allowed)
		if err != nil {
			t.Fatal(err)
		}
		loss += test.system().loss(alpha) / float64(s.folds)
	}
	return -loss - constant(s.y.Signed())
}

// naiveRow is row i of K and of L, by the definitions.
func naiveRow(s *Sample, w linalg.Matrix, k kernel.Kind, at Settings, i int) (kRow, lRow linalg.Matrix) {
	b := len(s.centres)
	kRow, lRow = linalg.New(1, b), linalg.New(1, b)
	x, _ := s.x.Select(context.Background(), []int{i})
	for l, c := range s.centres {
		u, _ := s.x.Select(context.Background(), []int{c})
		var squared float64
		for r := range w.Rows {
			delta := linalg.Dot(w.Row(r), x.Row(0)) - linalg.Dot(w.Row(r), u.Row(0))
			squared += delta * delta
		}
		ratio := squared / (2 * at.WidthZ * at.WidthZ)
		kRow.Data[l] = math.Exp(-ratio)
		if k == kernel.Epanechnikov {
			kRow.Data[l] = max(0, 1-ratio)
		}
	}
	switch y := s.y.(type) {
	case output.Metric:
		y.SquaredDistances(lRow.Data, i, i+1, s.centres)
		for l, v := range lRow.Data {
			lRow.Data[l] = math.Exp(-v / (2 * at.WidthY * at.WidthY))
		}
	case output.Kernel:
		y.Kernel(lRow.Data, i, i+1, s.centres)
	}
	return kRow, lRow
}

// The non-negative solution satisfies the conditions of the minimum exactly:
// α ≥ 0, slope ≥ 0, and one of both 0.
func TestNonNegativeSolutionIsTheMinimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.IntRange(1, 40).Draw(t, "b")
		rank := rapid.IntRange(1, b).Draw(t, "rank")
		lambda := rapid.SampledFrom([]float64{1e-6, 1e-3, .1}).Draw(t, "lambda")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		a := linalg.New(rank, b)
		for i := range a.Data {
			a.Data[i] = random.NormFloat64()
		}
		sys := System{H: linalg.New(b, b), h: make([]float64, b)}
		linalg.AddGram(sys.H, a)
		for i := range sys.h {
			sys.h[i] = random.NormFloat64()
		}
		alpha, err := sys.Solve(lambda, NonNegative)
		if err != nil {
			t.Fatal(err)
		}
		linalg.Symmetrize(sys.H)
		for i, v := range alpha {
			slope := linalg.Dot(sys.H.Row(i), alpha) + lambda*v - sys.h[i]
			if v < 0 || slope < -1e-8*(1+linalg.Largest(alpha)) || v > 0 && slope > 1e-8*(1+linalg.Largest(alpha)) {
				t.Fatalf("alpha[%d] = %g with slope %g", i, v, slope)
			}
		}
	})
}

func TestClippedHasNoGradient(t *testing.T) {
	g := readGolden(t)
	s := g.sample(t, output.Numbers(g.Y))
	o, err := s.Objective(t.Context(), kernel.Gaussian, Settings{WidthZ: 1, WidthY: 1, Lambda: .1}, Clipped)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Value(t.Context(), linalg.FromSlices(g.W)); err != nil {
		t.Fatal(err)
	}
	if err := o.Gradient(t.Context(), linalg.New(2, 3)); !errors.Is(err, errClipped) {
		t.Fatalf("got %v", err)
	}
}

// Dropping settings that do badly on the first fold finds the same ones as trying all,
// and the α of all rows at them.
func TestValidateWithManyRows(t *testing.T) {
	const n = 2 * raceRows
	random := rand.New(rand.NewPCG(3, 3))
	x, y := make([]float64, 3*n), make([]float64, n)
	for i := range x {
		x[i] = random.NormFloat64()
	}
	for i := range y {
		y[i] = math.Sin(x[3*i]) + .3*random.NormFloat64()
	}
	s, err := Draw(t.Context(), standard(t, 3, x), output.Numbers(y), 50, random)
	if err != nil {
		t.Fatal(err)
	}
	w := linalg.FromSlices([][]float64{{1, 0, 0}})
	grid, err := s.Wide(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Scores(t.Context(), w, kernel.Gaussian, grid, Clipped)
	if err != nil {
		t.Fatal(err)
	}
	best := all[0]
	for _, one := range all {
		if one.Score > best.Score {
			best = one
		}
	}
	got, fit, err := s.Validate(t.Context(), w, kernel.Gaussian, grid, Clipped)
	if err != nil || got.Settings != best.Settings || math.Abs(got.Score-best.Score) > 1e-12 {
		t.Errorf("%+v, but the best of all is %+v (error %v)", got, best, err)
	}
	want, err := s.Solve(t.Context(), w, kernel.Gaussian, got.Settings, Clipped)
	if err != nil {
		t.Fatal(err)
	}
	for l := range want.Alpha {
		if math.Abs(fit.Alpha[l]-want.Alpha[l]) > 1e-8 {
			t.Fatalf("α_%d = %v, want %v", l, fit.Alpha[l], want.Alpha[l])
		}
	}
}

// A sample of some rows alone is the sample of a data set that has no others.
func TestDrawFrom(t *testing.T) {
	const n = 60
	random := rand.New(rand.NewPCG(4, 4))
	x, class := make([]float64, 2*n), make([]int, n)
	for i := range x {
		x[i] = random.NormFloat64()
	}
	for i := range class {
		class[i] = random.IntN(3)
	}
	var which, few []int
	var rest []float64
	for i := 1; i < n; i += 2 {
		which, few, rest = append(which, i), append(few, class[i]), append(rest, x[2*i], x[2*i+1])
	}
	unscaled := func(data []float64) *aggregate.Standard {
		s := standard(t, 2, data)
		s.Mean, s.Scale = []float64{0, 0}, []float64{1, 1}
		return s
	}
	score := func(x *aggregate.Standard, y []int, which []int) float64 {
		s, err := DrawFrom(t.Context(), x, output.Classes(y), which, 10, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		grid := Grid{WidthZ: []float64{1}, WidthY: []float64{0}, Lambda: []float64{.1}}
		got, _, err := s.Validate(t.Context(), linalg.Matrix{}, kernel.Gaussian, grid, Clipped)
		if err != nil {
			t.Fatal(err)
		}
		return got.Score
	}
	if got, want := score(unscaled(x), class, which), score(unscaled(rest), few, nil); got != want {
		t.Errorf("score %v, want %v", got, want)
	}
}

package stiefel

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
)

// trace is W ↦ tr(W C Wᵀ), which is greatest for the leading eigenvectors of C. It
// notes how it is used.
type trace struct {
	c         linalg.Matrix
	at        linalg.Matrix
	values    []float64 // all that were asked for
	accepted  []float64 // those at which a gradient was asked for
	frames    []linalg.Matrix
	onValue   func(call int) error
	badValue  func(w linalg.Matrix) (float64, bool)
	gradients error
}

func (f *trace) Value(ctx context.Context, w linalg.Matrix) (float64, error) {
	if f.onValue != nil {
		if err := f.onValue(len(f.values)); err != nil {
			return 0, err
		}
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	f.at = w.Clone()
	v := f.value(w)
	if f.badValue != nil {
		if bad, ok := f.badValue(w); ok {
			v = bad
		}
	}
	f.values, f.frames = append(f.values, v), append(f.frames, f.at)
	return v, nil
}

func (f *trace) value(w linalg.Matrix) float64 {
	return linalg.Inner(product(w, f.c), w)
}

func (f *trace) Gradient(_ context.Context, dst linalg.Matrix) error {
	f.accepted = append(f.accepted, f.values[len(f.values)-1])
	for i, v := range product(f.at, f.c).Data {
		dst.Data[i] = 2 * v
	}
	return f.gradients
}

// drawn is a trace whose C has the eigenvalues d, d-1, …, 1, and a frame to start from.
func drawn(t rapid.TB, m, d int, rng *rand.Rand) (*trace, linalg.Matrix, linalg.Matrix) {
	q := frame(t, d, d, rng)
	scaled := q.Clone()
	for i := range d {
		for j := range d {
			scaled.Row(i)[j] *= float64(d - i)
		}
	}
	return &trace{c: product(q.Transposed(), scaled)}, frame(t, m, d, rng), q.Slice(0, m)
}

// It reaches the leading eigenvectors, and the sum of the m largest eigenvalues. The
// value is flat at its top: ε in the value is √ε in the frame. On the way no step is
// accepted that loses.
func TestAscentReachesTheLeadingEigenvectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(2, 8).Draw(t, "d")
		m := rapid.IntRange(1, min(d-1, 3)).Draw(t, "m")
		f, w, top := drawn(t, m, d, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		start := w.Clone()
		got, value, err := Ascent{Steps: 500, Tolerance: 1e-14}.Run(context.Background(), f, w)
		if err != nil {
			t.Fatal(err)
		}
		if frobenius(minus(w, start)) != 0 {
			t.Fatal("the frame to start from has changed")
		}
		if e := notOrthonormal(got); e > 1e-14 {
			t.Fatalf("|W Wᵀ - I| = %g", e)
		}
		want := 0.
		for k := range m {
			want += float64(d - k)
		}
		if e := Distance(got, top); e > 1e-6 || math.Abs(value-want) > 1e-12*want {
			t.Fatalf("%g away from the leading eigenvectors, at %v instead of %v", e, value, want)
		}
		for i := 1; i < len(f.accepted); i++ {
			if f.accepted[i] < f.accepted[i-1] {
				t.Fatalf("a step from %v to %v", f.accepted[i-1], f.accepted[i])
			}
		}
		if at := f.value(got); math.Abs(at-value) > 1e-14*want {
			t.Fatalf("it returns the value %v, but its frame has %v", value, at)
		}
	})
}

// With the default settings the value is within about the tolerance of a step, 1e-6,
// in far fewer evaluations than plain gradient steps would take.
func TestAscentIsQuick(t *testing.T) {
	f, w, top := drawn(t, 2, 20, rand.New(rand.NewPCG(1, 0)))
	got, _, err := Ascent{}.Run(context.Background(), f, w)
	if err != nil {
		t.Fatal(err)
	}
	if e := Distance(got, top); e > 2e-3 || len(f.values) > 45 {
		t.Errorf("%g away after %d evaluations", e, len(f.values))
	}
}

func TestAscentRespectsSteps(t *testing.T) {
	for _, steps := range []int{0, 1, 3} {
		f, w, _ := drawn(t, 2, 60, rand.New(rand.NewPCG(2, 0)))
		if _, _, err := (Ascent{Steps: steps, Tolerance: 1e-300}).Run(context.Background(), f, w); err != nil {
			t.Fatal(err)
		}
		want := steps
		if want == 0 {
			want = 40
		}
		if len(f.accepted) != want {
			t.Errorf("%d steps, want %d", len(f.accepted), want)
		}
	}
}

func TestAscentStopsAtItsTolerance(t *testing.T) {
	f, w, _ := drawn(t, 2, 20, rand.New(rand.NewPCG(3, 0)))
	_, value, err := Ascent{Tolerance: .1}.Run(context.Background(), f, w)
	if err != nil {
		t.Fatal(err)
	}
	reached := append(f.accepted, value)
	for i := 1; i < len(reached); i++ {
		if last := i == len(reached)-1; reached[i]-reached[i-1] < .1 != last {
			t.Errorf("step %d of %d gained %g", i, len(reached)-1, reached[i]-reached[i-1])
		}
	}
}

// A line that moves by t across itself turns by the angle atan t, to a distance of
// sin atan t; and no step is longer than maxMove.
func TestFirstMove(t *testing.T) {
	for asked, want := range map[float64]float64{0: .05, .01: .01, .3: .3, 10: maxMove} {
		f, w, _ := drawn(t, 1, 5, rand.New(rand.NewPCG(4, 0)))
		if _, _, err := (Ascent{Steps: 1, FirstMove: asked}).Run(context.Background(), f, w); err != nil {
			t.Fatal(err)
		}
		if got := Distance(f.frames[0], f.frames[1]); math.Abs(got-math.Sin(math.Atan(want))) > 1e-15 {
			t.Errorf("first move %g: distance %v, want %v", asked, got, math.Sin(math.Atan(want)))
		}
	}
}

func TestAscentStaysWhereItIsStationary(t *testing.T) {
	f := &trace{c: linalg.FromSlices([][]float64{{3, 0, 0}, {0, 2, 0}, {0, 0, 1}})}
	w := linalg.FromSlices([][]float64{{1, 0, 0}, {0, 1, 0}})
	got, value, err := Ascent{}.Run(context.Background(), f, w)
	if err != nil || value != 5 || frobenius(minus(got, w)) != 0 || len(f.values) != 1 {
		t.Errorf("from the top to %v (%v, %v) in %d evaluations", got.Data, value, err, len(f.values))
	}
	if got.Set(0, 0, 7); w.At(0, 0) != 1 {
		t.Error("the frame it returns is the caller's own memory")
	}
}

// With as many components as columns there is one row space only.
func TestAscentOfAllDirections(t *testing.T) {
	f, w, _ := drawn(t, 4, 4, rand.New(rand.NewPCG(5, 0)))
	got, value, err := Ascent{}.Run(context.Background(), f, w)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(value-10) > 1e-13 || notOrthonormal(got) > 1e-14 || len(f.values) > 30 {
		t.Errorf("value %v, want 10, after %d evaluations", value, len(f.values))
	}
}

// Where the function has no value, steps are shortened or given up; what is returned
// is a frame that was reached.
func TestAscentAvoidsWhatIsNoNumber(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(-1)} {
		f, w, _ := drawn(t, 1, 3, rand.New(rand.NewPCG(6, 0)))
		f.badValue = func(at linalg.Matrix) (float64, bool) { return bad, Distance(at, w) > .03 }
		got, value, err := Ascent{}.Run(context.Background(), f, w)
		if err != nil || math.IsNaN(value) || Distance(got, w) > .03 || math.Abs(f.value(got)-value) > 1e-14 {
			t.Errorf("beside %v: value %v (%v), %g away from the start", bad, value, err, Distance(got, w))
		}
		if math.IsInf(bad, -1) && !(value > f.values[0]) {
			t.Error("no gain next to -Inf, though shorter steps have one")
		}
	}
}

// A cancelled context, or any error, ends the ascent with the best frame so far.
func TestAscentReturnsTheBestFrameOnCancellation(t *testing.T) {
	for last := range 6 {
		ctx, cancel := context.WithCancel(context.Background())
		f, w, _ := drawn(t, 2, 20, rand.New(rand.NewPCG(7, 0)))
		f.onValue = func(call int) error {
			if call == last {
				cancel()
			}
			return nil
		}
		got, value, err := Ascent{}.Run(ctx, f, w)
		if !errors.Is(err, context.Canceled) || len(f.values) != last {
			t.Errorf("cancelled in evaluation %d: error %v after %d", last, err, len(f.values))
		}
		if last > 0 && (value != f.accepted[len(f.accepted)-1] || math.Abs(f.value(got)-value) > 1e-13) {
			t.Errorf("cancelled in evaluation %d: value %v of a frame with %v", last, value, f.value(got))
		}
		cancel()
	}
	f, w, _ := drawn(t, 2, 5, rand.New(rand.NewPCG(7, 0)))
	f.gradients = errors.New("no gradient")
	if _, _, err := (Ascent{}).Run(context.Background(), f, w); !errors.Is(err, f.gradients) {
		t.Errorf("error %v, want %v", err, f.gradients)
	}
}

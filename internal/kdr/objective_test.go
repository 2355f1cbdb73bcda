package kdr

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/aggregate"
	"suffice/internal/canonical"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// all lists n rows.
func all(n int) []int {
	which := make([]int, n)
	for i := range which {
		which[i] = i
	}
	return which
}

// exact is settings without a tolerance: the factor has full rank, but for rounding.
func exact(width, epsilon float64) Settings {
	return Settings{Width: width, Epsilon: epsilon, Most: math.MaxInt}
}

// dense is J with its derivative from full kernel matrices: with P = (K̃ + nεI)⁻¹,
//
//	J = tr L̃ P,   dJ/dK = -P L̃ P,   dJ/dW = -(1/s²) Σ_ij (dJ/dK ∘ K)_ij W(x_i - x_j)(x_i - x_j)ᵀ.
func dense(x, w, l linalg.Matrix, at Settings) (value float64, gradient linalg.Matrix) {
	n := x.Rows
	z, k := linalg.New(n, w.Rows), linalg.New(n, n)
	linalg.MulT(z, x, w)
	kernel.SquaredDistances(k, z, z)
	kernel.Gaussian.Matrix(k, k, at.Width)
	ridge, p, half := centredTwice(k), centredTwice(l), linalg.New(n, n)
	for i := range n {
		ridge.Row(i)[i] += float64(n) * at.Epsilon
	}
	if err := linalg.Cholesky(ridge); err != nil {
		panic(err)
	}
	linalg.CholeskySolveAll(ridge, p)
	for i := range n {
		value += p.At(i, i)
	}
	half.Copy(p.Transposed())
	linalg.CholeskySolveAll(ridge, half) // P L̃ P
	gradient = linalg.New(w.Rows, w.Cols)
	for i := range n {
		for j := range n {
			a := half.At(i, j) * k.At(i, j) / (at.Width * at.Width)
			for r := range w.Rows {
				for c := range w.Cols {
					gradient.Data[r*w.Cols+c] += a * (z.At(i, r) - z.At(j, r)) * (x.At(i, c) - x.At(j, c))
				}
			}
		}
	}
	return value, gradient
}

// centredTwice is C a C with C = I - 11ᵀ/n.
func centredTwice(a linalg.Matrix) linalg.Matrix {
	out := a.Clone()
	for range 2 {
		for i := range out.Rows {
			var mean float64
			for _, v := range out.Row(i) {
				mean += v / float64(out.Cols)
			}
			for j := range out.Row(i) {
				out.Row(i)[j] -= mean
			}
		}
		out = out.Transposed()
	}
	return out
}

// wantClose fails unless got is within tolerance of want, relative to want's largest entry.
func wantClose(t rapid.TB, name string, got, want []float64, tolerance float64) {
	t.Helper()
	var size float64
	for _, v := range want {
		size = max(size, math.Abs(v))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance*size) {
			t.Errorf("%s[%d] = %.15g, want %.15g: off by %.2g", name, i, got[i], want[i], math.Abs(got[i]-want[i])/size)
		}
	}
}

// standard is x as it is: its columns must have mean 0 for that.
func standard(t rapid.TB, x linalg.Matrix) *aggregate.Standard {
	source, err := rows.NewMatrix(x.Cols, x.Data)
	if err != nil {
		t.Fatal(err)
	}
	s, err := aggregate.Standardize(context.Background(), source, true)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// evaluate returns J and its gradient.
func evaluate(t rapid.TB, o *Objective, w linalg.Matrix) (float64, linalg.Matrix) {
	t.Helper()
	value, err := o.Value(context.Background(), w)
	if err != nil {
		t.Fatal(err)
	}
	g := linalg.New(w.Rows, w.Cols)
	if err := o.Gradient(context.Background(), g); err != nil {
		t.Fatal(err)
	}
	return value, g
}

// newObjective is New with all rows as candidates.
func newObjective(t rapid.TB, x linalg.Matrix, y output.Output, widthY, toleranceY float64, at Settings) *Objective {
	t.Helper()
	ctx := context.Background()
	factor, err := target.Factor(ctx, y, all(x.Rows), widthY, x.Rows, toleranceY)
	if err != nil {
		t.Fatal(err)
	}
	o, err := New(ctx, canonical.Problem{X: standard(t, x), Y: factor}, all(x.Rows), at)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestGoldenValueAndGradient(t *testing.T) {
	data, err := os.ReadFile("testdata/kdr.json")
	if err != nil {
		t.Fatal(err)
	}
	var g struct {
		X, W [][]float64
		Y    []float64
		KDR  struct {
			SigmaZ   float64 `json:"sigma_z"`
			SigmaY   float64 `json:"sigma_y"`
			Eps      float64
			Value    float64
			Gradient [][]float64
		}
	}
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	x, w := linalg.FromSlices(g.X), linalg.FromSlices(g.W)
	at := exact(g.KDR.SigmaZ, g.KDR.Eps)
	o := newObjective(t, x, output.Numbers(g.Y), g.KDR.SigmaY, 0, at)
	value, gradient := evaluate(t, o, w)
	wantClose(t, "J", []float64{value}, []float64{g.KDR.Value}, 1e-8)
	wantClose(t, "gradient", gradient.Data, linalg.FromSlices(g.KDR.Gradient).Data, 1e-8)

	l := linalg.New(x.Rows, x.Rows)
	kernel.Outputs(l, output.Numbers(g.Y), 0, all(x.Rows), g.KDR.SigmaY)
	wantValue, want := dense(x, w, l, at)
	wantClose(t, "dense J", []float64{wantValue}, []float64{g.KDR.Value}, 1e-10)
	wantClose(t, "gradient", gradient.Data, want.Data, 1e-8)
}

// instance is a random problem with its full L.
type instance struct {
	x, w, l linalg.Matrix
	y       output.Output
	widthY  float64
	at      Settings // without a tolerance
}

// drawn draws n rows of d inputs, y depending on the first, and a frame of m rows.
func drawn(t rapid.TB, n, d, m int, width float64, random *rand.Rand) instance {
	t.Helper()
	p := instance{x: linalg.New(n, d), w: linalg.New(m, d), l: linalg.New(n, n), widthY: .8, at: exact(width, 1e-4)}
	for i := range p.x.Data {
		p.x.Data[i] = random.NormFloat64()
	}
	for i := range p.w.Data {
		p.w.Data[i] = random.NormFloat64()
	}
	if err := stiefel.Orthonormalize(p.w); err != nil {
		t.Fatal(err)
	}
	y := make([]float64, n)
	for i := range y {
		y[i] = p.x.At(i, 0)*p.x.At(i, 0) + .3*random.NormFloat64()
	}
	p.y = output.Numbers(y)
	kernel.Outputs(p.l, p.y, 0, all(n), p.widthY)
	return p
}

// small is an instance for properties.
func small(t *rapid.T) instance {
	n, d := rapid.IntRange(4, 40).Draw(t, "n"), rapid.IntRange(2, 4).Draw(t, "d")
	m, width := rapid.IntRange(1, d).Draw(t, "m"), rapid.Float64Range(.4, 2).Draw(t, "width")
	return drawn(t, n, d, m, width, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "data"), 0)))
}

// inParts is the objective that takes its sums in several parts, some rows at a time.
func (p instance) inParts(t *rapid.T) *Objective {
	o := newObjective(t, p.x, p.y, p.widthY, 0, p.at)
	o.x.Source = divided{o.x.Source, aggregate.Parts{
		Count: rapid.IntRange(1, 4).Draw(t, "parts"), Share: rapid.IntRange(1, p.x.Rows).Draw(t, "share"),
		Piece: rapid.IntRange(1, p.x.Rows).Draw(t, "piece"),
	}}
	return o
}

// divided is rows that are summed in parts of their own, by someone who is sent the state
// and sends the sums.
type divided struct {
	rows.Source
	parts aggregate.Parts
}

// Aggregate implements aggregate.Aggregator.
func (d divided) Aggregate(ctx context.Context, s aggregate.Statistic, y ...aggregate.Aligned) (aggregate.Partial, error) {
	state := aggregate.Encode(s)
	sent, err := aggregate.Decode(state, aggregate.Known(), canonical.Known(), Known())
	if err != nil {
		return nil, err
	}
	plan := sent.Plan(d.Len(), d.Width())
	plan.Parts = d.parts
	sum, err := plan.Sum(ctx, d.Source, sent, y...)
	if err != nil {
		return nil, err
	}
	data := aggregate.EncodeSum(sent, sum)
	return aggregate.DecodeSum(s, data)
}

// What is left of the diagonals when the factors end, 1e-13 of each element, may change
// J by the share 1e-13/ε, the gradient by more; the derivative is tested to 1e-6.
func TestValueAndGradientAreThoseOfFullMatrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := small(t)
		value, gradient := evaluate(t, p.inParts(t), p.w)
		wantValue, want := dense(p.x, p.w, p.l, p.at)
		wantClose(t, "J", []float64{value}, []float64{wantValue}, 1e-8)
		if linalg.Norm(want) > 1e-6*wantValue { // not 0 but for rounding
			wantClose(t, "gradient", gradient.Data, want.Data, 1e-6)
		}
	})
}

// With few pivots the gradient is that of the low-rank J, not of the full one: central
// differences of it, with the pivots kept.
func TestGradientOfFewPivotsMatchesDifferences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := small(t)
		p.at.Most = rapid.IntRange(1, 8).Draw(t, "pivots")
		o := p.inParts(t)
		value, gradient := evaluate(t, o, p.w)
		o.Fix()
		const step = 1e-4
		w, differences := p.w.Clone(), make([]float64, len(p.w.Data))
		for i := range w.Data {
			at := func(by float64) float64 {
				w.Data[i] = p.w.Data[i] + by*step
				v, err := o.Value(t.Context(), w)
				if err != nil {
					t.Fatal(err)
				}
				w.Data[i] = p.w.Data[i]
				return v
			}
			differences[i] = (8*(at(1)-at(-1)) - (at(2) - at(-2))) / (12 * step)
		}
		for i, want := range differences {
			if math.Abs(gradient.Data[i]-want) > 1e-7*(value+linalg.Norm(gradient)) {
				t.Errorf("gradient[%d] = %g, differences give %g; J = %g", i, gradient.Data[i], want, value)
			}
		}
	})
}

// The low-rank J is never below the full one, and above it by at most the share that
// the tolerance says. That is for the worst L; here it is less than a hundredth of it.
func TestToleranceBoundsTheError(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 0))
	for _, m := range []int{1, 2} {
		p := drawn(t, 400, 5, m, .8, random)
		full, fullGradient := dense(p.x, p.w, p.l, p.at)
		for _, tolerance := range []float64{1, .1, 1e-2, 1e-3, 1e-4} {
			at := p.at
			at.Tolerance = tolerance
			o := newObjective(t, p.x, p.y, p.widthY, 0, at)
			value, gradient := evaluate(t, o, p.w)
			excess := value/full - 1
			difference := gradient.Clone()
			for i, v := range fullGradient.Data {
				difference.Data[i] -= v
			}
			t.Logf("m = %d, tolerance %g: %d pivots, J above by %.1e, gradient off by %.1e", m, tolerance,
				o.Pivots(), excess, linalg.Norm(difference)/linalg.Norm(fullGradient))
			if !(excess >= -1e-9 && excess <= tolerance/100) {
				t.Errorf("m = %d, tolerance %g: %d pivots, J is above the full one by the share %g", m, tolerance, o.Pivots(), excess)
			}
		}
	}
}

// Fixed pivots stay, and rows that coincide in the new z do no harm.
func TestFixedPivotsThatCoincideAreLeftOut(t *testing.T) {
	p := drawn(t, 30, 2, 1, 1, rand.New(rand.NewPCG(6, 0)))
	for i := range p.x.Rows {
		p.x.Set(i, 1, float64(i%2)-.5)
	}
	first, second := linalg.FromSlices([][]float64{{1, 0}}), linalg.FromSlices([][]float64{{0, 1}})
	o := newObjective(t, p.x, p.y, p.widthY, 0, p.at)
	evaluate(t, o, first)
	o.Fix()
	value, _ := evaluate(t, o, second)
	want, _ := dense(p.x, second, p.l, p.at)
	wantClose(t, "J", []float64{value}, []float64{want}, 1e-9)
	if o.Pivots() != 2 {
		t.Errorf("%d pivots for two values of z", o.Pivots())
	}
}

func TestValueStopsWhenCancelled(t *testing.T) {
	p := drawn(t, 30, 2, 1, 1, rand.New(rand.NewPCG(7, 0)))
	o := newObjective(t, p.x, p.y, p.widthY, 0, p.at)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := o.Value(ctx, p.w); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// The descent ends lower than it began, at a frame, and has the value it says.
func TestDescentGoesDown(t *testing.T) {
	p := drawn(t, 300, 4, 1, .7, rand.New(rand.NewPCG(8, 0)))
	at := p.at
	at.Tolerance, at.Most = 1e-3, 50
	o := newObjective(t, p.x, p.y, p.widthY, 1e-6, at)
	before, _ := evaluate(t, o, p.w)
	w, value, err := Descent{Width: .7, Factors: []float64{4, 2, 1}, Steps: 10}.Run(t.Context(), o, p.w)
	if err != nil {
		t.Fatal(err)
	}
	after, _ := evaluate(t, o, w)
	if value != after || !(after < before) {
		t.Errorf("J was %g; the descent says %g, and it is %g", before, value, after)
	}
	if error := stiefel.Distance(w, linalg.FromSlices([][]float64{{1, 0, 0, 0}})); error > .05 {
		t.Errorf("y depends on the first input alone, but the frame is %v", w.Data)
	}
}

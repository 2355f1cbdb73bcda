package canonical

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/rows"
)

// settings draws a Choice with k ≤ r directions, not orthonormal.
func settings(t *rapid.T, p instance) Choice {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "directions"), 0))
	return Choice{
		Width:      rapid.Float64Range(.5, 3).Draw(t, "width"),
		Lambda:     math.Pow(10, rapid.Float64Range(-4, 0).Draw(t, "log λ")),
		Directions: normal(rapid.IntRange(1, p.Y.Cols).Draw(t, "k"), p.Y.Cols, rng),
	}
}

// inParts is the objective that takes its sums in several parts, some rows at a time.
func (p instance) inParts(t *rapid.T, at Choice) *Objective {
	x := *p.X
	x.Source = divided{x.Source, aggregate.Parts{
		Count: rapid.IntRange(1, 4).Draw(t, "parts"), Share: rapid.IntRange(1, p.x.Rows).Draw(t, "share"),
		Piece: rapid.IntRange(1, p.x.Rows).Draw(t, "piece"),
	}}
	return Problem{X: &x, Y: p.Y, By: p.By}.Objective(p.u, at)
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
	sent, err := aggregate.Decode(state, aggregate.Known(), Known())
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

// dense is S = -(1 + δ)/2 log det(T + δI), T = YᵀY/n - Mᵀ C⁻¹ M, C = K_cᵀK_c/n + λK_vv, M = K_cᵀY/n,
// with the jitters of the package. Rounding of C shows in T as Bᵀ ε B, B = C⁻¹ M, and
// that of T in S as tr T⁻¹ ε, so S comes with its condition (1 + b |B|²) (1 + tr T⁻¹):
// K near 1 everywhere makes B large, directions that are nearly the same make T singular.
func (p instance) dense(at Choice) (s, condition float64) {
	n := 1 / float64(p.x.Rows)
	y, k := times(p.Y, at.Directions.Transposed()), centred(gaussian(p.z(), p.v(), at.Width))
	zero := func(order int) linalg.Matrix { return linalg.New(order, order) }
	c := plus(zero(k.Cols), n, times(k.Transposed(), k))
	c = plus(plus(c, at.Lambda, gaussian(p.v(), p.v(), at.Width)), jitterZ, linalg.Identity(k.Cols))
	m := plus(linalg.New(k.Cols, y.Cols), n, times(k.Transposed(), y))
	beta, _ := solve(c, m)
	tt := plus(zero(y.Cols), n, times(y.Transposed(), y))
	tt = plus(plus(tt, -1, times(m.Transposed(), beta)), jitterT+p.By.Floor, linalg.Identity(y.Cols))
	inverseT, logdet := solve(tt, linalg.Identity(y.Cols))
	trace := 0.
	for i := range y.Cols {
		trace += inverseT.At(i, i)
	}
	return -(1 + p.By.Floor) * logdet / 2, (1 + float64(k.Cols)*linalg.Inner(beta, beta)) * (1 + trace)
}

func value(t rapid.TB, o *Objective, w linalg.Matrix) float64 {
	s, err := o.Value(context.Background(), w)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestValueMatchesTheDenseFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := small(t)
		at := settings(t, p)
		o := p.inParts(t, at)
		want, condition := p.dense(at)
		if got := value(t, o, p.w); !(math.Abs(got-want) <= 1e-14*condition) {
			t.Fatalf("S = %v, want %v: off by %g, condition %g", got, want, got-want, condition)
		}
	})
}

// At n above 192 the package's own parts are several.
func TestValueOfSeveralParts(t *testing.T) {
	p := drawn(t, 5000, 3, 2, 2, 6, rand.New(rand.NewPCG(1, 0)))
	at := Choice{Width: .8, Lambda: 1e-3, Directions: linalg.Identity(2)}
	want, condition := p.dense(at)
	if got := value(t, p.Objective(p.u, at), p.w); math.Abs(got-want) > 1e-14*condition {
		t.Errorf("S = %v, want %v: off by %g, condition %g", got, want, got-want, condition)
	}
}

// S measures what the space of z says, so turning W within it changes nothing but
// rounding.
func TestValueDependsOnTheRowSpaceOnly(t *testing.T) {
	p := drawn(t, 80, 4, 2, 2, 10, rand.New(rand.NewPCG(2, 0)))
	at := Choice{Width: 1, Lambda: 1e-2, Directions: linalg.Identity(2)}
	o := p.Objective(p.u, at)
	want := value(t, o, p.w)
	turn := linalg.FromSlices([][]float64{{math.Cos(1), math.Sin(1)}, {-math.Sin(1), math.Cos(1)}})
	if got := value(t, o, times(turn, p.w)); math.Abs(got-want) > 1e-12 {
		t.Errorf("S = %v after a turn, %v before", got, want)
	}
	if got := value(t, o, p.w); got != want { // o keeps its memory
		t.Errorf("S = %v the second time, %v the first", got, want)
	}
}

// Differences over ±h and ±2h of the dense twin are right to 1e-14/h of its condition.
// h must be as small as that, since centres that nearly coincide in z make S change over
// lengths of √(jitterZ/λ) = 1e-3.
func TestGradientMatchesDifferences(t *testing.T) {
	const h = 3e-5
	rapid.Check(t, func(t *rapid.T) {
		p := small(t)
		at := settings(t, p)
		at.Lambda = max(at.Lambda, 1e-2)
		o := p.inParts(t, at)
		value(t, o, p.w)
		got := normal(p.w.Rows, p.w.Cols, rand.New(rand.NewPCG(0, 0)))
		if err := o.Gradient(context.Background(), got); err != nil {
			t.Fatal(err)
		}
		_, condition := p.dense(at)
		for i, w := range p.w.Data {
			moved := func(step float64) float64 {
				p.w.Data[i] = w + step
				defer func() { p.w.Data[i] = w }()
				s, _ := p.dense(at)
				return s
			}
			want := (8*(moved(h)-moved(-h)) - (moved(2*h) - moved(-2*h))) / (12 * h)
			if !(math.Abs(got.Data[i]-want) <= 1e-9*condition) {
				t.Fatalf("dS/dw_%d = %v, want %v: off by %g, condition %g", i, got.Data[i], want, got.Data[i]-want, condition)
			}
		}
	})
}

func TestObjectiveStopsOnACancelledContext(t *testing.T) {
	p := drawn(t, 20, 3, 1, 1, 4, rand.New(rand.NewPCG(3, 0)))
	o := p.Objective(p.u, Choice{Width: 1, Lambda: .1, Directions: linalg.Identity(1)})
	value(t, o, p.w)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := o.Value(ctx, p.w); !errors.Is(err, context.Canceled) {
		t.Errorf("Value: error %v", err)
	}
	if err := o.Gradient(ctx, linalg.New(1, 3)); !errors.Is(err, context.Canceled) {
		t.Errorf("Gradient: error %v", err)
	}
}

// A subset is a problem like any other: its rows, with the functions of y centred.
func TestSubset(t *testing.T) {
	p := drawn(t, 40, 3, 1, 2, 4, rand.New(rand.NewPCG(4, 0)))
	which := []int{3, 4, 8, 9, 20, 31, 39}
	got, err := p.Subset(context.Background(), which)
	if err != nil {
		t.Fatal(err)
	}
	x, err := got.X.Select(context.Background(), []int{0, 6})
	if err != nil {
		t.Fatal(err)
	}
	want, err := p.X.Select(context.Background(), []int{3, 39})
	if err != nil {
		t.Fatal(err)
	}
	if got.X.Len() != len(which) || linalg.Norm(plus(x, -1, want)) != 0 {
		t.Errorf("rows %v, want %v", x.Slices(), want.Slices())
	}
	for j := range got.Y.Cols {
		var sum float64
		for k, i := range which {
			sum += got.Y.At(k, j)
			if gap := p.Y.At(i, j) - p.Y.At(3, j) - got.Y.At(k, j) + got.Y.At(0, j); math.Abs(gap) > 1e-14 {
				t.Errorf("function %d of row %d is off by %v", j, i, gap)
			}
		}
		if math.Abs(sum) > 1e-14 {
			t.Errorf("function %d of y sums to %v", j, sum)
		}
	}
}

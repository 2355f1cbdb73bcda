package canonical

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
)

// The share of a residual that is kept is 1 - h without a factor, never rises with the
// leverage, is no more than that, and goes to 0 where the fit interpolates.
func TestShareOfAResidual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		factor := rapid.SampledFrom([]float64{0, 1, 1.2, 1.4, 3}).Draw(t, "leverage")
		c := Criterion{Leverage: factor}
		h, more := rapid.Float64Range(0, 1).Draw(t, "h"), rapid.Float64Range(0, 1).Draw(t, "more")
		more = max(h, more)
		if c.share(more) > c.share(h) {
			t.Fatalf("share %g at %g, %g at %g", c.share(more), more, c.share(h), h)
		}
		if s := c.share(h); !(s > 0 && s <= 1-min(h, 1-1e-7)+1e-15 && s >= (1-h)/2) {
			t.Fatalf("share %g at leverage %g", s, h)
		}
		if s := (Criterion{Leverage: 1}).share(h); h < 1-1e-6 && s != 1-h {
			t.Fatalf("plain share %g at leverage %g", s, h)
		}
	})
	if s := (Criterion{}).share(.3); math.Abs(s-(1-1.4*.3)) > 1e-15 {
		t.Errorf("share %g, want that of 1.4 times the leverage", s)
	}
	if s := (Criterion{}).share(1); s <= 0 || s > 1e-7 {
		t.Errorf("share %g of a row that is interpolated", s)
	}
}

// spoiled is a covariance of r functions whose eigenvalues are given, in random directions.
func spoiled(values []float64, rng *rand.Rand) linalg.Matrix {
	r := len(values)
	_, vectors, err := linalg.Leading(symmetric(r, rng), r)
	if err != nil {
		panic(err)
	}
	scaled := vectors.Clone()
	for k, v := range values {
		linalg.ScaleRow(v, scaled.Row(k))
	}
	return times(vectors.Transposed(), scaled)
}

func symmetric(r int, rng *rand.Rand) linalg.Matrix {
	a := normal(r, r, rng)
	return plus(a, 1, a.Transposed())
}

// diagonal has the given values, and is 0 elsewhere.
func diagonal(values []float64) linalg.Matrix {
	a := linalg.New(len(values), len(values))
	for k, v := range values {
		a.Set(k, k, v)
	}
	return a
}

// K is (1 + δ) { -½ log det(T + δI) + ½ log det(A + δI) }, by determinants in numbers of 200
// bits; it is 0 where nothing is explained, and falls with each error.
func TestScoreMatchesTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.IntRange(1, 6).Draw(t, "r")
		floor := rapid.SampledFrom([]float64{0, .03, .3, 1}).Draw(t, "floor")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		a, errors := make([]float64, r), make([]float64, r)
		for k := range a {
			a[k], errors[k] = .05+rng.Float64(), .01+rng.Float64()
		}
		c, loss, yy := Criterion{Floor: floor, All: true}, spoiled(errors, rng), diagonal(a)
		ridge := diagonal(errors)
		ridge.Zero()
		linalg.AddDiagonal(ridge, floor)
		_, logT := solve(plus(loss, 1, ridge), linalg.New(r, 1))
		_, logA := solve(plus(yy, 1, ridge), linalg.New(r, 1))
		want := (1 + floor) * (logA - logT) / 2
		got, directions := judged(t, c, loss, yy)
		if math.Abs(got-want) > 1e-10 || directions.Rows > 0 {
			t.Fatalf("score %v in %d directions, want %v in all", got, directions.Rows, want)
		}
		if none, _ := judged(t, c, yy, yy); math.Abs(none) > 1e-12 {
			t.Fatalf("score %g where nothing is explained", none)
		}
		if worse, _ := judged(t, c, plus(loss, .1, linalg.Identity(r)), yy); worse >= got {
			t.Fatalf("score %g with larger errors than at %g", worse, got)
		}
	})
}

func judged(t rapid.TB, c Criterion, loss, yy linalg.Matrix) (float64, linalg.Matrix) {
	score, directions, err := c.score(loss.Clone(), yy)
	if err != nil {
		t.Fatal(err)
	}
	return score, directions
}

// Without a floor and with white functions the score is S of the directions that can be
// predicted: -½ log of their errors. A large floor makes it half the variance explained.
func TestTheEndsOfTheScore(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	errors, white := []float64{.2, .5, .95, 1.1}, linalg.Identity(4)
	loss := spoiled(errors, rng)
	for threshold, kept := range map[float64]int{0: 3, .1: 2, .6: 1, .9: 1} {
		var want float64
		for _, e := range errors[:kept] {
			want -= math.Log(e) / 2
		}
		got, directions := judged(t, Criterion{Threshold: threshold}, loss, white)
		if math.Abs(got-want) > 1e-12 || directions.Rows != kept {
			t.Errorf("threshold %g: %v in %d directions, want %v in %d", threshold, got, directions.Rows, want, kept)
		}
	}
	explained := (4 - .2 - .5 - .95 - 1.1) / 2
	if got, _ := judged(t, SquaredError, loss, white); math.Abs(got-explained) > 1e-3 {
		t.Errorf("score %v, want half of what is explained, %v", got, explained)
	}
	perfect := spoiled([]float64{0, 1, 1, 1}, rng)
	if got, _ := judged(t, Criterion{}, perfect, white); math.IsInf(got, 1) || got < 10 {
		t.Errorf("score %v of a perfect prediction", got)
	}
}

// The value and the gradient with a floor, against the twin: what the objective leaves out
// does not depend on W.
func TestObjectiveWithAFloor(t *testing.T) {
	const h = 3e-5
	rapid.Check(t, func(t *rapid.T) {
		p := small(t)
		p.By = Criterion{Floor: rapid.SampledFrom([]float64{.03, .3, 2}).Draw(t, "floor"), All: true}
		at := settings(t, p)
		at.Lambda, at.Directions = max(at.Lambda, 1e-2), linalg.Identity(p.Y.Cols)
		o := p.inParts(t, at)
		want, condition := p.dense(at)
		if got := value(t, o, p.w); !(math.Abs(got-want) <= 1e-14*condition*(1+p.By.Floor)) {
			t.Fatalf("value %v, want %v, condition %g", got, want, condition)
		}
		got := linalg.New(p.w.Rows, p.w.Cols)
		if err := o.Gradient(context.Background(), got); err != nil {
			t.Fatal(err)
		}
		for i, w := range p.w.Data {
			moved := func(step float64) float64 {
				p.w.Data[i] = w + step
				defer func() { p.w.Data[i] = w }()
				s, _ := p.dense(at)
				return s
			}
			want := (8*(moved(h)-moved(-h)) - (moved(2*h) - moved(-2*h))) / (12 * h)
			if !(math.Abs(got.Data[i]-want) <= 1e-9*condition*(1+p.By.Floor)) {
				t.Fatalf("slope %d is %v, want %v, condition %g", i, got.Data[i], want, condition)
			}
		}
	})
}

package canonical

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/learn"
	"suffice/internal/linalg"
)

// coefficients of the kernel ridge regression of all functions of y on z, dense, and the
// means of the kernel's columns.
func (p instance) coefficients(at Choice) (beta linalg.Matrix, means []float64) {
	n := 1 / float64(p.x.Rows)
	raw := gaussian(p.z(), p.v(), at.Width)
	k := centred(raw)
	c := plus(linalg.New(k.Cols, k.Cols), n, times(k.Transposed(), k))
	c = plus(plus(c, at.Lambda, gaussian(p.v(), p.v(), at.Width)), jitterZ, linalg.Identity(k.Cols))
	beta, _ = solve(c, plus(linalg.New(k.Cols, p.Y.Cols), n, times(k.Transposed(), p.Y)))
	means = make([]float64, k.Cols)
	for l := range means {
		means[l] = raw.At(0, l) - k.At(0, l)
	}
	return beta, means
}

// predicted is the regression at a point in z.
func (p instance) predicted(beta linalg.Matrix, means, z []float64, width float64) []float64 {
	k := gaussian(linalg.Of(1, len(z), z), p.v(), width)
	linalg.Axpy(-1, means, k.Row(0))
	return times(k, beta).Row(0)
}

// gradients are those of a search that has found the settings.
func (p instance) gradients(ctx context.Context, at Choice) (linalg.Matrix, error) {
	s, err := p.newSearch(ctx, p.w, p.u, at.Width/learn.Widths[0], leastOut)
	if err != nil {
		return linalg.Matrix{}, err
	}
	defer s.release()
	if err := s.read(ctx, []int{0}); err != nil {
		return linalg.Matrix{}, err
	}
	s.best = at // of the first width
	return s.gradients(ctx, 0)
}

// The twin takes differences of the regression over ±h and ±2h, which are right to about
// 1e-12 of the coefficients.
func TestGradientsMatchDifferences(t *testing.T) {
	const h = 1e-3
	rapid.Check(t, func(t *rapid.T) {
		p := small(t)
		p.By = SquaredError
		at := settings(t, p)
		at.Lambda, at.Directions = max(at.Lambda, 1e-2), linalg.Matrix{}
		got, err := p.gradients(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		beta, means := p.coefficients(at)
		m, z := p.w.Rows, p.z()
		want := linalg.New(m, m)
		for i := range z.Rows {
			slopes := linalg.New(m, p.Y.Cols)
			for j := range m {
				at := func(step float64) linalg.Matrix {
					row := append([]float64(nil), z.Row(i)...)
					row[j] += step
					return linalg.Of(1, p.Y.Cols, p.predicted(beta, means, row, at.Width))
				}
				near, far := plus(at(h), -1, at(-h)), plus(at(2*h), -1, at(-2*h))
				for k := range p.Y.Cols {
					slopes.Set(j, k, (8*near.At(0, k)-far.At(0, k))/(12*h))
				}
			}
			want = plus(want, 1/float64(z.Rows), times(slopes, slopes.Transposed()))
		}
		size := 1 + linalg.Inner(beta, beta)*float64(beta.Rows)
		if e := largest(plus(got, -1, want)); !(e <= 1e-9*size) {
			t.Fatalf("gradients %v, want %v: off by %g, size %g", got.Slices(), want.Slices(), e, size)
		}
	})
}

// y = sin x_1 changes along the first input alone.
func TestGradientsShowWhatMatters(t *testing.T) {
	p := drawn(t, 2500, 3, 3, 1, 40, rand.New(rand.NewPCG(7, 0)))
	p.w, p.By = linalg.Identity(3), SquaredError
	for i := range p.Y.Rows {
		p.Y.Set(i, 0, math.Sin(p.x.At(i, 0)))
	}
	p.Y = centred(p.Y)
	g, err := p.gradients(t.Context(), Choice{Width: 2, Lambda: 1e-5})
	if err != nil {
		t.Fatal(err)
	}
	mean := (1 + math.Exp(-2)) / 2 // of cos² of a normal number
	if math.Abs(g.At(0, 0)-mean) > .1 || g.At(1, 1) > .02 || g.At(2, 2) > .02 {
		t.Errorf("gradients %v, want %g and nothing else", g.Slices(), mean)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.gradients(ctx, Choice{Width: 2, Lambda: 1e-5}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// Rows that are held out are predicted by the regression of the others, around the mean of
// these.
func TestHeldOutMatchesTheDenseRegression(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := small(t)
		whole.By = Criterion{Floor: .3, All: true}
		at := settings(t, whole)
		at.Lambda, at.Directions = max(at.Lambda, 1e-3), linalg.Matrix{}
		var train, test []int
		for i := range whole.x.Rows {
			if i%3 == 0 {
				test = append(test, i)
			} else {
				train = append(train, i)
			}
		}
		part, err := whole.Subset(context.Background(), train)
		if err != nil {
			t.Fatal(err)
		}
		pick := func(a linalg.Matrix, which []int) linalg.Matrix {
			b := linalg.New(len(which), a.Cols)
			for k, i := range which {
				copy(b.Row(k), a.Row(i))
			}
			return b
		}
		got, x := normal(whole.Y.Cols, whole.Y.Cols, rand.New(rand.NewPCG(1, 1))), pick(whole.x, test)
		before := got.Clone()
		if err := part.HeldOut(context.Background(), got, whole.w, whole.u, at, x, whole.Others(test, part), nil); err != nil {
			t.Fatal(err)
		}
		y := pick(whole.Y, train)
		mean := plus(y, -1, centred(y)).Row(0)
		known := instance{Problem{X: part.X, Y: centred(y)}, pick(whole.x, train), whole.u, whole.w}
		beta, means := known.coefficients(at)
		want, z := before, times(x, whole.w.Transposed())
		for k, i := range test {
			e := append([]float64(nil), whole.Y.Row(i)...)
			linalg.Axpy(-1, mean, e)
			linalg.Axpy(-1, known.predicted(beta, means, z.Row(k), at.Width), e)
			row := linalg.Of(1, len(e), e)
			want = plus(want, 1, times(row.Transposed(), row))
		}
		size := 1 + linalg.Inner(beta, beta)*float64(beta.Rows)
		if e := largest(plus(got, -1, want)); !(e <= 1e-11*size) {
			t.Fatalf("residuals %v, want %v: off by %g, size %g", got.Slices(), want.Slices(), e, size)
		}
	})
}

// Score is that of the problem's own criterion and functions.
func TestScoreOfAProblem(t *testing.T) {
	p := drawn(t, 50, 3, 1, 2, 4, rand.New(rand.NewPCG(8, 0)))
	p.By = Criterion{Floor: .3, All: true}
	yy := plus(linalg.New(2, 2), 1./50, times(p.Y.Transposed(), p.Y))
	t2 := spoiled([]float64{.1, .4}, rand.New(rand.NewPCG(9, 0)))
	want, _ := judged(t, p.By, t2, yy)
	got, err := p.Score(t2.Clone())
	if err != nil || math.Abs(got-want) > 1e-12 {
		t.Errorf("score %v (%v), want %v", got, err, want)
	}
}

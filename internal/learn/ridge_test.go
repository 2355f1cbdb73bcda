package learn

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
)

func mustFit(t rapid.TB, z, y linalg.Matrix, o RidgeOptions) *Ridge {
	t.Helper()
	r, err := FitRidge(z, y, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// naive solves the equations of a ridge regression on some of the rows by weighted sums, term
// by term: Σ w_i (k_i - k̄)(k_i - k̄)ᵀ β + nλ (K_vv + jitter) β = Σ w_i (k_i - k̄) (y_i - ȳ), and
// returns f. The means are those of all rows, where there are any.
type naive struct {
	z, y    linalg.Matrix
	o       RidgeOptions
	weights []float64
	width   float64
}

func (p naive) kernel(a, b []float64) float64 {
	var squared, sum float64
	for c, v := range a {
		squared += (v - b[c]) * (v - b[c])
		sum += math.Abs(v - b[c])
	}
	switch p.o.Kernel {
	case Laplace:
		return math.Exp(-math.Sqrt(squared) / p.width)
	case Manhattan:
		return math.Exp(-sum / p.width)
	}
	return math.Exp(-squared / (2 * p.width * p.width))
}

func (p naive) row(at []float64) []float64 {
	k := make([]float64, len(p.o.Centres))
	for l, i := range p.o.Centres {
		k[l] = p.kernel(at, p.z.Row(i))
	}
	return k
}

func (p naive) fit(t rapid.TB, lambda float64, without int) func(at []float64) []float64 {
	n, b, q := p.z.Rows, len(p.o.Centres), p.y.Cols
	meanK, meanY := make([]float64, b), make([]float64, q)
	if !p.o.Uncentred {
		var total float64
		for i := range n {
			if i == without {
				continue
			}
			linalg.Axpy(p.weights[i], p.row(p.z.Row(i)), meanK)
			linalg.Axpy(p.weights[i], p.y.Row(i), meanY)
			total += p.weights[i]
		}
		linalg.ScaleRow(1/total, meanK)
		linalg.ScaleRow(1/total, meanY)
	}
	left, right := linalg.New(b, b), linalg.New(b, q)
	for i := range n {
		if i == without {
			continue
		}
		k, y := p.row(p.z.Row(i)), slices.Clone(p.y.Row(i))
		linalg.Axpy(-1, meanK, k)
		linalg.Axpy(-1, meanY, y)
		for l, v := range k {
			linalg.Axpy(p.weights[i]*v, k, left.Row(l))
			linalg.Axpy(p.weights[i]*v, y, right.Row(l))
		}
	}
	for l, i := range p.o.Centres {
		linalg.Axpy(float64(n)*lambda, p.row(p.z.Row(i)), left.Row(l))
		left.Row(l)[l] += float64(n) * lambda * jitter
	}
	if err := linalg.Cholesky(left); err != nil {
		t.Fatal(err)
	}
	linalg.CholeskySolveAll(left, right)
	return func(at []float64) []float64 {
		out, k := slices.Clone(meanY), p.row(at)
		linalg.Axpy(-1, meanK, k)
		for l, v := range k {
			linalg.Axpy(v, right.Row(l), out)
		}
		return out
	}
}

// loss is the mean squared error of each column, each row predicted without it.
func (p naive) loss(t rapid.TB, lambda float64) []float64 {
	losses := make([]float64, p.y.Cols)
	for i := range p.z.Rows {
		for j, v := range p.fit(t, lambda, i)(p.z.Row(i)) {
			losses[j] += p.weights[i] * math.Pow(p.y.At(i, j)-v, 2) / float64(p.z.Rows)
		}
	}
	return losses
}

// The loss is that of really leaving rows out, the ridge the best by it, and the predictions
// are those of the equations: for both kernels, with and without weights and a mean, with
// ridges together and apart.
func TestRidgeLeavesRowsOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, seed := rapid.IntRange(12, 24).Draw(t, "n"), rapid.Uint64().Draw(t, "seed")
		p := naive{z: normal(n, 2, seed), y: normal(n, 2, seed+1), weights: slices.Repeat([]float64{1}, n), width: 1.3}
		p.o = RidgeOptions{
			Kernel: rapid.SampledFrom(Kernels()).Draw(t, "kernel"), Centres: sampling.All(n)[:rapid.IntRange(3, 10).Draw(t, "centres")],
			Apart: rapid.Bool().Draw(t, "apart"), Uncentred: rapid.Bool().Draw(t, "uncentred"), Median: p.width, Widths: []float64{1}, Ridges: []float64{1e-3, 1e-2, 1e-1},
		}
		if rapid.Bool().Draw(t, "weighted") {
			for i := range p.weights {
				p.weights[i] = .5
				if 2*i >= n {
					p.weights[i] = 1.5
				}
			}
			if n%2 == 1 { // mean 1
				p.weights[n/2] = 1
			}
			p.o.Weights = p.weights
		}
		for i := range n {
			p.y.Row(i)[0] += math.Sin(2*p.z.At(i, 0)) + 1
		}
		p.check(t, mustFit(t, p.z, p.y, p.o))
	})
}

func (p naive) check(t rapid.TB, got *Ridge) {
	t.Helper()
	least := []float64{math.Inf(1), math.Inf(1)}
	lambdas := make([]float64, 2)
	for _, lambda := range p.o.Ridges {
		losses := p.loss(t, lambda)
		for j, l := range losses {
			if p.o.Apart && l < least[j] || !p.o.Apart && linalg.Sum(losses) < linalg.Sum(least) {
				lambdas[j] = lambda
				if p.o.Apart {
					least[j] = l
				}
			}
		}
		if !p.o.Apart && linalg.Sum(losses) < linalg.Sum(least) {
			least = losses
		}
	}
	// A row of weight w has leverage w/n of the mean, which is exact.
	if math.Abs(got.Loss-linalg.Sum(least)) > 1e-6*linalg.Sum(least) || !slices.Equal(got.Lambdas, lambdas) {
		t.Fatalf("loss %v with ridges %v, want %v with %v", got.Loss, got.Lambdas, linalg.Sum(least), lambdas)
	}
	others := normal(5, 2, 99)
	predicted := got.Predict(others)
	for j, lambda := range lambdas {
		f := p.fit(t, lambda, -1)
		for i := range others.Rows {
			if want := f(others.Row(i))[j]; math.Abs(predicted.At(i, j)-want) > 1e-6*(1+math.Abs(want)) {
				t.Fatalf("row %d, column %d: got %v, want %v", i, j, predicted.At(i, j), want)
			}
		}
	}
}

// The width is that with the least loss of all.
func TestRidgeChoosesTheWidth(t *testing.T) {
	s := curve(90, true)
	got := mustFit(t, s.z, s.y, RidgeOptions{Most: 500})
	least := math.Inf(1)
	for _, width := range octaves() {
		one := mustFit(t, s.z, s.y, RidgeOptions{Most: 500, Widths: []float64{width}})
		if one.Loss < least {
			least = one.Loss
			if math.Abs(got.Width-one.Width) > 1e-12 && got.Loss > one.Loss {
				t.Errorf("width %v, but %v is better", got.Width, one.Width)
			}
		}
	}
	if got.Loss != least {
		t.Errorf("loss %v, want %v", got.Loss, least)
	}
}

// With more rows than centres, regressions and neighbours see most of what there is: noise of
// .1 against a sine, whose variance is about ½.
func TestManyRows(t *testing.T) {
	s := curve(1200, false)
	if share := s.left(mustFit(t, s.z, s.y, RidgeOptions{Most: 500}).Predict(s.test)); share > .05 {
		t.Errorf("ridge regression leaves %v", share)
	}
	if share := s.left(Neighbours(s.z, s.test, s.y, squaredError)); share > .1 {
		t.Errorf("neighbours leave %v", share)
	}
}

// Components that are the same for all rows predict the mean.
func TestConstantComponents(t *testing.T) {
	s := curve(60, false)
	s.z.Zero()
	s.test.Zero()
	if share := s.left(mustFit(t, s.z, s.y, RidgeOptions{Most: 500}).Predict(s.test)); math.Abs(share-1) > .2 {
		t.Errorf("got %v", share)
	}
}

// A larger factor makes leverage dearer, but leaves half of the share at least; near 1 the
// share stays above 0.
func TestLeftOut(t *testing.T) {
	for _, c := range []struct{ h, factor, want float64 }{{.2, 1, .8}, {.2, KimGu, .72}, {.9, KimGu, .05}, {1, 1, 1e-7}, {2, KimGu, .5e-7}} {
		if got := LeftOut(c.h, c.factor); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("leverage %v times %v leaves %v, want %v", c.h, c.factor, got, c.want)
		}
	}
}

// The gradients are those of finite differences, of all kernels; of Manhattan distances, their squares.
func TestGradients(t *testing.T) {
	for _, kernel := range Kernels() {
		z := normal(40, 3, 8)
		f := &Ridge{Kernel: kernel, Width: 1.1, Centres: normal(10, 3, 10), Weights: normal(10, 2, 9), Mean: make([]float64, 2)}
		weights := make([]float64, z.Rows)
		want := linalg.New(3, 3)
		for i := range z.Rows {
			weights[i] = 1
			if kernel != Manhattan {
				weights[i] = float64(i%4) / 1.5
			}
			slopes := linalg.New(2, 3)
			for c := range 3 {
				up, down := z.Slice(i, i+1).Clone(), z.Slice(i, i+1).Clone()
				up.Row(0)[c] += 1e-5
				down.Row(0)[c] -= 1e-5
				for k := range 2 {
					slopes.Set(k, c, (f.Predict(up).At(0, k)-f.Predict(down).At(0, k))/2e-5)
				}
			}
			linalg.AddTMul(want, weights[i]/40, slopes, slopes)
		}
		if kernel == Manhattan {
			for a, got := range f.squaredSlopes(z) {
				if math.Abs(got-want.At(a, a)) > 1e-8 {
					t.Errorf("input %d: %v, want %v", a, got, want.At(a, a))
				}
			}
			continue
		}
		wantNear(t, f.Gradients(z, weights), want, 1e-8)
	}
}

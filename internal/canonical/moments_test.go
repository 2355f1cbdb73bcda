package canonical

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
)

// wantMoments compares with sums row by row; rounding of means of products of size 1
// stays near ε.
func (p instance) wantMoments(t rapid.TB, got Moments, quadratic bool) {
	n := float64(p.x.Rows)
	if e := largest(plus(got.Linear, -1/n, times(p.Y.Transposed(), p.x))); e > 1e-14 {
		t.Fatalf("YᵀX/n is off by %g", e)
	}
	if !quadratic {
		if got.Quadratic != nil {
			t.Fatalf("%d quadratic moments that were not asked for", len(got.Quadratic))
		}
		return
	}
	for k := range p.Y.Cols {
		weighted := p.x.Clone()
		for i := range weighted.Rows {
			for j := range weighted.Row(i) {
				weighted.Row(i)[j] *= p.Y.At(i, k)
			}
		}
		if e := largest(plus(got.Quadratic[k], -1/n, times(p.x.Transposed(), weighted))); e > 1e-14 {
			t.Fatalf("Σ y_i%d x_i x_iᵀ / n is off by %g", k, e)
		}
	}
}

func TestMomentsMatchTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, quadratic := small(t), rapid.Bool().Draw(t, "quadratic")
		got, err := p.Moments(context.Background(), quadratic)
		if err != nil {
			t.Fatal(err)
		}
		p.wantMoments(t, got, quadratic)
	})
}

func TestMomentsOfSeveralBlocks(t *testing.T) {
	p := drawn(t, 9000, 3, 1, 2, 2, rand.New(rand.NewPCG(1, 0))) // blocks of 4096
	got, err := p.Moments(context.Background(), true)
	if err != nil {
		t.Fatal(err)
	}
	p.wantMoments(t, got, true)
}

func TestMomentsStopOnACancelledContext(t *testing.T) {
	p := drawn(t, 20, 3, 1, 1, 4, rand.New(rand.NewPCG(3, 0)))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Moments(ctx, true); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// Σ_k (g_k g_kᵀ + ½ H_k²) in the coordinates x̃ = T x, T symmetric, is the same matrix of
// the moments of the rows T x.
func TestMomentsMatrixInOtherCoordinates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, quadratic := small(t), rapid.Bool().Draw(t, "quadratic")
		d, n := p.x.Cols, float64(p.x.Rows)
		m, err := p.Moments(context.Background(), quadratic)
		if err != nil {
			t.Fatal(err)
		}
		root := linalg.New(0, d)
		x := p.x
		if rapid.Bool().Draw(t, "other coordinates") {
			root = normal(d, d, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "root"), 0)))
			linalg.Symmetrize(root)
			x = times(p.x, root)
		}
		want := linalg.New(d, d)
		for k := range p.Y.Cols {
			g, h := linalg.New(1, d), linalg.New(d, d)
			for i := range x.Rows {
				row := x.Slice(i, i+1)
				g = plus(g, p.Y.At(i, k)/n, row)
				h = plus(h, p.Y.At(i, k)/n, times(row.Transposed(), row))
			}
			want = plus(want, 1, times(g.Transposed(), g))
			if quadratic {
				want = plus(want, .5, times(h, h))
			}
		}
		got := m.Matrix(root)
		if e := largest(plus(got, -1, want)); e > 1e-13*(1+largest(want)) {
			t.Fatalf("off by %g: %v, want %v", e, got.Slices(), want.Slices())
		}
	})
}

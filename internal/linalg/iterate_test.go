package linalg

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// The iteration finds what the full solver finds, also where it is too small to iterate.
func TestIterateIsLeading(t *testing.T) {
	for _, n := range []int{5, 60, 400} {
		random := rand.New(rand.NewPCG(uint64(n), 1))
		x := New(2*n, n)
		for i := range x.Rows {
			for j := range n {
				x.Set(i, j, random.NormFloat64()/float64(1+j))
			}
		}
		a := New(n, n)
		AddGram(a, x)
		Symmetrize(a)
		want, vectors, err := Leading(a, 3)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Iterate(n, 3, 1e-9, func(v Matrix) (Matrix, error) {
			out := New(v.Rows, n)
			Mul(out, v, a)
			return out, nil
		})
		if err != nil || got.Residual > 1e-9 {
			t.Fatalf("order %d: residual %g (%v)", n, got.Residual, err)
		}
		for k := range want {
			if math.Abs(got.Values[k]-want[k]) > 1e-9*want[0] {
				t.Errorf("order %d: value %d is %g, want %g", n, k+1, got.Values[k], want[k])
			}
			if c := math.Abs(Dot(got.Vectors.Row(k), vectors.Row(k))); c < 1-1e-9 {
				t.Errorf("order %d: vector %d has cosine %g", n, k+1, c)
			}
		}
	}
}

// An operator that fails ends the iteration with its error.
func TestIterateStopsWhereTheOperatorFails(t *testing.T) {
	failure := errors.New("no")
	calls := 0
	_, err := Iterate(400, 2, 1e-9, func(v Matrix) (Matrix, error) {
		if calls++; calls == 3 {
			return Matrix{}, failure
		}
		return v.Clone(), nil
	})
	if !errors.Is(err, failure) || calls > 3 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

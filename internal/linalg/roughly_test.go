package linalg

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Roughly gives the leading subspace where it stands out, and in any case orthonormal rows
// along which the form is nearly as large as it can be.
func TestRoughly(t *testing.T) {
	const n, m = 1100, 2
	rng := rand.New(rand.NewPCG(3, 3))
	a := New(n, n)
	for i := range n {
		a.Set(i, i, -10*rng.Float64()) // many near 0, as in the analytic step of SCA
	}
	a.Set(5, 5, 3)
	a.Set(700, 700, 2)
	v, err := Roughly(a, m)
	if err != nil {
		t.Fatal(err)
	}
	for k, at := range []int{5, 700} {
		if math.Abs(math.Abs(v.At(k, at))-1) > 1e-6 {
			t.Errorf("vector %d has %g at %d", k, v.At(k, at), at)
		}
	}
	a.Set(5, 5, -.001)
	a.Set(700, 700, -.0015)
	if v, err = Roughly(a, m); err != nil {
		t.Fatal(err)
	}
	for k := range m {
		var form, length float64
		for j, x := range v.Row(k) {
			form, length = form+a.At(j, j)*x*x, length+x*x
		}
		if math.Abs(length-1) > 1e-10 || form < -.02 {
			t.Errorf("vector %d has length² %g and form %g", k, length, form)
		}
	}
}

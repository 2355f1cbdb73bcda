package suffice_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// curveOfAFactor is a wide table: each input has one of five factors and noise, and y is a curve of
// the first factor. The second half of the rows is for tests.
func curveOfAFactor(t *testing.T, n, d int, seed uint64) (x, newX suffice.Rows, y output.Output, newY []float64) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 5))
	data, all := make([]float64, 2*n*d), make([]float64, 2*n)
	for i := range all {
		var f [5]float64
		for k := range f {
			f[k] = random.NormFloat64()
		}
		for j := range d {
			data[i*d+j] = f[j%len(f)] + 2*random.NormFloat64()
		}
		all[i] = math.Tanh(f[0]) + f[0] + .1*random.NormFloat64()
	}
	here, err := rows.NewMatrix(d, data[:n*d])
	if err != nil {
		t.Fatal(err)
	}
	there, err := rows.NewMatrix(d, data[n*d:])
	if err != nil {
		t.Fatal(err)
	}
	return here, there, output.Numbers(all[:n]), all[n:]
}

// correlation is that of the first component with y.
func correlation(t *testing.T, p *suffice.Projection, x suffice.Rows, y []float64) float64 {
	t.Helper()
	z, err := p.Transform(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	a, b := make([]float64, len(y)), make([]float64, len(y))
	for i := range y {
		a[i], b[i] = z.Row(i)[0], y[i]
	}
	centre := func(v []float64) {
		var mean float64
		for _, x := range v {
			mean += x / float64(len(v))
		}
		for i := range v {
			v[i] -= mean
		}
	}
	centre(a)
	centre(b)
	return math.Abs(linalg.Dot(a, b)) / math.Sqrt(linalg.Dot(a, a)*linalg.Dot(b, b))
}

// Among more inputs than rows, a search in all directions fits noise; one in the span of
// few components does not.
func TestASearchAmongTooManyInputsKeepsToASpan(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, newX, y, newY := curveOfAFactor(t, 60, 400, 1)
	for _, method := range []suffice.Reducer{
		suffice.SCA{Dim: 1, Seed: 1}, suffice.KDR{Dim: 1, Seed: 1}, suffice.RFM{Dim: 1, Seed: 1},
	} {
		p, err := method.Fit(t.Context(), x, y)
		if err != nil {
			t.Fatal(err)
		}
		again, err := method.Fit(t.Context(), x, y)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(p.Components, again.Components) {
			t.Errorf("%s: the same seed gives another answer", p.Method)
		}
		if got := correlation(t, p, newX, newY); got < .8 {
			t.Errorf("%s in the span of %v: a correlation of %.2f with new rows", p.Method, p.Settings["span"], got)
		}
		if norm := linalg.Dot(p.Components[0], p.Components[0]); math.Abs(norm-1) > 1e-9 {
			t.Errorf("%s: a component of squared length %g", p.Method, norm)
		}
		if len(p.Components[0]) != x.Width() || p.Settings["scale"] != true {
			t.Errorf("%s: %d weights, scale %v", p.Method, len(p.Components[0]), p.Settings["scale"])
		}
	}
}

// With more rows than degrees of freedom there is nothing to choose.
func TestNoSpanIsChosenAmongFewInputs(t *testing.T) {
	x, _, y, _ := curveOfAFactor(t, 60, 8, 1)
	p, err := suffice.KDR{Dim: 1, Centres: 30, Seed: 1}.Fit(t.Context(), x, y)
	if err != nil {
		t.Fatal(err)
	}
	if span, ok := p.Settings["span"]; ok {
		t.Errorf("a span was chosen: %v", span)
	}
}

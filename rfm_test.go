package suffice

import (
	"math/rand/v2"
	"testing"

	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

// squares draws n rows of d inputs whose y is the square of the first, or noise whose size is.
func squares(t *testing.T, n, d int, scale bool) (*rows.Matrix, []float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	x, y := make([]float64, n*d), make([]float64, n)
	for i := range y {
		row := x[i*d : (i+1)*d]
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		if y[i] = row[0]*row[0] + .3*rng.NormFloat64(); scale {
			y[i] = row[0] * row[0] * rng.NormFloat64()
		}
	}
	m, err := rows.NewMatrix(d, x)
	if err != nil {
		t.Fatal(err)
	}
	return m, y
}

// firstInput is how far the one component is from the first input.
func firstInput(t *testing.T, reducer Reducer, x Rows, y output.Output) float64 {
	t.Helper()
	truth := linalg.New(1, x.Width())
	truth.Set(0, 0, 1)
	return stiefel.Distance(fitTo(t, reducer, x, y), truth)
}

// The limits are about twice the errors measured with this seed.
func TestRFMFindsWhatHasNoTrend(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	for _, c := range []struct {
		n, d  int
		scale bool
		most  float64
	}{{200, 6, false, .08}, {400, 5, true, .25}} {
		x, y := squares(t, c.n, c.d, c.scale)
		if got := firstInput(t, RFM{Dim: 1, Seed: 1}, x, output.Numbers(y)); got > c.most {
			t.Errorf("%d rows, scale %v: error %g", c.n, c.scale, got)
		}
	}
}

// With more rows than are needed to learn the metric, a last regression has all of them.
func TestRFMEndsWithAllRows(t *testing.T) {
	if testing.Short() {
		t.Skip("fits 6000 rows")
	}
	x, y := squares(t, 6000, 4, false)
	p, err := RFM{Dim: 1, Centres: 60, Rounds: 3, Seed: 1}.Fit(t.Context(), x, output.Numbers(y))
	if err != nil {
		t.Fatal(err)
	}
	if got := len(p.Trace); got != 5 || p.Trace[3].Stage != "round" || p.Trace[3].Step != 4 {
		t.Errorf("trace of %d steps: %+v", got, p.Trace)
	}
	if got := firstInput(t, RFM{Dim: 1, Centres: 60, Rounds: 3, Seed: 1}, x, output.Numbers(y)); got > .02 {
		t.Errorf("error %g", got)
	}
}

// More inputs than are looked at one by one: x varies along few directions, and they are found.
func TestRFMOfManyInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("has 600 inputs")
	}
	few, y := squares(t, 700, 3, false)
	rng := rand.New(rand.NewPCG(1, 1))
	const d = 600
	wide := make([]float64, few.Len()*d)
	for i := range few.Len() {
		for j := range d {
			wide[i*d+j] = few.Row(i)[j%3] + .05*rng.NormFloat64()
		}
	}
	x, err := rows.NewMatrix(d, wide)
	if err != nil {
		t.Fatal(err)
	}
	truth := linalg.New(1, d)
	for j := 0; j < d; j += 3 {
		truth.Set(0, j, 1)
	}
	if err := stiefel.Orthonormalize(truth); err != nil {
		t.Fatal(err)
	}
	w := fitTo(t, RFM{Dim: 1, Centres: 200, Rounds: 3, Seed: 1}, x, output.Numbers(y))
	if got := stiefel.Distance(w, truth); got > .3 {
		t.Errorf("error %g", got)
	}
}

func TestRFMRefusesNegativeSettings(t *testing.T) {
	x, y := squares(t, 20, 2, false)
	for _, r := range []RFM{{Dim: 1, Centres: -1}, {Dim: 1, Rounds: -1}} {
		if _, err := r.Fit(t.Context(), x, output.Numbers(y)); err == nil {
			t.Errorf("%+v was taken", r)
		}
	}
}

package search

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"suffice/internal/aggregate"
	"suffice/internal/canonical"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// Centres that are held have the same components in any frame, and the gradient of the objective is
// that of its values along the manifold, in whitened coordinates too.
func TestHeldCentresStay(t *testing.T) {
	const d, dim, step = 5, 2, 1e-5
	a := begun(t, 400, d, dim, 30, func(x []float64, noise float64) float64 { return x[0]*x[0] + x[1] + .2*noise })
	rng := rand.New(rand.NewPCG(8, 1))
	for _, in := range []*coords.Whitening{a.Whitening, correlatedWhitening(t, d, dim, rng)} {
		problem := canonical.Problem{X: a.few, Y: target.Plain(a.Y, nil)}
		u, err := a.few.Select(t.Context(), []int{1, 30, 77, 200, 311})
		if err != nil {
			t.Fatal(err)
		}
		objective := problem.Objective(u, canonical.Choice{Width: .8, Lambda: 1e-3})
		w := frameOf(t, dim, d, rng)
		z := linalg.TimesT(u, in.ToInputs(w))
		f := hold(objective, z, in)
		value := func(w linalg.Matrix) float64 {
			v, err := f.Value(t.Context(), w)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		at := frameOf(t, dim, d, rng) // far from where the components come from
		value(at)
		g := linalg.New(dim, d)
		if err := f.Gradient(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		stiefel.Tangent(g, at)
		for k, v := range linalg.TimesT(in.Lift(z, at), in.ToInputs(at)).Data {
			if math.Abs(v-z.Data[k]) > 1e-12 {
				t.Errorf("a component %g becomes %g", z.Data[k], v)
			}
		}
		p := frameOf(t, dim, d, rng)
		stiefel.Tangent(p, at)
		along := func(t float64) linalg.Matrix {
			next := at.Clone()
			linalg.AddScaled(next, t, p)
			_ = stiefel.Orthonormalize(next) // independent, as p is a tangent
			return next
		}
		want := (value(along(step)) - value(along(-step))) / (2 * step)
		if got := linalg.Inner(g, p); math.Abs(got-want) > 1e-6*max(1, math.Abs(want)) {
			t.Errorf("the slope is %g, by differences %g", got, want)
		}
		objective.Release()
	}
}

// All rows are climbed in units of their own, but for rows so far out that they make these what they are.
func TestUnitsOfAllRows(t *testing.T) {
	const n, d, drawn = 4000, 3, 1000
	rng := rand.New(rand.NewPCG(4, 2))
	data, y := make([]float64, n*d), make([]float64, n)
	for i := range data {
		data[i] = rng.NormFloat64()
	}
	for i := range y {
		y[i] = data[d*i] + .3*rng.NormFloat64()
	}
	settings := Settings{Dim: 1, Centres: 20, Seed: 1, Limits: Limits{Tuning: drawn}}
	begin := func() *ascent { return &ascent{Search: searchOf(t, d, data, y, settings)} }
	settings.NoScale = true
	a := begin()
	if all, _, err := a.whole(t.Context()); err != nil || all != a.drawn.all {
		t.Errorf("rows that are not scaled are in other units: %v", err)
	}
	settings.NoScale = false
	a = begin()
	all, white, err := a.whole(t.Context())
	if err != nil || all != a.drawn.own {
		t.Fatalf("rows of one kind are in the units of those drawn: %v", err)
	}
	frame := frameOf(t, 1, d, rng)
	there, err := between(frame, a.drawn.all, all, a.Whitening, white)
	if err != nil {
		t.Fatal(err)
	}
	back, err := between(there, all, a.drawn.all, white, a.Whitening)
	if err != nil || stiefel.Distance(frame, back) > 1e-12 {
		t.Errorf("a frame comes back as another, %g away: %v", stiefel.Distance(frame, back), err)
	}
	row := 0
	for slices.Contains(a.drawn.rows, row) {
		row++
	}
	data[d*row+1] = 1e6
	if a = begin(); slices.Contains(a.drawn.rows, row) {
		t.Fatal("other rows are drawn")
	}
	if all, _, err = a.whole(t.Context()); err != nil || all != a.drawn.all {
		t.Errorf("a row far out makes the units: %v", err)
	}
}

// A column that varies, but not among the rows drawn, gets no weight, and what is in it makes no
// difference.
func TestRareColumnsCountForNothing(t *testing.T) {
	const n, d = 4000, 4
	rng := rand.New(rand.NewPCG(4, 3))
	data, y := make([]float64, n*d), make([]float64, n)
	for i := range y {
		for j := range d - 1 {
			data[d*i+j] = rng.NormFloat64()
		}
		y[i] = data[d*i]*data[d*i] + .3*rng.NormFloat64()
	}
	frame := func(rare float64) linalg.Matrix {
		settings := Settings{Dim: 1, Centres: 20, Seed: 1, Limits: Limits{Tuning: 1000}}
		s := searchOf(t, d, data, y, settings)
		for row := range n {
			if data[d*row+d-1] = 0; row%100 == 0 && !slices.Contains(s.drawn.rows, row) {
				data[d*row+d-1] = rare
			}
		}
		s = searchOf(t, d, data, y, settings)
		if err := s.Draw(t.Context(), s.Centres, s.EnoughToStart()); err != nil {
			t.Fatal(err)
		}
		w, err := s.Ascend(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if rare := s.drawn.rare(); !slices.Equal(rare, []int{d - 1}) || w.At(0, d-1) != 0 {
			t.Errorf("rare are %v, with weight %g", rare, w.At(0, d-1))
		}
		return w
	}
	if one, large := frame(1), frame(1e6); !slices.Equal(one.Data, large.Data) {
		t.Errorf("%v, but %v where it is large", one.Data, large.Data)
	}
}

func searchOf(t *testing.T, d int, data, y []float64, settings Settings) *Search {
	t.Helper()
	raw, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	x, err := aggregate.Standardize(t.Context(), raw, settings.NoScale)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(t.Context(), x, output.Numbers(y), settings)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// correlatedWhitening is that of inputs with a factor in common.
func correlatedWhitening(t *testing.T, d, dim int, rng *rand.Rand) *coords.Whitening {
	data := make([]float64, 300*d)
	for i := range 300 {
		common := 2 * rng.NormFloat64()
		for j := range d {
			data[i*d+j] = common + rng.NormFloat64()
		}
	}
	raw, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	x, err := aggregate.Standardize(t.Context(), raw, false)
	if err != nil {
		t.Fatal(err)
	}
	white, err := coords.NewWhitening(t.Context(), x, dim, false)
	if err != nil || white.Root.Rows == 0 {
		t.Fatalf("no coordinates of correlated inputs: %v", err)
	}
	return white
}

package suffice

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/search"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

// noisy is n rows of d inputs with offsets and units of their own, and an output that the
// first two tell, with noise.
func noisy(t testing.TB, n, d int, seed uint64) (*rows.Matrix, []float64) {
	rng := rand.New(rand.NewPCG(seed, 5))
	data, y := make([]float64, n*d), make([]float64, n)
	for i := range y {
		x := data[i*d : (i+1)*d]
		for j := range x {
			x[j] = rng.NormFloat64()
		}
		y[i] = x[0]*x[0] + x[1] + 2*rng.NormFloat64()
		for j := range x {
			x[j] = 100*float64(j) + x[j]*float64(1+j)
		}
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	return x, y
}

// With some of the rows, methods find what they find with all, but for chance; SCA finds it
// as exactly as with all.
func TestSomeRows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	const n, d = 12000, 5
	x, y := noisy(t, n, d, 1)
	truth := linalg.New(2, d)
	truth.Set(0, 0, 1)
	truth.Set(1, 1, 1)
	far := func(reducer Reducer) (float64, *Projection) {
		p, err := limited(reducer, search.Limits{Tuning: 1500}).Fit(t.Context(), x, output.Numbers(y))
		if err != nil {
			t.Fatal(err)
		}
		return stiefel.Distance(linalg.FromSlices(p.Components), truth), p
	}
	got, p := far(SCA{Dim: 2, Centres: 60, Seed: 1})
	alone, _ := far(SCA{Dim: 2, Centres: 60, Seed: 1, Stop: AfterPasses})
	if got > .06 || got > alone {
		t.Errorf("sca is %.3f away, and %.3f without the ascent over all rows", got, alone)
	}
	if p.Sampled == nil || p.Sampled.Rows != 1500 || p.Sampled.Of != n {
		t.Errorf("sampled: %+v", p.Sampled)
	}
	if math.Abs(p.Mean[1]-100) > .1 || math.Abs(p.Scale[1]-2) > .05 {
		t.Errorf("mean %g and scale %g are not those of all rows", p.Mean[1], p.Scale[1])
	}
	for name, reducer := range map[string]Reducer{"lsdr": LSDR{Dim: 2, Centres: 60, Seed: 1}, "kdr": KDR{Dim: 2, Seed: 1}} {
		if got, p := far(reducer); got > .35 || p.Sampled == nil {
			t.Errorf("%s is %.3f away, sampled %+v", name, got, p.Sampled)
		}
	}
}

// The error of SCA falls like one over the square root of the rows, however many more there
// are than it chooses its settings with. The answer is a curved surface, whose regression
// has no more centres for more rows: what it cannot follow must not turn the subspace.
func TestErrorFallsWithTheRows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	const d = 8
	far := func(n int) float64 {
		var sum float64
		for seed := range uint64(2) {
			x, y, truth := ridges(t, n, d, seed)
			p, err := SCA{Dim: 2, Centres: 50, Seed: seed, limits: search.Limits{Tuning: 2000}}.Fit(t.Context(), x, output.Numbers(y))
			if err != nil {
				t.Fatal(err)
			}
			sum += stiefel.Distance(linalg.FromSlices(p.Components), truth) / 2
		}
		return sum
	}
	few, many := far(2000), far(32000)
	t.Logf("%.4f with 2000 rows, %.4f with 32000", few, many)
	if many > .33*few { // a quarter, but for chance
		t.Errorf("the error is %.4f with 2000 rows, and %.4f with 16 times as many", few, many)
	}
}

// ridges is n rows of d inputs, and y = x1 / (.5 + (x2 + 1.5)²) with noise, as Li (1991) has
// it.
func ridges(t testing.TB, n, d int, seed uint64) (*rows.Matrix, []float64, linalg.Matrix) {
	rng := rand.New(rand.NewPCG(seed, 6))
	data, y := make([]float64, n*d), make([]float64, n)
	for i := range y {
		x := data[i*d : (i+1)*d]
		for j := range x {
			x[j] = rng.NormFloat64()
		}
		y[i] = x[0]/(.5+(x[1]+1.5)*(x[1]+1.5)) + .1*rng.NormFloat64()
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	return x, y, linalg.Identity(d).Slice(0, 2)
}

// An output that does not vary among the rows drawn is learnt with all rows; an input that
// does not gets weight 0 and a warning.
func TestSomeRowsOfRareValues(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	const n, d = 2000, 3
	x, y := noisy(t, n, d, 2)
	few := search.Limits{Tuning: 200}
	rare := make([]int, n)
	rare[7] = 1
	if p, err := (SCA{Dim: 1, Centres: 20, Seed: 3, limits: few}).Fit(t.Context(), x, output.Classes(rare)); err != nil || p.Sampled != nil {
		t.Errorf("a rare class: %v", err)
	}
	wide := make([]float64, 0, n*(d+1))
	for i := range n {
		wide = append(append(wide, x.Row(i)...), float64(rare[i]))
	}
	more, err := rows.NewMatrix(d+1, wide)
	if err != nil {
		t.Fatal(err)
	}
	p, err := SCA{Dim: 1, Centres: 20, Seed: 3, limits: few}.Fit(t.Context(), more, output.Numbers(y))
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Warnings) != 1 || p.Components[0][d] != 0 {
		t.Errorf("weight %g, warnings %q", p.Components[0][d], p.Warnings)
	}
}

// Going through some rows, MDDM has the form that all pairs of rows have.
func TestMDDMThroughSomeRows(t *testing.T) {
	t.Parallel()
	x, y := noisy(t, 900, 4, 3)
	standard, err := aggregate.Standardize(t.Context(), x, false)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := coords.NewFullRank(t.Context(), coords.Limits{}, standard, nil, 2, coords.Moments)
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := dependenceOf(t.Context(), s, output.Numbers(y))
	if err != nil {
		t.Fatal(err)
	}
	through := &dependence{width: pairs.width}
	if err := through.through(t.Context(), s, output.Numbers(y)); err != nil {
		t.Fatal(err)
	}
	want, _, err := pairs.leading(4, 0)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := through.leading(4, 0)
	if err != nil {
		t.Fatal(err)
	}
	for k := range want {
		if math.Abs(got[k]-want[k]) > 1e-6*want[0] {
			t.Errorf("eigenvalue %d is %g instead of %g", k+1, got[k], want[k])
		}
	}
}

// The rows that can be held may be too few to search in all directions though all rows are not.
// Then the rows that are held and all rows have the same few coordinates.
func TestRowsHeldTellWhereToSearch(t *testing.T) {
	t.Parallel()
	const n, d, dim = 400, 40, 2 // all are 8 rows for each input, and those held fewer
	limits := search.Limits{Limits: coords.Limits{Square: 2 * d}, Tuning: 300}
	x, y := noisy(t, n, d, 3)
	for name, method := range map[string]Reducer{
		"sca": SCA{Dim: dim, Centres: 20, Quick: true}, "lsdr": LSDR{Dim: dim, Centres: 20}, "kdr": KDR{Dim: dim},
	} {
		p, err := limited(method, limits).Fit(t.Context(), x, output.Numbers(y))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !slices.ContainsFunc(p.Warnings, func(w string) bool { return strings.Contains(w, "too many to search in all directions") }) {
			t.Errorf("%s does not say that it has searched a few directions: %q", name, p.Warnings)
		}
	}
}

// At every bound of the rules that compare rows with inputs, and rows held with all, from both sides.
func TestSearchesAtTheBounds(t *testing.T) {
	t.Parallel()
	const square = 16
	type table struct{ n, d, held int }
	var tables []table
	for _, d := range []int{square / 4, square/4 + 1, square, square + 1} {
		for _, n := range []int{d, d + 1, 8*d - 1, 8 * d, 101} {
			for _, held := range []int{d, 8*d - 1, 8 * d, n - 1, n} {
				if held >= square && n >= 20 {
					tables = append(tables, table{n, d, held})
				}
			}
		}
	}
	tables = append(tables, table{90, 60, 50}, table{70, 60, 60}, table{61, 60, 61})
	err := linalg.Each(t.Context(), len(tables), nil, func(i int) error {
		c := tables[i]
		x, y := noisy(t, c.n, c.d, 4)
		class := make([]int, c.n)
		for i, v := range y {
			if v > 2 {
				class[i] = 1
			}
		}
		for name, method := range map[string]Reducer{
			"sca": SCA{Dim: 2, Centres: 10, Quick: true}, "lsdr": LSDR{Dim: 2, Centres: 10}, "kdr": KDR{Dim: 2}, "rfm": RFM{Dim: 2, Centres: 10, Rounds: 1},
		} {
			if name != "sca" && i%7 != 0 {
				continue // what they share is the search
			}
			for _, y := range []output.Output{output.Numbers(y), output.Classes(class)} {
				limits := search.Limits{Limits: coords.Limits{Square: square}, Tuning: c.held}
				if p, err := limited(method, limits).Fit(t.Context(), x, y); err != nil || len(p.Components[0]) != c.d {
					t.Errorf("%s of %d rows, %d held, of %d inputs, %s: %v", name, c.n, c.held, c.d, y.Kind(), err)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

package suffice

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"suffice/internal/coords"
	"suffice/internal/search"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

// countsOf draws how often each of n rows counts, at least once, some of them not at all
// where zeros are wanted.
func countsOf(n int, zeros bool) []float64 {
	random := rand.New(rand.NewPCG(uint64(n), 7))
	counts := make([]float64, n)
	for i := range counts {
		counts[i] = float64(1 + random.IntN(3))
		if zeros && i%5 == 0 {
			counts[i] = 0
		}
	}
	return counts
}

// repeated lists each row as often as it counts.
func repeated(counts []float64) []int {
	var which []int
	for i, c := range counts {
		which = append(which, slices.Repeat([]int{i}, int(c))...)
	}
	return which
}

// outputsFor are outputs of the table that a method takes.
func (s seamTable) outputsFor(method Method) []output.Output {
	var takes []output.Output
	for _, y := range []output.Output{output.Numbers(s.y), output.Classes(s.class)} {
		if (method.Most == nil || method.Most(y) > 0) && (method.Name != "phd" || y.Kind() == "number") {
			takes = append(takes, y)
		}
	}
	return takes
}

// forWeights runs a test for each method that takes weights, or each that does not, and each
// output that it takes.
func forWeights(t *testing.T, table seamTable, takes bool, run func(t *testing.T, reducer Reducer, y output.Output)) {
	for _, method := range Methods() {
		if method.Uses.Weights != takes {
			continue
		}
		for _, y := range table.outputsFor(method) {
			dim := 2
			if method.Most != nil {
				dim = min(dim, method.Most(y))
			}
			reducer := limited(quick(method.New(Options{Dim: dim, Centres: 20, Seed: 1})), table.limits)
			t.Run(fmt.Sprintf("%s of a %s", method.Name, y.Kind()), func(t *testing.T) { run(t, reducer, y) })
		}
	}
}

func mustWeigh(t *testing.T, x Rows, y output.Output, weights []float64) (Rows, output.Output) {
	x, y, err := Weigh(x, y, weights)
	if err != nil {
		t.Fatal(err)
	}
	return x, y
}

func mustFitRows(t *testing.T, reducer Reducer, x Rows, y output.Output) *Projection {
	p, err := reducer.Fit(t.Context(), x, y)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Equal weights are none, and only ratios matter.
func TestEqualWeightsAreNone(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	table := newSeamTable(t, 60, 4, false, 0, search.Limits{})
	for _, weight := range []float64{1, 3, 1e-300, 1e300} {
		if x, _ := mustWeigh(t, table.x, nil, slices.Repeat([]float64{weight}, 60)); x != table.x {
			t.Errorf("weights of %g make other rows", weight)
		}
	}
	forWeights(t, table, true, func(t *testing.T, reducer Reducer, y output.Output) {
		want := modelBytes(t, mustFitRows(t, reducer, table.x, y))
		x, y := mustWeigh(t, table.x, y, slices.Repeat([]float64{2.5}, 60))
		if got := modelBytes(t, mustFitRows(t, reducer, x, y)); !bytes.Equal(got, want) {
			t.Errorf("equal weights give another model:\n%s\n%s", got, want)
		}
	})
	x, _ := mustWeigh(t, table.x, nil, countsOf(60, false))
	tenfold := countsOf(60, false)
	for i := range tenfold {
		tenfold[i] *= 1024
	}
	other, _ := mustWeigh(t, table.x, nil, tenfold)
	if !slices.Equal(rows.Weights(x), rows.Weights(other)) {
		t.Errorf("weights %v and %v", rows.Weights(x), rows.Weights(other))
	}
}

// exact are the methods that draw nothing, so that weights and repeated rows are the same to
// them. Shrinkage and searches see how many rows there are.
func exact(reducer Reducer) bool {
	switch reducer.(type) {
	case SIR, SAVE, DR, PHd, MDDM, CCA, LDA, PLS, PCA, None:
		return true
	}
	return false
}

// A row of weight 2 counts as two equal rows.
func TestWeightsAreRepeatedRows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	square := search.Limits{Limits: coords.Limits{Square: 16}}
	for name, table := range map[string]seamTable{
		"dense":                newSeamTable(t, 100, 4, false, .2, search.Limits{}),
		"sparse":               newSeamTable(t, 100, 4, true, .2, search.Limits{}),
		"wide":                 newSeamTable(t, 40, 90, false, 0, search.Limits{}),
		"many of both, by pca": newSeamTable(t, 60, 30, true, .3, square),
	} {
		t.Run(name, func(t *testing.T) {
			counts := countsOf(table.x.Len(), false)
			which := repeated(counts)
			more, err := rows.Take(t.Context(), table.x, which)
			if err != nil {
				t.Fatal(err)
			}
			forWeights(t, table, true, func(t *testing.T, reducer Reducer, y output.Output) {
				_, blind := reducer.(PCA)
				if !exact(reducer) || table.limits == square && !blind {
					t.Skip("it draws rows, or sees how many there are")
				}
				x, same := mustWeigh(t, table.x, y, counts)
				got, want := mustFitRows(t, reducer, x, same), mustFitRows(t, reducer, more, output.Some(y, which))
				if far := stiefel.Distance(subspace(t, got), subspace(t, want)); far > 1e-7 {
					t.Errorf("the subspace is %g away", far)
				}
				for j, mean := range got.Mean {
					if math.Abs(mean-want.Mean[j]) > 1e-12 || math.Abs(got.Scale[j]-want.Scale[j]) > 1e-12 {
						t.Fatalf("column %d has mean %g and scale %g, want %g and %g", j, mean, got.Scale[j], want.Mean[j], want.Scale[j])
					}
				}
			})
		})
	}
}

// Correlations count a row of weight 2 as two equal rows.
func TestCorrelationsCountRowsByWeight(t *testing.T) {
	table := newSeamTable(t, 100, 4, false, .2, search.Limits{})
	counts := countsOf(table.x.Len(), false)
	more, err := rows.Take(t.Context(), table.x, repeated(counts))
	if err != nil {
		t.Fatal(err)
	}
	x, _ := mustWeigh(t, table.x, nil, counts)
	p := mustFitRows(t, PCA{Dim: 2}, more, output.Numbers(make([]float64, more.Len())))
	if err := p.Correlate(t.Context(), more); err != nil {
		t.Fatal(err)
	}
	want := p.Correlations
	if err := p.Correlate(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	for k := range want {
		for j, c := range want[k] {
			if math.Abs(p.Correlations[k][j]-c) > 1e-9 {
				t.Errorf("z%d with input %d: %g, want %g", k+1, j+1, p.Correlations[k][j], c)
			}
		}
	}
}

// A row of weight 0 is left out.
func TestRowsOfWeightZeroAreLeftOut(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	for _, sparse := range []bool{false, true} {
		table := newSeamTable(t, 80, 4, sparse, 0, search.Limits{})
		weights := countsOf(80, true)
		var which []int
		var others []float64
		for i, w := range weights {
			if w > 0 {
				which, others = append(which, i), append(others, w)
			}
		}
		fewer, err := rows.Take(t.Context(), table.x, which)
		if err != nil {
			t.Fatal(err)
		}
		forWeights(t, table, true, func(t *testing.T, reducer Reducer, y output.Output) {
			x, same := mustWeigh(t, table.x, y, weights)
			less, other := mustWeigh(t, fewer, output.Some(y, which), others)
			got, want := modelBytes(t, mustFitRows(t, reducer, x, same)), modelBytes(t, mustFitRows(t, reducer, less, other))
			if !bytes.Equal(got, want) {
				t.Errorf("another model:\n%s\n%s", got, want)
			}
		})
	}
}

// Sums by weight can be taken anywhere, as others can. Each table has one output for methods that
// take a while, as in TestAllMethodsAreSumsOverBlocks.
func TestWeightedSumsAreSumsOverBlocks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	few := search.Limits{Tuning: 60}
	for name, table := range map[string]struct {
		seamTable
		searchFor output.Kind
	}{
		"dense":                {newSeamTable(t, 60, 4, false, 0, search.Limits{}), output.KindClass},
		"sparse, many rows":    {newSeamTable(t, 160, 4, true, 0, few), output.KindClass},
		"sparse, many of both": {newSeamTable(t, 90, 24, true, .3, search.Limits{Limits: coords.Limits{Square: 16}, Tuning: 50}), output.KindNumber},
	} {
		t.Run(name, func(t *testing.T) {
			table.weights = countsOf(table.x.Len(), false)
			forWeights(t, table.seamTable, true, func(t *testing.T, reducer Reducer, y output.Output) {
				if (searches(reducer) || selects(reducer)) && y.Kind() != table.searchFor {
					t.Skip("takes a while, with another output")
				}
				table.sameModel(t, reducer, y, !searches(reducer) || table.limits == few)
			})
		})
	}
}

// SCA finds what the rows that count most depend on.
func TestSCAFollowsWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	const n, d = 400, 4
	random := rand.New(rand.NewPCG(3, 3))
	data, y, weights := make([]float64, n*d), make([]float64, n), make([]float64, n)
	for i := range n {
		row := data[i*d : (i+1)*d]
		for j := range row {
			row[j] = random.NormFloat64()
		}
		weights[i] = 1
		y[i] = row[0] + .1*random.NormFloat64()
		if i%2 == 0 { // these say something else
			weights[i] = 1e-3
			y[i] = 3*row[1] + .1*random.NormFloat64()
		}
	}
	table, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, reducer := range []Reducer{SCA{Dim: 1, Centres: 40, Seed: 1}, LSDR{Dim: 1, Centres: 40, Restarts: 2, Seed: 1}, KDR{Dim: 1, Centres: 40, Starts: 1, Seed: 1}, RFM{Dim: 1, Centres: 40, Seed: 1}, GKDR{Dim: 1}, MAVE{Dim: 1}, OPG{Dim: 1}, SIR{Dim: 1}, MDDM{Dim: 1}} {
		x, other := mustWeigh(t, table, output.Numbers(y), weights)
		w := subspace(t, mustFitRows(t, reducer, x, other))
		if share := math.Abs(w.At(0, 0)); share < .97 {
			t.Errorf("%T gives input 1 the weight %.3f of 1: %v", reducer, share, w.Data)
		}
	}
}

func TestWeightsThatAreNone(t *testing.T) {
	table := newSeamTable(t, 6, 2, false, 0, search.Limits{})
	for text, weights := range map[string][]float64{
		"row 2: its weight is -1":   {1, -1, 1, 1, 1, 1},
		"row 3: its weight is NaN":  {1, 1, math.NaN(), 1, 1, 1},
		"row 6: its weight is +Inf": {1, 1, 1, 1, 1, math.Inf(1)},
		"all weights are 0":         make([]float64, 6),
		"5 weights for 6 rows":      {1, 1, 1, 1, 1},
	} {
		if _, _, err := Weigh(table.x, output.Numbers(table.y), weights); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v, want %q", err, text)
		}
	}
	if _, err := rows.WithWeights(table.x, []float64{1, 0, 1, 1, 1, 1}); err == nil || !strings.Contains(err.Error(), "row 2") {
		t.Errorf("error %v", err)
	}
}

// Methods without weights say which have them.
func TestMethodsThatTakeNoWeightsRefuseThem(t *testing.T) {
	table := newSeamTable(t, 40, 4, false, 0, search.Limits{})
	forWeights(t, table, false, func(t *testing.T, reducer Reducer, y output.Output) {
		x, y := mustWeigh(t, table.x, y, countsOf(40, false))
		if _, err := reducer.Fit(t.Context(), x, y); err == nil || !strings.Contains(err.Error(), "takes no weights") || !strings.Contains(err.Error(), "use one of sca") {
			t.Errorf("error %v", err)
		}
	})
	x, y := mustWeigh(t, table.x, output.Numbers(table.y), countsOf(40, false))
	if _, err := (SCA{Dim: 1, Screen: 2}).Fit(t.Context(), x, y); err == nil {
		t.Error("inputs are chosen without weights")
	}
}

// A method on some of the inputs counts rows by their weights too.
func TestSelectedInputsCountByWeight(t *testing.T) {
	const n = 200
	random := rand.New(rand.NewPCG(3, 8))
	wide, narrow := make([]float64, 0, 3*n), make([]float64, 0, 2*n)
	y, weights := make([]float64, n), make([]float64, n)
	for i := range n {
		a, b, c := random.NormFloat64(), random.NormFloat64(), random.NormFloat64()
		wide, narrow = append(wide, a, b, c), append(narrow, a, c)
		y[i], weights[i] = a+.5*c*c+.1*b, random.Float64()
	}
	fit := func(d int, data []float64, r Reducer) *Projection {
		x, err := rows.NewMatrix(d, data)
		if err != nil {
			t.Fatal(err)
		}
		weighed, out := mustWeigh(t, x, output.Numbers(y), weights)
		return mustFitRows(t, r, weighed, out)
	}
	got, want := fit(3, wide, Selected{SIR{Dim: 1}, []int{0, 2}}), fit(2, narrow, SIR{Dim: 1})
	if c := got.Components[0]; c[1] != 0 || !slices.Equal([]float64{c[0], c[2]}, want.Components[0]) {
		t.Errorf("components %v, want those of %v", c, want.Components[0])
	}
}

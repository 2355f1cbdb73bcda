package dependence

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

const (
	// DefaultPermutations is how many permutations there are unless asked otherwise.
	DefaultPermutations = 200
	// TestRows is with how many rows, drawn at random, a test is made where there are more.
	TestRows = 10_000
)

// TestOptions are the settings of [Test]; the zero value is a full configuration.
type TestOptions struct {
	Options
	Permutations int                 // 0 means DefaultPermutations
	Progress     func(done, all int) // told after each permutation, by one goroutine at a time; may be nil
}

// Tested is how much x says about y, and whether that can be chance.
type Tested struct {
	Estimated
	P            float64 // how probable a statistic at least as large is if x and y are independent
	Permutations int     // over which P was counted
	Rows         int     // with which P was counted: all of them, or TestRows of many
}

// Test is [Estimate] with a permutation test of independence: the rows of y are put in
// random orders, and P is the share of all orders, the given one among them, whose
// statistic is at least that of the given one,
//
//	P = (1 + #{permuted ≥ given}) / (1 + permutations).
//
// Where x and y are independent, and so are the rows or the groups, P ≤ a has probability a at most,
// for every a and every number of rows.
//
// The statistic is the SMI estimate of the model
//
//	w(x, y) = 1 + Σ_kl α_kl (K(x, u_k) - mean K_k) (L(y, c_l) - mean L_l)
//
// over all pairs of centres, which sees only what is not independent. Estimates for
// several pairs of widths are each standardised over all orders, the given one among
// them, and the largest counts: to choose widths by looking at the given order alone
// would find dependence in noise. See docs/dependence.md.
func Test(ctx context.Context, x rows.Source, y output.Output, options TestOptions) (Tested, error) {
	if options.Permutations < 0 {
		return Tested{}, fmt.Errorf("%d permutations, but there must be at least 1; 0 means the default", options.Permutations)
	}
	estimate, err := Estimate(ctx, x, y, options.Options)
	if err != nil {
		return Tested{}, err
	}
	options.Permutations = cmp.Or(options.Permutations, DefaultPermutations)
	t, err := newPermutationTest(ctx, x, y, options.Options)
	if err != nil {
		return Tested{}, err
	}
	all, err := t.statistics(ctx, options.Permutations, options.Seed, options.Progress)
	if err != nil {
		return Tested{}, err
	}
	return Tested{Estimated: estimate, P: shareAtLeastFirst(all), Permutations: options.Permutations, Rows: t.n}, nil
}

// permutationTest is what all orders of y have in common.
type permutationTest struct {
	n     int
	units sampling.Units
	x, y  []features // for each width
}

// newPermutationTest draws the centres of x and those of y independently of each other.
// Then those of y are as if drawn from the values of y in any order, so that the features
// of y belong to its values, and all orders are alike where x and y are independent.
func newPermutationTest(ctx context.Context, x rows.Source, y output.Output, options Options) (*permutationTest, error) {
	standard, err := aggregate.Standardize(ctx, x, options.NoScale)
	if err != nil {
		return nil, err
	}
	random := sampling.Random(options.Seed, 0x9e57)
	which := sampling.Rows(x.Len(), TestRows, random)
	centres := func() []int { return random.Perm(len(which))[:min(options.centres(), len(which))] }
	inputs, err := standard.Select(ctx, which)
	if err != nil {
		return nil, err
	}
	t := &permutationTest{n: len(which), units: sampling.Units{Group: options.Group, Time: options.Time, Block: options.Block}.Of(which)}
	if t.x, err = inputFeatures(inputs, centres()); err != nil {
		return nil, err
	}
	some, err := target.Subset(ctx, y, which)
	if err != nil {
		return nil, err
	}
	t.y, err = outputFeatures(some, sampling.All(len(which)), centres())
	return t, err
}

// statistics are those of all orders, the given one first.
func (t *permutationTest) statistics(ctx context.Context, permutations int, seed uint64, progress func(done, all int)) ([]float64, error) {
	all := make([][]float64, 1+permutations)
	all[0] = t.estimates(sampling.All(t.n))
	var told func(done int)
	if progress != nil {
		told = func(done int) { progress(done, permutations) }
	}
	// Each order has a random source of its own, so that it does not matter which is made first.
	err := linalg.Each(ctx, permutations, told, func(k int) error {
		all[1+k] = t.estimates(t.units.Order(t.n, sampling.Random(seed, 0x9e570001+uint64(k))))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return largestStandardized(all), nil
}

// estimates are those of each pair of widths with the rows of y in the given order.
func (t *permutationTest) estimates(order []int) []float64 {
	values := make([]float64, 0, len(t.x)*len(t.y))
	for _, y := range t.y {
		g := linalg.Borrow(t.n, y.f.Cols)
		for k, i := range order {
			copy(g.Row(k), y.f.Row(i))
		}
		for _, x := range t.x {
			values = append(values, x.smi(g, y.share))
		}
		linalg.Return(g)
	}
	return values
}

// largestStandardized returns the largest value of each row after each column was
// standardised. A column that does not vary tells nothing and is left out.
func largestStandardized(all [][]float64) []float64 {
	largest, n := slices.Repeat([]float64{math.Inf(-1)}, len(all)), float64(len(all))
	for column := range all[0] {
		var mean, variance float64
		for _, row := range all {
			mean += row[column] / n
		}
		for _, row := range all {
			variance += (row[column] - mean) * (row[column] - mean) / n
		}
		for i, row := range all {
			if variance > 0 {
				largest[i] = max(largest[i], (row[column]-mean)/math.Sqrt(variance))
			}
		}
	}
	return largest
}

// shareAtLeastFirst is the share of the values that are not below the first, but for
// rounding: with few different values of x and y, many orders have the same statistic.
func shareAtLeastFirst(values []float64) float64 {
	const rounding = 1e-9
	count := 0
	for _, v := range values {
		if v >= values[0]-rounding*math.Abs(values[0]) {
			count++
		}
	}
	return float64(count) / float64(len(values))
}

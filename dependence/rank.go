package dependence

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// Ranked is how much one column says about y.
type Ranked struct {
	Column   string  `json:"column"`
	SMI      float64 `json:"smi"`      // held-out, as [Estimate] has it
	P        float64 `json:"p"`        // of this column alone, as [Test] has it
	Adjusted float64 `json:"adjusted"` // P, adjusted for looking at all columns; see [Rank]
}

// Rank tests each column of x by itself, those that stand for levels of a nominal column
// together, and returns the most dependent first. Adjusted is the share of all orders of y,
// the given one among them, in which some column has a statistic at least as large as this
// one has in the given order (Westfall and Young 1993). If the columns below some level are
// taken to depend on y, the chance that any of them does not is that level at most, however
// the columns depend on each other. Columns that do not vary have P 1.
//
// Up to [TestRows] rows are looked at, drawn at random.
func Rank(ctx context.Context, x rows.Source, y output.Output, options TestOptions) ([]Ranked, error) {
	options.Permutations = cmp.Or(options.Permutations, DefaultPermutations)
	if options.Permutations < 1 {
		return nil, fmt.Errorf("%d permutations, but there must be at least 1; 0 means the default", options.Permutations)
	}
	if err := check(x, y); err != nil {
		return nil, err
	}
	which := sampling.Rows(x.Len(), TestRows, sampling.Random(options.Seed, 0x2a2c))
	y, err := target.Subset(ctx, y, which)
	if err != nil {
		return nil, err
	}
	if err := y.Check(); err != nil {
		return nil, err
	}
	held, err := subset(ctx, x, which)
	if err != nil {
		return nil, err
	}
	r := &ranking{x: held, y: y, options: options, groups: rows.Columns(x)}
	return r.run(ctx)
}

// subset is rows of a table, which may be elsewhere, with their zeros.
func subset(ctx context.Context, x rows.Source, which []int) (*rows.Matrix, error) {
	taken, err := aggregate.Take(ctx, rows.Unweighted(x), which)
	if err != nil {
		return nil, err
	}
	return rows.Subset(ctx, taken, sampling.All(len(which)))
}

// ranking is one at work.
type ranking struct {
	x       *rows.Matrix
	y       output.Output
	options TestOptions
	groups  []rows.Column
}

func (r *ranking) run(ctx context.Context) ([]Ranked, error) {
	ranked, statistics := make([]Ranked, len(r.groups)), make([][]float64, len(r.groups))
	for k, g := range r.groups {
		ranked[k] = Ranked{Column: g.Name, P: 1, Adjusted: 1}
		column, varies, err := r.columns(g)
		if err != nil {
			return nil, err
		}
		if !varies {
			continue
		}
		estimate, err := Estimate(ctx, column, r.y, r.options.Options)
		if err != nil {
			return nil, fmt.Errorf("column %q: %w", g.Name, err)
		}
		t, err := newPermutationTest(ctx, column, r.y, r.options.Options)
		if err != nil {
			return nil, fmt.Errorf("column %q: %w", g.Name, err)
		}
		if statistics[k], err = t.statistics(ctx, r.options.Permutations, r.options.Seed, r.told(k)); err != nil {
			return nil, err
		}
		ranked[k].SMI, ranked[k].P = estimate.Score, shareAtLeastFirst(statistics[k])
	}
	adjust(ranked, statistics)
	slices.SortStableFunc(ranked, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(a.Adjusted, b.Adjusted), cmp.Compare(a.P, b.P), cmp.Compare(b.SMI, a.SMI))
	})
	return ranked, nil
}

func (r *ranking) told(k int) func(done, all int) {
	if r.options.Progress == nil {
		return nil
	}
	return func(done, all int) { r.options.Progress(k*all+done, len(r.groups)*all) }
}

// columns are those of a group, and whether they vary.
func (r *ranking) columns(g rows.Column) (*rows.Matrix, bool, error) {
	varies := false
	data := make([]float64, 0, r.x.Len()*len(g.Places))
	for i := range r.x.Len() {
		row := r.x.Row(i)
		for _, j := range g.Places {
			data = append(data, row[j])
			varies = varies || row[j] != r.x.Row(0)[j]
		}
	}
	column, err := rows.NewMatrix(len(g.Places), data)
	return column, varies, err
}

// adjust compares the statistic of each column with the largest of all in every order. The
// orders are the same for all columns.
func adjust(ranked []Ranked, statistics [][]float64) {
	var largest []float64
	for _, s := range statistics {
		if largest == nil {
			largest = slices.Clone(s)
		}
		for k, v := range s {
			largest[k] = max(largest[k], v)
		}
	}
	for j, s := range statistics {
		if s != nil {
			others := slices.Clone(largest)
			others[0] = s[0]
			ranked[j].Adjusted = shareAtLeastFirst(others)
		}
	}
}

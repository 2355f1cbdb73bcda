package report

import (
	"context"
	"fmt"

	"suffice"
	"suffice/evaluate"
	"suffice/output"
	"suffice/rows"
)

// Options are those of Compare.
type Options struct {
	Repeats  int    // splits into training and test rows
	Seed     uint64 // of the splits and of the fits
	Progress func(evaluate.Progress)
}

// mostCompared is how many rows are compared on, drawn at random where there are more,
// so that a report does not take much longer than the fit did.
const mostCompared = 3000

// Compare compares the method of a model with PCA and with no reduction, by the nearest
// neighbour on splits of the rows x and their targets y. It fits anew on each split, with
// as many components and centres as the model has.
func Compare(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target, o Options) (*evaluate.Compared, error) {
	all := x.Len()
	x, y, err := some(ctx, x, y, o.Seed)
	if err != nil {
		return nil, err
	}
	methods, err := comparedMethods(m)
	if err != nil {
		return nil, err
	}
	result, err := evaluate.Compare(ctx, x, y, evaluate.Comparison{
		Methods: methods, Dims: []int{m.Dim()}, Splits: evaluate.Splits{Repeats: o.Repeats, Seed: o.Seed},
		Centres: m.Settings.Centres(), NoScale: !m.Scaled(), Progress: o.Progress,
	})
	if err != nil {
		return nil, err
	}
	if all > x.Len() {
		result.Of = all
	}
	for i := range result.Rows {
		row := &result.Rows[i]
		if row.Err != nil {
			return nil, fmt.Errorf("%s: %w", row.Method, row.Err)
		}
		row.Seconds = 0 // a report says the same whenever it is made
	}
	return result, nil
}

// some draws rows at random where there are more than needed.
func some(ctx context.Context, x rows.Source, y *output.Target, seed uint64) (rows.Source, *output.Target, error) {
	if x.Len() <= mostCompared {
		return x, y, nil
	}
	chosen, _, err := evaluate.Split(x.Len(), mostCompared, seed)
	if err != nil {
		return nil, nil, err
	}
	part, err := rows.Take(ctx, x, chosen)
	return part, y.Subset(chosen), err
}

// comparedMethods are the model's own, and what to compare it with.
func comparedMethods(m *suffice.Projection) ([]suffice.Method, error) {
	names := []string{m.Method}
	for _, name := range []string{"pca", "none"} {
		if name != m.Method {
			names = append(names, name)
		}
	}
	var methods []suffice.Method
	for _, name := range names {
		method, err := suffice.MethodNamed(name)
		if err != nil {
			return nil, err
		}
		methods = append(methods, method)
	}
	return methods, nil
}

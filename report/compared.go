package report

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/humanize"
	"suffice/internal/metrics"
	"suffice/internal/termtext"
	"suffice/output"
	"suffice/rows"
)

// told is a comparison as the page shows it, guessing first; nil where there is none.
func told(c *evaluate.CompareResult, m *suffice.Projection) termtext.Values {
	if c == nil || len(c.Rows) == 0 {
		return nil
	}
	lines := c.Rows
	if c.Baseline != nil {
		lines = append([]evaluate.Row{*c.Baseline}, lines...)
	}
	var largest float64 // error, of which a bar is a share
	for _, row := range lines {
		largest = max(largest, row.Mean)
	}
	var methods []termtext.Values
	for _, row := range lines {
		share := 0
		if largest > 0 {
			share = int(100 * row.Mean / largest)
		}
		methods = append(methods, termtext.Values{
			"own": row.Method == m.Method || row.Method == ThisModel, "name": row.Method, "columns": row.Dim,
			"mean": short(row.Mean), "share": share, "sd": short(row.SD), "mark": string(row.Mark),
		})
	}
	measure := metrics.Named(c.Measure)
	return termtext.Values{
		"found": verdict(c, m), "measure": measure.Title, "meaning": measure.MeaningOf(c.Kind), "methods": methods,
		"repeats": c.Repeats, "train": c.Train, "test": c.Test, "of": c.Of, "compared rows": c.N,
		"has model": slices.ContainsFunc(lines, func(row evaluate.Row) bool { return row.Method == ThisModel }),
	}
}

// verdict compares the model's own method with guessing, with no reduction and with PCA.
func verdict(c *evaluate.CompareResult, m *suffice.Projection) string {
	find := func(wanted func(evaluate.Row) bool) *evaluate.Row {
		if at := slices.IndexFunc(c.Rows, wanted); at >= 0 {
			return &c.Rows[at]
		}
		return nil
	}
	own := find(func(r evaluate.Row) bool { return r.Method == ThisModel })
	if own == nil {
		own = find(func(r evaluate.Row) bool { return r.Method == m.Method })
	}
	if own == nil {
		return ""
	}
	error := fmt.Sprintf("The error with %s of %s is %s", humanize.Count(own.Dim, "component"), own.Method, short(own.Mean))
	if c.Baseline != nil {
		guessed := short(c.Baseline.Mean)
		switch own.Mark {
		case evaluate.MarkWorse:
			return fmt.Sprintf("%s: that is worse than guessing without any input (%s). So the components tell nothing of the target that holds for other rows.", error, guessed)
		case evaluate.MarkNoBetter:
			return fmt.Sprintf("%s: that is not clearly better than guessing without any input (%s). So what the components tell of the target may be chance.", error, guessed)
		}
		error += fmt.Sprintf(", and that of guessing without any input is %s", guessed)
	}
	var parts []string
	if all := find(func(r evaluate.Row) bool { return r.AllDims }); all != nil && all != own {
		parts = append(parts, against(c, own, all, fmt.Sprintf("that with all %s", humanize.Count(all.Dim, "input"))))
	}
	if pca := find(func(r evaluate.Row) bool { return r.Method == "pca" }); pca != nil && pca != own {
		parts = append(parts, against(c, own, pca, "that with "+humanize.Count(pca.Dim, "principal component")))
	}
	if len(parts) == 0 {
		return error + "."
	}
	return fmt.Sprintf("%s. With the components it is %s.", error, strings.Join(parts, ", and "))
}

// against says how one error compares with another, as far as the splits tell.
func against(c *evaluate.CompareResult, own, other *evaluate.Row, what string) string {
	how := "higher than"
	switch more := c.Difference(own, other); {
	case own.Mean == other.Mean:
		how = "the same as"
	case len(own.Errors) < 2 || more.Low <= 0 && more.High >= 0:
		how = "not clearly different from"
	case own.Mean < other.Mean:
		how = "lower than"
	}
	return fmt.Sprintf("%s %s (%s)", how, what, short(other.Mean))
}

// Options are those of Compare.
type Options struct {
	Repeats  int    // splits into training and test rows
	Model    bool   // compare the model itself too, because it has not seen the rows
	Seed     uint64 // of the splits and of the fits
	Progress func(evaluate.Progress)
}

// mostCompared is how many rows are compared on, drawn at random where there are more,
// so that a report does not take much longer than the fit did.
const mostCompared = 3000

// Compare compares the method of a model with PCA, with no reduction and with guessing, by
// predictions on splits of the rows x and their targets y. It fits anew on each split, with
// as many components and centres as the model has; the model itself, where that is asked for,
// stays as it is.
func Compare(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target, o Options) (*evaluate.CompareResult, error) {
	all := x.Len()
	x, y, err := some(ctx, x, y, o.Seed)
	if err != nil {
		return nil, err
	}
	methods, err := comparedMethods(m)
	if err != nil {
		return nil, err
	}
	if o.Model {
		methods = append([]suffice.Method{asMethod(m)}, methods...)
	}
	result, err := evaluate.Compare(ctx, x, y, evaluate.CompareOptions{
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
	var methods []suffice.Method
	for _, name := range []string{m.Method, "pca", "none"} {
		if len(methods) > 0 && name == m.Method {
			continue
		}
		method, err := suffice.MethodNamed(name)
		if err != nil {
			return nil, err
		}
		methods = append(methods, method)
	}
	return methods, nil
}

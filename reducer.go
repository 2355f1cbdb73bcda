package suffice

import (
	"context"
	"errors"
	"fmt"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/humanize"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// Rows is what a method takes as inputs: a table that can be read again and again,
// a block of rows at a time. Package rows has the one in memory.
type Rows = rows.Source

// Reducer is a method of dimension reduction with its settings.
type Reducer interface {
	// Fit finds the components. It does not change x or y. It returns ctx.Err() soon
	// after ctx is cancelled.
	Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error)
}

// Progress is what a method tells, while it works, to whoever asks.
type Progress struct {
	Stage   string  // what it does, such as "pass" or "ascent"
	Step    int     // counted from 1 within the stage
	Score   float64 // at this point
	Measure string  // what the score is, such as "SMI"
}

// String says it in words: "pass 3, SMI 0.1234".
func (p Progress) String() string {
	return fmt.Sprintf("%s %d, %s %.4f", p.Stage, p.Step, p.Measure, p.Score)
}

// errNoOutput answers a nil y.
var errNoOutput = errors.New("there is no output to learn from; pca and none do without one")

// prepare makes the checks that all methods share, before any work, and
// standardises x on the fly. The warnings name columns that do not vary.
func prepare(ctx context.Context, x Rows, y output.Output, dim int, noScale bool) (*aggregate.Standard, []string, error) {
	switch {
	case dim < 1:
		return nil, nil, fmt.Errorf("the number of components is %d, but must be at least 1", dim)
	case dim > x.Width():
		return nil, nil, fmt.Errorf("%s, but there %s", humanize.Count(dim, "component"), only(x.Width(), "input column"))
	case y == nil:
		return nil, nil, errNoOutput
	}
	standard, err := standardizeAll(ctx, x, y, noScale)
	if err != nil {
		return nil, nil, err
	}
	var warnings []string
	if constant := constantNames(standard); len(constant) > 0 {
		if varying := x.Width() - len(constant); dim > varying {
			return nil, nil, fmt.Errorf("%s, but without the constant %s the number of inputs is %d; ask for fewer components", humanize.Count(dim, "component"), columns(constant), varying)
		}
		warnings = append(warnings, fmt.Sprintf("constant input columns get weight 0: %s", humanize.Quoted(constant)))
	}
	return standard, warnings, nil
}

// standardizeAll makes the checks that do not depend on the number of components, and
// standardises x on the fly.
func standardizeAll(ctx context.Context, x Rows, y output.Output, noScale bool) (*aggregate.Standard, error) {
	switch {
	case x.Len() != y.Len():
		return nil, fmt.Errorf("%d rows of inputs, but %d of outputs", x.Len(), y.Len())
	case x.Len() < 2:
		return nil, fmt.Errorf("%d row of data, but at least 2 are needed; add rows", x.Len())
	}
	if err := y.Check(); err != nil {
		return nil, err
	}
	return aggregate.Standardize(ctx, x, noScale)
}

func constantNames(x *aggregate.Standard) []string {
	return sampling.Pick(x.Names(), x.Constant)
}

// atLeastOne is an error where there are fewer of something than 0, which means the default.
func atLeastOne(count int, what string) error {
	if count < 0 {
		return fmt.Errorf("%d %s, but there must be at least 1; 0 means the default", count, what)
	}
	return nil
}

// only says that there are no more: "is only 1 row", "are only 2 rows".
func only(n int, what string) string {
	if n == 1 {
		return "is only " + humanize.Count(n, what)
	}
	return "are only " + humanize.Count(n, what)
}

// columns names some: `column "a"`, `columns "a", "b"`.
func columns(names []string) string {
	return humanize.Plural(len(names), "column") + " " + humanize.Quoted(names)
}

// fullRank makes the checks that all methods share, and finds coordinates in which the inputs are
// independent.
func fullRank(ctx context.Context, l coords.Limits, x Rows, y output.Output, dim int, noScale bool, need coords.Need) (*aggregate.Standard, *coords.FullRank, []string, error) {
	standard, warnings, err := prepare(ctx, x, y, dim, noScale)
	if err != nil {
		return nil, nil, nil, err
	}
	s, more, err := coords.NewFullRank(ctx, l, standard, y, dim, need)
	return standard, s, append(warnings, more...), err
}

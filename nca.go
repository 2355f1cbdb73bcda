package suffice

import (
	"context"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/search"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// NCA is neighbourhood components analysis: the components in which a row is most often
// of the class of its neighbours. Their lengths count: they make the metric in which
// neighbours are looked for. It takes classes; MLKR is the same for numbers.
//
// See docs/nca.md. Reference: Goldberger, Roweis, Hinton and Salakhutdinov (2005).
type NCA struct {
	Dim     int    // number of components; required
	Centres int    // rows that each row is compared with; 0 means all up to 2048 rows, and otherwise 512
	Steps   int    // of the descent, at most; 0 means 100
	NoScale bool   // keep the columns' own units instead of scaling each to standard deviation 1
	Seed    uint64 // of the rows drawn, where they are many

	Progress func(Progress) // told of each step; may be nil

	limits search.Limits
}

// Fit finds the W = Components with the largest mean chance Σ_{j: y_j = y_i} p_ij of the own
// class, p_ij ∝ exp(-|W x_i - W x_j|²), from the components of LDA or PCA. The components
// are uncorrelated and ordered by variance, which Values are.
func (c NCA) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if _, err := classesFor(ctx, "nca", rows.Unweighted(x), y, "mlkr"); err != nil {
		return nil, err
	}
	f := &metricFit{NCA: c, method: "nca", measure: "leave-one-out chance of the class", functions: classNumbers, classes: true, start: discriminants}
	return f.fit(ctx, x, y)
}

// classNumbers are those of the rows.
func classNumbers(ctx context.Context, x Rows, y output.Output) (aggregate.Aligned, error) {
	classes, err := target.SlicesOf(ctx, x, y, 2)
	return classes.Of, err
}

// discriminants are the components of LDA, and those along which the inputs vary most where
// there are more.
func discriminants(ctx context.Context, s *coords.FullRank, y linalg.Matrix, dim int) (linalg.Matrix, error) {
	classes := output.Slices{Of: make([]int, y.Rows)}
	number := map[float64]int{} // of the classes that are among these rows
	for i, class := range y.Data {
		if _, ok := number[class]; !ok {
			number[class] = len(classes.Sizes)
			classes.Sizes = append(classes.Sizes, 0)
		}
		classes.Of[i] = number[class]
		classes.Sizes[classes.Of[i]]++
	}
	f := &ldaFit{FullRank: s, classes: target.InMemory(classes), inputs: s.Rank()}
	w, _, err := f.components(ctx, LDA{Dim: dim})
	return w, err
}

// mostOfClassification is 0 for an output that is not classes, and sets no bound otherwise.
func mostOfClassification(y output.Output) int {
	if output.CountClasses(y) == 0 {
		return 0
	}
	return math.MaxInt
}

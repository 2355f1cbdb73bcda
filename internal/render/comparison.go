package render

import (
	"fmt"
	"slices"
	"strings"

	"suffice"

	"suffice/evaluate"
	"suffice/internal/humanize"
	"suffice/internal/metrics"
)

// Usual is what is compared where nobody says.
type Usual struct {
	Methods []string
	Dims    []int // up to the number of inputs
	Train   int   // at most so many rows; 0 for two thirds, however many that are
	Test    int   // at most so many rows; 0 for all others
}

// UsualComparison is that of the recommended method, a fast one that takes any output, and the
// baselines.
func UsualComparison() Usual {
	return Usual{Methods: []string{"sca", "mddm", "pca", "none"}, Dims: []int{1, 2, 3, 4, 5}, Train: 2000, Test: 5000}
}

// DimsOf are the numbers of components of a table with d inputs.
func (u Usual) DimsOf(d int) []int {
	return slices.DeleteFunc(slices.Clone(u.Dims), func(dim int) bool { return dim > d })
}

// DividedOf are random divisions of rows as they are usual: with the groups, times or blocks of the rows,
// and so many training rows, or as many as are usual where that is 0.
func (u Usual) DividedOf(rows *suffice.Data, train int) evaluate.Splits {
	s := evaluate.Splits{Train: train, Test: u.Test, Group: rows.Group, Time: rows.Time, Block: rows.Block}
	if n := rows.Len(); train == 0 {
		s.Train = min(u.Train, n*2/3)
		if s.Time != nil { // all that are earlier
			s.Train = min(u.Train, n-1)
		}
	}
	return s
}

// Chosen says which method was chosen, and what each predicts.
func Chosen(c *suffice.ChooseResult) string {
	title, said := "", []string{}
	for _, s := range c.Scores {
		if s.Err == nil {
			title = metrics.Named(s.Measure).Title
			said = append(said, fmt.Sprintf("%s %.3f", s.Method, s.Value))
		}
	}
	return fmt.Sprintf("%s, by %s on rows that it has not seen: %s", c.Method.Name, title, strings.Join(said, ", "))
}

// Nothing says why there is no result at all, or nil.
func Nothing(c *evaluate.CompareResult) error {
	if len(c.Rows) == 0 || slices.ContainsFunc(c.Rows, func(r evaluate.Row) bool { return r.Err == nil }) {
		return nil
	}
	first := c.Rows[0]
	return fmt.Errorf("no method could do it; %s with %d: %w", first.Method, first.Dim, first.Err)
}

// Best is the row to take, and that in words; nil where no components predict better than guessing.
func Best(c *evaluate.CompareResult) (*evaluate.Row, string) {
	if best := c.Choice(); best != nil {
		return best, fmt.Sprintf("best: %s with %s", best.Method, humanize.Count(best.Dim, "component"))
	}
	if all := allInputs(c); all != nil && all.Mark == "" {
		return nil, fmt.Sprintf("no components predict better than guessing; all %s do", humanize.Count(c.D, "input"))
	}
	return nil, "nothing predicts better than guessing"
}

// AllAreBetter reports whether all inputs predict better than the best components.
func AllAreBetter(c *evaluate.CompareResult) bool {
	all := allInputs(c)
	return all != nil && all.Mark == evaluate.MarkBetter
}

func allInputs(c *evaluate.CompareResult) *evaluate.Row {
	all := slices.IndexFunc(c.Rows, func(r evaluate.Row) bool { return r.AllDims && r.Err == nil })
	if all < 0 {
		return nil
	}
	return &c.Rows[all]
}

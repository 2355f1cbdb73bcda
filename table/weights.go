package table

import (
	"fmt"
	"math"
	"slices"

	"suffice/internal/cells"
	"suffice/internal/sampling"
)

// weightsColumn finds the column that weighs the rows, -1 where there is none, and makes
// sure that it is nothing else.
func (t *Table) weightsColumn(r Roles, target []int) (int, error) {
	if r.Weights == "" {
		return -1, nil
	}
	j, err := t.Find(r.Weights)
	if err != nil {
		return -1, err
	}
	if slices.Contains(target, j) {
		return -1, fmt.Errorf("column %q is both the target and the weights of the rows", r.Weights)
	}
	if slices.Contains(t.split(r.Inputs), r.Weights) {
		return -1, fmt.Errorf("column %q is both an input and the weights of the rows", r.Weights)
	}
	return j, nil
}

// checkWeightsGap says where a weight is missing.
func (t *Table) checkWeightsGap(c *cells.Column) error {
	if c.Slot < 0 || c.Gaps == 0 {
		return nil
	}
	return t.schema.ProblemAt(c.FirstGap, c.Name, "the weight of the row is missing; fill it in, or leave the row out by a weight of 0")
}

// allWeightsZero says that no row counts by a column of weights.
func (t *Table) allWeightsZero(name string) error {
	return &Error{Source: t.Source(), Column: name, Problem: "all weights are 0, so that no row counts; choose another column"}
}

// weightsOf reads the weights of the given rows, or of all where which is nil. A row without
// a weight, or with one that is no weight, is an error.
func (t *Table) weightsOf(name string, which []int) ([]float64, error) {
	j, err := t.Find(name)
	if err != nil {
		return nil, err
	}
	if err := t.checkWeightsGap(t.schema.Columns[j]); err != nil {
		return nil, err
	}
	all, err := t.Numbers(name)
	if err != nil {
		return nil, err
	}
	for i, w := range all {
		if !(w >= 0) || math.IsInf(w, 0) {
			return nil, &Error{Source: t.Source(), Row: i + 1, Column: name, Problem: fmt.Sprintf("%g is no weight of a row; it must be a number of at least 0", w)}
		}
	}
	if slices.Max(all) == 0 && !t.part {
		return nil, t.allWeightsZero(name)
	}
	if which == nil {
		return all, nil
	}
	return sampling.Pick(all, which), nil
}

package table

import (
	"fmt"
	"math"
	"slices"

	"suffice/internal/cells"
	"suffice/internal/humanize"
)

// complete finds the rows to use; nil means all. Where values are missing it drops rows,
// or says where the first is, as the treatment has it.
func (t *Table) complete(features []feature, target *target, treatment Missing, choice *Choice) ([]int, error) {
	used := t.used(features)
	var wanted []*cells.Column
	if target != nil {
		wanted = target.required()
	}
	all := slices.Concat(used, wanted)
	if err := t.checkGaps(all, treatment); err != nil || firstGap(all) == nil {
		return nil, err
	}
	if treatment == MeanForMissing || treatment == MedianForMissing {
		used = nil // only rows without a target are dropped
	}
	kept := t.rowsWithAll(append(used, wanted...))
	switch dropped := t.Len() - len(kept); {
	case len(kept) == 0:
		return nil, t.noneComplete(t.Len())
	case dropped == 0:
		return nil, nil
	default:
		choice.Warnings = append(choice.Warnings, t.droppedRows(dropped, t.Len()))
	}
	return kept, nil
}

func (t *Table) noneComplete(all int) error {
	e := &Error{Source: t.Source(), Problem: fmt.Sprintf("none of %s has all values", humanize.Count(all, "row"))}
	return &NoneComplete{e.Advise("fill them in, or use %s", SayMissing.As("mean"))}
}

// NoneComplete is the error for a table in which each row misses a value.
type NoneComplete struct{ At *Error }

func (n *NoneComplete) Error() string { return n.At.Error() }

// Unwrap says where that is.
func (n *NoneComplete) Unwrap() error { return n.At }

func (t *Table) droppedRows(n, all int) cells.Message {
	return cells.Messagef("%s: dropped %s of %d with missing values", t.Source(), humanize.Count(n, "row"), all)
}

// used are the columns that features are made of, each once.
func (t *Table) used(features []feature) []*cells.Column {
	bySlot := t.schema.BySlot()
	used := make([]*cells.Column, 0, min(len(features), len(bySlot)))
	for _, f := range features {
		if c := bySlot[f.slot]; c != nil {
			used = append(used, c)
			bySlot[f.slot] = nil
		}
	}
	return used
}

// firstGap is the column whose first missing value comes first, or nil.
func firstGap(columns []*cells.Column) *cells.Column {
	var first *cells.Column
	for _, c := range columns {
		if c.Gaps > 0 && (first == nil || c.FirstGap.Before(first.FirstGap)) {
			first = c
		}
	}
	return first
}

// gapError says where the first value is missing and how many are.
func (t *Table) gapError(first *cells.Column, all []*cells.Column) error {
	gaps, columns := 0, 0
	for _, c := range all {
		if c.Gaps > 0 {
			gaps += c.Gaps
			columns++
		}
	}
	problem := "the value is missing"
	if first.FirstGap.Value != "" {
		problem = cells.Shown(first.FirstGap.Value) + " is not a number"
	}
	if gaps > 1 {
		problem += fmt.Sprintf(" (the first of %d missing values in %s)", gaps, humanize.Count(columns, "column"))
	}
	return t.schema.ProblemAt(first.FirstGap, first.Name, problem).
		Advise("use %s or %s, or fix the file", SayMissing.As("drop"), SayMissing.As("mean"))
}

// rowsWithAll are the rows in which no column is missing.
func (t *Table) rowsWithAll(columns []*cells.Column) []int {
	if t.rows.OnlySparse() {
		return t.sparseRowsWithAll(columns)
	}
	kept := []int{}
	t.each(0, t.Len(), func(i int, row []float64) {
		for _, c := range columns {
			if cells.IsMissing(row[c.Slot]) {
				return
			}
		}
		kept = append(kept, i)
	})
	return kept
}

// fillMeans gives each feature its mean for missing values; that of a level is its share.
func (t *Table) fillMeans(x *Columns) {
	sums, counts := t.presentSums(x)
	for k := range x.features { // where no row that is left has a value, the input is constant
		x.features[k].fill = sums[k] / float64(max(1, counts[k]))
	}
	x.plain = false
}

// presentSums are the sums of the features over the rows that have them, and how many these
// are.
func (t *Table) presentSums(x *Columns) (sums []float64, counts []int) {
	if t.rows.OnlySparse() {
		return newSparseColumns(x).presentSums()
	}
	sums, counts = make([]float64, len(x.features)), make([]int, len(x.features))
	t.fail(t.rows.EachRow(t.context(), x.which, 0, x.Len(), func(_ int, row []float64) {
		for k := range x.features {
			cell := row[x.features[k].slot]
			if v := x.features[k].of(cell); v-v == 0 && !cells.IsMissing(cell) {
				sums[k] += v
				counts[k]++
			}
		}
	}))
	return sums, counts
}

// fillMedians gives each feature its median for missing values; of the levels of a column, the
// most frequent is 1.
func (t *Table) fillMedians(x *Columns) {
	sums, counts := t.presentSums(x)
	modes := modesOf(x.features, sums, counts)
	values := make([]float64, 0, x.Len())
	for k := range x.features {
		f := &x.features[k]
		if f.fill = modes[k]; f.isLevel() {
			continue
		}
		values = values[:0]
		t.fail(t.rows.EachRow(t.context(), x.which, 0, x.Len(), func(_ int, row []float64) {
			if v := f.of(row[f.slot]); v-v == 0 {
				values = append(values, v)
			}
		}))
		slices.Sort(values)
		if n := len(values); n > 0 {
			f.fill = values[(n-1)/2]/2 + values[n/2]/2 // which no sum exceeds
		} else {
			f.fill = 0
		}
	}
	x.plain = false
}

// modesOf are what stands for missing values of levels where the most frequent of a column
// does: 1 for this, and 0 for the others, given in how many rows they are 1, and how many rows
// have them. It is NaN for other features.
func modesOf(features []feature, sums []float64, present []int) []float64 {
	modes := make([]float64, len(sums))
	best := map[string]int{}
	for k := range features {
		if !features[k].isLevel() {
			modes[k] = math.NaN()
			continue
		}
		if present[k] == 0 {
			continue
		}
		column := features[k].level.Column
		if first, found := best[column]; !found || sums[k] > sums[first] {
			best[column] = k
		}
	}
	for _, k := range best {
		modes[k] = 1
	}
	return modes
}

package table

import (
	"errors"
	"slices"

	"suffice/internal/cells"
	"suffice/internal/parts"
)

// spreadCells is how many cells are kept to find medians and different values. Where a table
// has more, they are those of rows spread evenly over it: 16 MiB, whatever memory is allowed, so
// that the answer does not depend on that.
const spreadCells = 1 << 21

// spreading is what there is to ask for, or nil where that is nothing, or too much.
func (t *Table) spreading(all []Summary) *parts.SpreadOf {
	of := &parts.SpreadOf{}
	for j, c := range t.schema.Columns {
		if all[j].IsNumeric() && !all[j].Constant && c.Slot >= 0 {
			of.Columns, of.Max = append(of.Columns, c.Name), append(of.Max, all[j].Max)
		}
	}
	count := len(of.Columns)
	if count == 0 || spreadCells/count < min(fewestSpread, t.Len()) {
		return nil
	}
	of.Every = (t.Len()-1)/(spreadCells/count) + 1
	return of
}

// spreadIn makes one pass over the table, whose first row is the given one of a larger table.
// It is nil where the table has too many zeros for that.
func (t *Table) spreadIn(of *parts.SpreadOf, first int) ([]parts.Spread, error) {
	if t.rows.OnlySparse() && t.Len()*t.schema.Kept > spreadCells {
		return nil, nil
	}
	slots, err := t.spreadSlots(of)
	if err != nil {
		return nil, err
	}
	t = t.fork()
	found := make([]parts.Spread, len(slots))
	for k := range found {
		found[k].Values = make([]float64, 0, t.Len()/of.Every+1)
	}
	t.each(0, t.Len(), func(i int, row []float64) {
		for k, slot := range slots {
			v := cells.Missing
			if slot >= 0 {
				v = row[slot]
			}
			if v == of.Max[k] {
				found[k].AtMax++
			}
			if (first+i)%of.Every == 0 && v-v == 0 {
				found[k].Values = append(found[k].Values, v)
			}
		}
	})
	return found, t.failure
}

func (t *Table) spreadSlots(of *parts.SpreadOf) ([]int, error) {
	if len(of.Max) != len(of.Columns) || of.Every < 1 {
		return nil, errors.New("the question for numbers contradicts itself")
	}
	slots := make([]int, len(of.Columns))
	for k, name := range of.Columns {
		j, there := t.schema.ByName[name]
		if !there {
			return nil, &Error{Source: t.Source(), Problem: "it has other columns than the parts before it; give all the same columns"}
		}
		slots[k] = t.schema.Columns[j].Slot
	}
	return slots, nil
}

// spread adds what a pass over the table finds to the summaries.
func (t *Table) spread(all []Summary) {
	of := t.spreading(all)
	if of == nil {
		return
	}
	var found []parts.Spread
	var err error
	switch {
	case t.away == nil:
		found, err = t.spreadIn(of, 0)
	case t.away.asker != nil:
		found, err = t.away.asker.Spread(t, of, t.dateOrders())
	}
	t.fail(err)
	for k := range found {
		all[t.schema.ByName[of.Columns[k]]].spreadOver(found[k], of.Every == 1)
	}
}

// fewestSpread is from how many rows of a larger table a median is worth telling.
const fewestSpread = 1000

func (s *Summary) spreadOver(found parts.Spread, whole bool) {
	values := found.Values
	if len(values) == 0 {
		return
	}
	slices.Sort(values)
	n := len(values)
	s.Median = values[(n-1)/2] + (values[n/2]-values[(n-1)/2])/2
	different := 1
	for i := 1; i < n; i++ {
		if values[i] != values[i-1] {
			different++
		}
	}
	if whole {
		s.Different = different
	}
	s.AtMax = found.AtMax
	s.Capped = isCapped(found.AtMax, s.Values, different)
}

// isCapped reports whether so many rows are at the maximum that larger values seem to be cut
// off: a hundredth of them, and five times as many as a value has in the mean where there are
// many different ones.
func isCapped(most, rows, different int) bool {
	const fewest, share, times, many = 10, 100, 5, 50
	return most >= fewest && most*share >= rows && different >= many && most*different >= times*rows
}

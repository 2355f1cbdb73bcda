package table

import "slices"

// spreadCells is how many cells are kept to find medians and different values. Where a table
// has more, they are those of rows spread evenly over it: 16 MiB, whatever memory is allowed, so
// that the answer does not depend on that.
const spreadCells = 1 << 21

// spread finds the median of numbers, how many different ones there are, and whether they seem to
// be capped. It makes one pass over the table.
func (t *Table) spread(all []Summary) {
	var slots, of []int
	for j, c := range t.schema.Columns {
		if all[j].IsNumeric() && !all[j].Constant && c.Slot >= 0 {
			slots, of = append(slots, c.Slot), append(of, j)
		}
	}
	tooSparse := t.rows.OnlySparse() && t.Len()*t.schema.Kept > spreadCells // for a pass over its zeros
	if len(slots) == 0 || tooSparse || t.away != nil || spreadCells/len(slots) < min(fewestSpread, t.Len()) {
		return
	}
	step := (t.Len()-1)/(spreadCells/len(slots)) + 1
	values := make([][]float64, len(slots))
	for k := range values {
		values[k] = make([]float64, 0, t.Len()/step+1)
	}
	most := make([]int, len(slots)) // rows at the maximum
	t.each(0, t.Len(), func(i int, row []float64) {
		for k, slot := range slots {
			v := row[slot]
			if v == all[of[k]].Max {
				most[k]++
			}
			if i%step == 0 && v-v == 0 {
				values[k] = append(values[k], v)
			}
		}
	})
	for k, j := range of {
		all[j].spreadOver(values[k], step == 1, most[k])
	}
}

// fewestSpread is from how many rows of a larger table a median is worth telling.
const fewestSpread = 1000

func (s *Summary) spreadOver(values []float64, whole bool, most int) {
	if len(values) == 0 {
		return
	}
	slices.Sort(values)
	n := len(values)
	s.Median = values[(n-1)/2] + (values[n/2]-values[(n-1)/2])/2
	different := len(slices.Compact(values))
	if whole {
		s.Different = different
	}
	s.AtMax = most
	s.Capped = isCapped(most, s.Values, different)
}

// isCapped reports whether so many rows are at the maximum that larger values seem to be cut
// off: a hundredth of them, and five times as many as a value has in the mean where there are
// many different ones.
func isCapped(most, rows, different int) bool {
	const fewest, share, times, many = 10, 100, 5, 50
	return most >= fewest && most*share >= rows && different >= many && most*different >= times*rows
}

package realtables

import (
	"fmt"
	"slices"
)

// quarter is from which on the errors of two seeds are different.
const quarter = 1.25

// compareSeeds tells how often the seeds of a fit disagree on the same split.
func (r *Result) compareSeeds(e Experiment) {
	for _, m := range e.Methods {
		if m.Seedless {
			continue
		}
		for _, by := range Ways() {
			s := Seeds{Method: m.Name, By: by}
			for _, row := range r.Rows {
				if row.Method == m.Name {
					s.add(row, by)
				}
			}
			r.Seeds = append(r.Seeds, s)
		}
	}
}

// add counts the splits of a row.
func (s *Seeds) add(row Row, by By) {
	for split, first := range row.made[0] {
		least, most := by.Of(first), by.Of(first)
		for _, other := range row.made[1:] {
			least, most = min(least, by.Of(other[split])), max(most, by.Of(other[split]))
		}
		s.Cells++
		if !differ(least, most, first.OneRow) {
			continue
		}
		s.Differ++
		s.Largest = max(s.Largest, most/max(least, first.OneRow))
		if name := fmt.Sprintf("%s/%d", row.Table, row.Dim); !slices.Contains(s.Tables, name) {
			s.Tables = append(s.Tables, name)
		}
	}
}

// differ reports whether two errors are more than a quarter apart; that a single row has
// become wrong says nothing of classes.
func differ(least, most, oneRow float64) bool {
	return most > quarter*least && most-least > 1.5*oneRow
}

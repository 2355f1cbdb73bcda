package table

import (
	"math"
	"slices"

	"suffice/internal/cells"
	"suffice/internal/sampling"
)

// beside finds the columns that stand beside inputs and targets, but for those that inputs
// are named by.
func (t *Table) beside(r Roles, target []int) (columns []int, err error) {
	asked := t.split(r.Inputs)
	for _, name := range r.beside() {
		j, err := t.Find(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(target, j) {
			return nil, t.schema.ProblemIn(0, name, "this is the target, and cannot divide the rows too")
		}
		if !slices.Contains(asked, name) {
			columns = append(columns, j)
		}
	}
	return columns, nil
}

// divided are the groups, times and blocks of the given rows of the table, where roles name columns
// of these.
func (t *Table) divided(r Roles, rows []int) (u sampling.Units, err error) {
	if r.Group != "" {
		u.Group, err = t.Groups(r.Group, rows)
	}
	if r.Block != "" && err == nil {
		u.Block, err = t.Groups(r.Block, rows)
	}
	if r.Time != "" && err == nil {
		u.Time, err = t.Times(r.Time, rows)
	}
	return u, err
}

// Groups numbers what the rows have in a column: equal values have equal numbers. Rows are
// those of a [Choice].
func (t *Table) Groups(name string, rows []int) ([]int, error) {
	texts, err := t.Texts(name)
	if err != nil {
		return nil, err
	}
	number := map[string]int{}
	groups := make([]int, 0, len(texts))
	for _, i := range t.these(rows) {
		text := texts[i]
		if text == "" {
			return nil, t.lacks(name)
		}
		if _, known := number[text]; !known {
			number[text] = len(number)
		}
		groups = append(groups, number[text])
	}
	return groups, nil
}

// Times are what the rows have in a column, as numbers that grow with time: numbers as they
// are, and dates such as 2024-12-31 or 2024-12-31 23:59:59 in days. Rows are those of a
// [Choice].
func (t *Table) Times(name string, rows []int) ([]float64, error) {
	j, err := t.Find(name)
	if err != nil {
		return nil, err
	}
	read := t.datesOf
	if c := t.schema.Columns[j]; c.Texts == 0 {
		read = t.Numbers
	}
	all, err := read(name)
	if err != nil {
		return nil, err
	}
	times := make([]float64, 0, len(all))
	for _, i := range t.these(rows) {
		if math.IsNaN(all[i]) {
			return nil, t.lacks(name)
		}
		times = append(times, all[i])
	}
	return times, nil
}

// datesOf are dates in days, and NaN where they are missing.
func (t *Table) datesOf(name string) ([]float64, error) {
	texts, err := t.Texts(name)
	if err != nil {
		return nil, err
	}
	dates := make([]float64, len(texts))
	for i, text := range texts {
		date, isDate := cells.Dates.Parse([]byte(text))
		switch {
		case text == "":
			date = math.NaN()
		case !isDate:
			return nil, t.schema.ProblemIn(0, name, cells.Shown(text)+" is neither a number nor a date such as 2024-12-31")
		}
		dates[i] = date
	}
	return dates, nil
}

// these are the rows, or all where they are nil.
func (t *Table) these(rows []int) []int {
	if rows == nil {
		return sampling.All(t.Len())
	}
	return rows
}

func (t *Table) lacks(name string) error {
	return t.schema.ProblemIn(0, name, "the value is missing in some rows, which cannot be divided by it; fill it in, or leave the rows out of the file")
}

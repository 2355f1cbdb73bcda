package table

import (
	"math"
	"slices"
	"strconv"
	"strings"

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
	groups := t.Groups
	if r.Every != "" {
		groups = func(name string, rows []int) ([]int, error) { return t.Stretches(name, r.Every, rows) }
	}
	if r.Group != "" {
		u.Group, err = groups(r.Group, rows)
	}
	if r.Block != "" && err == nil {
		u.Block, err = groups(r.Block, rows)
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

// Stretches numbers the stretches of a length that the times of a column fall into. The length is a
// number with s, min, h, d or w behind it for dates, and a number alone for numbers, or days. Days
// begin at midnight, weeks on Monday, and stretches of numbers at 0.
func (t *Table) Stretches(name, every string, rows []int) ([]int, error) {
	times, err := t.Times(name, rows)
	if err != nil {
		return nil, err
	}
	j, err := t.Find(name)
	if err != nil {
		return nil, err
	}
	dates := t.schema.Columns[j].Texts > 0 || t.schema.Columns[j].Form.IsDate()
	unit := strings.TrimLeft(every, "0123456789.")
	length, failed := strconv.ParseFloat(strings.TrimSuffix(every, unit), 64)
	perDay, known := map[string]float64{"": 1, "s": 86400, "min": 1440, "h": 24, "d": 1, "w": 1. / 7}[unit]
	switch {
	case failed != nil || length <= 0 || !known:
		return nil, t.schema.ProblemIn(0, name, "it is to be cut every "+cells.Shown(every)+", which is no length; say a number with s, min, h, d or w behind it, such as 24h or 7d, or a number in the units of the column")
	case unit != "" && !dates:
		return nil, t.schema.ProblemIn(0, name, "it has numbers and no dates, and cannot be cut every "+cells.Shown(every)+"; say a number in its units")
	}
	first := 0.
	if dates {
		first = monday
	}
	stretches := make([]int, len(times))
	for i, at := range times {
		stretches[i] = int(math.Floor((at-first)*perDay/length + 1e-6)) // hours are no whole parts of days
	}
	return stretches, nil
}

// monday is the first one since 1970, in days.
const monday = 4

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

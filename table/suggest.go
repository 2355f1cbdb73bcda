package table

import (
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/output"
)

// Description is what a table holds.
type Description struct {
	Columns []Summary
	// Target is the column that one would predict: one that is called so, or else the last
	// that could be one; "" where there is none.
	Target string
	// Binary is how many of the last columns hold only 0 and 1, as labels do.
	Binary int

	table *Table
}

// IsNumeric reports whether a column has a range of numbers.
func (s *Summary) IsNumeric() bool { return s.Values > 0 && s.Distinct == 0 && s.Type != Text }

// Show is a number as the column writes it, apart from units: a date for days since 1970.
func (s *Summary) Show(v float64) (text string, special bool) {
	form, err := cells.FormNamed(s.Form)
	if err != nil || !form.IsTime() {
		return "", false
	}
	return form.Text(v), true
}

// IsMixed reports whether a column has numbers, and a few words that do not belong.
func (s *Summary) IsMixed() bool { return s.Type == Mixed }

// likelyTarget guesses which column is the target.
func (d *Description) likelyTarget() string {
	for _, name := range []string{"target", "class", "label", "y", "output"} {
		for j, c := range d.Columns {
			if strings.EqualFold(c.Name, name) && c.Target != "" && !d.isOneOfMany(j) {
				return c.Name
			}
		}
	}
	for _, c := range slices.Backward(d.Columns) {
		if c.Target != "" && c.Target != output.KindSequence && c.Name != "" {
			return c.Name
		}
	}
	return ""
}

// isOneOfMany reports whether a column is one of many of its kind, as each word of a bag of words
// is, so that its name says nothing.
func (d *Description) isOneOfMany(j int) bool {
	const many = 30
	if len(d.Columns) < many || j == 0 || j == len(d.Columns)-1 {
		return false
	}
	like := func(k int) bool {
		return d.Columns[k].Type == d.Columns[j].Type && d.Columns[k].Binary == d.Columns[j].Binary
	}
	return like(j-1) && like(j+1)
}

// lastBinary counts the last columns that could be labels.
func (d *Description) lastBinary() int {
	n := 0
	for _, c := range slices.Backward(d.Columns) {
		if !c.Binary && !(c.IsNumeric() && c.Constant && c.Min == 0) {
			break
		}
		n++
	}
	return n
}

// Suggest finds roles with which something can be chosen from the table, and how many
// inputs then vary; the levels of a column, which add up to 1, count for one less. ok is
// false where it finds none. Labels are columns known to be such, if any.
func (d *Description) Suggest(labels ...string) (roles Roles, varying int, ok bool) {
	roles.Labels = labels
	if len(d.table.DeclaredLabels()) == 0 && len(labels) == 0 {
		if d.Target == "" {
			return roles, 0, false
		}
		roles.Target = []string{d.Target}
	}
	for _, c := range d.Columns {
		if c.IsMixed() && !slices.Contains(roles.Target, c.Name) {
			roles.Exclude = append(roles.Exclude, c.Name)
		}
	}
	for _, roles.Missing = range []Missing{"", DropMissing, MeanForMissing} {
		if choice, err := d.choose(roles); err == nil {
			return roles, d.varying(choice.X), true
		}
	}
	return roles, 0, false
}

// choose chooses from the table. Of rows that are elsewhere it is not known which miss a value,
// so that enough must be left if each misses no more than one.
func (d *Description) choose(roles Roles) (*Choice, error) {
	if d.table.away == nil {
		return d.table.Choose(roles)
	}
	choice, wanted, err := d.table.fork().chooseOutlined(roles)
	if err != nil {
		return nil, err
	}
	gaps := 0
	for _, c := range d.table.used(choice.columns.features) {
		gaps += c.Gaps
	}
	for _, c := range d.Columns {
		if slices.Contains(wanted.Target, c.Name) {
			gaps += c.Missing
		}
	}
	if roles.Missing == DropMissing && d.table.Len()-gaps < 2 {
		return nil, errAway
	}
	return choice, nil
}

func (d *Description) varying(x Inputs) int {
	constant := map[string]bool{}
	for _, c := range d.Columns {
		constant[c.Name] = c.Constant
	}
	levels, seen, n := x.Levels(), map[string]bool{}, 0
	for _, name := range x.Names() {
		level, isLevel := levels[name]
		switch {
		case isLevel && !seen[level.Column]:
			seen[level.Column] = true
		case isLevel || !constant[name]:
			n++
		}
	}
	return n
}

package table

import (
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/output"
	"suffice/rows"
)

// ChooseElsewhere chooses from a table of outlines as [Table.Choose] does from one with rows.
// What it returns is for those who have the rows: they find the same inputs and target in
// theirs by [Table.Apply]. The choice has its notes and warnings, and is to be given inputs
// and output; the inputs that it has tell names and levels, and no rows.
func (t *Table) ChooseElsewhere(r Roles) (*Choice, Wanted, error) {
	t = t.fork()
	c, w, err := t.chooseElsewhere(r)
	if t.failure != nil {
		err = t.failure
	}
	return c, w, err
}

func (t *Table) chooseElsewhere(r Roles) (*Choice, Wanted, error) {
	if r.Missing == MedianForMissing {
		return nil, Wanted{}, &MessageError{cells.Messagef("medians are not taken of rows that are elsewhere; say %s", SayMissing.As("mean"))}
	}
	if r.Weights != "" {
		return nil, Wanted{}, &MessageError{cells.Messagef("rows that are elsewhere are not weighed; leave the weights out")}
	}
	c := &Choice{}
	r.Nominal = nil // the outlines have made these so
	features, at, err := t.sides(r, c)
	if err != nil {
		return nil, Wanted{}, err
	}
	target, err := t.targetOf(at, r.Kind, c)
	if err != nil {
		return nil, Wanted{}, err
	}
	if target.separator != "" || target.isText() {
		return nil, Wanted{}, t.schema.ProblemIn(0, target.columns[0].Name, "lists of labels and structures are not learnt from rows that are elsewhere; give each label a column of 0 and 1, or use one machine")
	}
	used := append(t.used(features), target.required()...)
	if first := firstGap(used); first != nil && (r.Missing == MissingIsError || r.Missing == missingIsUnsaid) {
		return nil, Wanted{}, t.gapError(first, used)
	}
	c.columns = newColumns(t, features, nil)
	c.X = c.columns
	return c, t.wantedFor(c.columns, target, r), nil
}

// ApplyElsewhere is [Table.Apply] for a table of outlines, as [Table.ChooseElsewhere] is
// [Table.Choose].
func (t *Table) ApplyElsewhere(w Wanted) (*Choice, error) {
	t = t.fork()
	m := newMapping(t, w)
	err := m.findAll()
	for k := range m.inputs {
		if err == nil {
			err = m.inputs[k].settle(t)
		}
	}
	for _, name := range w.Target {
		if err == nil {
			_, err = t.Find(name)
		}
	}
	if t.failure != nil {
		err = t.failure
	}
	if err != nil {
		return nil, err
	}
	c := &Choice{columns: newColumns(t, m.features(), nil)}
	c.X = c.columns
	return c, nil
}

// wantedFor is what makes the same of other rows.
func (t *Table) wantedFor(x *Columns, target *target, r Roles) Wanted {
	w := Wanted{Inputs: x.Names(), Levels: x.Levels(), Made: map[string]rows.Made{}, Target: t.namesOf(target.at), Kind: target.kind, Missing: r.Missing}
	for _, f := range x.features {
		if f.made != (rows.Made{}) {
			w.Made[f.name] = f.made
		}
	}
	w.TargetForms = t.formsOf(w.Target)
	return w
}

// FillWith makes these numbers stand for missing values of the inputs, in models that
// remember the choice.
func (c *Choice) FillWith(values []float64) {
	for k := range c.columns.features {
		c.columns.features[k].fill = values[k]
	}
}

// PresentSums are the sums of the inputs over the rows that have them, and how many rows
// that are, one of each for an input.
func (c *Choice) PresentSums() (sums []float64, counts []int, err error) {
	var x *Columns
	switch own := c.X.(type) {
	case *Columns:
		x = own
	case *sparseColumns:
		x = own.Columns
	default:
		return nil, nil, errAway
	}
	t := x.table.fork()
	sums, counts = t.presentSums(x)
	return sums, counts, t.failure
}

// DroppedRows is the warning that so many of all rows were dropped.
func (t *Table) DroppedRows(n int) Message { return t.droppedRows(n, t.Len()) }

// CheckLearnable says where there is nothing to learn from a target.
func (t *Table) CheckLearnable(y output.Output) error { return t.checkVaries(&Choice{Y: y}) }

// ClassesOf are the classes of a target that its parts have, each once and in order, of
// which those are one that differ by the case of letters where the whole table says so.
func (t *Table) ClassesOf(target string, names []string) []string {
	var folded map[string]bool
	if j, err := t.Find(target); err == nil {
		folded = t.schema.Columns[j].Folded
	}
	var classes []string
	for _, name := range names {
		if small := strings.ToLower(name); folded[small] {
			name = small
		}
		classes = append(classes, name)
	}
	slices.SortFunc(classes, cells.CompareLevels)
	return slices.Compact(classes)
}

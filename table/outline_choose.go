package table

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/wording"
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
	c := &Choice{roles: r}
	r.Nominal = nil // the outlines have made these so
	features, at, err := t.sides(r, c)
	if err != nil {
		return nil, Wanted{}, err
	}
	target, err := t.targetOf(at, r.Kind, c)
	if err != nil {
		return nil, Wanted{}, err
	}
	if target.isText() {
		return nil, Wanted{}, t.schema.ProblemIn(0, target.columns[0].Name, "sequences, trees and graphs are not learnt from rows that are elsewhere; choose another target, or use one machine")
	}
	if err := t.checkGaps(append(t.used(features), target.required()...), r.Missing); err != nil {
		return nil, Wanted{}, err
	}
	if j, err := t.weightsColumn(r, at); err != nil {
		return nil, Wanted{}, err
	} else if j >= 0 {
		if err := t.checkWeightsGap(t.schema.Columns[j]); err != nil {
			return nil, Wanted{}, err
		}
	}
	c.columns = newColumns(t, features, nil)
	c.X = c.columns
	return c, t.wantedFor(c.columns, target, r), nil
}

// ApplyElsewhere is [Table.Apply] for a table of outlines, as [Table.ChooseElsewhere] is
// [Table.Choose].
func (t *Table) ApplyElsewhere(w Wanted) (*Choice, Wanted, error) {
	t, w = t.fork(), w.filling()
	m := newMapping(t, w)
	err := m.findAll()
	for k := range m.inputs {
		if err == nil {
			err = m.inputs[k].settle(t)
		}
	}
	var at []int
	for _, name := range w.Target {
		if err == nil {
			var j int
			j, err = t.Find(name)
			at = append(at, j)
		}
	}
	var target *target
	if err == nil {
		target, err = t.targetOf(at, w.Kind, &Choice{})
	}
	if t.failure != nil {
		err = t.failure
	}
	if err != nil {
		return nil, w, err
	}
	w.Listed, w.Part = target.listing(), true
	c := &Choice{columns: newColumns(t, m.features(), nil), Warnings: m.unknownLevels(func(first *input) []string { return t.occurring(first.column) })}
	c.X = c.columns
	return c, w, t.checkGaps(append(t.used(m.features()), target.required()...), w.Missing)
}

// checkGaps says where the first value is missing, unless something is done about that.
func (t *Table) checkGaps(used []*cells.Column, missing Missing) error {
	if first := firstGap(used); first != nil && (missing == MissingIsError || missing == missingIsUnsaid) {
		return t.gapError(first, used)
	}
	return nil
}

// wantedFor is what makes the same of other rows.
func (t *Table) wantedFor(x *Columns, target *target, r Roles) Wanted {
	w := Wanted{Inputs: x.Names(), Levels: x.Levels(), Made: map[string]rows.Made{}, Target: t.namesOf(target.at), Kind: target.kind, Missing: r.Missing, Weights: r.Weights, Beside: r.beside(), Part: true}
	for _, f := range x.features {
		if f.made != (rows.Made{}) {
			w.Made[f.name] = f.made
		}
	}
	w.TargetForms, w.Listed = t.formsOf(slices.Concat(w.Target, w.Beside)), target.listing()
	return w
}

// listing is how the target lists labels; nil where it does not.
func (r *target) listing() *Listed {
	if r.separator == "" {
		return nil
	}
	return &Listed{r.separator, r.labels}
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

// Modes are what stands for missing values of levels where the most frequent of a column
// does: 1 for this, and 0 for the others, given in how many rows they are 1, and how many rows
// have them. It is NaN for other inputs.
func (c *Choice) Modes(sums []float64, present []int) []float64 {
	modes := make([]float64, len(sums))
	best := map[string]int{}
	for k := range c.columns.features {
		if !c.columns.features[k].isLevel() {
			modes[k] = math.NaN()
			continue
		}
		if present[k] == 0 {
			continue
		}
		column := c.columns.features[k].level.Column
		if first, found := best[column]; !found || sums[k] > sums[first] {
			best[column] = k
		}
	}
	for _, k := range best {
		modes[k] = 1
	}
	return modes
}

// CheckRows says where rows that a choice leaves of a table of outlines are too few, n with all values
// of which some count by a column of weights, and warns of those that are dropped.
func (t *Table) CheckRows(n, counting int, weights string) (warnings []Message, err error) {
	all := t.Len()
	if n < all {
		warnings = append(warnings, t.droppedRows(all-n, all))
	}
	switch {
	case n < 2:
		err = &Error{Source: t.Source(), Problem: fmt.Sprintf("only %s of %d has all values, but at least 2 are needed; exclude columns that miss many", wording.Count(n, "row"), all)}
	case counting == 0:
		err = t.allWeightsZero(weights)
	}
	return warnings, err
}

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

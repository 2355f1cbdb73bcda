package table

import (
	"slices"

	"suffice/internal/cells"
	"suffice/rows"
)

// chooseElsewhere is [Table.choose] for a table of outlines. Those who have the rows find the same
// inputs and target in theirs by [Table.Apply].
func (t *Table) chooseElsewhere(r Roles) (*Choice, error) {
	c, w, err := t.chooseOutlined(r)
	if err == nil {
		err = t.prepare(c, r, w)
	}
	if err == nil {
		err = t.checkVaries(c)
	}
	return c, err
}

// prepare asks for the inputs and the output of a choice.
func (t *Table) prepare(c *Choice, r Roles, w Wanted) error {
	switch {
	case t.failure != nil:
		return t.failure
	case t.away.asker == nil:
		return errAway
	}
	return t.away.asker.Prepare(t, c, r, w)
}

// chooseOutlined chooses as far as outlines tell. The choice has its notes and warnings, and is to
// be given inputs and output; the inputs that it has tell names and levels, and no rows.
func (t *Table) chooseOutlined(r Roles) (*Choice, Wanted, error) {
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

// applyElsewhere is [Table.apply] for a table of outlines.
func (t *Table) applyElsewhere(w Wanted) (*Choice, error) {
	c, w, err := t.applyOutlined(w)
	if err != nil {
		return nil, err
	}
	return c, t.prepare(c, Roles{}, w)
}

// applyOutlined is to [Table.applyElsewhere] what [Table.chooseOutlined] is to
// [Table.chooseElsewhere].
func (t *Table) applyOutlined(w Wanted) (*Choice, Wanted, error) {
	w = w.filling()
	m, err := t.mapped(w)
	if err != nil {
		return nil, w, err
	}
	var at []int
	for _, name := range w.Target {
		j, err := t.Find(name)
		if err != nil {
			return nil, w, err
		}
		at = append(at, j)
	}
	target, err := t.targetOf(at, w.Kind, &Choice{})
	if err != nil {
		return nil, w, err
	}
	w.Listed, w.Part = target.listing(), true
	c := &Choice{columns: newColumns(t, m.features(), nil), Warnings: t.unknownLevels(m)}
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

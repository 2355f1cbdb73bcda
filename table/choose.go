package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/humanize"
	"suffice/output"
)

// Choice is a table split into inputs and what is to be predicted, row by row.
type Choice struct {
	X Inputs
	Y output.Output // nil where a model is applied to a table without its target

	Weights []float64 // of the rows, as the table has them; nil where no column weighs them, or they stay with rows elsewhere
	Rows    []int     // of the table that were taken; nil means all

	Notes    []Message // what was inferred and might have been meant otherwise
	Warnings []Message // such as columns left out

	columns *Columns // that X is made of
	roles   Roles    // that it was chosen by
}

// Target is y as the table has it, or nil where it has none.
func (c *Choice) Target() *output.Target { return output.TargetOf(c.Y) }

// RowOf is the row of the table that row i of the choice is, both counted from 0.
func (c *Choice) RowOf(i int) int {
	if c.Rows == nil {
		return i
	}
	return c.Rows[i]
}

// Choose makes the target columns the output, and the columns named as inputs, or all
// others but the excluded ones, the inputs. Nominal columns become a column of 0 and 1
// for each level. Where inputs are not named, columns of free text, without values or
// without a name are left out with a warning; a column that mixes numbers with a few
// words is an error.
func (t *Table) Choose(r Roles) (*Choice, error) {
	t = t.fork()
	choose := t.choose
	if t.away != nil {
		choose = t.chooseElsewhere
	}
	c, err := choose(r)
	if t.failure != nil { // then nothing else is certain
		return nil, t.failure
	}
	return c, err
}

func (t *Table) choose(r Roles) (*Choice, error) {
	c := &Choice{roles: r}
	features, target, err := t.sides(r, c)
	if err != nil {
		return nil, err
	}
	if err := t.fill(c, features, target, r.Kind, r.Missing, r.Weights, false); err != nil {
		return nil, err
	}
	if n := c.X.Len(); n < 2 {
		return nil, &Error{Source: t.Source(), Problem: fmt.Sprintf("only %s of %d has all values, but at least 2 are needed; exclude columns that miss many", humanize.Count(n, "row"), t.Len())}
	}
	return c, t.checkVaries(c)
}

// sides finds the features and the target columns. The choice gets notes and warnings.
func (t *Table) sides(r Roles, c *Choice) (features []feature, target []int, err error) {
	if t.Len() < 2 {
		return nil, nil, &Error{Source: t.Source(), Problem: "1 row of data, but at least 2 are needed; add rows"}
	}
	if err := t.makeNominal(r); err != nil {
		return nil, nil, err
	}
	target, err = t.targetColumns(r)
	if err != nil {
		return nil, nil, err
	}
	exclude, err := t.expand(r.Exclude, NameExcluded)
	if err != nil {
		return nil, nil, err
	}
	excluded := setOf(exclude)
	weights, err := t.weightsColumn(r, target)
	if err != nil {
		return nil, nil, err
	}
	if weights >= 0 {
		exclude = append(exclude, weights)
	}
	for _, j := range target {
		if excluded[j] {
			return nil, nil, fmt.Errorf("column %q is both the target and excluded", t.schema.Columns[j].Name)
		}
	}
	for _, name := range t.split(r.Inputs) { // a pattern may well stand for a target too
		if j, ok := t.schema.ByName[name]; ok && slices.Contains(target, j) {
			return nil, nil, &BothSides{Name: name}
		}
	}
	beside, err := t.beside(r, target)
	if err != nil {
		return nil, nil, err
	}
	features, err = t.features(r, slices.Concat(target, exclude, beside), c)
	return features, target, err
}

// BothSides is the error for a column that was named as an input and as a target.
type BothSides struct{ Name string }

func (b *BothSides) Error() string { return b.In(Remedy.String) }

// In is the error with the words that a program has for remedies.
func (b *BothSides) In(words func(Remedy) string) string {
	return cells.Messagef("column %q is on both sides; name it with %s or with %s, not with both", b.Name, NameInputs, NameTarget).In(words)
}

// targetColumns finds what is to be predicted.
func (t *Table) targetColumns(r Roles) ([]int, error) {
	target, err := t.expand(r.Target, NameTarget)
	if err != nil {
		return nil, err
	}
	labels := r.Labels
	if len(target) == 0 && len(labels) == 0 {
		labels = t.DeclaredLabels()
	}
	for _, name := range labels {
		j, err := t.Find(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(target, j) {
			target = append(target, j)
		}
	}
	if len(target) == 0 {
		return nil, errors.New("name a target column")
	}
	return target, nil
}

// fill makes the inputs and the output of a choice, with the same rows. Where means stand
// for what is missing, they are those of the rows, unless the features are filled already.
func (t *Table) fill(c *Choice, features []feature, at []int, kind output.Kind, treatment Missing, weights string, filled bool) error {
	target, err := t.targetOf(at, kind, c)
	if err != nil {
		return err
	}
	which, err := t.complete(features, target, treatment, c)
	if err != nil {
		return err
	}
	if weights != "" {
		if c.Weights, err = t.weightsOf(weights, which); err != nil {
			return err
		}
	}
	c.Rows = which
	x := newColumns(t, features, which)
	switch {
	case filled:
	case treatment == MeanForMissing:
		t.fillMeans(x)
	case treatment == MedianForMissing:
		t.fillMedians(x)
	}
	c.columns, c.X = x, x.sparsest()
	if target == nil || t.failure != nil {
		return t.failure
	}
	if err := t.checkTarget(target); err != nil {
		return err
	}
	y := target.output(t, which, c)
	y.Columns = t.namesOf(at)
	if t.failure != nil {
		return t.failure
	}
	c.Y, err = y.Output()
	return err
}

// checkVaries says where there is nothing to learn.
func (t *Table) checkVaries(c *Choice) error {
	err := c.Y.Check()
	if errors.Is(err, output.ErrConstant) {
		return &Error{Source: t.Source(), Column: strings.Join(output.Names(c.Y), ","), Problem: "the value is the same in every row, so there is nothing to learn; choose another target"}
	}
	return err
}

func (t *Table) namesOf(at []int) []string {
	names := make([]string, len(at))
	for k, j := range at {
		names[k] = t.schema.Columns[j].Name
	}
	return names
}

// checkNumbers says what keeps a column from being numbers; otherwise is what one can do
// instead of fixing the file.
func (t *Table) checkNumbers(c *cells.Column, otherwise ...any) error {
	if c.Texts == 0 {
		return nil
	}
	ways := []any{"fix the file"}
	if t.asksForComma(c) {
		ways[0] = cells.Messagef("say %s", SayDecimalComma)
	}
	format := [...]string{"%s", "%s or %s", "%s, %s or %s", "%s, %s, %s or %s"}[len(otherwise)]
	is := " is not a number"
	switch {
	case c.Form.IsDate():
		is = " is not a date"
	case c.Form.IsTime():
		is = " is not a time of day"
	}
	return t.schema.ProblemAt(c.FirstText, c.Name, cells.Shown(c.FirstText.Value)+is).
		Advise(format, append(ways, otherwise...)...)
}

package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"suffice/output"
)

// Choice is a table split into inputs and an output.
type Choice struct {
	X        *Columns
	Y        output.Output
	Target   []string // names of the columns that make Y
	Warnings []string // such as columns left out
}

// Choose makes the target columns the output, and all other numeric columns but the
// excluded ones the inputs. One target may be numbers, or text for classes; several
// are all numbers. Columns of text, without values or without a name are left out
// with a warning; a column that mixes numbers with something else is an error.
func (t *Table) Choose(target, exclude []string) (*Choice, error) {
	if t.rows < 2 {
		return nil, &Error{Source: t.source, Problem: "1 row of data, but at least 2 are needed; add rows"}
	}
	target, exclude = t.split(target), t.split(exclude)
	at, err := t.findAll(target)
	if err != nil {
		return nil, err
	}
	without, err := t.findAll(exclude)
	if err != nil {
		return nil, err
	}
	for _, j := range at {
		if slices.Contains(without, j) {
			return nil, fmt.Errorf("column %q is both the target and excluded", t.names[j])
		}
	}
	c := &Choice{Target: target}
	if c.Y, err = t.output(at); err != nil {
		return nil, err
	}
	if c.X, c.Warnings, err = t.inputs(append(at, without...)); err != nil {
		return nil, err
	}
	return c, nil
}

// split takes lists of names apart at commas, unless a column is called just so.
func (t *Table) split(lists []string) []string {
	var names []string
	for _, list := range lists {
		if _, ok := t.byName[list]; ok {
			names = append(names, list)
			continue
		}
		for name := range strings.SplitSeq(list, ",") {
			names = append(names, strings.TrimSpace(name))
		}
	}
	return names
}

func (t *Table) findAll(names []string) ([]int, error) {
	var found []int
	for _, name := range names {
		j, err := t.Find(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(found, j) {
			return nil, fmt.Errorf("column %q is named twice; name it once", name)
		}
		found = append(found, j)
	}
	return found, nil
}

// inputs chooses all numeric columns but those given.
func (t *Table) inputs(without []int) (*Columns, []string, error) {
	var at, words, empties []int
	unnamed := 0
	for j := range t.columns {
		switch kind := t.columns[j].kind(); {
		case slices.Contains(without, j):
		case t.names[j] == "":
			unnamed++
		case kind == text:
			words = append(words, j)
		case kind == empty:
			empties = append(empties, j)
		default:
			at = append(at, j)
		}
	}
	for _, j := range at {
		if err := t.checkNumbers(j, "exclude the column"); err != nil {
			return nil, nil, err
		}
	}
	if len(at) == 0 {
		return nil, nil, &Error{Source: t.source, Problem: "there is no numeric column left to be an input; exclude fewer columns or choose another target"}
	}
	return &Columns{table: t, at: at}, t.leftOut(words, empties, unnamed), nil
}

// leftOut warns of columns that do not become inputs although nobody excluded them.
func (t *Table) leftOut(words, empties []int, unnamed int) []string {
	var warnings []string
	warn := func(at []int, what string) {
		if len(at) > 0 {
			warnings = append(warnings, fmt.Sprintf("%s: left out the %s %s", t.source, plural(len(at), what), Quoted(t.namesOf(at))))
		}
	}
	warn(words, "text column")
	warn(empties, "empty column")
	if unnamed > 0 {
		warnings = append(warnings, fmt.Sprintf("%s: left out %s without a name", t.source, count(unnamed, "column")))
	}
	return warnings
}

func plural(n int, what string) string {
	if n == 1 {
		return what
	}
	return what + "s"
}

func (t *Table) namesOf(at []int) []string {
	names := make([]string, len(at))
	for k, j := range at {
		names[k] = t.names[j]
	}
	return names
}

// checkNumbers says what keeps column j from being numbers throughout; otherwise is
// what one can do instead of fixing the file, or "".
func (t *Table) checkNumbers(j int, otherwise string) error {
	c := &t.columns[j]
	switch {
	case c.texts > 0:
		return &Error{
			Source: t.source, Line: c.text.line, Column: t.names[j],
			Problem: shown(c.text.value) + " is not a number; " + alternatives("fix the file", otherwise),
		}
	case c.gap.line > 0:
		return t.gap(j, otherwise)
	}
	return nil
}

// gap is the error of the first cell of column j without a value.
func (t *Table) gap(j int, otherwise string) error {
	c := &t.columns[j]
	problem := "the cell is empty"
	if c.gap.value != "" {
		problem = shown(c.gap.value) + " is not a finite number"
	}
	return &Error{
		Source: t.source, Line: c.gap.line, Column: t.names[j],
		Problem: problem + "; " + alternatives("fill it in", "drop the row", otherwise),
	}
}

// alternatives joins what one can do: "a, b or c". Empty ones do not count.
func alternatives(all ...string) string {
	all = slices.DeleteFunc(all, func(s string) bool { return s == "" })
	last := len(all) - 1
	if last == 0 {
		return all[0]
	}
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

// output makes the given columns the output.
func (t *Table) output(at []int) (output.Output, error) {
	if len(at) == 0 {
		return nil, errors.New("name a target column")
	}
	y, err := t.classesOrNumbers(at)
	if err != nil {
		return nil, err
	}
	if err := y.Check(); errors.Is(err, output.ErrConstant) {
		return nil, &Error{Source: t.source, Column: strings.Join(t.namesOf(at), ","), Problem: "the value is the same in every row, so there is nothing to learn; choose another target"}
	} else if err != nil {
		return nil, err
	}
	return y, nil
}

func (t *Table) classesOrNumbers(at []int) (output.Output, error) {
	if c := &t.columns[at[0]]; len(at) == 1 && c.kind() == text {
		return t.classes(at[0])
	}
	for _, j := range at {
		if err := t.checkNumbers(j, "choose another target"); err != nil {
			return nil, err
		}
	}
	if len(at) == 1 {
		return output.Numbers(t.cells(at[0])), nil
	}
	y := make([]float64, 0, t.rows*len(at))
	t.each(0, t.rows, func(cells []float64) { y = gather(y, cells, len(t.names), at) })
	return output.Columns(len(at), y)
}

func (t *Table) classes(j int) (output.Output, error) {
	c := &t.columns[j]
	switch {
	case c.gap.line > 0:
		return nil, t.gap(j, "choose another target")
	case c.many:
		return nil, &Error{Source: t.source, Column: t.names[j], Problem: fmt.Sprintf("there are more than %d different texts, too many for classes; choose another target", maxWords)}
	}
	y := make([]int, t.rows)
	for i, word := range t.cells(j) {
		y[i] = int(word)
	}
	return output.Classes(y), nil
}

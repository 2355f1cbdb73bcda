package table

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/humanize"
	"suffice/internal/memory"
	"suffice/output"
)

// target is how the columns of a target are understood.
type target struct {
	kind      output.Kind
	at        []int
	columns   []*cells.Column
	separator string // of labels that stand in one cell
	labels    []string
}

// targetOf says how to understand the target columns: as the kind that is asked for, or
// as they look. The choice gets notes of what might have been meant otherwise.
func (t *Table) targetOf(at []int, kind output.Kind, choice *Choice) (*target, error) {
	if len(at) == 0 {
		return nil, nil
	}
	r := &target{kind: kind, at: at}
	for _, j := range at {
		c := t.schema.Columns[j]
		if c.Slot < 0 {
			return nil, t.schema.ProblemIn(0, c.Name, "the target was left out when the file was read")
		}
		r.columns = append(r.columns, c)
	}
	if t.labels != nil {
		return r, t.listedAs(r, t.labels)
	}
	if kind == "" {
		if err := t.infer(r, choice); err != nil {
			return nil, err
		}
	}
	return r, t.check(r)
}

// infer finds the kind by looking at the columns.
func (t *Table) infer(r *target, choice *Choice) error {
	for _, c := range r.columns {
		if err := t.inDoubt(c); err != nil {
			return err
		}
		if note, ok := doubtOf(c); ok {
			choice.Notes = append(choice.Notes, note)
		}
	}
	if len(r.columns) > 1 {
		t.look(r.columns...)
		r.kind = output.KindLabels
		for _, c := range r.columns {
			switch kind := c.Type(); {
			case kind == Boolean || kind == Number && t.mayBeLabel(c):
			case kind == Number:
				r.kind = output.KindNumbers
			default:
				return t.schema.ProblemAt(c.FirstText, c.Name, "several targets are numbers, or 0 and 1 for labels, but this is "+kind.String()+"; choose it alone, or leave it out")
			}
		}
		return nil
	}
	c := r.columns[0]
	note := func(format string, values ...any) {
		choice.Notes = append(choice.Notes, cells.Messagef("target %q is taken as "+format, append([]any{c.Name}, values...)...))
	}
	switch kind := c.Type(); {
	case kind == Number:
		r.kind = output.KindNumber
		t.remarkNumbers(c, choice)
		switch distinct := t.distinct(c); {
		case distinct.binary:
			r.kind = output.KindClass
			note("a class, because it is 0 or 1; if it is a number, say %s", SayKind.As(string(output.KindNumber)))
		case distinct.few > 0:
			note("a number; if its %d values are classes, say %s", distinct.few, SayKind.As(string(output.KindClass)))
		}
	case kind == Empty:
		return t.schema.ProblemIn(0, c.Name, "there are no values to learn from; choose another target")
	case kind == Mixed:
		return t.checkNumbers(c, "choose another target", cells.Messagef("say %s", SayKind.As(string(output.KindClass))))
	case c.Separator() != "":
		r.kind = output.KindLabels
		note("labels separated by %q; %s or %s take it otherwise", c.Separator(), SayKind.As(string(output.KindClass)), SayKind.As(string(output.KindSequence)))
	case kind != Text:
		r.kind = output.KindClass
	case c.Many:
		return t.schema.ProblemIn(0, c.Name, fmt.Sprintf("there are more than %d different texts, too many for classes", cells.MaxWords)).
			Advise("say %s, or choose another target", SayKind.As(string(output.KindSequence)))
	case 2*len(c.Words) <= c.Texts || len(c.Words) < min(c.Texts, 20):
		r.kind = output.KindClass
	default:
		r.kind = output.KindSequence
		note("a sequence of letters, because %d of %d texts are different; if they are classes, say %s", len(c.Words), c.Texts, SayKind.As(string(output.KindClass)))
	}
	return nil
}

// check says what keeps the columns from being the kind they are taken for.
func (t *Table) check(r *target) error {
	if err := r.kind.Check(); err != nil {
		return err
	}
	first := r.columns[0]
	if several := r.kind == output.KindNumbers || r.kind == output.KindLabels; !several && len(r.columns) > 1 {
		return &MessageError{cells.Messagef("%s takes one target column, but there are %d; say %s or %s",
			SayKind.As(string(r.kind)), len(r.columns), SayKind.As(string(output.KindNumbers)), SayKind.As(string(output.KindLabels)))}
	}
	switch r.kind {
	case output.KindNumber, output.KindNumbers:
		for _, c := range r.columns {
			if c.Type() != Boolean {
				if err := t.checkNumbers(c, "choose another target"); err != nil {
					return err
				}
			}
		}
	case output.KindLabels:
		return t.checkLabels(r)
	default:
		if first.Many {
			return t.schema.ProblemIn(0, first.Name, fmt.Sprintf("there are more than %d different texts, which were not kept; choose another target", cells.MaxWords))
		}
		if first.Numbers > 0 && first.Texts > 0 {
			t.asWords(r.at[0])
			r.columns[0] = t.schema.Columns[r.at[0]]
		}
	}
	return nil
}

// checkLabels checks that columns are 0 and 1, or one column that lists labels.
func (t *Table) checkLabels(r *target) error {
	if c := r.columns[0]; len(r.columns) == 1 && c.Texts > 0 && (c.Many || c.Booleans() == nil) {
		if r.separator = c.Separator(); r.separator == "" {
			r.separator = ";"
		}
		if c.Numbers > 0 {
			t.asWords(r.at[0])
			r.columns[0] = t.schema.Columns[r.at[0]]
		}
		return t.checkListed(r)
	}
	t.look(r.columns...)
	for _, c := range r.columns {
		if c.Type() == Boolean || c.Type() == Number && t.mayBeLabel(c) {
			continue
		}
		return t.schema.ProblemIn(0, c.Name, "labels are 0 and 1, or false and true, but this column has other values").
			Advise("say %s, or leave it out", SayKind.As(string(output.KindNumbers)))
	}
	return nil
}

// required are the columns in which a missing value makes a row useless. A cell that
// lists labels may be empty: the row has none.
func (r *target) required() []*cells.Column {
	if r.separator != "" {
		return nil
	}
	return r.columns
}

// isText reports whether each row of the target is a text.
func (r *target) isText() bool { return r.kind.Structured() }

// output makes the target of the given rows; nil means all.
func (r *target) output(t *Table, which []int, choice *Choice) *output.Target {
	out := &output.Target{Kind: r.kind}
	for _, c := range r.columns {
		out.Names = append(out.Names, c.Name)
	}
	switch {
	case r.separator != "":
		r.listed(t, out)
	case r.kind == output.KindClass:
		r.classes(t, out, choice)
	case r.kind.Numeric() || r.kind == output.KindLabels:
		r.values(t, out)
	default:
		out.Texts = make([]string, 0, t.Len())
		t.eachCell(r.columns[0], func(_ int, cell float64) { out.Texts = append(out.Texts, r.columns[0].Show(cell)) })
	}
	if which == nil {
		return out
	}
	return out.Subset(which)
}

// values are numbers as they are, and 0 and 1 for false and true.
func (r *target) values(t *Table, out *output.Target) {
	features := make([]feature, len(r.columns))
	for k, c := range r.columns {
		features[k] = feature{slot: c.Slot, fill: cells.Missing}
		if c.Texts > 0 {
			features[k].values = c.Booleans()
		}
	}
	out.Values = make([]float64, 0, t.Len()*len(features))
	t.each(0, t.Len(), func(_ int, row []float64) {
		for k := range features {
			out.Values = append(out.Values, features[k].of(row[features[k].slot]))
		}
	})
}

// classes are the different values, in the order of levels.
func (r *target) classes(t *Table, out *output.Target, choice *Choice) {
	c := r.columns[0]
	number := map[string]int{}
	byCell := map[uint64]int{} // the same by the bits of cells, which are far fewer than rows
	t.eachCell(c, func(_ int, cell float64) {
		if bits := math.Float64bits(cell); !cells.IsMissing(cell) {
			if _, known := byCell[bits]; !known {
				byCell[bits] = 0
				number[t.className(c.Show(cell))] = 0
			}
		}
	})
	for name := range number {
		out.Classes = append(out.Classes, name)
	}
	slices.SortFunc(out.Classes, cells.CompareLevels)
	if 2*len(out.Classes) > c.Numbers+c.Texts {
		choice.Warnings = append(choice.Warnings, cells.Messagef("target %q has %d classes in %s, hardly one of them twice; is it a name or a number?", c.Name, len(out.Classes), humanize.Count(c.Numbers+c.Texts, "row")))
	}
	for k, name := range out.Classes {
		number[name] = k
	}
	for bits := range byCell {
		byCell[bits] = number[t.className(c.Show(math.Float64frombits(bits)))]
	}
	out.Class = make([]int, 0, t.Len())
	t.eachCell(c, func(_ int, cell float64) { out.Class = append(out.Class, byCell[math.Float64bits(cell)]) })
}

// className is what a model calls a class that may be written in other letters.
func (t *Table) className(name string) string {
	if slices.Contains(t.classes, name) || !mayVary(strings.ToLower(name)) {
		return name
	}
	for _, class := range t.classes {
		if strings.EqualFold(class, name) {
			return class
		}
	}
	return name
}

// checkTarget says where the target alone takes too much of the memory that is allowed.
func (t *Table) checkTarget(r *target) error {
	if t.memory == 0 {
		return nil
	}
	const number, text = 8, 16
	each := number * int64(max(len(r.columns), len(r.labels)))
	if r.isText() {
		each = text
	}
	need := each * int64(t.Len())
	for _, c := range r.columns {
		for _, word := range c.Words {
			need += text + int64(len(word))
		}
	}
	if need <= t.memory/2 {
		return nil
	}
	return &Error{Source: t.Source(), Problem: fmt.Sprintf("the target alone takes %s in %s, more than half of the %s of memory allowed; allow more",
		memory.Format(need), humanize.Count(t.Len(), "row"), memory.Format(t.memory))}
}

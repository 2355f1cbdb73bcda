package table

import (
	"math"
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/humanize"
	"suffice/rows"
)

// mapping makes a model's inputs of the columns of a file, of which a stream comes to know
// more and more, and a table knows all.
type mapping struct {
	table  *Table
	wanted Wanted
	inputs []input
}

// input is an input of a model, and the column that it is made of.
type input struct {
	feature
	column *cells.Column // nil as long as the file has not shown it
	zero   bool          // until then it is 0, because the file leaves zeros out

	occurs []bool           // which words a stream has had in the column of a level
	known  map[float64]bool // and which numbers
	others []string         // those that are not the level, as words

	notBinary bool // some number so far is not 0 or 1
}

func newMapping(t *Table, w Wanted) mapping {
	w = w.filling()
	m := mapping{table: t, wanted: w, inputs: make([]input, len(w.Inputs))}
	for k, name := range w.Inputs {
		f := feature{name: name, fill: cells.Missing}
		if level, isLevel := w.Levels[name]; isLevel {
			f = levelOf(&cells.Column{}, name, level)
		}
		if made, isMade := w.Made[name]; isMade {
			f.made = made
			if made.Part != "" {
				f.turn = 2 * math.Pi / made.Period()
			}
		}
		if w.Missing == MeanForMissing && w.Fill != nil {
			f.fill = w.Fill[k]
		}
		m.inputs[k].feature = f
	}
	return m
}

// findAll fails where the file has not all columns that the model needs, unless rows may show
// them later.
func (m *mapping) findAll() error {
	if slices.Contains([]string{"jsonl", "libsvm"}, m.table.schema.Format) {
		return nil
	}
	for k := range m.inputs {
		if err := m.inputs[k].find(m.table); err != nil {
			return err
		}
	}
	return nil
}

// features are the inputs, once all is known.
func (m *mapping) features() []feature {
	features := make([]feature, len(m.inputs))
	for k := range m.inputs {
		f := &m.inputs[k]
		features[k] = f.feature
		if !f.isLevel() && f.column.Type() != Boolean {
			features[k].values = nil
		}
	}
	return features
}

// prepare finds the column, if it is there, and values for the words that are new.
func (f *input) prepare(t *Table) {
	if f.column == nil {
		f.zero = t.schema.ImpliesZeros != nil && t.schema.ImpliesZeros(f.name)
		if f.find(t) != nil || f.column == nil {
			return
		}
	}
	c := f.column
	f.slot = c.Slot
	if !f.isLevel() {
		if f.values = nil; !c.Many {
			f.values = c.Booleans()
		}
		return
	}
	for _, word := range c.Words[len(f.values):] {
		value := 0.
		if isLevel(c, word, f.level) {
			value = 1
		}
		f.values, f.occurs = append(f.values, value), append(f.occurs, false)
	}
}

// isLevel reports whether a word of a column is a level of the model; the case of letters does
// not count where it does not in the model, or in the column.
func isLevel(c *cells.Column, word string, level rows.Level) bool {
	return word == level.Value || (level.Fold || c.Folded[word]) && strings.EqualFold(word, level.Value)
}

// find looks for the column, which may be one that the file has not shown because it is
// all zero: then there is none. A column of the input's own name comes before a level.
func (f *input) find(t *Table) error {
	name := f.name
	if _, there := t.schema.ByName[name]; f.isLevel() && !there {
		name = f.level.Column
	} else if f.turn != 0 && !there {
		name = f.made.Column
	} else if there {
		f.level = rows.Level{}
	}
	if _, there := t.schema.ByName[name]; !there && f.zero {
		return nil
	}
	j, err := t.Find(name)
	if err != nil {
		return err
	}
	if c := t.schema.Columns[j]; c.Slot >= 0 {
		f.column = c
	}
	return nil
}

// What the inputs of a row can be.
type completeness int

const (
	complete completeness = iota
	gap                   // a value is missing
	bad                   // a word stands where a number should
)

// in is the input's value in a row of cells.
func (f *input) in(row []float64) (float64, completeness) {
	if f.column == nil || f.slot >= len(row) {
		switch {
		case f.zero:
			return 0, complete
		case cells.IsMissing(f.fill):
			return f.fill, gap
		}
		return f.fill, complete
	}
	cell := row[f.slot]
	switch k := cells.WordOf(cell); {
	case cell-cell == 0 && f.isLevel():
		f.meet(cell)
	case cell-cell == 0:
	case k >= len(f.values) || k < 0 && f.column.Many:
		return f.fill, bad
	case k < 0 && cells.IsMissing(f.fill):
		return f.fill, gap
	case k >= 0 && f.isLevel():
		f.occurs[k] = true
	}
	return f.of(cell), complete
}

// meet remembers a number in the column of a level.
func (f *input) meet(v float64) {
	if f.known[v] || len(f.known) == cells.MaxWords {
		return
	}
	if f.known == nil {
		f.known = map[float64]bool{}
	}
	if f.known[v] = true; v != f.number {
		f.others = append(f.others, string(cells.NumberAsWord(v)))
	}
}

// occurring are the words that a stream has had in the column of a level, but for numbers
// that are the level.
func (f *input) occurring() []string {
	var words []string
	for k, word := range f.column.Words {
		if f.occurs[k] {
			words = append(words, word)
		}
	}
	for _, word := range f.others {
		if k, isWord := f.column.Index[word]; !isWord || !f.occurs[k] {
			words = append(words, word)
		}
	}
	return words
}

// see takes a number into account: should the column have words too, numbers that are
// neither 0 nor 1 tell what it is.
func (f *input) see(v float64) { f.notBinary = f.notBinary || v != 0 && v != 1 }

// check says why the column cannot be this input, now that all of it was read.
func (f *input) check(t *Table) error {
	if err := f.find(t); err != nil {
		return err
	}
	c := f.column
	if err := f.checkDates(t); err != nil {
		return err
	}
	if c == nil || f.isLevel() || c.Texts == 0 {
		return nil
	}
	words := c.Texts > c.Numbers || c.Separated != "" // numbers are words too
	if !c.Many && c.Booleans() != nil && (c.Numbers == 0 || words && !f.notBinary) {
		return nil
	}
	return t.checkNumbers(c)
}

// checkDates says where the column has dates and the model does not, or the contrary: both are
// numbers, but of other things.
func (f *input) checkDates(t *Table) error {
	c := f.column
	if c == nil || f.isLevel() || c.Numbers == 0 {
		return nil
	}
	made, err := cells.FormNamed(f.made.Form)
	here := c.Stored.IsTime() || c.Form.IsTime() && c.Formed == c.Numbers
	switch {
	case err != nil:
		return err
	case made.IsTime() && !here:
		return t.schema.ProblemIn(0, c.Name, "the model takes dates or times here, but these are numbers; write them as dates")
	case !made.IsTime() && here:
		return t.schema.ProblemIn(0, c.Name, "the model takes numbers here, but these are dates or times; fit it again, or write them as numbers")
	}
	return nil
}

// used are the columns that the inputs are made of, each once.
func (m *mapping) used() []*cells.Column {
	var used []*cells.Column
	seen := map[*cells.Column]bool{}
	for k := range m.inputs {
		if c := m.inputs[k].column; c != nil && !seen[c] {
			used = append(used, c)
			seen[c] = true
		}
	}
	return used
}

// unknownLevels warns of words that are none of the model's levels; they count as none.
// Those that occur in a column are told by the first of its levels.
func (m *mapping) unknownLevels(occurring func(first *input) []string) []Message {
	first, known := map[*cells.Column]*input{}, map[*cells.Column][]rows.Level{}
	for k := range m.inputs {
		if f := &m.inputs[k]; f.isLevel() && f.column != nil {
			known[f.column] = append(known[f.column], f.level)
			if first[f.column] == nil {
				first[f.column] = f
			}
		}
	}
	var warnings []Message
	for _, c := range m.used() {
		if first[c] == nil {
			continue
		}
		var unknown []string
		for _, word := range occurring(first[c]) {
			if !slices.ContainsFunc(known[c], func(level rows.Level) bool { return isLevel(c, word, level) }) {
				unknown = append(unknown, word)
			}
		}
		if len(unknown) > 0 {
			warnings = append(warnings, cells.Messagef("%s, column %q: the model does not know %s; such rows count as none of its levels", m.table.Source(), c.Name, humanize.Quoted(unknown)))
		}
	}
	return warnings
}

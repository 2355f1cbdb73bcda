package table

import (
	"fmt"
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/humanize"
	"suffice/rows"
)

// features makes the features of the inputs: of those named, or of all columns but those
// given. The choice gets warnings of what is left out.
func (t *Table) features(r Roles, without []int, choice *Choice) ([]feature, error) {
	named, err := t.expand(r.Inputs, NameInputs)
	if err != nil {
		return nil, err
	}
	asked := len(r.Inputs) > 0
	if !asked {
		named = make([]int, t.Width())
		for j := range named {
			named[j] = j
		}
	}
	out := setOf(without)
	features := make([]feature, 0, len(named))
	left := leftOut{}
	t.lookAtNumbers(named, out)
	for _, j := range named {
		c := t.schema.Columns[j]
		if out[j] || c.Name != "" && c.Slot < 0 {
			continue
		}
		if !asked && t.countsRows(c) {
			left[index] = append(left[index], c.Name)
			continue
		}
		more, err := t.featuresOf(c, asked || c.AsNominal, left)
		if err != nil {
			return nil, err
		}
		if !asked && t.looksLikeIdentifier(c) {
			choice.Notes = append(choice.Notes, cells.Messagef("in column %q each number comes once; exclude it if it is an identifier", c.Name))
		}
		if note, ok := doubtOf(c); ok {
			choice.Notes = append(choice.Notes, note)
		}
		if len(more) == 1 {
			t.remarkNumbers(c, choice)
		}
		features = append(features, more...)
	}
	for _, what := range left.all() {
		choice.Warnings = append(choice.Warnings, cells.Messagef("%s: left out %s", t.Source(), what))
	}
	if len(features) == 0 {
		return nil, t.noInputs(left)
	}
	return features, t.checkNames(features)
}

// lookAtNumbers makes one pass for what is to be known of the numbers of all inputs.
func (t *Table) lookAtNumbers(named []int, out map[int]bool) {
	if t.rows.OnlySparse() {
		return
	}
	var numbers []*cells.Column
	for _, j := range named {
		if c := t.schema.Columns[j]; !out[j] && c.Type() == Number {
			numbers = append(numbers, c)
		}
	}
	t.look(numbers...)
}

// checkNames makes sure that a level is not called like another column.
func (t *Table) checkNames(features []feature) error {
	if !slices.ContainsFunc(features, func(f feature) bool { return f.level != (rows.Level{}) }) {
		return nil // the names of columns differ
	}
	seen := map[string]rows.Level{}
	for _, f := range features {
		if level, taken := seen[f.name]; taken {
			if f.level == (rows.Level{}) {
				f.level = level
			}
			return t.schema.Problem(0, fmt.Sprintf("the level %q of column %q has the name of another input; rename or exclude one of them", f.level.Value, f.level.Column))
		}
		seen[f.name] = f.level
	}
	return nil
}

// What is left out.
const (
	text       = "the text %s %s"
	empty      = "the empty %s %s"
	sparse     = "the %s %s, where more values are missing than not"
	identifier = "the %s %s, where each number comes once, and which has words too"
	nameless   = "%s without a name"
	doubtful   = "the %s %s, whose dates may be day/month or month/day: say %s or %s"
	index      = "the %s %s, which only counts the rows"
)

// leftOut are the names of columns that do not become inputs although nobody excluded
// them, by what they are.
type leftOut map[string][]string

// all says what is left out, and why.
func (l leftOut) all() []cells.Message {
	var all []cells.Message
	for _, what := range []string{doubtful, text, empty, sparse, identifier, index, nameless} {
		names := l[what]
		switch {
		case len(names) == 0:
		case what == nameless:
			all = append(all, cells.Messagef(what, humanize.Count(len(names), "column")))
		case what == doubtful:
			all = append(all, cells.Messagef(what, humanize.Plural(len(names), "column"), humanize.Quoted(names), SayDates.As("dmy"), SayDates.As("mdy")))
		default:
			all = append(all, cells.Messagef(what, humanize.Plural(len(names), "column"), humanize.Quoted(names)))
		}
	}
	return all
}

// noInputs says that nothing is left to be an input, and why.
func (t *Table) noInputs(left leftOut) error {
	format, values := "%s: there is no column left to be an input", []any{t.Source()}
	for k, what := range left.all() {
		format += [...]string{" without %s", ", and %s"}[min(k, 1)]
		values = append(values, what)
	}
	return &MessageError{cells.Messagef(format+"; exclude fewer columns or choose another target", values...)}
}

// featuresOf makes the features of a column; one that was not asked for by name may be
// left out.
func (t *Table) featuresOf(c *cells.Column, asked bool, left leftOut) ([]feature, error) {
	switch kind := c.Type(); {
	case c.Name == "":
		left[nameless] = append(left[nameless], c.Name)
	case c.AsNominal && kind == Nominal && !c.HasTooManyLevels():
		return t.oneHot(c), nil
	case c.Doubtful == cells.DayOrMonth && asked:
		return nil, t.inDoubt(c)
	case c.Doubtful == cells.DayOrMonth:
		left[doubtful] = append(left[doubtful], c.Name)
	case kind == Number:
		return t.numberFeatures(c), nil
	case kind == Boolean:
		return []feature{{name: c.Name, slot: c.Slot, fill: cells.Missing, values: c.Booleans()}}, nil
	case kind == Nominal && c.Gaps > c.Texts && !asked:
		left[sparse] = append(left[sparse], c.Name)
	case kind == Nominal && !c.HasTooManyLevels():
		return t.oneHot(c), nil
	case kind == Mixed && !asked && t.identifies(c):
		left[identifier] = append(left[identifier], c.Name)
	case kind == Mixed:
		return nil, t.checkNumbers(c, besideMending(c)...)
	case asked && kind == Empty:
		return nil, t.schema.ProblemIn(0, c.Name, "there are no values, so it cannot be an input; leave it out")
	case asked:
		return nil, t.schema.ProblemIn(0, c.Name, fmt.Sprintf("this is text, with %s; an input is numbers or at most %d different words", c.Variety(), cells.MostLevels))
	case kind == Empty:
		left[empty] = append(left[empty], c.Name)
	default:
		left[text] = append(left[text], c.Name)
	}
	return nil, nil
}

// besideMending are the ways to use a column of numbers with a few words.
func besideMending(c *cells.Column) []any {
	nominal := cells.Messagef("say %s if the numbers are names", SayNominal)
	const longest = 12
	mark := c.FirstText.Value
	if _, isDate := cells.Dates.Parse([]byte(mark)); isDate || len(mark) > longest || strings.ContainsAny(mark, ", \t") {
		return []any{"exclude the column", nominal}
	}
	return []any{"exclude the column", cells.Messagef("say %s if it means missing", SayNA.As(mark)), nominal}
}

// oneHot makes a feature of 0 and 1 for each level that occurs.
func (t *Table) oneHot(c *cells.Column) []feature {
	occurs := t.occurrences(c)
	var features []feature
	for _, k := range c.Levels() {
		if occurs[k] > 0 {
			features = append(features, levelOf(c, c.Name+"="+c.Words[k], rows.Level{Column: c.Name, Value: c.Words[k], Fold: c.Folded[c.Words[k]]}))
		}
	}
	return features
}

// occurrences counts how often each word of a column occurs. There are none where the
// words were too many to be kept; cells read before that still have their numbers. One
// pass counts those of all columns.
func (t *Table) occurrences(c *cells.Column) []int {
	if c.Many {
		return nil
	}
	t.found.mu.Lock()
	counts, known := t.found.counts[c]
	var of []*cells.Column
	for _, other := range t.schema.Columns {
		if _, known := t.found.counts[other]; !known && other.Slot >= 0 && (other == c || len(other.Words) > 0 && len(other.Words) <= cells.MaxWords) {
			of = append(of, other)
		}
	}
	t.found.mu.Unlock()
	if known {
		return counts
	}
	all := t.count(of)
	t.found.mu.Lock()
	defer t.found.mu.Unlock()
	for k, other := range of {
		if t.failure == nil { // otherwise not all rows were counted
			t.found.counts[other] = all[k]
		}
		if other == c {
			counts = all[k]
		}
	}
	return counts
}

// count counts the words of columns.
func (t *Table) count(columns []*cells.Column) [][]int {
	slots, all, words := make([]int, len(columns)), make([][]int, len(columns)), make([]wordsIn, len(columns))
	for k, c := range columns {
		slots[k], all[k], words[k] = c.Slot, make([]int, len(c.Words)), wordsIn{Column: c}
	}
	add := func(k int, cell float64, n int) {
		if word := words[k].of(cell); word >= 0 && word < len(all[k]) {
			all[k][word] += n
		}
	}
	t.eachIn(slots, func(k int, cell float64) { add(k, cell, 1) }, add)
	return all
}

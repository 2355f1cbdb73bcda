package table

import (
	"fmt"
	"slices"
	"strings"

	"suffice/internal/wording"
	"suffice/rows"
)

// inputs makes the features of the inputs: of those named, or of all columns but those
// given. The choice gets warnings of what is left out.
func (t *Table) inputs(r Roles, without []int, choice *Choice) ([]feature, error) {
	named, err := t.expand(r.Inputs, "--inputs")
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
	for _, j := range named {
		c := t.schema.columns[j]
		if out[j] || c.name != "" && c.slot < 0 {
			continue
		}
		more, err := t.featuresOf(c, asked || c.asNominal, left)
		if err != nil {
			return nil, err
		}
		if !asked && t.looksLikeIdentifier(c) {
			choice.Notes = append(choice.Notes, fmt.Sprintf("in column %q each number comes once; exclude it if it is an identifier", c.name))
		}
		features = append(features, more...)
	}
	for _, what := range left.all() {
		choice.Warnings = append(choice.Warnings, t.Source()+": left out "+what)
	}
	if len(features) == 0 {
		return nil, t.noInputs(left)
	}
	return features, t.checkNames(features)
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
			return t.schema.problem(0, fmt.Sprintf("the level %q of column %q has the name of another input; rename or exclude one of them", f.level.Value, f.level.Column))
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
	commas     = "the %s %s, which look like numbers with decimal commas: say --decimal-comma"
)

// leftOut are the names of columns that do not become inputs although nobody excluded
// them, by what they are.
type leftOut map[string][]string

// all says what is left out, and why.
func (l leftOut) all() []string {
	var all []string
	for _, what := range []string{commas, text, empty, sparse, identifier, nameless} {
		names := l[what]
		switch {
		case len(names) == 0:
			continue
		case what == nameless:
			what = fmt.Sprintf(what, wording.Count(len(names), "column"))
		default:
			what = fmt.Sprintf(what, wording.Plural(len(names), "column"), Quoted(names))
		}
		all = append(all, what)
	}
	return all
}

// noInputs says that nothing is left to be an input, and why.
func (t *Table) noInputs(left leftOut) error {
	problem := "there is no column left to be an input"
	if all := left.all(); len(all) > 0 {
		problem += " without " + strings.Join(all, ", and ")
	}
	return &Error{Source: t.Source(), Problem: problem + "; exclude fewer columns or choose another target"}
}

// featuresOf makes the features of a column; one that was not asked for by name may be
// left out.
func (t *Table) featuresOf(c *column, asked bool, left leftOut) ([]feature, error) {
	switch kind := c.kind(); {
	case c.name == "":
		left[nameless] = append(left[nameless], c.name)
	case c.asNominal && kind == Nominal && !c.hasTooManyLevels():
		return t.oneHot(c), nil
	case t.hasDecimalCommas(c) && asked:
		return nil, t.checkNumbers(c)
	case t.hasDecimalCommas(c):
		left[commas] = append(left[commas], c.name)
	case kind == Number:
		return []feature{{name: c.name, slot: c.slot, fill: missing}}, nil
	case kind == Boolean:
		return []feature{{name: c.name, slot: c.slot, fill: missing, values: c.booleans()}}, nil
	case kind == Nominal && c.gaps > c.texts && !asked:
		left[sparse] = append(left[sparse], c.name)
	case kind == Nominal && !c.hasTooManyLevels():
		return t.oneHot(c), nil
	case kind == Mixed && !asked && t.identifies(c):
		left[identifier] = append(left[identifier], c.name)
	case kind == Mixed:
		return nil, t.checkNumbers(c, "exclude the column", "say --nominal if the numbers are names")
	case asked && kind == Empty:
		return nil, t.schema.problemIn(0, c.name, "there are no values, so it cannot be an input; leave it out")
	case asked:
		return nil, t.schema.problemIn(0, c.name, fmt.Sprintf("this is text, with %s; an input is numbers or at most %d different words", c.variety(), mostLevels))
	case kind == Empty:
		left[empty] = append(left[empty], c.name)
	default:
		left[text] = append(left[text], c.name)
	}
	return nil, nil
}

// hasTooManyLevels reports whether a column that the file declares nominal is rather text,
// such as names that hardly come twice: a column for each level would be of no use.
func (c *column) hasTooManyLevels() bool {
	const most = 10 * mostLevels
	return len(c.words) > most || len(c.words) > mostLevels && 2*len(c.words) > c.texts
}

// variety says how many different texts a column has.
func (c *column) variety() string {
	if c.many {
		return fmt.Sprintf("more than %d different ones", maxWords)
	}
	return fmt.Sprintf("%d different ones", len(c.words))
}

// oneHot makes a feature of 0 and 1 for each level that occurs.
func (t *Table) oneHot(c *column) []feature {
	occurs := t.occurrences(c)
	var features []feature
	for _, k := range c.levels() {
		if occurs[k] == 0 {
			continue
		}
		values := make([]float64, len(c.words))
		values[k] = 1
		features = append(features, feature{
			name: c.name + "=" + c.words[k], slot: c.slot, values: values, fill: missing, level: rows.Level{Column: c.name, Value: c.words[k]},
		})
	}
	return features
}

// occurrences counts how often each word of a column occurs. There are none where the
// words were too many to be kept; cells read before that still have their numbers. One
// pass counts those of all columns.
func (t *Table) occurrences(c *column) []int {
	if c.many {
		return nil
	}
	if counts, known := t.counts[c]; known {
		return counts
	}
	t.counts = map[*column][]int{}
	var at []int
	var all [][]int
	for _, other := range t.schema.columns {
		if other.slot >= 0 && (other == c || len(other.words) > 0 && len(other.words) <= maxWords) {
			counts := make([]int, len(other.words))
			at, all, t.counts[other] = append(at, other.slot), append(all, counts), counts
		}
	}
	if t.onlySparse() {
		t.countSparse(at, all)
		return t.counts[c]
	}
	t.each(0, t.Len(), func(_ int, row []float64) {
		for k, slot := range at {
			if word := wordOf(row[slot]); word >= 0 && word < len(all[k]) {
				all[k][word]++
			}
		}
	})
	return t.counts[c]
}

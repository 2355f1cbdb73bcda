package table

import (
	"fmt"
	"slices"

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
	var features []feature
	left := leftOut{}
	for _, j := range named {
		c := t.schema.columns[j]
		if slices.Contains(without, j) || c.name != "" && c.slot < 0 {
			continue
		}
		more, err := t.featuresOf(c, asked, left)
		if err != nil {
			return nil, err
		}
		features = append(features, more...)
	}
	choice.Warnings = append(choice.Warnings, left.warnings(t.Source())...)
	if len(features) == 0 {
		return nil, &Error{Source: t.Source(), Problem: "there is no column left to be an input; exclude fewer columns or choose another target"}
	}
	return features, t.checkNames(features)
}

// checkNames makes sure that a level is not called like another column.
func (t *Table) checkNames(features []feature) error {
	seen := map[string]bool{}
	for _, f := range features {
		if seen[f.name] {
			return t.schema.problem(0, fmt.Sprintf("the level %q of column %q has the name of another input; rename or exclude one of them", f.level.Value, f.level.Column))
		}
		seen[f.name] = true
	}
	return nil
}

// leftOut are the names of columns that do not become inputs although nobody excluded
// them, by what they are.
type leftOut map[string][]string

func (l leftOut) warnings(source string) []string {
	var all []string
	for _, what := range []string{"text column", "mixed column", "empty column", "column without a name"} {
		switch names := l[what]; {
		case len(names) == 0:
		case what == "column without a name":
			all = append(all, fmt.Sprintf("%s: left out %s without a name", source, count(len(names), "column")))
		case what == "mixed column":
			all = append(all, fmt.Sprintf("%s: left out %s: words, and whole numbers that are all different, as identifiers are", source, Quoted(names)))
		default:
			all = append(all, fmt.Sprintf("%s: left out the %s %s", source, plural(len(names), what), Quoted(names)))
		}
	}
	return all
}

// featuresOf makes the features of a column; one that was not asked for by name may be
// left out.
func (t *Table) featuresOf(c *column, asked bool, left leftOut) ([]feature, error) {
	switch kind := c.kind(); {
	case c.name == "":
		left["column without a name"] = append(left["column without a name"], c.name)
	case kind == Number:
		return []feature{{name: c.name, slot: c.slot, fill: missing}}, nil
	case kind == Boolean:
		return []feature{{name: c.name, slot: c.slot, fill: missing, values: c.booleans()}}, nil
	case kind == Nominal && !c.hasTooManyLevels():
		return t.oneHot(c), nil
	case kind == Mixed && !asked && t.identifies(c):
		left["mixed column"] = append(left["mixed column"], c.name)
	case kind == Mixed:
		return nil, t.checkNumbers(c, "exclude the column")
	case asked && kind == Empty:
		return nil, t.schema.problemIn(0, c.name, "there are no values, so it cannot be an input; leave it out of --inputs")
	case asked:
		return nil, t.schema.problemIn(0, c.name, fmt.Sprintf("this is text, with %s; an input is numbers or at most %d different words", c.variety(), mostLevels))
	case kind == Empty:
		left["empty column"] = append(left["empty column"], c.name)
	default:
		left["text column"] = append(left["text column"], c.name)
	}
	return nil, nil
}

// identifies reports whether the numbers of a column are whole and all different. Where
// words are among them, they are names of the rows rather than measurements with a flaw.
func (t *Table) identifies(c *column) bool {
	const fewest = 20 // fewer may well be different by chance
	seen := map[float64]bool{}
	all := true
	t.cells(c, func(_ int, v float64) {
		if v-v == 0 && all {
			all = v == float64(int64(v)) && !seen[v]
			seen[v] = true
		}
	})
	return all && len(seen) >= fewest
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

// occurrences counts how often each word of a column occurs.
func (t *Table) occurrences(c *column) []int {
	occurs := make([]int, len(c.words))
	t.cells(c, func(_ int, cell float64) {
		if k := wordOf(cell); k >= 0 {
			occurs[k]++
		}
	})
	return occurs
}

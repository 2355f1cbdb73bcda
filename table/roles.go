package table

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/humanize"
	"suffice/output"
)

// Roles tell which columns are inputs and which are to be predicted.
type Roles struct {
	// Names of columns, or lists of them (a,b), or patterns in which * stands for any
	// letters and ? for one.
	Target, Inputs, Exclude []string
	Nominal                 []string    // the same: columns whose numbers are only names of something
	Labels                  []string    // names of columns that are a set of labels, beside Target
	Group, Time, Block      string      // names of columns of what rows belong to, of when they were made, and of the blocks within which they can be exchanged, which are no inputs unless Inputs name them
	Every                   string      // the length of time that Group or Block are cut into, such as 24h or 7d, or a number in the units of the column; "" means that each value is one of its own
	Independent             bool        // rows are so for certain, whatever they look like
	Kind                    output.Kind // of the target; "" means as it looks
	Missing                 Missing
	Weights                 string // the column that weighs the rows, which then is no input; "" means none
}

// Missing tells what to do with missing values.
type Missing string

// What can be done. A row whose target is missing is dropped unless it is an error.
const (
	MissingIsError Missing = "error"
	DropMissing    Missing = "drop" // the rows that have some
	MeanForMissing Missing = "mean" // of the column, over the rows that have a value
	// MedianForMissing is that of numbers, and of words the most frequent.
	MedianForMissing Missing = "median"
	missingIsUnsaid  Missing = "" // an error too, unless a model fills values in
)

// expand finds the columns that names, lists of names and patterns stand for. Each must
// stand for one at least; a column found twice counts once.
func (t *Table) expand(lists []string, role cells.Setting) ([]int, error) {
	var found []int
	seen := map[int]bool{}
	for _, name := range t.split(lists) {
		at, err := t.match(name, role)
		if err != nil {
			return nil, err
		}
		for _, j := range at {
			if !seen[j] {
				seen[j] = true
				found = append(found, j)
			}
		}
	}
	return found, nil
}

// Expand names the columns that names, lists of names and patterns stand for, each once. What stands
// for none stays, for a message about it.
func (t *Table) Expand(lists []string) []string {
	var names []string
	for _, name := range t.split(lists) {
		found := []string{name}
		if at, err := t.match(name, ""); err == nil {
			found = t.namesOf(at)
		}
		for _, name := range found {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func setOf(columns []int) map[int]bool {
	set := make(map[int]bool, len(columns))
	for _, j := range columns {
		set[j] = true
	}
	return set
}

// split takes lists of names apart at commas, unless a column is called just so.
func (t *Table) split(lists []string) []string {
	var names []string
	for _, list := range lists {
		if _, ok := t.schema.ByName[list]; ok {
			names = append(names, list)
			continue
		}
		for name := range strings.SplitSeq(list, ",") {
			names = append(names, strings.TrimSpace(name))
		}
	}
	return names
}

// match finds the columns that a name or pattern stands for.
func (t *Table) match(name string, role cells.Setting) ([]int, error) {
	plain := !strings.ContainsAny(name, "*?[")
	if j, ok := t.schema.ByName[name]; ok {
		return []int{j}, nil
	}
	var found []int
	for j, c := range t.schema.Columns {
		matches, err := Match(name, c.Name)
		if err != nil {
			return nil, err
		}
		if matches && c.Name != "" {
			found = append(found, j)
		}
	}
	if len(found) == 0 && plain {
		j, err := t.Find(name)
		return []int{j}, err
	}
	if len(found) == 0 {
		return nil, &MessageError{cells.Messagef("%s %q: no column of %s matches; it has %s", role, name, t.Source(), humanize.Quoted(t.named()))}
	}
	return found, nil
}

// Match reports whether a pattern stands for a name: * is any letters, ? any one, and
// [a-c] one of those. The name of a column of lists stands for those of its numbers.
func Match(pattern, name string) (bool, error) {
	if place, ok := strings.CutPrefix(name, pattern+"["); ok && strings.Trim(place, "0123456789") == "]" {
		return true, nil
	}
	// A slash is a letter like any other in a name, but not to path.Match.
	plain := strings.NewReplacer("/", "\x00")
	matches, err := path.Match(plain.Replace(pattern), plain.Replace(name))
	if err != nil {
		return false, fmt.Errorf("the pattern %q is not complete: close the bracket, or write \\[ for a bracket", pattern)
	}
	return matches, nil
}

// Skip tells which columns need not be kept: the excluded ones, and where inputs are
// named, all that are neither input nor target. It is for [Options].
func (r Roles) Skip(name string) bool {
	if r.IsTarget(name) || r.Weights != "" && r.Weights == name || slices.Contains(r.beside(), name) {
		return false
	}
	return surelyNamed(r.Exclude, name) || len(r.Inputs) > 0 && !named(r.Inputs, name)
}

// Whole tells of which columns all texts are kept: the targets, and those beside. It is for
// [Options].
func (r Roles) Whole(name string) bool { return r.IsTarget(name) || slices.Contains(r.beside(), name) }

// beside are the columns that rows are divided by.
func (r Roles) beside() []string {
	return slices.DeleteFunc([]string{r.Group, r.Time, r.Block}, func(name string) bool { return name == "" })
}

// Reading are options with which a table is read for these roles: without columns that they do
// not need. Columns that are to be nominal, or texts, keep their words.
func (r Roles) Reading(options Options) Options {
	options.Skip, options.Whole = r.Skip, r.Whole
	options.Words = func(name string) bool {
		return named(r.Nominal, name) || r.IsTarget(name) && (r.Kind.Structured() || r.Kind == output.KindLabels)
	}
	return options
}

// IsTarget reports whether a column of that name is to be predicted.
func (r Roles) IsTarget(name string) bool {
	return slices.Contains(r.Labels, name) || named(r.Target, name)
}

// surelyNamed reports whether names and patterns hold a name, whatever other columns there
// are: a list of names, or a name with brackets, may be the name of another column.
func surelyNamed(lists []string, name string) bool {
	for _, list := range lists {
		if matches, err := Match(list, name); list == name || err == nil && matches && !strings.ContainsAny(list, ",[") {
			return true
		}
	}
	return false
}

// named reports whether lists of names and patterns may hold a name.
func named(lists []string, name string) bool {
	for _, list := range lists {
		if list == name {
			return true
		}
		for part := range strings.SplitSeq(list, ",") {
			part = strings.TrimSpace(part)
			if matches, err := Match(part, name); part == name || err == nil && matches {
				return true
			}
		}
	}
	return false
}

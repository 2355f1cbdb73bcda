package table

import (
	"fmt"
	"slices"

	"suffice/output"
	"suffice/rows"
)

// Wanted are the columns that a model needs of a table.
type Wanted struct {
	Inputs  []string
	Levels  map[string]rows.Level // which inputs stand for the level of a nominal column
	Mean    []float64             // of the inputs, for missing values; used with [MeanForMissing]
	Target  []string              // wanted where the table has it with values; may be nil
	Kind    output.Kind           // of the target
	Missing Missing
}

// Skip tells which columns need not be kept: all that are neither input nor target. It is
// for [Options].
func (w Wanted) Skip() func(name string) bool {
	kept := map[string]bool{}
	for _, name := range slices.Concat(w.Inputs, w.Target) {
		kept[name] = true
	}
	for _, level := range w.Levels {
		kept[level.Column] = true
	}
	return func(name string) bool { return !kept[name] }
}

// Whole tells of which columns all texts are kept: those with levels that the model
// knows, which may come after many that it does not, and the targets. It is for [Options].
func (w Wanted) Whole(name string) bool {
	for _, level := range w.Levels {
		if level.Column == name {
			return true
		}
	}
	return slices.Contains(w.Target, name)
}

// Apply finds a model's inputs in a table by name, and its target where it is there.
func (t *Table) Apply(w Wanted) (*Choice, error) {
	c, err := t.apply(w)
	if t.failure != nil { // then nothing else is certain
		return nil, t.failure
	}
	return c, err
}

func (t *Table) apply(w Wanted) (*Choice, error) {
	c := &Choice{}
	features := make([]feature, len(w.Inputs))
	for k, name := range w.Inputs {
		f, err := t.featureNamed(name, w.Levels)
		if err != nil {
			return nil, err
		}
		features[k] = f
	}
	c.Warnings = append(c.Warnings, t.unknownLevels(features)...)
	var target []int
	for _, name := range w.Target {
		if j, ok := t.schema.byName[name]; ok && t.schema.columns[j].slot >= 0 && t.schema.columns[j].kind() != Empty {
			target = append(target, j)
		}
	}
	if len(target) < len(w.Target) {
		target = nil
	}
	if err := t.fill(c, features, target, w.Kind, w.Missing); err != nil {
		return nil, err
	}
	if w.Missing == MeanForMissing {
		for k := range features {
			features[k].fill = w.Mean[k]
		}
	}
	return c, nil
}

// featureNamed makes the feature of an input: a column of that name, or a level.
func (t *Table) featureNamed(name string, levels map[string]rows.Level) (feature, error) {
	t.addZeros(name)
	level, isLevel := levels[name]
	if _, ok := t.schema.byName[name]; ok || !isLevel {
		j, err := t.Find(name)
		if err != nil {
			return feature{}, err
		}
		c := t.schema.columns[j]
		f := feature{name: name, slot: c.slot, fill: missing}
		if c.kind() == Boolean {
			f.values = c.booleans()
			return f, nil
		}
		return f, t.checkNumbers(c)
	}
	j, err := t.Find(level.Column)
	if err != nil {
		return feature{}, err
	}
	c := t.schema.columns[j]
	if c.numbers > 0 {
		t.numbersToWords(c)
	}
	values := make([]float64, len(c.words))
	if k := slices.Index(c.words, level.Value); k >= 0 {
		values[k] = 1
	}
	return feature{name: name, slot: c.slot, values: values, fill: missing, level: level}, nil
}

// addZeros adds a column that the file leaves out because it is all zero.
func (t *Table) addZeros(name string) {
	s := t.schema
	if _, there := s.byName[name]; there || s.impliesZeros == nil || !s.impliesZeros(name) {
		return
	}
	c := &column{name: name, declared: Number, slot: s.kept, numbers: t.Len()}
	s.byName[name] = len(s.columns)
	s.columns = append(s.columns, c)
	s.kept++
	t.zero = append(t.zero, 0)
}

// unknownLevels warns of words that are none of the model's levels; they count as none.
func (t *Table) unknownLevels(features []feature) []string {
	knownOf := map[string]map[string]bool{} // by column
	for _, f := range features {
		if f.level == (rows.Level{}) {
			continue
		}
		if knownOf[f.level.Column] == nil {
			knownOf[f.level.Column] = map[string]bool{}
		}
		knownOf[f.level.Column][f.level.Value] = true
	}
	var warnings []string
	for _, c := range t.used(features) {
		known := knownOf[c.name]
		if known == nil {
			continue
		}
		var unknown []string
		for k, n := range t.occurrences(c) {
			if n > 0 && !known[c.words[k]] {
				unknown = append(unknown, c.words[k])
			}
		}
		if len(unknown) > 0 {
			warnings = append(warnings, fmt.Sprintf("%s, column %q: the model does not know %s; such rows count as none of its levels", t.Source(), c.name, Quoted(unknown)))
		}
	}
	return warnings
}

// Columns returns the columns of those names, in that order. All their cells must be
// numbers, or true and false.
func (t *Table) Columns(names []string) (Inputs, error) {
	c, err := t.Apply(Wanted{Inputs: names})
	if err != nil {
		return nil, err
	}
	return c.X, nil
}

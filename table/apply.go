package table

import (
	"fmt"
	"slices"

	"suffice/internal/cells"
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
		if j, ok := t.schema.ByName[name]; ok && t.schema.Columns[j].Slot >= 0 && t.schema.Columns[j].Type() != Empty {
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
	if _, ok := t.schema.ByName[name]; ok || !isLevel {
		j, err := t.Find(name)
		if err != nil {
			return feature{}, err
		}
		c := t.schema.Columns[j]
		f := feature{name: name, slot: c.Slot, fill: cells.Missing}
		if c.Type() == Boolean {
			f.values = c.Booleans()
			return f, nil
		}
		return f, t.checkNumbers(c)
	}
	j, err := t.Find(level.Column)
	if err != nil {
		return feature{}, err
	}
	c := t.schema.Columns[j]
	if c.Numbers > 0 {
		t.numbersToWords(c)
	}
	values := make([]float64, len(c.Words))
	if k := slices.Index(c.Words, level.Value); k >= 0 {
		values[k] = 1
	}
	return feature{name: name, slot: c.Slot, values: values, fill: cells.Missing, level: level}, nil
}

// addZeros adds a column that the file leaves out because it is all zero.
func (t *Table) addZeros(name string) {
	s := t.schema
	if _, there := s.ByName[name]; there || s.ImpliesZeros == nil || !s.ImpliesZeros(name) {
		return
	}
	c := &cells.Column{Name: name, Declared: Number, Slot: s.Kept, Numbers: t.Len()}
	s.ByName[name] = len(s.Columns)
	s.Columns = append(s.Columns, c)
	s.Kept++
	t.rows.Zero = append(t.rows.Zero, 0)
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
		known := knownOf[c.Name]
		if known == nil {
			continue
		}
		var unknown []string
		for k, n := range t.occurrences(c) {
			if n > 0 && !known[c.Words[k]] {
				unknown = append(unknown, c.Words[k])
			}
		}
		if len(unknown) > 0 {
			warnings = append(warnings, fmt.Sprintf("%s, column %q: the model does not know %s; such rows count as none of its levels", t.Source(), c.Name, cells.Quoted(unknown)))
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

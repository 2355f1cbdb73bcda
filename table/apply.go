package table

import (
	"cmp"
	"maps"
	"slices"

	"suffice"
	"suffice/internal/cells"
	"suffice/output"
	"suffice/rows"
)

// Wanted are the columns that a model needs of a table.
type Wanted struct {
	Inputs      []string
	Levels      map[string]rows.Level // which inputs stand for the level of a nominal column
	Made        map[string]rows.Made  // how inputs are made of columns that are not plain numbers
	Mean        []float64             // of the inputs, for missing values; used with [MeanForMissing] where Fill is nil
	Fill        []float64             // of the inputs, what stands for missing values unless Missing says otherwise; may be nil
	Target      []string              // wanted where the table has it with values; may be nil
	TargetForms map[string]string     // how columns of it, and of Beside, are written that are not plain numbers
	Kind        output.Kind           // of the target
	Classes     []string              // that the model predicts, whatever the case of their letters here; may be nil
	Listed      *Listed               // labels that the cells of the target list, for rows of a part that need not have all; may be nil
	Missing     Missing
	NA          []string // marks of missing values beside the usual ones, unless [Options] say others
	Dates       string   // what 3/4/2024 is where no row tells, unless [Options] do
	Part        bool     // the rows are some of a table, which may all have weight 0
	Weights     string   // the column that weighs the rows; "" means none
	Beside      []string // columns that are kept for [Table.Groups] and [Table.Times]
	Keep        []string // columns that a [Stream] has beside, by names, lists of them or patterns
}

// WantedBy is what a model needs: its inputs, and its target where the table has it. Missing
// values are treated as they were in the fit.
func WantedBy(m *suffice.Projection) Wanted {
	w := Wanted{Inputs: m.Inputs, Levels: m.Levels, Made: m.Made, Mean: m.Mean, Fill: m.Fill, Target: m.Output.Names, TargetForms: m.Output.Forms, Kind: m.Output.Kind}
	if r := m.Reading; r != nil {
		w.Missing, w.NA, w.Dates = Missing(r.Missing), r.NA, r.Dates
	}
	if m.Predictor != nil && m.Output.Kind == output.KindClass {
		w.Classes = m.Predictor.Names
	}
	return w
}

// Skip tells which columns need not be kept: all that are neither input nor target. It is
// for [Options].
func (w Wanted) Skip() func(name string) bool {
	kept := w.needed()
	for _, name := range slices.Concat(w.Target, w.Beside, []string{w.Weights}) {
		kept[name] = true
	}
	return func(name string) bool { return !kept[name] && !w.keeps(name) }
}

// needed are the columns that inputs are made of.
func (w Wanted) needed() map[string]bool {
	needed := map[string]bool{}
	for _, name := range w.Inputs {
		needed[name] = true
	}
	for _, level := range w.Levels {
		needed[level.Column] = true
	}
	for _, made := range w.Made {
		needed[made.Column] = true
	}
	return needed
}

// Whole tells of which columns all texts are kept: those with levels that the model
// knows, which may come after many that it does not, and the targets. It is for [Options].
func (w Wanted) Whole(name string) bool {
	for _, level := range w.Levels {
		if level.Column == name {
			return true
		}
	}
	return slices.Contains(w.Target, name) || slices.Contains(w.Beside, name) || w.keeps(name)
}

// Reading are options with which a table is read for the model: without the columns that it
// does not need, and with numbers, dates and missing values written as in the table of the fit.
func (w Wanted) Reading(options Options) Options {
	if options.NA == nil {
		options.NA = w.NA
	}
	options.Dates = cmp.Or(options.Dates, w.Dates)
	options.Skip, options.Whole, options.forms = w.Skip(), w.Whole, w.forms()
	options.Words = func(name string) bool {
		return w.Whole(name) && !slices.Contains(w.Target, name) && !slices.Contains(w.Beside, name) // levels are words
	}
	return options
}

// forms tells how the numbers of columns that are inputs are written.
func (w Wanted) forms() func(name string) cells.Form {
	forms := map[string]cells.Form{}
	for _, name := range w.Inputs {
		if _, isLevel := w.Levels[name]; !isLevel {
			forms[name] = cells.Plain
		}
	}
	maps.Copy(forms, w.written())
	return func(name string) cells.Form { return forms[name] }
}

// written are the forms of the columns whose numbers are not written plainly.
func (w Wanted) written() map[string]cells.Form {
	forms := map[string]cells.Form{}
	add := func(column, written string) {
		if form, err := cells.FormNamed(written); err == nil {
			forms[column] = form
		}
	}
	for _, made := range w.Made {
		add(made.Column, made.Form)
	}
	for name, form := range w.TargetForms {
		add(name, form)
	}
	return forms
}

// filling is what is done about missing values: the model's own, where it has any and nothing
// else was asked for.
func (w Wanted) filling() Wanted {
	switch {
	case w.Fill != nil && (w.Missing == missingIsUnsaid || w.Missing == MedianForMissing):
		w.Missing = MeanForMissing
	case w.Fill == nil && w.Missing == MeanForMissing:
		w.Fill = w.Mean
	}
	return w
}

// Apply finds a model's inputs in a table by name, and its target where it is there.
func (t *Table) Apply(w Wanted) (*Choice, error) {
	t = t.fork()
	apply := t.apply
	if t.away != nil {
		apply = t.applyElsewhere
	}
	c, err := apply(w)
	if t.failure != nil { // then nothing else is certain
		return nil, t.failure
	}
	return c, err
}

func (t *Table) apply(w Wanted) (*Choice, error) {
	w = w.filling()
	t.classes, t.labels, t.part = w.Classes, w.Listed, w.Part
	m, err := t.mapped(w)
	if err != nil {
		return nil, err
	}
	c := &Choice{roles: Roles{Missing: w.Missing, Weights: w.Weights}, Warnings: t.unknownLevels(m)}
	var target []int
	for _, name := range w.Target {
		if j, ok := t.schema.ByName[name]; ok && t.schema.Columns[j].Slot >= 0 && (t.schema.Columns[j].Type() != Empty || w.Listed != nil) {
			target = append(target, j)
		}
	}
	if len(target) < len(w.Target) {
		target = nil
	}
	if err := t.fill(c, m.features(), target, w.Kind, w.Missing, w.Weights, w.Fill != nil); err != nil {
		return nil, err
	}
	return c, nil
}

// mapped finds the inputs that are wanted.
func (t *Table) mapped(w Wanted) (*mapping, error) {
	for _, name := range w.Inputs {
		t.addZeros(name)
	}
	m := newMapping(t, w)
	if err := m.findAll(); err != nil {
		return nil, err
	}
	for k := range m.inputs {
		if err := m.inputs[k].settle(t); err != nil {
			return nil, err
		}
	}
	return &m, nil
}

// unknownLevels warns of words that some row has, but the model does not know.
func (t *Table) unknownLevels(m *mapping) []Message {
	return m.unknownLevels(func(first *input) []string { return t.occurring(first.column) })
}

// settle is prepare for a table, of which all is known.
func (f *input) settle(t *Table) error {
	if err := f.find(t); err != nil {
		return err
	}
	if f.column == nil {
		return t.schema.ProblemIn(0, f.name, "it was left out when the file was read")
	}
	if f.isLevel() && f.column.Numbers > 0 {
		j := t.schema.ByName[f.level.Column]
		t.asWords(j)
		f.column = t.schema.Columns[j]
	}
	f.prepare(t)
	return f.check(t)
}

// occurring are the words that some row has in a column.
func (t *Table) occurring(c *cells.Column) []string {
	var words []string
	for k, n := range t.occurrences(c) {
		if n > 0 {
			words = append(words, c.Words[k])
		}
	}
	return words
}

// addZeros adds a column that the file leaves out because it is all zero.
func (t *Table) addZeros(name string) {
	s := t.schema
	if _, there := s.ByName[name]; there || s.ImpliesZeros == nil || !s.ImpliesZeros(name) {
		return
	}
	if !t.ownNames {
		s.ByName, t.ownNames = maps.Clone(s.ByName), true
	}
	c := &cells.Column{Name: name, Declared: Number, Slot: s.Kept, Numbers: t.Len()}
	s.ByName[name] = len(s.Columns)
	s.Columns = append(s.Columns, c)
	s.Kept++
	t.rows.Zero = append(t.rows.Zero, 0)
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

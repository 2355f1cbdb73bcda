package suffice

import (
	"context"
	"errors"

	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// Data is a table with a target: what [Fit] learns from, and what a model must know of it to be
// applied to other tables. [NewData] makes one of rows and an output; the Data of a
// table.Choice makes one of the columns of a file, with all that there is to know.
//
// The rows may be in memory, on disk or on other machines.
type Data struct {
	X           Rows          // inputs, with weights where rows do not all count the same; see [Weigh]
	Y           output.Output // what is to be predicted
	Group       []int         // rows of the same number belong together; nil means that none do, or that it is told on other machines
	Time        []float64     // when each row was made; nil means that nobody knows, or that it is told on other machines
	ByGroup     string        // the column that Group is of; "" means none
	Independent bool          // rows are independent for certain
	ByTime      string        // the column that Time is of; "" means none
	Block       []int         // rows can be exchanged with those of the same number alone; nil means with all
	ByBlock     string        // the column that Block is of; "" means none
	Recipe      Recipe        // how the inputs were made

	// Source tells where the rows came from, with the digest of the given columns of the file;
	// nil where nobody knows.
	Source func(columns []string) *Source

	without int // rows that were left out of what Source tells of
}

// Recipe tells how columns of a table became inputs and outputs, so that a model makes them of
// other tables in the same way. Levels of nominal columns are known to the inputs themselves.
type Recipe struct {
	Made    map[string]Made    // of inputs whose columns are not plain numbers, by name
	Fill    map[string]float64 // what stands for a missing value of an input, by name
	Forms   map[string]string  // how columns of the output are written that are not plain numbers, by name
	Reading *Reading           // how the file was read, where its content did not tell
	Weights string             // the column that weighs the rows; "" means none
}

// NewData is data of inputs and an output of the same rows, of which nothing else is known.
func NewData(x Rows, y output.Output) *Data { return &Data{X: x, Y: y} }

// Len is the number of rows.
func (d *Data) Len() int { return d.X.Len() }

// Names are those of the inputs.
func (d *Data) Names() []string { return rows.Names(d.X) }

// drawer is rows on other machines, of which some can be drawn: at most so many, in their order,
// with their outputs, groups and times.
type drawer interface {
	Draw(ctx context.Context, most int, seed uint64) (*Data, error)
}

// sampleStream tells the random numbers of samples from others of the same seed.
const sampleStream = 0xe1

// Sample draws rows at random, at most so many, into the memory of this machine. Data of no more
// rows than that, which are on this machine, are returned as they are.
func (d *Data) Sample(ctx context.Context, most int, seed uint64) (*Data, error) {
	if away, ok := rows.Unweighted(d.X).(drawer); ok {
		drawn, err := away.Draw(ctx, most, seed)
		if err != nil {
			return nil, err
		}
		part := d.with(drawn.X, drawn.Y, nil)
		part.Group, part.Time, part.Block = drawn.Group, drawn.Time, drawn.Block
		return part, nil
	}
	if d.Len() <= most {
		return d, nil
	}
	which := sampling.AtMost(d.Len(), most, sampling.Random(seed, sampleStream))
	x, err := rows.Take(ctx, d.X, which)
	if err != nil {
		return nil, err
	}
	y, err := someOf(d.Y, which)
	return d.with(x, y, which), err
}

// Here is data whose rows can be read one by one: a sample of those that are on other machines,
// and others as they are.
func (d *Data) Here(ctx context.Context, seed uint64) (*Data, error) {
	if d == nil || d.X == nil {
		return nil, errors.New("there are no data to learn from")
	}
	if _, away := rows.Unweighted(d.X).(drawer); !away {
		return d, nil
	}
	return d.Sample(ctx, sampling.Enough(d.X.Width()), seed)
}

// Subset is the given rows, in ascending order, which are read as they are asked for. A model of
// them says how many were left out, and has no digest of the file. Those on other machines must be
// brought [Data.Here] before.
func (d *Data) Subset(which []int) (*Data, error) {
	if _, away := rows.Unweighted(d.X).(drawer); away {
		return nil, errors.New("rows on other machines cannot be left out one by one; draw some first")
	}
	x, err := rows.Only(d.X, which)
	if err != nil {
		return nil, err
	}
	y, err := someOf(d.Y, which)
	return d.with(x, y, which), err
}

// someOf is the output of some rows, made anew where it is that of a table, as if the table had
// no others.
func someOf(y output.Output, which []int) (output.Output, error) {
	if target := output.TargetOf(y); target != nil {
		return target.Subset(which).Output()
	}
	return output.Some(y, which), nil
}

// with is the data with fewer rows: these.
func (d *Data) with(x Rows, y output.Output, which []int) *Data {
	part := *d
	part.X, part.Y = x, y
	part.without += d.Len() - x.Len()
	units := sampling.Units{Group: d.Group, Time: d.Time, Block: d.Block}.Of(which)
	part.Group, part.Time, part.Block = units.Group, units.Time, units.Block
	return &part
}

// Fit finds components by a method, and nothing else: not their number, nor what they are worth.
// The model can be applied to other tables, which one that the method fits to X and Y itself
// cannot where columns are not plain numbers.
func (d *Data) Fit(ctx context.Context, method Reducer) (*Projection, error) {
	model, err := method.Fit(ctx, d.X, d.Y)
	if err != nil {
		return nil, err
	}
	d.finish(model)
	return model, nil
}

// finish writes into a model of the data how its inputs were made, and where they came from.
func (d *Data) finish(m *Projection) {
	recipe := d.Recipe
	m.Made, m.Fill, m.Reading = sampling.PickNamed(recipe.Made, m.Inputs), recipe.fillOf(m.Inputs), recipe.Reading
	if len(recipe.Forms) > 0 {
		m.Output.Forms = recipe.Forms
	}
	if recipe.Weights != "" {
		m.note("weights", recipe.Weights)
	}
	if d.Group != nil {
		m.note("group", d.ByGroup)
	}
	if d.Time != nil {
		m.note("time", d.ByTime)
	}
	if d.Block != nil {
		m.note("block", d.ByBlock)
	}
	if d.without > 0 {
		m.note("left_out", d.without)
	}
	if d.Source == nil {
		return
	}
	if m.Source = d.Source(m.Columns()); m.Source != nil && d.without > 0 {
		m.Source.Digest = "" // it has not seen all rows
	}
}

// fillOf is what stands for missing values, in the order of the inputs; nil unless all have it.
func (r Recipe) fillOf(inputs []string) []float64 {
	fill := make([]float64, 0, len(inputs))
	for _, name := range inputs {
		v, ok := r.Fill[name]
		if !ok {
			return nil
		}
		fill = append(fill, v)
	}
	return fill
}

// note adds a setting.
func (p *Projection) note(name string, value any) {
	if p.Settings == nil {
		p.Settings = Settings{}
	}
	p.Settings[name] = value
}

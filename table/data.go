package table

import (
	"suffice"
	"suffice/internal/cells"
	"suffice/output"
	"suffice/rows"
)

// Data is what was chosen as [suffice.Fit] takes it: the rows by their weights, without those of
// weight 0, their groups, times and blocks, how columns became inputs, how the file was read, and what it
// was. A model that is fitted to it finds its inputs in other tables by [Table.Apply].
func (c *Choice) Data() (d *suffice.Data, err error) {
	d = &suffice.Data{X: c.X, Y: c.Y, Recipe: c.recipe(), Source: c.columns.table.provenance, ByGroup: c.roles.Group, ByTime: c.roles.Time, ByBlock: c.roles.Block, Independent: c.roles.Independent}
	if away, ok := c.X.(interface{ Weighted() rows.Source }); ok {
		d.X = away.Weighted()
		return d, nil
	}
	if c.Weights != nil {
		if d.X, d.Y, err = suffice.Weigh(c.X, c.Y, c.Weights); err != nil {
			return nil, err
		}
	}
	if c.roles.Every != "" {
		for _, by := range []*string{&d.ByGroup, &d.ByBlock} {
			if *by != "" {
				*by += ", every " + c.roles.Every
			}
		}
	}
	units, err := c.columns.table.divided(c.roles, c.counting())
	d.Group, d.Time, d.Block = units.Group, units.Time, units.Block
	return d, err
}

// counting are the rows of the table whose weight is not 0; nil means all.
func (c *Choice) counting() []int {
	if c.Weights == nil {
		return c.Rows
	}
	var rows []int
	for i, w := range c.Weights {
		if w > 0 {
			rows = append(rows, c.RowOf(i))
		}
	}
	return rows
}

// recipe is how inputs and output were made of the columns of the table.
func (c *Choice) recipe() suffice.Recipe {
	t := c.columns.table
	r := suffice.Recipe{Made: map[string]rows.Made{}, Fill: map[string]float64{}, Reading: t.readingFor(c.roles), Weights: c.roles.Weights}
	for k := range c.columns.features {
		f := &c.columns.features[k]
		if f.made != (rows.Made{}) {
			r.Made[f.name] = f.made
		}
		if !cells.IsMissing(f.fill) {
			r.Fill[f.name] = f.fill
		}
	}
	if c.Y != nil {
		r.Forms = t.formsOf(output.Names(c.Y))
	}
	return r
}

// formsOf tells how the numbers of columns are written that are not plain; nil where all are.
func (t *Table) formsOf(names []string) map[string]string {
	var forms map[string]string
	for _, name := range names {
		j, there := t.schema.ByName[name]
		if !there || t.schema.Columns[j].Form == cells.Plain || t.schema.Columns[j].Numbers == 0 {
			continue
		}
		if forms == nil {
			forms = map[string]string{}
		}
		forms[name] = t.schema.Columns[j].Form.String()
	}
	return forms
}

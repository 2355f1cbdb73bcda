package table

import (
	"suffice"
	"suffice/internal/cells"
	"suffice/output"
	"suffice/rows"
)

// Data is what was chosen as [suffice.Fit] takes it: the rows by their weights, without those of
// weight 0, how columns became inputs, how the file was read, and what it was. A model that is
// fitted to it finds its inputs in other tables by [Table.Apply].
func (c *Choice) Data() (*suffice.Data, error) {
	x, y, err := c.weighed()
	if err != nil {
		return nil, err
	}
	return &suffice.Data{X: x, Y: y, Recipe: c.recipe(), Source: c.columns.table.provenance}, nil
}

// weighed is inputs and output with the weights of the rows, where a column weighs them.
func (c *Choice) weighed() (rows.Source, output.Output, error) {
	if away, ok := c.X.(interface{ Weighted() rows.Source }); ok {
		return away.Weighted(), c.Y, nil
	}
	if c.Weights == nil {
		return c.X, c.Y, nil
	}
	return suffice.Weigh(c.X, c.Y, c.Weights)
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

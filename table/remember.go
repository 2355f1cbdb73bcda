package table

import (
	"suffice"
	"suffice/internal/cells"
	"suffice/rows"
)

// Remember tells a model that was fitted on the inputs of the choice how these were made of the
// columns of the table, and what stands for missing values, so that it reads other tables in
// the same way.
func (c *Choice) Remember(m *suffice.Projection) {
	columns := c.columns
	switch x := c.X.(type) {
	case *Columns:
		columns = x
	case *sparseColumns:
		columns = x.Columns
	}
	if columns == nil {
		return
	}
	byName := map[string]*feature{}
	for k := range columns.features {
		byName[columns.features[k].name] = &columns.features[k]
	}
	fill, filled := make([]float64, len(m.Inputs)), true
	for j, name := range m.Inputs {
		f := byName[name]
		if f == nil {
			return // it was fitted on something else
		}
		fill[j], filled = f.fill, filled && !cells.IsMissing(f.fill)
		if f.made == (rows.Made{}) {
			continue
		}
		if m.Made == nil {
			m.Made = map[string]rows.Made{}
		}
		m.Made[name] = f.made
	}
	if forms := columns.table.formsOf(m.Output.Names); forms != nil {
		m.Output.Forms = forms
	}
	if filled {
		m.Fill = fill
	}
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

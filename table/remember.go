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
	var columns *Columns
	switch x := c.X.(type) {
	case *Columns:
		columns = x
	case *sparseColumns:
		columns = x.Columns
	default:
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
	for _, name := range m.Output.Names {
		j, there := columns.table.schema.ByName[name]
		if !there || columns.table.schema.Columns[j].Form == cells.Plain || columns.table.schema.Columns[j].Numbers == 0 {
			continue
		}
		if m.Output.Forms == nil {
			m.Output.Forms = map[string]string{}
		}
		m.Output.Forms[name] = columns.table.schema.Columns[j].Form.String()
	}
	if filled {
		m.Fill = fill
	}
}

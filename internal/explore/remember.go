package explore

import (
	"suffice"
	"suffice/internal/release"
)

// remember tells a model how its table was read, as suffice fit does, so that it reads other
// tables in the same way.
func (c *chosen) remember(m *suffice.Projection) {
	if c.roles.Weights != "" && m.Settings != nil {
		m.Settings["weights"] = c.roles.Weights
	}
	c.choice.Remember(m)
	c.data.table.Record(m, c.data.options, c.roles, c.data.file, release.Version())
	if c.data.upload != "" && m.Source != nil {
		m.Source.Date = "" // that of the upload, not of the file
	}
}

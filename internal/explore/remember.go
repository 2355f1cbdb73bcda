package explore

import (
	"suffice"
	"suffice/internal/release"
	"suffice/internal/wording"
)

// remember tells a model how its table was read, as suffice fit does, so that it reads other
// tables in the same way.
func (c *chosen) remember(m *suffice.Projection, seen *training) {
	if c.roles.Weights != "" && m.Settings != nil {
		m.Settings["weights"] = c.roles.Weights
	}
	c.choice.Remember(m)
	c.data.table.Record(m, c.data.options, c.roles, c.data.file, release.Version())
	if c.data.upload != "" && m.Source != nil {
		m.Source.Date = "" // that of the upload, not of the file
	}
	if seen.excluded > 0 {
		m.Warnings = append(m.Warnings, leftOutInWords(seen.excluded))
		if m.Settings != nil {
			m.Settings["left_out"] = seen.excluded
		}
		if m.Source != nil {
			m.Source.Digest = "" // the model has not seen all rows that it tells of
		}
	}
}

// leftOutInWords is a warning of a model that has not seen all rows of its file.
func leftOutInWords(n int) string {
	return wording.Count(n, "row") + " of the file were selected by hand and left out of the fit"
}

package table

import "suffice/internal/cells"

// takeMarks makes the numbers of a block missing that were named as marks of missing values.
func takeMarks(s *cells.Schema, b *cells.Block) {
	marks := s.About.NA
	if !marks.HaveNumbers() {
		return
	}
	bySlot := make([]*cells.Column, s.Kept)
	for _, c := range s.Columns {
		if c.Slot >= 0 && !c.Form.IsTime() && !c.Stored.IsTime() {
			bySlot[c.Slot] = c
		}
	}
	b.EachNumber(bySlot, func(c *cells.Column, cell *float64) {
		if marks.HaveNumber(*cell) {
			c.Numbers--
			*cell = c.Missing(cells.NumberAsWord(*cell), 0)
		}
	})
}

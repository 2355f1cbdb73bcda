package table

import (
	"errors"
	"slices"
	"strings"

	"suffice/internal/cells"
)

// errOutline says that an outline is none that [Table.Outline] makes.
var errOutline = errors.New("the outline of a part contradicts itself; use the same suffice everywhere")

// mostOutlinedRows is how many rows an outline can have, so that those of all parts can be counted.
const mostOutlinedRows = 1 << 42

// isSound reports whether an outline that was sent is one that can be joined: what it counts is
// what its rows can have, and what one of its fields promises is there.
func (o *Outline) isSound() bool {
	if o.Rows < 0 || o.Rows > mostOutlinedRows {
		return false
	}
	return !slices.ContainsFunc(o.Columns, func(c outlined) bool { return !c.isSound(o.Rows) })
}

func (o *outlined) isSound(rows int) bool {
	if !o.Kept {
		return true
	}
	of := func(n int) bool { return 0 <= n && n <= rows }
	counts := of(o.Numbers) && of(o.Texts) && of(o.Gaps) && o.Numbers+o.Texts+o.Gaps == rows && of(o.Formed)
	known := o.Type >= cells.Empty && o.Type <= cells.Mixed && cells.Form(o.Form).IsKnown() && cells.Form(o.Stored).IsKnown() && cells.Doubt(o.Doubt).IsKnown()
	words := len(o.Counts) == len(o.Words) && len(o.Lines) <= len(o.Words) && (!o.Many || len(o.Words) == 0) && !slices.ContainsFunc(o.Counts, func(n int) bool { return !of(n) })
	return counts && known && words && strings.TrimSpace(o.Name) != "" && o.Seen.isSound() && (o.Moments == nil || o.Moments.N > 0 && of(o.Moments.N))
}

func (o *sightings) isSound() bool {
	return o != nil && o.Others >= 0 && !slices.ContainsFunc(o.Marks, func(mark []float64) bool { return len(mark) != 2 })
}

// Package parts is what package table and the engine tell each other of tables whose parts are
// elsewhere: outlines of the parts, and some of their numbers.
package parts

import (
	"slices"
	"strings"

	"suffice/internal/cells"
)

// Outline is what there is to know of the columns of a table to choose from them, without
// its rows. It is sent as JSON: several machines that have a part of a table each outline
// theirs, and package table joins them.
type Outline struct {
	Source  string
	Format  string
	ByRow   bool
	Rows    int
	Labels  []string `json:",omitempty"` // declared by the file
	Comma   bool     `json:",omitempty"` // numbers have one before their decimals
	Columns []Column
}

// Column is what there is to know of one: the column itself, with how often each of its words
// comes, and what passes over its numbers find.
type Column struct {
	cells.Column
	Seen    *Seen    `json:",omitempty"`
	Moments *Moments `json:",omitempty"`
	Series  *Run     `json:",omitempty"`
}

// Run tells whether the numbers of a column rise from row to row and, of one that is called
// an identifier, whether they differ.
type Run struct {
	First, Last  float64
	Rises, ByOne bool
	Differ       bool      `json:",omitempty"` // they are whole, and none of the part comes twice
	Some         []float64 `json:",omitempty"` // as many of them as are compared with those of other parts
}

// SpreadOf asks for numbers of which a description of the table tells medians, how many different ones
// there are, and whether they seem to be capped. Those who have the rows answer with
// a [Spread] for each column.
type SpreadOf struct {
	Columns []string  // by their names, as parts may have them in other orders
	Max     []float64 // of each
	Every   int       // one row of so many is wanted
}

// Spread is some numbers of a column, and how many of all are the largest.
type Spread struct {
	Values []float64
	AtMax  int
}

// mostOutlinedRows is how many rows an outline can have, so that those of all parts can be counted.
const mostOutlinedRows = 1 << 42

// IsSound reports whether an outline that was sent is one that can be joined: what it counts is
// what its rows can have, and what one of its fields promises is there.
func (o *Outline) IsSound() bool {
	if o.Rows < 0 || o.Rows > mostOutlinedRows {
		return false
	}
	return !slices.ContainsFunc(o.Columns, func(c Column) bool { return !c.isSound(o.Rows) })
}

func (o *Column) isSound(rows int) bool {
	if o.Slot < 0 {
		return true
	}
	of := func(n int) bool { return 0 <= n && n <= rows }
	counts := of(o.Numbers) && of(o.Texts) && of(o.Gaps) && o.Numbers+o.Texts+o.Gaps == rows && of(o.Formed)
	known := o.Declared >= cells.Empty && o.Declared <= cells.Mixed && o.Form.IsKnown() && o.Stored.IsKnown() && o.Doubtful.IsKnown()
	words := len(o.Counts) == len(o.Words) && len(o.Lines) <= len(o.Words) && (!o.Many || len(o.Words) == 0) && !slices.ContainsFunc(o.Counts, func(n int) bool { return !of(n) })
	return counts && known && words && strings.TrimSpace(o.Name) != "" && o.Seen != nil && o.Seen.Others >= 0 && (o.Moments == nil || o.Moments.N > 0 && of(o.Moments.N))
}

// OpenDates are the columns whose dates some parts leave open, as 3/4/2024 does, and others do
// not: "dmy" or "mdy" by their names, as those others have them. With these as the DatesOf of options,
// the parts are to be outlined again.
func OpenDates(outlines []*Outline) map[string]string {
	open, orders := map[string]bool{}, map[string]string{}
	for _, part := range outlines {
		if part == nil {
			continue
		}
		for _, c := range part.Columns {
			open[c.Name] = open[c.Name] || c.Doubtful == cells.DayOrMonth
			if order := c.Form.DayOrder(); order != "" {
				if other, told := orders[c.Name]; told && other != order {
					order = "" // the parts contradict each other
				}
				orders[c.Name] = order
			}
		}
	}
	for name, order := range orders {
		if !open[name] || order == "" {
			delete(orders, name)
		}
	}
	return orders
}

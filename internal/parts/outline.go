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

// Column is what there is to know of one.
type Column struct {
	Name             string
	Type             cells.Type // declared by the file
	Kept             bool
	Whole, AsText    bool     `json:",omitempty"`
	Nominal, AsWords bool     `json:",omitempty"`
	Separated        string   `json:",omitempty"`
	Numbers, Texts   int      `json:",omitempty"`
	Gaps, Formed     int      `json:",omitempty"`
	Text, Gap        *Place   `json:",omitempty"`
	Words            []string `json:",omitempty"`
	Lines, Counts    []int    `json:",omitempty"`
	Many             bool     `json:",omitempty"`
	Form, Stored     int      `json:",omitempty"`
	Doubt            int      `json:",omitempty"`
	Folded           []string `json:",omitempty"`
	Seen             *Seen    `json:",omitempty"`
	Moments          *Moments `json:",omitempty"`
	Series           *Run     `json:",omitempty"`
}

// Place is where a value is.
type Place struct {
	Line  int
	Value string
}

// Seen is what a pass finds in the numbers of a column.
type Seen struct {
	Distinct         []float64   `json:",omitempty"`
	Few, Zero, Whole bool        `json:",omitempty"`
	Others           int         `json:",omitempty"`
	Low, High        float64     `json:",omitempty"`
	Marks            [][]float64 `json:",omitempty"` // with how often each comes
	Huge             bool        `json:",omitempty"`
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
	if !o.Kept {
		return true
	}
	of := func(n int) bool { return 0 <= n && n <= rows }
	counts := of(o.Numbers) && of(o.Texts) && of(o.Gaps) && o.Numbers+o.Texts+o.Gaps == rows && of(o.Formed)
	known := o.Type >= cells.Empty && o.Type <= cells.Mixed && cells.Form(o.Form).IsKnown() && cells.Form(o.Stored).IsKnown() && cells.Doubt(o.Doubt).IsKnown()
	words := len(o.Counts) == len(o.Words) && len(o.Lines) <= len(o.Words) && (!o.Many || len(o.Words) == 0) && !slices.ContainsFunc(o.Counts, func(n int) bool { return !of(n) })
	return counts && known && words && strings.TrimSpace(o.Name) != "" && o.Seen.isSound() && (o.Moments == nil || o.Moments.N > 0 && of(o.Moments.N))
}

func (o *Seen) isSound() bool {
	return o != nil && o.Others >= 0 && !slices.ContainsFunc(o.Marks, func(mark []float64) bool { return len(mark) != 2 })
}

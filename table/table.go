package table

import (
	"context"
	"slices"
	"time"

	"suffice/internal/cells"
	"suffice/internal/humanize"
	"suffice/internal/spool"
)

// Table is a table with named columns of numbers or text. It is in memory, or, where it is
// larger than [Options] allow, on a temporary file but for its first rows.
type Table struct {
	schema *cells.Schema
	rows   *spool.Rows
	memory int64 // bytes that the table may take; 0 means any number

	found    *findings
	digest   *digest  // nil where nobody asked for it
	ownNames bool     // a fork has its own names of columns
	classes  []string // of a model that a fork is for
	part     bool     // a fork is for some rows of a larger table
	labels   *Listed  // that the target of a fork lists; nil where it is to tell
	away     *away    // nil unless the rows are elsewhere
	origin   origin

	ctx     context.Context // of reading; rows that are read again are part of it
	failure error           // of reading rows again
}

// fork is the same table for a choice, which may understand columns otherwise without
// changing the table.
func (t *Table) fork() *Table {
	schema, rows := *t.schema, *t.rows
	schema.Columns = slices.Clone(schema.Columns)
	rows.Zero = slices.Clip(rows.Zero)
	return &Table{schema: &schema, rows: &rows, memory: t.memory, found: t.found, digest: t.digest, away: t.away, origin: t.origin, ctx: t.ctx}
}

// Source is what messages call the table: its file.
func (t *Table) Source() string { return t.schema.Source }

// Written is when the file was written that the table was read from, and false where there is
// none.
func (t *Table) Written() (time.Time, bool) { return t.schema.Origin.Written() }

// Format is that of the file, such as "csv".
func (t *Table) Format() string { return t.schema.Format }

// DecimalComma reports whether numbers of the file were read with a comma before their decimals.
func (t *Table) DecimalComma() bool { return t.schema.About != nil && t.schema.About.Point == ',' }

// Names of the columns, in the order of the file; a column without a name has "".
func (t *Table) Names() []string {
	names := make([]string, t.Width())
	for j, c := range t.schema.Columns {
		names[j] = c.Name
	}
	return names
}

// DeclaredLabels are the columns that the file itself declares to be labels, as MEKA's
// ARFF files do.
func (t *Table) DeclaredLabels() []string { return t.schema.Labels }

// Remarks say how the file was understood, where that is not plain: which sheet was read, or
// that lines above the header were skipped.
func (t *Table) Remarks() []Message { return t.schema.Remarks }

// Len is the number of rows.
func (t *Table) Len() int { return t.rows.Len() }

// Width is the number of columns.
func (t *Table) Width() int { return len(t.schema.Columns) }

// Find returns the position of the column of that name, or a [MissingColumn].
func (t *Table) Find(name string) (int, error) {
	if j, ok := t.schema.ByName[name]; ok {
		return j, nil
	}
	named := t.named()
	return 0, &MissingColumn{Source: t.Source(), Name: name, Meant: humanize.Nearest(name, named), Names: named}
}

// named are the names of the columns that have one.
func (t *Table) named() []string {
	var named []string
	for _, c := range t.schema.Columns {
		if c.Name != "" {
			named = append(named, c.Name)
		}
	}
	return named
}

// zeroCells are what sparse rows leave out: 0, or the first word where the column is
// declared nominal.
func zeroCells(s *cells.Schema) []float64 {
	zero := make([]float64, s.Kept)
	for _, c := range s.Columns {
		if c.Slot >= 0 && c.Declared == Nominal && len(c.Words) > 0 {
			zero[c.Slot] = cells.WordCell(0)
		}
	}
	return zero
}

// countZeros tells the columns how often sparse rows leave them out.
func countZeros(s *cells.Schema, entries *spool.Entries) {
	for _, c := range s.Columns {
		switch {
		case !entries.Some() || c.Slot < 0:
		case c.Declared == Nominal && len(c.Words) > 0:
			c.Texts += entries.LeftOut(c.Slot)
		default:
			c.Numbers += entries.LeftOut(c.Slot)
		}
	}
}

// Spooled tells how many bytes of the table are on a temporary file because they do not
// fit into memory, and how often they were read; 0 and 0 for a table in memory.
func (t *Table) Spooled() (bytes int64, passes int) { return t.rows.OnFile() }

// Close gives back what a table takes that does not fit into memory. Its rows cannot be
// read after that. A table in memory has nothing to close.
func (t *Table) Close() error { return t.rows.Close() }

package table

import (
	"fmt"
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/humanize"
	"suffice/internal/offers"
	"suffice/internal/parts"
)

// tables is what the engine does with tables whose parts are on several machines. It is offered by
// way of package offers, as programs outside have no use for it.
type tables struct{}

var _ = offers.Make(tables{})

// Outline is what a part of a table tells of its columns, for roles.
func (tables) Outline(t *Table, r Roles) (*parts.Outline, error) { return t.outline(r) }

// Join makes a table of the outlines of its parts, in order, nil for those without rows. The
// options are those that the parts were read with. The asker is asked for what needs rows.
func (tables) Join(source string, options Options, outlines []*parts.Outline, asker asker) (*Table, error) {
	t, err := joinOutlines(source, options, outlines)
	if err == nil {
		t.away.asker = asker
	}
	return t, err
}

// FirstRows are the rows that the parts of a table begin with, and how many rows there are in all.
func (tables) FirstRows(t *Table) []int { return t.away.first }

// Spread is some numbers of a part that begins with the given row.
func (tables) Spread(t *Table, of *parts.SpreadOf, first int) ([]parts.Spread, error) {
	return t.spreadIn(of, first)
}

// FillWith makes these numbers stand for missing values of the inputs, in models that
// remember the choice.
func (tables) FillWith(c *Choice, values []float64) {
	for k := range c.columns.features {
		c.columns.features[k].fill = values[k]
	}
}

// PresentSums are the sums of the inputs over the rows that have them, and how many rows
// that are, one of each for an input.
func (tables) PresentSums(c *Choice) (sums []float64, counts []int, err error) {
	var x *Columns
	switch own := c.X.(type) {
	case *Columns:
		x = own
	case *sparseColumns:
		x = own.Columns
	default:
		return nil, nil, errAway
	}
	t := x.table.fork()
	sums, counts = t.presentSums(x)
	return sums, counts, t.failure
}

// Modes are what stands for missing values of the inputs that are levels, by [modesOf].
func (tables) Modes(c *Choice, sums []float64, present []int) []float64 {
	return modesOf(c.columns.features, sums, present)
}

// CheckRows says where rows that a choice leaves of a table of outlines are too few, n with all values
// of which some count by a column of weights, and warns of those that are dropped.
func (tables) CheckRows(t *Table, n, counting int, weights string) (warnings []Message, err error) {
	all := t.Len()
	if n < all {
		warnings = append(warnings, t.droppedRows(all-n, all))
	}
	switch {
	case n < 2:
		err = &Error{Source: t.Source(), Problem: fmt.Sprintf("only %s of %d has all values, but at least 2 are needed; exclude columns that miss many", humanize.Count(n, "row"), all)}
	case counting == 0:
		err = t.allWeightsZero(weights)
	}
	return warnings, err
}

// ClassesOf are the classes of a target that its parts have, each once and in order, of
// which those are one that differ by the case of letters where the whole table says so.
func (tables) ClassesOf(t *Table, target string, names []string) []string {
	var folded map[string]bool
	if j, err := t.Find(target); err == nil {
		folded = t.schema.Columns[j].Folded
	}
	var classes []string
	for _, name := range names {
		if small := strings.ToLower(name); folded[small] {
			name = small
		}
		classes = append(classes, name)
	}
	slices.SortFunc(classes, cells.CompareLevels)
	return slices.Compact(classes)
}

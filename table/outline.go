package table

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/parts"
	"suffice/internal/spool"
)

// mostOutlined is how many words are kept of a column that is not kept whole: more make no
// levels.
const mostOutlined = 2000

// outline outlines the table for roles.
func (t *Table) outline(r Roles) (*parts.Outline, error) {
	t = t.fork()
	if err := t.makeNominal(Roles{Nominal: r.Nominal}); err != nil {
		return nil, err
	}
	t.look(t.schema.Columns...)
	moments := t.moments()
	o := &parts.Outline{Source: t.Source(), Format: t.schema.Format, ByRow: t.schema.ByRow, Rows: t.Len(), Labels: t.schema.Labels, Comma: t.DecimalComma()}
	for _, c := range t.schema.Columns {
		out := outlineOf(c)
		if c.Slot >= 0 {
			out.Seen = t.seenIn(c)
			if m := moments[c.Slot]; m.N > 0 {
				m.Mean, m.Square = finiteOr(m.Mean), finiteOr(m.Square)
				out.Moments = &m
			}
			if out.Words != nil {
				out.Counts = t.occurrences(c)
			}
			if c.OnlyNumbers() && !t.rows.OnlySparse() {
				out.Series = t.runOf(c)
			}
		}
		o.Columns = append(o.Columns, out)
	}
	return o, t.failure
}

func finiteOr(v float64) float64 { return min(v, math.MaxFloat64) }

func outlineOf(c *cells.Column) parts.Column {
	out := parts.Column{Column: *c}
	out.Counts = nil
	if len(c.Words) > mostOutlined && !c.Whole {
		out.Many, out.Words, out.Lines = true, nil, nil
	}
	if c.Texts == 0 {
		out.FirstText = cells.Place{}
	}
	if c.Gaps == 0 {
		out.FirstGap = cells.Place{}
	}
	return out
}

// runOf is that of a column of numbers.
func (t *Table) runOf(c *cells.Column) *parts.Run {
	r := &parts.Run{Rises: true, ByOne: true}
	t.eachCell(c, func(i int, v float64) {
		if i == 0 {
			r.First = v
		} else {
			r.Rises, r.ByOne = r.Rises && v > r.Last, r.ByOne && v == r.Last+1
		}
		whole := v == math.Trunc(v)
		r.Rises, r.ByOne, r.Last = r.Rises && whole, r.ByOne && whole, v
	})
	if c.Gaps > 0 {
		return nil
	}
	if isCalledIdentifier(c.Name) {
		r.Differ, r.Some = t.differ(c)
	}
	return r
}

// mostCompared is how many numbers of a part are compared with those of others. They are those
// with the smallest mixed bits, so that a number that comes in several parts is one of them in
// all or in none.
const mostCompared = 1 << 10

// differ reports whether the numbers of a column are whole and each comes once, with those to
// compare with other parts.
func (t *Table) differ(c *cells.Column) (differ bool, some []float64) {
	differ = true
	t.eachCell(c, func(_ int, v float64) {
		if differ = differ && v == math.Trunc(v); differ {
			some = append(some, v)
		}
	})
	if !differ {
		return false, nil
	}
	return toCompare(some)
}

// toCompare are the numbers to compare, and whether each comes once.
func toCompare(values []float64) (differ bool, some []float64) {
	slices.SortFunc(values, func(a, b float64) int { return cmp.Compare(mixed(a), mixed(b)) })
	for k := 1; k < len(values); k++ {
		if values[k] == values[k-1] {
			return false, nil
		}
	}
	return true, slices.Clone(values[:min(mostCompared, len(values))])
}

// errAway says that a table is only an outline.
var errAway = errors.New("this needs rows that are elsewhere; leave it out, or use one machine")

// joinOutlines makes a table of the outlines of its parts, in order, nil for those without
// rows. Columns can be chosen from it and described, but it has no rows. The options are those
// that the parts were read with.
func joinOutlines(source string, options Options, outlines []*parts.Outline) (*Table, error) {
	var whole *Table
	first := []int{0}
	for order, part := range outlines {
		count := first[order]
		if part != nil {
			count += part.Rows
		}
		if first = append(first, count); count == first[order] {
			continue
		}
		below, err := tableOf(part, order+1)
		if err != nil {
			return nil, err
		}
		if whole == nil {
			whole = below
			continue
		}
		if err := whole.align(below); err != nil {
			return nil, err
		}
		if err := whole.checkSame(below); err != nil {
			return nil, err
		}
		whole.away.join(whole, below)
	}
	if whole == nil {
		return nil, &Error{Source: source, Problem: cells.NoRows}
	}
	schema := *whole.schema
	schema.Source = source
	whole.schema, whole.rows, whole.away.first = &schema, spool.Away(first[len(outlines)], errAway), first
	path, _, _ := strings.Cut(source, ", ")
	whole.origin = originOf(path, options)
	return whole, whole.away.settle(whole)
}

// away is what is known of the columns of a table without rows, beside its findings.
type away struct {
	first   []int                        // the row that each part begins with, and how many there are in all
	moments []parts.Moments              // by slot
	runs    map[*cells.Column]*parts.Run // of numbers that may rise
	asker   asker                        // nil where nobody has the rows
}

// asker asks those who have the rows for what outlines do not tell.
type asker = interface {
	// Prepare gives a choice its inputs and output, which are elsewhere.
	Prepare(t *Table, c *Choice, r Roles, w Wanted) error
	// Spread brings numbers of all parts, read with these orders of days and months; nil where
	// some part has none to give.
	Spread(t *Table, of *parts.SpreadOf, dates map[string]string) ([]parts.Spread, error)
}

// errOutline says that an outline is none that [Table.outline] makes.
var errOutline = errors.New("the outline of a part contradicts itself; use the same suffice everywhere")

// tableOf is the part as a table without rows.
func tableOf(o *parts.Outline, order int) (*Table, error) {
	if !o.IsSound() {
		return nil, errOutline
	}
	s := cells.NewSchema(o.Source, cells.Options{})
	s.Format, s.ByRow, s.Order, s.Labels = o.Format, o.ByRow, order, o.Labels
	if o.Comma {
		s.About.Point = ','
	}
	t := &Table{schema: s, rows: spool.Away(o.Rows, errAway), found: newFindings(), away: &away{runs: map[*cells.Column]*parts.Run{}}}
	for _, from := range o.Columns {
		c, err := s.Add(from.Name, from.Declared, 0)
		if err != nil {
			return nil, err
		}
		if from.Slot < 0 {
			s.Drop(c)
			continue
		}
		understand(c, from.Column, s)
		t.away.moments = append(t.away.moments, parts.Moments{})
		if from.Moments != nil {
			t.away.moments[c.Slot] = *from.Moments
		}
		t.found.seen[c], t.found.counts[c], t.away.runs[c] = from.Seen, from.Counts, from.Series
	}
	return t, nil
}

// understand gives a column what was told of it.
func understand(c *cells.Column, told cells.Column, s *cells.Schema) {
	told.Name, told.Slot, told.About, told.Counts, told.Index = c.Name, c.Slot, c.About, nil, map[string]int{}
	for k, word := range told.Words {
		told.Index[word] = k
	}
	told.FirstText.Of, told.FirstGap.Of = s, s
	*c = told
}

package table

import (
	"slices"

	"suffice/internal/cells"
	"suffice/internal/parts"
)

// align puts the columns of another part in the order that they have here, by their names.
func (t *Table) align(below *Table) error {
	var nameless []*cells.Column
	for _, c := range below.schema.Columns {
		if _, there := t.schema.ByName[c.Name]; c.Name != "" && !there {
			return below.unlike("%s has no column %q", t.Source(), c.Name)
		} else if c.Name == "" {
			nameless = append(nameless, c)
		}
	}
	var aligned []*cells.Column
	for _, c := range t.schema.Columns {
		if j, there := below.schema.ByName[c.Name]; there {
			aligned = append(aligned, below.schema.Columns[j])
		} else if c.Name == "" && len(nameless) > 0 {
			aligned, nameless = append(aligned, nameless[0]), nameless[1:]
		}
	}
	if len(aligned) == below.Width() { // else some are not there
		below.schema.Columns = aligned
	}
	return nil
}

// join adds what is known of the rows of another part, which come below.
func (a *away) join(t, below *Table) {
	for j, c := range t.schema.Columns {
		if c.Slot < 0 {
			continue
		}
		later := below.schema.Columns[j]
		if saysMore(later, c) {
			c.Form, c.Doubtful = later.Form, later.Doubtful
		}
		words := c.Merge(later)
		c.Doubtful = max(c.Doubtful, later.Doubtful)
		for word := range later.Folded {
			if c.Folded == nil {
				c.Folded = map[string]bool{}
			}
			c.Folded[word] = true
		}
		t.found.counts[c] = addCounts(c, t.found.counts[c], words, below.found.counts[later])
		t.found.seen[c].Join(below.found.seen[later])
		a.moments[c.Slot].Join(below.away.moments[later.Slot])
		a.runs[c] = joinRuns(a.runs[c], below.away.runs[later])
	}
}

// saysMore reports whether a later part tells better how the numbers of a column are written: those
// before are plain, or dates in which nothing is a day or a month by its place.
func saysMore(later, c *cells.Column) bool {
	switch {
	case c.Numbers+c.Texts == 0:
		return true
	case c.Form == cells.Dates:
		return later.Form == cells.DayFirst || later.Form == cells.MonthFirst
	}
	return c.Formed == 0 && later.Formed > 0
}

// addCounts adds how often the words of a later part come, which are these cells here.
func addCounts(c *cells.Column, counts []int, words []float64, later []int) []int {
	if c.Many {
		return nil
	}
	counts = append(counts, make([]int, len(c.Words)-len(counts))...)
	for k, cell := range words {
		if word := cells.WordOf(cell); word >= 0 {
			counts[word] += later[k]
		}
	}
	return counts
}

// settle makes words that differ by nothing but the case of their letters one, as in a table
// that was read as a whole, and says where parts differ too much.
func (a *away) settle(t *Table) error {
	for _, c := range t.schema.Columns {
		if c.Slot < 0 || c.Texts == 0 || c.Many {
			continue
		}
		if c.Numbers > 0 && (c.Texts > c.Numbers || c.Separated != "") {
			return t.schema.ProblemAt(c.FirstText, c.Name, cells.Shown(c.FirstText.Value)+" is a word, but other parts of the table have numbers; write all in the same way, or leave the column out")
		}
		meaning, left := meaningOf(c)
		if slices.Equal(c.Words, left) {
			continue
		}
		counts := make([]int, len(left))
		for k, cell := range meaning {
			if word := cells.WordOf(cell); word >= 0 {
				counts[word] += t.found.counts[c][k]
			}
		}
		first := c.FirstText
		c.Keep(meaning, left)
		c.FirstText, t.found.counts[c] = first, counts
	}
	t.checkDates()
	return t.failure
}

// joinRuns puts a run after another; nil where one of them is none.
func joinRuns(r, later *parts.Run) *parts.Run {
	if r == nil || later == nil {
		return nil
	}
	joined := &parts.Run{First: r.First, Last: later.Last, Rises: r.Rises && later.Rises && later.First > r.Last, ByOne: r.ByOne && later.ByOne && later.First == r.Last+1}
	if r.Differ && later.Differ {
		joined.Differ, joined.Some = toCompare(slices.Concat(r.Some, later.Some))
	}
	return joined
}

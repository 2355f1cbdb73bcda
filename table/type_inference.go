package table

import (
	"slices"
	"strings"

	"suffice/internal/cells"
)

// settle decides what the words of columns are, once all rows are there. Words that are
// numbers in some form become numbers, and variants of a word one word. In columns that hold
// both numbers and words even so, the numbers are words too where most are words, or some are
// lists of labels.
func (t *Table) settle() {
	t.rows.Zero = zeroCells(t.schema)
	countZeros(t.schema, &t.rows.Entries)
	t.understand()
	var words []*cells.Column
	for _, c := range t.schema.Columns {
		if c.Slot >= 0 && c.Numbers > 0 && (c.Texts > c.Numbers || c.Texts > 0 && c.Separated != "") {
			words = append(words, c)
		}
	}
	t.numbersToWords(true, words...)
	t.digestAgain()
}

// understand gives words the cells that they stand for, in one pass for all columns that
// have such words.
func (t *Table) understand() {
	bySlot := make([]*cells.Column, t.schema.Kept)
	meaning, kept := map[*cells.Column][]float64{}, map[*cells.Column][]string{}
	for _, c := range t.schema.Columns {
		if c.Slot < 0 || c.Texts == 0 || c.Many {
			continue
		}
		c.FindForm()
		t.settleComma(c)
		if words, left := meaningOf(c); !cells.InOrder(words) || !slices.Equal(c.Words, left) {
			bySlot[c.Slot], meaning[c], kept[c] = c, words, left
		}
	}
	t.found = newFindings() // what was found is of cells as they were
	if len(meaning) > 0 {
		t.fail(t.rows.Change(t.context(), func(b *cells.Block) (changed bool) {
			b.EachWord(bySlot, func(c *cells.Column, cell *float64, word int) {
				*cell, changed = meaning[c][word], true
				c.Learn(*cell)
			})
			return changed
		}))
	}
	for c, words := range meaning {
		c.Keep(words, kept[c])
	}
	t.checkDates()
}

// settleComma decides what a comma is, where words alone leave it open or contradict numbers
// that have points: numbers with decimals say that a comma is no decimal sign.
func (t *Table) settleComma(c *cells.Column) {
	if c.Numbers == c.Formed || c.Doubtful == cells.DayOrMonth || c.Doubtful == cells.NoDoubt && c.Form != cells.CommaAmounts || t.schema.About.Point == ',' || t.seenIn(c).Whole {
		return
	}
	switch {
	case c.Formed > 0 || c.Form != cells.CommaAmounts:
	case c.Doubtful == cells.CommaAsPoint:
		c.Form = cells.Amounts
	default:
		c.Form = cells.Plain
	}
	c.Doubtful = cells.NoDoubt
}

// meaningOf are the cells that the words of a column stand for: numbers in its form, none, or
// words, of which variants are one. The words that are left are the second result.
func meaningOf(c *cells.Column) (meaning []float64, left []string) {
	meaning = make([]float64, len(c.Words))
	same, at := variantsIn(c), map[string]int{}
	for k, word := range c.Words {
		cell, done := c.Translate(word)
		if !done {
			if folded, varies := same[word]; varies {
				word = folded
			}
			if _, known := at[word]; !known {
				at[word] = len(left)
				left = append(left, word)
			}
			cell = cells.WordCell(at[word])
		}
		meaning[k] = cell
	}
	return meaning, left
}

// checkDates says where dates and plain numbers are mixed, of which nobody knows what they
// count.
func (t *Table) checkDates() {
	for _, c := range t.schema.Columns {
		if c.Slot >= 0 && c.Form.IsTime() && c.Formed > 0 && c.Numbers > c.Formed {
			t.fail(t.schema.ProblemIn(0, c.Name, "some values are dates or times, and others plain numbers; write all in the same way, or leave the column out"))
		}
	}
}

// variantsIn finds words that differ by nothing but the case of their letters, as people type
// them: yes, Yes and YES, or true, True and TRUE. They are one, in small letters.
func variantsIn(c *cells.Column) map[string]string {
	if c.Numbers > 0 || c.Form != cells.NoForm || c.AsText || c.AsWords || c.Separated != "" || c.Declared != Empty || len(c.Words) > cells.MostLevels*2 {
		return nil
	}
	byFold := map[string][]string{}
	for _, word := range c.Words {
		byFold[strings.ToLower(word)] = append(byFold[strings.ToLower(word)], word)
	}
	var same map[string]string
	for folded, group := range byFold {
		if len(group) < 2 || !mayVary(folded) {
			continue
		}
		if same == nil {
			same, c.Folded = map[string]string{}, map[string]bool{}
		}
		c.Folded[folded] = true
		for _, word := range group {
			same[word] = folded
		}
	}
	return same
}

// mayVary reports whether a word in other letters is the same word: not where it is as short
// as a code is, unless it answers a question.
func mayVary(folded string) bool {
	const code = 2
	switch folded {
	case "y", "n", "no":
		return true
	}
	return len([]rune(folded)) > code
}

// takeMarks makes the numbers of a block missing that were named as marks of missing values.
func takeMarks(s *cells.Schema, b *cells.Block) {
	marks := s.About.NA
	if !marks.HaveNumbers() {
		return
	}
	b.EachNumber(s.BySlot(), func(c *cells.Column, cell *float64) {
		if !c.Form.IsTime() && !c.Stored.IsTime() && marks.HaveNumber(*cell) {
			c.Numbers--
			*cell = c.Missing(cells.NumberAsWord(*cell), 0)
		}
	})
}

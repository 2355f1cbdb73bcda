package table

import (
	"cmp"
	"math"
	"slices"

	"suffice/internal/cells"
	"suffice/internal/parts"
	"suffice/internal/sampling"
	"suffice/output"
)

// Summary is what a column holds.
type Summary struct {
	Name     string
	Type     Type
	Values   int // cells that have one
	Missing  int
	Gap      Place // the first missing value, where there is one
	Constant bool  // every value is the same

	Min, Max, Mean, SD float64 // of numbers
	Median             float64 // of numbers that are not all the same; of a large table, that of some rows
	Different          int     // how many different numbers there are; 0 where that is not known
	AtMax              int     // how many numbers are the largest
	Capped             bool    // so many are that larger ones seem to be cut off

	Levels   []Count // the different words, the most frequent first
	Distinct int     // how many words there are; 0 where they are numbers, or too many to count

	Target output.Kind // the kind of output it would be, alone; "" where it cannot be one
	Binary bool        // it holds only 0 and 1, or false and true, as a label does

	Identifier bool     // its numbers seem to count or name the rows
	Form       string   // how its numbers are written, such as "amount", "date" or "time"; "" for plain ones
	Sentinel   *float64 // a number that seems to mark missing values, or nil
	Huge       bool     // some whole numbers are too large for all their digits
	DayOrMonth bool     // its dates may be day/month or month/day
	Thousands  bool     // its commas are taken as marks of thousands, and may be decimal signs
	Commas     bool     // its commas are taken as decimal signs, and may be marks of thousands
	Points     bool     // its points are taken as decimal signs, and may be marks of thousands
	RowNames   bool     // it has no name, or one that pandas gave to what counts the rows: it is left out of the inputs
}

// Type is what a column's cells hold.
type Type = cells.Type

// The types there are.
const (
	Empty   = cells.Empty   // no cell has a value
	Number  = cells.Number  // numbers
	Boolean = cells.Boolean // true and false, or the words 0 and 1
	Nominal = cells.Nominal // a few different words
	Text    = cells.Text    // any words
	Mixed   = cells.Mixed   // numbers, and a few words that do not belong
)

// Place is where a cell is in the file.
type Place struct {
	Line, Row int // counted from 1; files without lines have rows
	Value     string
}

// Count is a word and how often it occurs.
type Count struct {
	Value string
	Rows  int
}

// Describe summarises each column, and says what one might do with the table.
func (t *Table) Describe() (*Description, error) {
	d := &Description{table: t}
	t = t.fork()
	d.Columns = t.summaries()
	t.spread(d.Columns)
	d.Target, d.Binary = d.likelyTarget(), d.lastBinary()
	return d, t.failure
}

func (t *Table) summaries() []Summary {
	moments := t.moments()
	t.look(t.schema.Columns...)
	all := make([]Summary, t.Width())
	for j, c := range t.schema.Columns {
		s := &all[j]
		*s = Summary{Name: c.Name, Type: c.Type(), Values: c.Numbers + c.Texts, Missing: c.Gaps}
		if c.Gaps > 0 {
			s.Gap = t.place(c.FirstGap)
		}
		s.RowNames = c.Name == "" || t.countsRows(c)
		if c.Slot < 0 {
			continue
		}
		if c.Texts == 0 && c.Numbers > 0 {
			s.take(moments[c.Slot])
		} else if c.Texts > 0 {
			t.summarizeWords(c, s)
		}
		s.Binary = s.Type == cells.Boolean || s.Type == cells.Number && t.distinct(c).binary
		s.Identifier = !s.RowNames && t.looksLikeIdentifier(c)
		if s.Type == Number && !c.Form.IsTime() && !t.rows.OnlySparse() {
			seen := t.seenIn(c)
			if mark, _, found := seen.Sentinel(); found {
				s.Sentinel = &mark
			}
			s.Huge = seen.Huge
		}
		s.DayOrMonth, s.Thousands = c.Doubtful == cells.DayOrMonth, c.Doubtful == cells.CommaOrNone
		s.Commas, s.Points = c.Doubtful == cells.CommaAsPoint, c.Doubtful == cells.PointOrNone
		if c.Form != cells.Plain && c.Numbers > 0 {
			s.Form = c.Form.String()
		}
		alone := target{columns: []*cells.Column{c}}
		if t.infer(&alone, &Choice{}) == nil && !s.Constant && !s.RowNames {
			s.Target = alone.kind
		}
	}
	return all
}

func (t *Table) place(p cells.Place) Place {
	if t.schema.ByRow {
		return Place{Row: p.Line, Value: p.Value}
	}
	return Place{Line: p.Line, Value: p.Value}
}

// moments makes one pass over the table for the numbers of all columns.
func (t *Table) moments() []parts.Moments {
	if t.away != nil {
		return t.away.moments
	}
	all := make([]parts.Moments, t.schema.Kept)
	add := func(slot int, v float64) {
		if v-v == 0 {
			all[slot].Add(v)
		}
	}
	t.eachIn(sampling.All(len(all)), add, func(slot int, zero float64, n int) {
		if zero == 0 {
			all[slot].AddZeros(n)
		}
	})
	return all
}

func (s *Summary) take(m parts.Moments) {
	s.Min, s.Max, s.Mean = m.Low, m.High, m.Mean
	s.SD = math.Sqrt(m.Square / float64(m.N))
	s.Constant = m.Low == m.High
}

func (t *Table) summarizeWords(c *cells.Column, s *Summary) {
	for k, n := range t.occurrences(c) {
		if n > 0 {
			s.Levels = append(s.Levels, Count{c.Words[k], n})
		}
	}
	slices.SortStableFunc(s.Levels, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Rows, a.Rows), cells.CompareLevels(a.Value, b.Value))
	})
	s.Distinct = len(s.Levels)
	s.Constant = s.Distinct == 1 && c.Numbers == 0 && !c.Many
}

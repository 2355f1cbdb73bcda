package cells

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
)

// Column is a named column, and what is known of its cells apart from their values.
type Column struct {
	Name     string `json:",omitempty"`
	Declared Type   `json:",omitempty"` // by the file; Empty where it does not say
	Slot     int    `json:",omitempty"` // position among the cells of a row; below 0 where the column is not kept
	Whole    bool   `json:",omitempty"` // all words are kept, however many
	AsText   bool   `json:",omitempty"` // numbers are words too

	AsNominal bool `json:",omitempty"` // someone asked that its numbers be words

	Separated string `json:",omitempty"` // what separates labels in a cell, where the format says; or ""

	Numbers, Texts, Gaps int   `json:",omitempty"` // how many cells are numbers, words and missing
	FirstText, FirstGap  Place `json:",omitzero"`  // the first word, and the first missing cell

	Words []string       `json:",omitempty"` // the different words
	Index map[string]int `json:"-"`          // of each word, from 0
	Many  bool           `json:",omitempty"` // there are more than maxWords, and they are not kept

	letters int // bytes of the words

	Form     Form            `json:",omitempty"` // in which words are numbers; NoForm as long as that is not known
	Formed   int             `json:",omitempty"` // numbers that were words
	Doubtful Doubt           `json:",omitempty"` // what the words leave open
	Folded   map[string]bool `json:",omitempty"` // words in small letters that stand for all in which only the case differs

	Days string `json:"-"` // as [About] has it, of this column alone; "" where that is not known

	AsWords bool `json:",omitempty"` // someone asked that words stay words
	Stored  Form `json:",omitempty"` // in which the file itself has numbers, such as dates of Parquet
	Part    bool `json:"-"`          // this is a part of a column, which the whole decides about

	Lines  []int  `json:",omitempty"` // where each word comes first
	Counts []int  `json:",omitempty"` // how often each word comes, in a part
	About  *About `json:"-"`          // the file; nil means nothing is known
}

// About is what is known of how a file writes its numbers.
type About struct {
	Point byte   // the sign before decimals; 0 is a point
	Comma bool   // where a comma may be a mark of thousands or of decimals, it is of decimals
	Days  string // dmy or mdy, where someone said what dates such as 3/4/2024 are
	NA    *Marks // of missing values, beside the usual ones
}

// Clone is the same column, to be understood otherwise.
func (c *Column) Clone() *Column {
	other := *c
	other.Words, other.Lines, other.Index = slices.Clip(c.Words), slices.Clip(c.Lines), maps.Clone(c.Index)
	return &other
}

// Place is a cell that may be a problem.
type Place struct {
	Line  int     // or row, where the file has no lines; 0 where there is none
	Value string  // the start of it
	Of    *Schema `json:"-"` // of the file, where the table is made of several; else nil
}

// Before reports whether a place comes before another of the same table.
func (p Place) Before(other Place) bool {
	if p.Of != other.Of {
		return p.Of.Order < other.Of.Order
	}
	return p.Line < other.Line
}

// MaxWords is how many different words a column may have that is not kept whole: beyond
// that it is free text, and keeping it would cost more than the numbers.
const MaxWords = 1 << 16

// maxLetters is how many bytes these words may take: texts are long.
const maxLetters = 64 << 20

// Parse takes a cell of text into account, which may be a number, a mark of a missing
// value or a word, and returns what to store for it.
func (c *Column) Parse(cell []byte, line int) float64 {
	cell = Trim(cell)
	if len(cell) == 0 {
		return c.Missing(cell, line)
	}
	if MayBeNumber(cell[0]) {
		if v, ok := ParseNumber(cell); ok {
			return c.Number(v, cell, line)
		}
	}
	if MarksMissing(cell) {
		return c.Missing(cell, line)
	}
	return c.Word(cell, line)
}

// Number takes a number into account; one that is not finite is missing. The cell is
// what the file has, for messages.
func (c *Column) Number(v float64, cell []byte, line int) float64 {
	if v-v != 0 { // NaN or infinite
		return c.Missing(cell, line)
	}
	c.Numbers++
	return v
}

// Missing takes a cell without a value into account.
func (c *Column) Missing(cell []byte, line int) float64 {
	if c.FirstGap.Line == 0 {
		c.FirstGap = newPlace(cell, line)
	}
	c.Gaps++
	return Missing
}

// Word takes a cell into account that is a word, whatever it looks like, unless the column is
// known to write its numbers so, or the word is a mark of a missing value that was named.
func (c *Column) Word(cell []byte, line int) float64 {
	if c.Form != NoForm || c.About != nil && c.About.NA != nil {
		if v, done := c.understood(cell, line); done {
			return v
		}
	}
	if c.Texts == 0 {
		c.FirstText = newPlace(cell, line)
	}
	c.Texts++
	if c.Many {
		return Missing
	}
	k, known := c.Index[string(cell)]
	if !known {
		k = c.AddWord(string(cell), line)
	}
	if k >= 0 {
		if c.Part {
			c.Counts[k]++
		}
		return WordCell(k)
	}
	if c.Form == NoForm || c.Many {
		return Missing
	}
	c.Texts--
	return c.Word(cell, line) // in the form that was found
}

// understood is the cell of a word that is a number in the form of the column, or marks that
// there is none.
func (c *Column) understood(cell []byte, line int) (v float64, done bool) {
	if c.About != nil && c.About.NA.have(cell) {
		return c.Missing(cell, line), true
	}
	switch v, done := c.Translate(string(cell)); {
	case !done:
		return 0, false
	case IsMissing(v):
		return c.Missing(cell, line), true
	default:
		c.Numbers++
		c.Formed++
		return v, true
	}
}

// AddWord returns the number of a new word, or -1 where there are too many: then they have a
// form in which they are numbers, or are not kept.
func (c *Column) AddWord(word string, line int) int {
	c.letters += len(word)
	most := MaxWords
	if c.Form != NoForm {
		most *= 2 // those before it was known, and others
	}
	if (len(c.Words) >= most || c.letters > maxLetters) && !c.Whole || len(c.Words) == MaxWords && c.mayHaveForm() {
		if c.mayHaveForm() {
			if c.Form, c.Doubtful = c.formOfWords(); c.Form == Plain {
				c.Form = NoForm
			}
		}
		switch {
		case c.Form != NoForm && len(c.Words) < 2*MaxWords && c.letters <= maxLetters:
			return -1
		case !c.Whole:
			c.Many, c.Words, c.Lines, c.Index = true, nil, nil, nil
			return -1
		}
	}
	if c.Index == nil {
		c.Index = map[string]int{}
	}
	k := len(c.Words)
	c.Words, c.Lines = append(c.Words, word), append(c.Lines, line)
	c.Index[word] = k
	if c.Part {
		c.Counts = append(c.Counts, 0)
	}
	return k
}

// mayHaveForm reports whether the words of the column may be numbers in some form that is yet
// to be found.
func (c *Column) mayHaveForm() bool {
	return c.Form == NoForm && !c.Part && !c.AsText && !c.AsWords && !c.AsNominal && c.Separated == "" && (c.Declared == Empty || c.Declared == Text)
}

func (c *Column) about() *About {
	if c.About == nil {
		return &About{}
	}
	return c.About
}

// Learn takes into account that a word became a number, or no value.
func (c *Column) Learn(cell float64) {
	switch {
	case IsMissing(cell):
		c.Texts--
		c.Gaps++
	case cell-cell == 0:
		c.Texts--
		c.Numbers++
		c.Formed++
	}
}

// Keep makes the words of a column others: meaning has the cells of those that were.
func (c *Column) Keep(meaning []float64, words []string) {
	lines, old := c.Lines, c.Words
	c.Words, c.Lines, c.Index, c.FirstText = words, make([]int, len(words)), make(map[string]int, len(words)), Place{}
	for k, word := range words {
		c.Index[word] = k
	}
	for k, cell := range meaning {
		if k >= len(lines) {
			break
		}
		at := Place{Line: lines[k], Value: old[k]}
		if IsMissing(cell) {
			c.gapAt(at)
		}
		if n := WordOf(cell); n >= 0 {
			if c.Lines[n] == 0 || at.Line < c.Lines[n] {
				c.Lines[n] = at.Line
			}
			if at.Line > 0 && (c.FirstText.Line == 0 || at.Line < c.FirstText.Line) {
				c.FirstText = at
			}
		}
	}
}

// Store says in which form the file itself has numbers.
func (c *Column) Store(form Form) {
	if c.Stored = form; form != NoForm && c.Form == NoForm {
		c.Form = form
	}
}

// FindForm finds in which form the words of the column are numbers, now that all are there.
func (c *Column) FindForm() {
	if c.mayHaveForm() && !c.Many && c.Texts > 0 {
		c.Form, c.Doubtful = c.formOfWords()
	}
}

// formOfWords is the form of the words that are there.
func (c *Column) formOfWords() (Form, Doubt) {
	about := *c.about()
	about.Days = cmp.Or(c.Days, about.Days)
	return about.formOf(c.Words, c.Numbers)
}

// newPlace keeps the start of a cell.
func newPlace(cell []byte, line int) Place {
	return Place{Line: line, Value: string(cell[:min(len(cell), 200)])}
}

// Merge adds what is known of later cells of the same column, and returns the cells that
// its words have here; those of words that are no longer kept are missing.
func (c *Column) Merge(later *Column) (words []float64) {
	if c.FirstText.Line == 0 {
		c.FirstText = later.FirstText
	}
	if c.FirstGap.Line == 0 {
		c.FirstGap = later.FirstGap
	}
	c.Numbers += later.Numbers
	c.Formed += later.Formed
	c.Texts += later.Texts
	c.Gaps += later.Gaps
	if later.Many && !c.Many {
		c.Many, c.Words, c.Lines, c.Index = true, nil, nil, nil
	}
	words = make([]float64, len(later.Words))
	for k, word := range later.Words {
		if words[k] = Missing; !c.Many {
			words[k] = c.mergeWord(word, later, k)
		}
	}
	return words
}

// mergeWord is the cell here of a word of later cells.
func (c *Column) mergeWord(word string, later *Column, k int) float64 {
	if c.Form != NoForm && later.Part {
		if v, done := c.Translate(word); done {
			n := later.Counts[k]
			if c.Texts -= n; IsMissing(v) {
				c.Gaps += n
				c.gapAt(Place{Line: later.Lines[k], Value: word})
			} else {
				c.Numbers += n
				c.Formed += n
			}
			return v
		}
	}
	at, known := c.Index[word]
	if !known {
		line := 0
		if k < len(later.Lines) {
			line = later.Lines[k]
		}
		at = c.AddWord(word, line)
	}
	switch {
	case at >= 0:
		return WordCell(at)
	case c.Many || !later.Part:
		return Missing
	}
	return c.mergeWord(word, later, k) // in the form that was found
}

// Translate is the cell that a word stands for in the form of the column, where it does: a
// number, or none.
func (c *Column) Translate(word string) (cell float64, done bool) {
	if c.Form == NoForm {
		return 0, false
	}
	if v, ok := c.Form.Parse([]byte(word)); ok {
		if c.about().NA.HaveNumbers() && c.about().NA.HaveNumber(v) && !c.Form.IsTime() {
			return Missing, true
		}
		return v, true
	}
	return Missing, MarksNoNumber([]byte(word))
}

// gapAt takes the place of a missing value into account.
func (c *Column) gapAt(at Place) {
	if at.Line > 0 && (c.FirstGap.Line == 0 || at.Line < c.FirstGap.Line) {
		c.FirstGap = at
	}
}

// MayBeNumber reports whether a number can begin with c: a digit, a sign, a point,
// or the first letter of NaN and Inf. It spares most words a failed parse.
func MayBeNumber(c byte) bool {
	return '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.' || c|0x20 == 'n' || c|0x20 == 'i'
}

// Trim is cell without spaces around it, which many programs write after a comma.
func Trim(cell []byte) []byte {
	if n := len(cell); n > 0 && cell[0] > ' ' && cell[n-1] > ' ' && cell[n-1] < 0x80 {
		return cell
	}
	return bytes.TrimSpace(cell)
}

package cells

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

// Column is a named column, and what is known of its cells apart from their values.
type Column struct {
	Name     string
	Declared Type // by the file; Empty where it does not say
	Slot     int  // position among the cells of a row; below 0 where the column is not kept
	Whole    bool // all words are kept, however many
	AsText   bool // numbers are words too

	AsNominal bool // someone asked that its numbers be words

	Separated string // what separates labels in a cell, where the format says; or ""

	Numbers, Texts, Gaps int   // how many cells are numbers, words and missing
	FirstText, FirstGap  Place // the first word, and the first missing cell

	Words []string       // the different words
	Index map[string]int // of each word, from 0
	Many  bool           // there are more than maxWords, and they are not kept

	Commas, Others int // words that are numbers with a decimal comma, and that are none even so
}

// Clone is the same column, to be understood otherwise.
func (c *Column) Clone() *Column {
	other := *c
	other.Words, other.Index = slices.Clip(c.Words), maps.Clone(c.Index)
	return &other
}

// Place is a cell that may be a problem.
type Place struct {
	Line  int     // or row, where the file has no lines; 0 where there is none
	Value string  // the start of it
	Of    *Schema // of the file, where the table is made of several; else nil
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

// Word takes a cell into account that is a word, whatever it looks like.
func (c *Column) Word(cell []byte, line int) float64 {
	if c.Texts == 0 {
		c.FirstText = newPlace(cell, line)
	}
	c.Texts++
	if c.Many {
		return Missing
	}
	k, known := c.Index[string(cell)]
	if !known {
		k = c.AddWord(string(cell))
	}
	if k < 0 {
		return Missing
	}
	return WordCell(k)
}

// AddWord returns the number of a new word, or -1 where there are too many.
func (c *Column) AddWord(word string) int {
	c.lookForComma(word)
	if len(c.Words) == MaxWords && !c.Whole {
		c.Many, c.Words, c.Index = true, nil, nil
		return -1
	}
	if c.Index == nil {
		c.Index = map[string]int{}
	}
	k := len(c.Words)
	c.Words = append(c.Words, word)
	c.Index[word] = k
	return k
}

// newPlace keeps the start of a cell.
func newPlace(cell []byte, line int) Place {
	return Place{Line: line, Value: string(cell[:min(len(cell), 200)])}
}

// Merge adds what is known of later cells of the same column, and returns the numbers
// that its words have here; -1 where words are no longer kept.
func (c *Column) Merge(later *Column) (words []int) {
	if c.FirstText.Line == 0 {
		c.FirstText = later.FirstText
	}
	if c.FirstGap.Line == 0 {
		c.FirstGap = later.FirstGap
	}
	c.Numbers += later.Numbers
	c.Texts += later.Texts
	c.Gaps += later.Gaps
	if later.Many && !c.Many {
		c.Many, c.Words, c.Index = true, nil, nil
		c.Commas, c.Others = c.Commas+later.Commas, c.Others+later.Others
	}
	words = make([]int, len(later.Words))
	for k, word := range later.Words {
		words[k] = -1
		if c.Many {
			continue
		}
		at, known := c.Index[word]
		if !known {
			at = c.AddWord(word)
		}
		words[k] = at
	}
	return words
}

// MayBeNumber reports whether a number can begin with c: a digit, a sign, a point,
// or the first letter of NaN and Inf. It spares most words a failed parse.
func MayBeNumber(c byte) bool {
	return '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.' || c|0x20 == 'n' || c|0x20 == 'i'
}

// MarksMissing reports whether a cell is one of the usual marks of a missing value.
func MarksMissing(cell []byte) bool {
	switch len(cell) {
	case 0:
		return true
	case 1:
		return cell[0] == '?'
	case 2, 3, 4:
		switch string(bytes.ToLower(cell)) {
		case "na", "n/a", "nan", "null", "#n/a", "<na>":
			return true
		}
	}
	return false
}

// Trim is cell without spaces around it, which many programs write after a comma.
func Trim(cell []byte) []byte {
	if n := len(cell); n > 0 && cell[0] > ' ' && cell[n-1] > ' ' && cell[n-1] < 0x80 {
		return cell
	}
	return bytes.TrimSpace(cell)
}

// lookForComma counts a new word by whether it would be a number with a decimal comma. A
// whole number is one either way and says nothing.
func (c *Column) lookForComma(word string) {
	if _, ok := ParseNumberWith([]byte(word), ','); !ok {
		c.Others++
	} else if strings.Contains(word, ",") {
		c.Commas++
	}
}

// MaxListed is how many columns a list of numbers may become.
const MaxListed = 1 << 16

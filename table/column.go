package table

import "bytes"

// column is a named column, and what is known of its cells apart from their values.
type column struct {
	name     string
	declared Type // by the file; Empty where it does not say
	slot     int  // position among the cells of a row; below 0 where the column is not kept
	whole    bool // all words are kept, however many
	asText   bool // numbers are words too

	asNominal bool // someone asked that its numbers be words

	separated string // what separates labels in a cell, where the format says; or ""

	numbers, texts, gaps int   // how many cells are numbers, words and missing
	text, gap            place // the first word, and the first missing cell

	words  []string       // the different words
	number map[string]int // of each word, from 0
	many   bool           // there are more than maxWords, and they are not kept

	commas, others int // words that are numbers with a decimal comma, and that are none even so
}

// place is a cell that may be a problem.
type place struct {
	line  int     // or row, where the file has no lines; 0 where there is none
	value string  // the start of it
	of    *schema // of the file, where the table is made of several; else nil
}

// before reports whether a place comes before another of the same table.
func (p place) before(other place) bool {
	if p.of != other.of {
		return p.of.order < other.of.order
	}
	return p.line < other.line
}

// maxWords is how many different words a column may have that is not kept whole: beyond
// that it is free text, and keeping it would cost more than the numbers.
const maxWords = 1 << 16

// parse takes a cell of text into account, which may be a number, a mark of a missing
// value or a word, and returns what to store for it.
func (c *column) parse(cell []byte, line int) float64 {
	cell = trimmed(cell)
	if len(cell) == 0 {
		return c.missed(cell, line)
	}
	if mayBeNumber(cell[0]) {
		if v, ok := parseNumber(cell); ok {
			return c.value(v, cell, line)
		}
	}
	if marksMissing(cell) {
		return c.missed(cell, line)
	}
	return c.word(cell, line)
}

// value takes a number into account; one that is not finite is missing. The cell is
// what the file has, for messages.
func (c *column) value(v float64, cell []byte, line int) float64 {
	if v-v != 0 { // NaN or infinite
		return c.missed(cell, line)
	}
	c.numbers++
	return v
}

// missed takes a cell without a value into account.
func (c *column) missed(cell []byte, line int) float64 {
	if c.gap.line == 0 {
		c.gap = newPlace(cell, line)
	}
	c.gaps++
	return missing
}

// word takes a cell into account that is a word, whatever it looks like.
func (c *column) word(cell []byte, line int) float64 {
	if c.texts == 0 {
		c.text = newPlace(cell, line)
	}
	c.texts++
	if c.many {
		return missing
	}
	k, known := c.number[string(cell)]
	if !known {
		k = c.addWord(string(cell))
	}
	if k < 0 {
		return missing
	}
	return wordCell(k)
}

// addWord returns the number of a new word, or -1 where there are too many.
func (c *column) addWord(word string) int {
	c.lookForComma(word)
	if len(c.words) == maxWords && !c.whole {
		c.many, c.words, c.number = true, nil, nil
		return -1
	}
	if c.number == nil {
		c.number = map[string]int{}
	}
	k := len(c.words)
	c.words = append(c.words, word)
	c.number[word] = k
	return k
}

// newPlace keeps the start of a cell.
func newPlace(cell []byte, line int) place {
	return place{line: line, value: string(cell[:min(len(cell), 200)])}
}

// merge adds what is known of later cells of the same column, and returns the numbers
// that its words have here; -1 where words are no longer kept.
func (c *column) merge(later *column) (words []int) {
	if c.text.line == 0 {
		c.text = later.text
	}
	if c.gap.line == 0 {
		c.gap = later.gap
	}
	c.numbers += later.numbers
	c.texts += later.texts
	c.gaps += later.gaps
	if later.many && !c.many {
		c.many, c.words, c.number = true, nil, nil
		c.commas, c.others = c.commas+later.commas, c.others+later.others
	}
	words = make([]int, len(later.words))
	for k, word := range later.words {
		words[k] = -1
		if c.many {
			continue
		}
		at, known := c.number[word]
		if !known {
			at = c.addWord(word)
		}
		words[k] = at
	}
	return words
}

// mayBeNumber reports whether a number can begin with c: a digit, a sign, a point,
// or the first letter of NaN and Inf. It spares most words a failed parse.
func mayBeNumber(c byte) bool {
	return '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.' || c|0x20 == 'n' || c|0x20 == 'i'
}

// marksMissing reports whether a cell is one of the usual marks of a missing value.
func marksMissing(cell []byte) bool {
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

// trimmed is cell without spaces around it, which many programs write after a comma.
func trimmed(cell []byte) []byte {
	if n := len(cell); n > 0 && cell[0] > ' ' && cell[n-1] > ' ' && cell[n-1] < 0x80 {
		return cell
	}
	return bytes.TrimSpace(cell)
}

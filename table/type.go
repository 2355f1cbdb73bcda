package table

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Type is what a column's cells hold.
type Type int

// The types there are.
const (
	Empty   Type = iota // no cell has a value
	Number              // numbers
	Boolean             // true and false, or the words 0 and 1
	Nominal             // a few different words
	Text                // any words
	Mixed               // numbers, and a few words that do not belong
)

func (t Type) String() string {
	return [...]string{"empty", "number", "boolean", "nominal", "text", "mixed"}[t]
}

// mostLevels is how many different words a column can have and be nominal, where the
// file does not declare it so.
const mostLevels = 100

// kind infers the type of a column from its cells, and from what the file declares.
func (c *column) kind() Type {
	switch {
	case c.numbers == 0 && c.texts == 0:
		return Empty
	case c.texts == 0 && c.declared == Boolean:
		return Boolean
	case c.texts == 0:
		return Number
	case c.numbers > 0:
		return Mixed
	case c.many:
		return Text
	case c.booleans() != nil:
		return Boolean
	case c.declared == Nominal || c.declared == Text:
		return c.declared
	case c.separator() == ";" || c.separator() == "|":
		return Text // lists of labels, each of which is a word
	case len(c.words) > 1 && len(c.words) <= mostLevels && 2*len(c.words) <= c.texts:
		return Nominal
	}
	return Text
}

// booleans is the number of each word where all of them are true, false, 0 or 1.
func (c *column) booleans() []float64 {
	values := make([]float64, len(c.words))
	for k, word := range c.words {
		switch strings.ToLower(word) {
		case "true", "1":
			values[k] = 1
		case "false", "0":
		default:
			return nil
		}
	}
	return values
}

// levels are the words in order, as their numbers: numbers by size before other words
// by the alphabet. The order does not depend on that of the rows.
func (c *column) levels() []int {
	order := make([]int, len(c.words))
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(a, b int) int { return compareLevels(c.words[a], c.words[b]) })
	return order
}

func compareLevels(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	switch {
	case errX == nil && errY == nil && x != y:
		return cmp.Compare(x, y)
	case errX == nil && errY != nil:
		return -1
	case errX != nil && errY == nil:
		return 1
	}
	return strings.Compare(a, b)
}

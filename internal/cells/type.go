package cells

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"suffice/internal/sampling"
)

// HasTooManyLevels reports whether a column that the file declares nominal is rather text,
// such as names that hardly come twice: a column for each level would be of no use.
func (c *Column) HasTooManyLevels() bool {
	const most = 10 * MostLevels
	return len(c.Words) > most || len(c.Words) > MostLevels && 2*len(c.Words) > c.Texts
}

// Variety says how many different texts a column has.
func (c *Column) Variety() string {
	if c.Many {
		return fmt.Sprintf("more than %d different ones", MaxWords)
	}
	return fmt.Sprintf("%d different ones", len(c.Words))
}

// Separator is what separates labels in the cells of a text column, or "". A comma does
// where there are no spaces, as there would be in a sentence.
func (c *Column) Separator() string {
	if c.Separated != "" {
		return c.Separated
	}
	for _, mark := range []string{";", "|", ","} {
		with, share := 0, 10
		if mark == "," {
			share = 5
		}
		for _, word := range c.Words {
			if strings.Contains(word, mark) {
				with++
			}
			if mark == "," && strings.ContainsAny(word, " \t\n") {
				return ""
			}
		}
		if share*with >= len(c.Words) && with > 0 {
			return mark
		}
	}
	return ""
}

// Show is a cell as text.
func (c *Column) Show(cell float64) string {
	if k := WordOf(cell); k >= 0 {
		return c.Words[k]
	}
	if IsMissing(cell) {
		return ""
	}
	return c.Form.Text(cell)
}

// OnlyNumbers reports whether there are numbers and no words, and OnlyWords the contrary.
func (c *Column) OnlyNumbers() bool { return c.Numbers > 0 && c.Texts == 0 }

func (c *Column) OnlyWords() bool { return c.Texts > 0 && c.Numbers == 0 }

// WrittenAsNumbers reports whether the file has numbers and no words, whatever these stand for,
// and WrittenAsWords the contrary.
func (c *Column) WrittenAsNumbers() bool { return c.OnlyNumbers() && c.Formed == 0 }

func (c *Column) WrittenAsWords() bool { return c.Texts+c.Formed > 0 && c.Numbers <= c.Formed }

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

// MostLevels is how many different words a column can have and be nominal, where the
// file does not declare it so.
const MostLevels = 100

// Type infers the type of a column from its cells, and from what the file declares.
func (c *Column) Type() Type {
	switch {
	case c.Numbers == 0 && c.Texts == 0:
		return Empty
	case c.Texts == 0 && c.Declared == Boolean:
		return Boolean
	case c.Texts == 0:
		return Number
	case c.Numbers > 0:
		return Mixed
	case c.Many:
		return Text
	case c.Booleans() != nil:
		return Boolean
	case c.Declared == Nominal || c.Declared == Text:
		return c.Declared
	case c.Separator() == ";" || c.Separator() == "|":
		return Text // lists of labels, each of which is a word
	case len(c.Words) > 1 && len(c.Words) <= MostLevels && 2*len(c.Words) <= c.Texts:
		return Nominal
	}
	return Text
}

// Booleans is the number of each word where all of them are true, false, 0 or 1.
func (c *Column) Booleans() []float64 {
	values := make([]float64, len(c.Words))
	for k, word := range c.Words {
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

// Levels are the words in order, as their numbers: numbers by size before other words
// by the alphabet. The order does not depend on that of the rows.
func (c *Column) Levels() []int {
	order := sampling.All(len(c.Words))
	slices.SortFunc(order, func(a, b int) int { return CompareLevels(c.Words[a], c.Words[b]) })
	return order
}

// CompareLevels compares words: numbers by size before others by the alphabet.
func CompareLevels(a, b string) int {
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

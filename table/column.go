package table

import (
	"bytes"
	"math"
	"strconv"
)

// column is what is known of a column's cells, apart from their values.
type column struct {
	numbers, texts int   // how many cells are finite numbers, and how many are words
	text, gap      place // the first word, and the first cell without a value

	words  []string           // the different words of a text column
	number map[string]float64 // of each word, from 0
	many   bool               // there are more than maxWords, and they are not kept
}

// place is a cell that may be a problem.
type place struct {
	line  int // 0 where there is none
	value string
}

// maxWords is how many different words a text column may have and still be a target:
// beyond that it is free text, and keeping it would cost more than the numbers.
const maxWords = 1 << 16

// kind is what a column's cells are.
type kind int

const (
	empty   kind = iota // none has a value
	numeric             // all that have a value are numbers
	text                // all that have a value are words
	mixed               // some are numbers, some are words
)

func (c *column) kind() kind {
	switch {
	case c.numbers > 0 && c.texts > 0:
		return mixed
	case c.numbers > 0:
		return numeric
	case c.texts > 0:
		return text
	}
	return empty
}

// value takes a cell into account and returns what to store for it.
func (c *column) value(cell []byte, line int) float64 {
	cell = trimmed(cell)
	if len(cell) == 0 {
		return c.missing(cell, line)
	}
	if mayBeNumber(cell[0]) {
		v, err := strconv.ParseFloat(string(cell), 64)
		switch {
		case math.IsNaN(v) || math.IsInf(v, 0): // in so many letters, or out of range
			return c.missing(cell, line)
		case err == nil:
			c.numbers++
			return v
		}
	}
	return c.word(cell, line)
}

func (c *column) missing(cell []byte, line int) float64 {
	if c.gap.line == 0 {
		c.gap = place{line, string(cell)}
	}
	return math.NaN()
}

func (c *column) word(cell []byte, line int) float64 {
	if c.texts == 0 {
		c.text = place{line, string(cell)}
		c.number = map[string]float64{}
	}
	c.texts++
	if c.numbers > 0 || c.many {
		return math.NaN()
	}
	number, known := c.number[string(cell)]
	if !known {
		if len(c.words) == maxWords {
			c.many, c.words, c.number = true, nil, nil
			return math.NaN()
		}
		number = float64(len(c.words))
		c.words = append(c.words, string(cell))
		c.number[c.words[len(c.words)-1]] = number
	}
	return number
}

// mayBeNumber reports whether a number can begin with c: a digit, a sign, a point,
// or the first letter of NaN and Inf. It spares most words a failed parse.
func mayBeNumber(c byte) bool {
	return '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.' || c|0x20 == 'n' || c|0x20 == 'i'
}

// trimmed is cell without spaces around it, which many programs write after a comma.
func trimmed(cell []byte) []byte {
	if n := len(cell); n > 0 && cell[0] > ' ' && cell[n-1] > ' ' && cell[n-1] < 0x80 {
		return cell
	}
	return bytes.TrimSpace(cell)
}

package cells

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
)

// WholeNumber reads digits.
func WholeNumber(word []byte) (int, bool) {
	const most = 18 // digits that fit
	if len(word) == 0 || len(word) > most {
		return 0, false
	}
	n := 0
	for _, c := range word {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

// ParseNumber reads a decimal number, or NaN and infinities in their usual spellings.
// What is out of range is infinite. Hexadecimal numbers and underscores within digits
// are words.
func ParseNumber(cell []byte) (float64, bool) { return ParseNumberWith(cell, '.') }

// ParseNumberWith is the same for numbers with another sign than a point.
func ParseNumberWith(cell []byte, point byte) (float64, bool) {
	v, end := ScanNumber(cell, 0, point)
	if end == len(cell) {
		return v, end > 0
	}
	if end > 0 || len(cell) == 0 {
		return 0, false
	}
	if notFinite(cell) {
		return math.NaN(), true
	}
	return parseSlowly(cell, point)
}

// parseSlowly reads the numbers that scanNumber leaves alone: those of many digits, and
// those at the edge between two floats or out of range.
func parseSlowly(cell []byte, point byte) (float64, bool) {
	for _, c := range cell {
		if c >= 0x80 || !numberByte[c] && c != point || c == '.' && point != '.' {
			return 0, false
		}
	}
	if point != '.' {
		cell = bytes.ReplaceAll(cell, []byte{point}, []byte{'.'})
	}
	v, err := strconv.ParseFloat(string(cell), 64)
	return v, err == nil || math.IsInf(v, 0)
}

// numberByte tells what a decimal number is made of.
var numberByte = [256]bool{
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'+': true, '-': true, '.': true, 'e': true, 'E': true,
}

// notFinite reports whether a cell spells out NaN or an infinity.
func notFinite(cell []byte) bool {
	if len(cell) == 3 && bytes.EqualFold(cell, []byte("nan")) {
		return true
	}
	if cell[0] == '+' || cell[0] == '-' {
		cell = cell[1:]
	}
	return len(cell) == 3 && bytes.EqualFold(cell, []byte("inf")) ||
		len(cell) == 8 && bytes.EqualFold(cell, []byte("infinity"))
}

// mostDigits is how many digits are sure to fit into 64 bits.
const mostDigits = 19

// ScanNumber reads the number that begins at text[i], and returns where it ends; 0 where
// there is none, or where it takes more than 64-bit arithmetic to find the nearest float.
// It does not look at what follows the number. It has few branches, because a processor
// cannot foresee the signs and lengths of numbers.
func ScanNumber(text []byte, i int, point byte) (v float64, end int) {
	if i >= len(text) {
		return 0, 0
	}
	minus, plus := 0, 0
	if text[i] == '-' {
		minus = 1
	}
	if text[i] == '+' {
		plus = 1
	}
	first := i + minus + plus
	mantissa := uint64(0)
	for i = first; i < len(text) && text[i]-'0' <= 9; i++ {
		mantissa = mantissa*10 + uint64(text[i]-'0')
	}
	digits, exponent := i-first, 0
	if i < len(text) && text[i] == point {
		begin := i + 1
		mantissa, i = scanDigits(text, begin, mantissa)
		exponent = begin - i
		digits -= exponent
	}
	if digits == 0 || digits > mostDigits && digits-zerosBefore(text[first:i], point) > mostDigits {
		return 0, 0
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		var shift int
		if shift, i = scanExponent(text, i+1); i == 0 {
			return 0, 0
		}
		exponent += shift
	}
	v, ok := nearest(mantissa, exponent)
	if !ok {
		return 0, 0
	}
	return math.Float64frombits(math.Float64bits(v) | uint64(minus)<<63), i
}

// scanDigits adds the digits that begin at text[i] to a mantissa, and returns where they
// end.
func scanDigits(text []byte, i int, mantissa uint64) (sum uint64, end int) {
	for i+8 <= len(text) {
		eight := binary.LittleEndian.Uint64(text[i:])
		if !areDigits(eight) {
			break
		}
		mantissa = mantissa*1e8 + valueOf(eight)
		i += 8
	}
	for i < len(text) && text[i]-'0' <= 9 {
		mantissa = mantissa*10 + uint64(text[i]-'0')
		i++
	}
	return mantissa, i
}

// zerosBefore counts the zeros before the first other digit of a number, all of which
// matter only to the exponent.
func zerosBefore(number []byte, point byte) int {
	zeros := 0
	for _, c := range number {
		switch c {
		case '0':
			zeros++
		case point:
		default:
			return zeros
		}
	}
	return zeros
}

// scanExponent reads the exponent that begins at text[i]; end is 0 where there is none.
func scanExponent(text []byte, i int) (exponent, end int) {
	negative := false
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		negative = text[i] == '-'
		i++
	}
	begin := i
	for ; i < len(text) && text[i]-'0' <= 9; i++ {
		if exponent < 1e6 { // far beyond any number, and far from overflow
			exponent = exponent*10 + int(text[i]-'0')
		}
	}
	if i == begin {
		return 0, 0
	}
	if negative {
		exponent = -exponent
	}
	return exponent, i
}

// areDigits reports whether eight bytes are all digits: each has 3 in its upper half, and
// still has after adding 6.
func areDigits(eight uint64) bool {
	const upper, threes, sixes = 0xf0f0f0f0f0f0f0f0, 0x3030303030303030, 0x0606060606060606
	return eight&upper == threes && (eight+sixes)&upper == threes
}

// valueOf is the number that eight digits make, the first in the lowest byte: it adds
// neighbours up to pairs, pairs to fours, and fours to eight.
func valueOf(eight uint64) uint64 {
	eight -= 0x3030303030303030
	eight = eight*10 + eight>>8
	const mask = 0x000000ff000000ff
	high := (eight & mask) * (100 + 1000000<<32)
	low := (eight >> 16 & mask) * (1 + 10000<<32)
	return (high + low) >> 32
}

package cells

import (
	"math"
	"strconv"
)

// A cell is a float64. A finite number is itself. Everything else is a NaN whose lowest
// bits tell what it is: 0 for a missing value, k+1 for word k of its column. So a table
// has one array of cells, whatever its columns hold, and no cell loses what it was.
const boxed = 0x7ff8_0000_0000_0000

// Missing is the cell of a value that is missing.
var Missing = math.Float64frombits(boxed)

// WordCell is the cell of word k.
func WordCell(k int) float64 { return math.Float64frombits(boxed | uint64(k+1)) }

// WordOf is the word that a cell stands for, or -1 where it is a number or missing.
func WordOf(cell float64) int {
	if cell == cell { //nolint:gocritic // only a NaN differs from itself, and this is far quicker than a call
		return -1
	}
	return int(math.Float64bits(cell)&0xffff_ffff) - 1
}

// IsMissing reports whether a cell has no value.
func IsMissing(cell float64) bool { return math.Float64bits(cell) == boxed }

// NumberAsWord is a number as one would write it.
func NumberAsWord(v float64) []byte {
	const digits = 1e15 // up to here, all of a whole number count
	if v == 0 {
		return []byte("0") // without the sign that it may have
	}
	if -digits < v && v < digits && v == math.Trunc(v) {
		return strconv.AppendFloat(nil, v, 'f', -1, 64)
	}
	return strconv.AppendFloat(nil, v, 'g', -1, 64)
}

package table

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"suffice/internal/cells"
)

// fewestIdentifiers is how many numbers must be different from each other before that
// says anything.
const fewestIdentifiers = 20

// identifies reports whether the numbers of a column are many, whole and all different,
// as identifiers are. Where memory is bounded, each pass compares a share of them.
func (t *Table) identifies(c *cells.Column) bool {
	if c.Numbers < fewestIdentifiers || t.leftOut(c) > 1 {
		return false
	}
	if t.away != nil {
		r := t.away.runs[c]
		return r != nil && (r.Rises || r.Differ)
	}
	shares := uint64(1)
	if t.memory > 0 {
		shares += uint64(c.Numbers) / uint64(max(fewestIdentifiers, t.memory/bytesCompared))
	}
	rises := true
	for share := range shares {
		last, whole := math.Inf(-1), true
		var values []float64
		t.eachCell(c, func(_ int, v float64) {
			if v-v != 0 || !whole {
				return
			}
			whole, rises = v == math.Trunc(v), rises && v > last
			last = v
			if shareOf(v, shares) == share {
				values = append(values, v)
			}
		})
		slices.Sort(values)
		if n := len(values); !whole || len(slices.Compact(values)) < n {
			return false
		}
		if rises {
			break // then they differ
		}
	}
	return true
}

// bytesCompared is how many bytes of the memory that is allowed there are for each number
// that is compared at a time.
const bytesCompared = 8 * 16

// shareOf tells to which of some shares a number belongs; equal ones belong to the same.
func shareOf(v float64, shares uint64) uint64 { return mixed(v) >> 32 % shares }

// mixed is the bits of a number, mixed (Knuth, The Art of Computer Programming 3, 6.4).
func mixed(v float64) uint64 {
	const golden = 0x9e3779b97f4a7c15
	return math.Float64bits(v+0) * golden
}

// looksLikeIdentifier reports whether a column of numbers may be one of identifiers: each
// comes once, and they count the rows or the column is called so.
func (t *Table) looksLikeIdentifier(c *cells.Column) bool {
	if c.Slot < 0 || c.Type() != Number || c.Form.IsTime() || c.Numbers < fewestIdentifiers || t.leftOut(c) > 1 {
		return false
	}
	return t.risesByOne(c, fewestIdentifiers) && t.risesByOne(c, t.Len()) || isCalledIdentifier(c.Name) && t.identifies(c)
}

// risesFrom is the first of n cells of a column that rise by one from row to row, and NaN where
// they do not.
func (t *Table) risesFrom(c *cells.Column, n int) float64 {
	first, last := math.NaN(), 0.
	if t.away != nil {
		if r := t.away.runs[c]; r != nil && r.ByOne {
			first = r.First
		}
		return first
	}
	t.each(0, n, func(i int, row []float64) {
		v := row[c.Slot]
		if i == 0 {
			first = v
		}
		if v != math.Trunc(v) || i > 0 && v != last+1 {
			first = math.NaN()
		}
		last = v
	})
	return first
}

// risesByOne reports whether the first n cells of a column rise by one from row to row.
func (t *Table) risesByOne(c *cells.Column, n int) bool { return !math.IsNaN(t.risesFrom(c, n)) }

// unnamed are names that pandas gives to columns without one.
var unnamed = regexp.MustCompile(`^Unnamed: \d+(\.\d+)*$`)

// countsRows reports whether a column is the index that pandas wrote without a name: it has none
// but what pandas called it, and counts the rows from 0 or 1.
func (t *Table) countsRows(c *cells.Column) bool {
	if c.Slot < 0 || !unnamed.MatchString(c.Name) || !c.OnlyNumbers() || c.Gaps > 0 {
		return false
	}
	first := t.risesFrom(c, t.Len())
	return first == 0 || first == 1
}

func isCalledIdentifier(name string) bool {
	name = strings.ToLower(name)
	return name == "id" || strings.HasSuffix(name, "_id")
}

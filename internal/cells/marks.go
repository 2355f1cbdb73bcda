package cells

import (
	"bytes"
	"strings"
)

// MarksMissing reports whether a cell is one of the marks of a missing value that are nothing
// else in any column.
func MarksMissing(cell []byte) bool {
	const longest = 7
	switch n := len(cell); {
	case n == 0:
		return true
	case n == 1:
		return cell[0] == '?'
	case n > longest:
		return false
	}
	switch cell[0] {
	case 'n', 'N', '#', '<', '(', '\\':
	default:
		return false // as most words are
	}
	switch string(bytes.ToLower(cell)) {
	case "na", "n/a", "nan", "null", "n.a.", "<na>", "(null)", "<null>", `\n`,
		"#n/a", "#na", "#div/0!", "#value!", "#ref!", "#name?", "#num!", "#null!":
		return true
	}
	return false
}

// MarksNoNumber reports whether a cell marks a missing value in a column of numbers, where in
// one of words it may be a word.
func MarksNoNumber(cell []byte) bool {
	const longest = 13
	if len(cell) > longest {
		return false
	}
	if MarksMissing(cell) {
		return true
	}
	switch strings.ToLower(string(cell)) {
	case "-", "--", "---", "–", "—", ".", "..", "...", "…", "*", "none", "nil", "missing", "unknown", "undefined", "undef", "unk", "not available", "no data", "nd", "n.d.", "k.a.":
		return true
	}
	return false
}

// Marks are marks of missing values that someone named.
type Marks struct {
	texts   map[string]bool
	numbers []float64
}

// MarksOf is nil where none are named.
func MarksOf(marks []string) *Marks {
	if len(marks) == 0 {
		return nil
	}
	m := &Marks{texts: map[string]bool{}}
	for _, mark := range marks {
		mark = strings.TrimSpace(mark)
		m.texts[mark] = true
		if v, ok := ParseNumber([]byte(mark)); ok {
			m.numbers = append(m.numbers, v)
		}
	}
	return m
}

// have reports whether a cell is such a mark.
func (m *Marks) have(cell []byte) bool { return m != nil && m.texts[string(cell)] }

// HaveNumber reports whether a number is one.
func (m *Marks) HaveNumber(v float64) bool {
	for _, mark := range m.numbers {
		if v == mark {
			return true
		}
	}
	return false
}

// HaveNumbers reports whether some marks are numbers.
func (m *Marks) HaveNumbers() bool { return m != nil && len(m.numbers) > 0 }

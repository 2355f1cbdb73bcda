package export

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"suffice"
)

// marks are what stood for missing values in the table of the fit, beside the usual marks.
type marks struct {
	Texts   []string // all of them, as they were named
	Words   []string // those that are no numbers
	Numbers []float64
}

func marksOf(m *suffice.Projection) marks {
	var all marks
	if m.Reading == nil {
		return all
	}
	for _, mark := range m.Reading.NA {
		mark = strings.TrimSpace(mark)
		all.Texts = append(all.Texts, mark)
		switch v, err := strconv.ParseFloat(mark, 64); {
		case err != nil:
			all.Words = append(all.Words, mark)
		case !math.IsNaN(v) && !math.IsInf(v, 0):
			all.Numbers = append(all.Numbers, v)
		}
	}
	return all
}

// isPlainNumber reports whether an input is the number in a column, which may be a mark: not 1
// or 0 for a level, nor a date.
func isPlainNumber(m *suffice.Projection, input string) bool {
	_, level := m.Levels[input]
	made, isMade := m.Made[input]
	return !level && (!isMade || strings.HasPrefix(made.Form, "amount"))
}

// isAmong is the condition in SQL that a column has one of some values, as a text.
func isAmong(column string, texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = literal(text)
	}
	return fmt.Sprintf("CAST(%s AS TEXT) IN (%s)", column, strings.Join(quoted, ", "))
}

// number is an expression for a column of numbers, and NULL where it has a mark.
func (a marks) number(column, value string) string {
	for _, v := range a.Numbers {
		value = fmt.Sprintf("NULLIF(%s, %s)", value, signed(v))
	}
	return unless(column, a.Words, value)
}

// asTexts are all marks as a column of words may have them: numbers as databases write them, too.
func (a marks) asTexts() []string {
	texts := slices.Clone(a.Texts)
	for _, v := range a.Numbers {
		whole := strconv.FormatFloat(v, 'f', -1, 64)
		for _, text := range []string{whole, whole + ".0"} {
			if !slices.Contains(texts, text) && strings.Count(text, ".") < 2 {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// unless is an expression that is NULL where a column has one of some marks.
func unless(column string, texts []string, value string) string {
	if len(texts) == 0 {
		return value
	}
	return fmt.Sprintf("CASE WHEN %s THEN NULL ELSE %s END", isAmong(column, texts), value)
}

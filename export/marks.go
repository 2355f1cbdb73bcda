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
	texts   []string // all of them, as they were named
	words   []string // those that are no numbers
	numbers []float64
}

func marksOf(m *suffice.Projection) marks {
	var all marks
	if m.Reading == nil {
		return all
	}
	for _, mark := range m.Reading.NA {
		mark = strings.TrimSpace(mark)
		all.texts = append(all.texts, mark)
		switch v, err := strconv.ParseFloat(mark, 64); {
		case err != nil:
			all.words = append(all.words, mark)
		case !math.IsNaN(v) && !math.IsInf(v, 0):
			all.numbers = append(all.numbers, v)
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

// python is what stands before the functions, and what transform does first with x.
func (a marks) python(m *suffice.Projection) (constants, statement string) {
	if len(a.texts) == 0 {
		return "", ""
	}
	quoted, may := make([]string, len(a.texts)), make([]string, len(m.Inputs))
	for i, mark := range a.texts {
		quoted[i] = pythonText(mark)
	}
	for j, input := range m.Inputs {
		may[j] = map[bool]string{true: "True", false: "False"}[isPlainNumber(m, input)]
	}
	constants = fmt.Sprintf("\n# what marks missing values, as texts and as numbers, and the inputs that may be such a number\nNA = [%s]\nNA_NUMBERS = [\n%s]\nMAY_BE_NA = numpy.array([\n", strings.Join(quoted, ", "), indentedBy(4, numberLines(a.numbers)))
	const aLine = 8
	for line := range slices.Chunk(may, aLine) {
		constants += "    " + strings.Join(line, ", ") + ",\n"
	}
	return constants + "])\n", "    x = numpy.where(numpy.isin(x, NA_NUMBERS) & MAY_BE_NA, numpy.nan, x)\n"
}

// pythonMarked is the condition that a value is a mark.
const pythonMarked = `
    if isinstance(v, str) and v.strip() in NA:
        return True
    if isinstance(v, (int, float, numpy.number)) and not isinstance(v, bool) and v in NA_NUMBERS:
        return True`

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
	for _, v := range a.numbers {
		value = fmt.Sprintf("NULLIF(%s, %s)", value, signed(v))
	}
	return unless(column, a.words, value)
}

// asTexts are all marks as a column of words may have them: numbers as databases write them, too.
func (a marks) asTexts() []string {
	texts := slices.Clone(a.texts)
	for _, v := range a.numbers {
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

// inGo is a comment on what to put in for marks.
func (a marks) inGo() string {
	if len(a.texts) == 0 {
		return ""
	}
	return fmt.Sprintf("// In the table of the fit these marked missing values: %s.\n// Put math.NaN() in for them.\n", plain(strings.Join(a.texts, ", ")))
}

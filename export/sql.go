package export

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"suffice"
)

// writeSQL writes a SELECT with an expression for each component, the formula as one would
// write it. Columns are cast, because PostgreSQL would compute with
// decimals, not doubles, where a column has whole numbers.
func writeSQL(w io.Writer, m *suffice.Projection, o Options) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "-- %s\nSELECT\n", title(m))
	for _, name := range o.Keep {
		fmt.Fprintf(&out, "  %s,\n", qualified(name))
	}
	names := m.Names()
	for k, weights := range m.Weights() {
		fmt.Fprintf(&out, "%s AS %s", component(m, weights), identifier(names[k]))
		if k < m.Dim()-1 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
	}
	fmt.Fprintf(&out, "FROM %s AS %s;\n", o.table(), tableAlias)
	_, err := w.Write(out.Bytes())
	return err
}

// mostTerms of a sum stand in one pair of parentheses: each term is a level deeper in
// the tree that a database makes of it, and SQLite and DuckDB take 1000 levels.
const mostTerms = 100

// component is the expression of one component.
func component(m *suffice.Projection, weights []float64) string {
	var terms []string
	for j, weight := range weights {
		if weight != 0 {
			terms = append(terms, term(m, j, weight))
		}
	}
	if len(terms) == 0 {
		return "  " + double(0)
	}
	if len(terms) <= mostTerms {
		return "  (\n    " + sum(terms, "\n    ") + "\n  )"
	}
	var groups []string
	for group := range slices.Chunk(terms, mostTerms) {
		groups = append(groups, "+ (\n      "+sum(group, "\n      ")+"\n    )")
	}
	return "  (\n    " + sum(groups, "\n    ") + "\n  )"
}

// sum joins terms that begin with their signs; the first needs none to be positive.
func sum(terms []string, separator string) string {
	return strings.TrimPrefix(strings.Join(terms, separator), "+ ")
}

// term is weight * (input - mean) / scale with a sign before it. A mean of 0 and a scale
// of 1 are left out.
func term(m *suffice.Projection, j int, weight float64) string {
	value := column(m, m.Inputs[j])
	if m.Fill != nil {
		value = fmt.Sprintf("COALESCE(%s, %s)", value, signed(m.Fill[j]))
	}
	if mean := m.Mean[j]; mean != 0 {
		value = fmt.Sprintf("(%s %s %s)", value, signOf(-mean), double(math.Abs(mean)))
	}
	text := fmt.Sprintf("%s %s * %s", signOf(weight), double(math.Abs(weight)), value)
	if m.Scale[j] != 1 {
		text += " / " + double(m.Scale[j])
	}
	return text
}

func signOf(v float64) string {
	if v < 0 {
		return "-"
	}
	return "+"
}

// column is the value of an input: a column's, or for a level of a nominal column 1 or
// 0, and nothing where there is none.
func column(m *suffice.Projection, input string) string {
	value, marks := qualified(input), marksOf(m)
	if of, ok := m.Made[input]; ok && !strings.HasPrefix(of.Form, "amount") {
		return unless(qualified(of.Column), marks.Texts, made(of))
	}
	if level, ok := m.Levels[input]; ok {
		name := qualified(level.Column)
		value = fmt.Sprintf("CASE WHEN %s THEN 1 WHEN %s IS NOT NULL THEN 0 END", has(name, level), name)
		return unless(name, marks.asTexts(), "CAST("+value+" AS DOUBLE PRECISION)")
	}
	return marks.number(value, "CAST("+value+" AS DOUBLE PRECISION)")
}

// has is the condition that a column has a level. A code is compared as a text: 10, 10.0 and '10'
// are the same one, though SQLite would tell a number from a text.
func has(column string, level suffice.Level) string {
	if v, err := strconv.ParseFloat(level.Value, 64); err == nil && strconv.FormatFloat(v, 'f', -1, 64) == level.Value && v == math.Trunc(v) {
		return isAmong(column, []string{level.Value, level.Value + ".0"})
	}
	if level.Fold {
		column = "LOWER(" + column + ")"
	}
	return column + " = " + literal(level.Value)
}

// made is the value of an input that is made of a date or a time: days, or a wave of them.
func made(of suffice.Made) string {
	kind := "TIMESTAMP"
	if of.Form == "time" {
		kind = "TIME"
	}
	days := fmt.Sprintf("CAST(EXTRACT(EPOCH FROM CAST(%s AS %s)) AS DOUBLE PRECISION) / 86400e0", qualified(of.Column), kind)
	if of.Part == "" {
		return "(" + days + ")"
	}
	return fmt.Sprintf("%s(%s * (%s))", strings.ToUpper(of.Wave), double(2*math.Pi/of.Period()), days)
}

// double is a constant with an exponent, without which DuckDB takes it for a decimal
// of fixed size.
func double(v float64) string {
	text := strconv.FormatFloat(v, 'g', -1, 64)
	if strings.Contains(text, "e") {
		return text
	}
	return text + "e0"
}

// signed is a constant that may be negative.
func signed(v float64) string { return strings.TrimPrefix(signOf(v), "+") + double(math.Abs(v)) }

func identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// tableAlias is what a query calls the table.
const tableAlias = "t"

// qualified is a column of the table. A quoted name alone would be a text to SQLite where the table
// has no such column, and that text the number 0.
func qualified(name string) string { return tableAlias + "." + identifier(name) }

func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// table is what to select from: a name, perhaps after that of its schema and a point.
// What has quotes is taken as it is.
func (o Options) table() string {
	if o.Table == "" {
		return identifier("data")
	}
	if strings.Contains(o.Table, `"`) {
		return o.Table
	}
	var parts []string
	for part := range strings.SplitSeq(o.Table, ".") {
		parts = append(parts, identifier(part))
	}
	return strings.Join(parts, ".")
}

func describeSQL(_ *suffice.Projection, o Options) string { return "SELECT … FROM " + o.table() }

package xlsx

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"suffice/internal/cells"
)

// sheet is read row by row.
type sheet struct {
	*workbook
	xml  tokens
	last int // number of the last row
}

// row is a row of a sheet.
type row struct {
	number int     // as Excel counts
	size   int     // bytes of its values
	values []value // that are not empty, from left to right
}

// value is a cell of a sheet.
type value struct {
	column int
	text   string
	kind   kind
}

type kind byte

const (
	plain   kind = iota // read as the same would be in CSV
	boolean             // true or false
	failure             // what a formula came to that has no value
)

// As many rows and columns does a sheet of Excel have.
const maxLine, maxColumn = 1 << 20, 1 << 14

// at is the value in a column.
func (r *row) at(column int) value {
	i := min(column, len(r.values)-1) // where it is, if none is left out before it
	for ; i >= 0 && r.values[i].column >= column; i-- {
		if r.values[i].column == column {
			return r.values[i]
		}
	}
	return value{}
}

// bounds are the first and the last column with a value, of a row that has some.
func (r *row) bounds() (first, last int) {
	return r.values[0].column, r.values[len(r.values)-1].column
}

func (r *row) text() string {
	var all []string
	for _, v := range r.values {
		all = append(all, v.text)
	}
	return strings.Join(all, " ")
}

func (r *row) onlyNumbers() bool {
	return !slices.ContainsFunc(r.values, func(v value) bool {
		_, ok := cells.ParseNumber([]byte(v.text))
		return !ok
	})
}

// cell is what to store for a value.
func (v value) cell(c *cells.Column, row int) float64 {
	text := []byte(v.text)
	switch {
	case v.kind == failure || len(text) == 0:
		return c.Missing(text, row)
	case v.kind == boolean || c.AsText:
		return c.Word(text, row)
	}
	return c.Parse(text, row)
}

// next reads the next row, or returns io.EOF.
func (s *sheet) next() (row, error) {
	for {
		token, err := s.xml.next()
		if errors.Is(err, io.EOF) {
			return row{}, io.EOF
		}
		if err != nil {
			return row{}, err
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "row" {
			continue
		}
		if n, err := strconv.Atoi(attribute(start, "r")); err == nil && n > s.last {
			s.last = n
		} else {
			s.last++
		}
		if s.last > maxLine {
			return row{}, errDamaged
		}
		return s.row()
	}
}

// row reads the cells of a row.
func (s *sheet) row() (row, error) {
	one := row{number: s.last}
	for column := 0; ; {
		token, err := s.xml.next()
		if err != nil {
			return one, cells.CutOff(err)
		}
		switch token := token.(type) {
		case xml.EndElement:
			if token.Name.Local == "row" {
				return one, nil
			}
		case xml.StartElement:
			if token.Name.Local != "c" {
				continue
			}
			if at := columnOf(attribute(token, "r")); at >= column {
				column = at
			}
			if column >= maxColumn {
				return one, errDamaged
			}
			v, err := s.value(token)
			if err != nil {
				return one, err
			}
			if v.column = column; v.text != "" {
				one.values = append(one.values, v)
			}
			if one.size += 32 + len(v.text); one.size > maxRow {
				return one, errLarge
			}
			column++
		}
	}
}

// columnOf is the column of a place such as AB12, counted from 0; below 0 where it is none.
func columnOf(place string) int {
	n := 0
	for _, c := range []byte(place) {
		if c < 'A' || c > 'Z' || n > maxColumn {
			break
		}
		n = 26*n + int(c-'A') + 1
	}
	return n - 1
}

// value reads a cell.
func (s *sheet) value(start xml.StartElement) (value, error) {
	var text []byte
	inValue := false
	for {
		token, err := s.xml.next()
		if err != nil {
			return value{}, cells.CutOff(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inValue = token.Name.Local == "v"
			if token.Name.Local == "is" {
				inline, err := textWithin(s.xml, "is")
				if err != nil {
					return value{}, err
				}
				text = append(text, inline...)
			}
		case xml.CharData:
			if inValue {
				text = append(text, token...)
			}
		case xml.EndElement:
			inValue = false
			if token.Name.Local == "c" {
				return s.understood(string(text), attribute(start, "t"), attribute(start, "s"))
			}
		}
		if len(text) > maxText {
			return value{}, errLarge
		}
	}
}

// understood is what a cell of a type and a style holds.
func (s *sheet) understood(text, kind, style string) (value, error) {
	switch kind {
	case "s":
		k, err := strconv.Atoi(strings.TrimSpace(text))
		if text == "" {
			return value{}, nil
		}
		if err != nil || k < 0 || k >= len(s.texts) {
			return value{}, errDamaged
		}
		return value{text: strings.TrimSpace(s.texts[k])}, nil
	case "b":
		return value{text: map[bool]string{true: "true", false: "false"}[text == "1"], kind: boolean}, nil
	case "e":
		return value{text: text, kind: failure}, nil
	case "", "n":
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		switch made := s.styleOf(style); {
		case err == nil && made == asDate:
			return value{text: s.date(v)}, nil
		case err == nil && made == asPercent:
			return value{text: strconv.FormatFloat(100*v, 'g', 15, 64) + "%"}, nil
		}
	}
	return value{text: strings.TrimSpace(text)}, nil
}

// styleOf is the style of that number, where there is one.
func (s *sheet) styleOf(number string) style {
	if k, err := strconv.Atoi(number); err == nil && k >= 0 && k < len(s.styles) {
		return s.styles[k]
	}
	return asNumber
}

// date is a number of days as a date, or a time of day where it is less than one.
func (s *sheet) date(day float64) string {
	const thousandths = 86400_000 // of a second
	const latest = 2958466        // the first day after the year 9999
	if !(day >= 0 && day < latest) {
		return strconv.FormatFloat(day, 'g', -1, 64)
	}
	from := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	if s.from1904 {
		from = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	} else if day < 60 {
		from = from.AddDate(0, 0, 1) // the first of March 1900 is day 61, as if that February had 29 days
	}
	whole, part := math.Modf(day)
	at := from.AddDate(0, 0, int(whole)).Add(time.Duration(math.Round(part*thousandths)) * time.Millisecond)
	switch {
	case day < 1 && !s.from1904:
		return at.Format("15:04:05.999")
	case part == 0:
		return at.Format(time.DateOnly)
	}
	return at.Format("2006-01-02 15:04:05.999")
}

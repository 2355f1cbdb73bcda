package table

import (
	"context"
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// appendRow appends a row of numbers as text.
type appendRow func(line []byte, row []float64) []byte

func newSeparatedWriter(ctx context.Context, w io.Writer, s sheet, separator byte) rowWriter {
	header, some := appendHeader(nil, s.names, separator), s.hasTexts()
	return newTextWriter(ctx, w, len(s.names), header, func(line []byte, row []float64) []byte {
		if some {
			return appendFields(line, row, s.texts, separator)
		}
		return appendNumbers(line, row, separator)
	})
}

func appendHeader(line []byte, names []string, separator byte) []byte {
	for j, name := range names {
		if j > 0 {
			line = append(line, separator)
		}
		line = append(line, field(name, len(names), separator)...)
	}
	return append(line, '\n')
}

// field is a name as CSV has it: in quotes where it needs them. A single column
// without a name would be a blank line without them.
func field(name string, columns int, separator byte) string {
	if strings.ContainsAny(name, string(separator)+"\"\r\n") || name == "" && columns == 1 {
		return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return name
}

// appendNumbers writes the shortest decimals that read back as the same numbers, and
// nothing where there is none; but a line is never blank.
func appendNumbers(line []byte, row []float64, separator byte) []byte {
	for j, v := range row {
		if j > 0 {
			line = append(line, separator)
		}
		switch {
		case v-v == 0:
			line = strconv.AppendFloat(line, v, 'g', -1, 64)
		case len(row) == 1:
			line = append(line, `""`...)
		}
	}
	return append(line, '\n')
}

// appendFields writes a row that has texts; one that is missing, and one without letters,
// is nothing.
func appendFields(line []byte, row []float64, texts [][]string, separator byte) []byte {
	for j, v := range row {
		if j > 0 {
			line = append(line, separator)
		}
		switch text, ok := textAt(texts[j], v); {
		case ok:
			line = append(line, field(text, len(row), separator)...)
		case texts[j] == nil && v-v == 0:
			line = strconv.AppendFloat(line, v, 'g', -1, 64)
		case len(row) == 1:
			line = append(line, `""`...)
		}
	}
	return append(line, '\n')
}

// newJSONWriter writes an object a row; what is not a number is null.
func newJSONWriter(ctx context.Context, w io.Writer, s sheet) (rowWriter, error) {
	var keys [][]byte
	for _, name := range s.names {
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		keys = append(keys, append(key, ':'))
	}
	texts := s.texts
	quoted := make([][][]byte, len(texts))
	for j, column := range texts {
		for _, text := range column {
			value, err := json.Marshal(text)
			if err != nil {
				return nil, err
			}
			quoted[j] = append(quoted[j], value)
		}
	}
	return newTextWriter(ctx, w, len(s.names), nil, func(line []byte, row []float64) []byte {
		line = append(line, '{')
		for j, v := range row {
			if j > 0 {
				line = append(line, ',')
			}
			line = append(line, keys[j]...)
			switch _, ok := textAt(texts[j], v); {
			case ok:
				line = append(line, quoted[j][int(v)]...)
			case texts[j] == nil && v-v == 0:
				line = strconv.AppendFloat(line, v, 'g', -1, 64)
			default:
				line = append(line, "null"...)
			}
		}
		return append(line, '}', '\n')
	}), nil
}

package delimited

import (
	"context"
	"io"
	"strconv"
	"strings"

	"suffice/internal/cells"
)

// NewWriter writes CSV, or what has another separator.
func NewWriter(ctx context.Context, w io.Writer, s cells.Sheet, separator byte) cells.RowWriter {
	return cells.NewTextWriter(ctx, w, len(s.Names), header(s.Names, separator), func(line []byte, row []float64, texts [][]string) []byte {
		if texts == nil {
			texts = s.Texts
		}
		return appendRow(line, row, texts, separator)
	})
}

// header is the names as a row of texts.
func header(names []string, separator byte) []byte {
	var texts [][]string
	for _, name := range names {
		texts = append(texts, []string{name})
	}
	return appendRow(nil, make([]float64, len(names)), texts, separator)
}

// field is a name as CSV has it: in quotes where it needs them. A single column
// without a name would be a blank line without them.
func field(name string, columns int, separator byte) string {
	if strings.ContainsAny(name, string(separator)+"\"\r\n") || name == "" && columns == 1 {
		return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return name
}

// appendRow writes the shortest decimals that read back as the same numbers, and nothing
// for a number or text that is missing; but a line is never blank.
func appendRow(line []byte, row []float64, texts [][]string, separator byte) []byte {
	for j, v := range row {
		if j > 0 {
			line = append(line, separator)
		}
		switch text, ok := cells.TextAt(texts[j], v); {
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

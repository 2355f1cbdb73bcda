package table

import (
	"context"
	"encoding/json"
	"io"
	"runtime"
	"strconv"
	"strings"

	"suffice/rows"
)

// appendRow appends a row of numbers as text.
type appendRow func(line []byte, row []float64) []byte

func writeCSV(ctx context.Context, w io.Writer, x rows.Source) error {
	return writeSeparated(ctx, w, x, ',')
}

func writeTSV(ctx context.Context, w io.Writer, x rows.Source) error {
	return writeSeparated(ctx, w, x, '\t')
}

func writeSeparated(ctx context.Context, w io.Writer, x rows.Source, separator byte) error {
	header := appendHeader(nil, rows.Names(x), separator)
	texts, some := textsOf(x)
	return writeText(ctx, w, x, header, func(line []byte, row []float64) []byte {
		if some {
			return appendFields(line, row, texts, separator)
		}
		return appendNumbers(line, row, separator)
	})
}

// writeText writes rows as text. Stretches of rows are formatted side by side, and
// written in order.
func writeText(ctx context.Context, w io.Writer, x rows.Source, header []byte, row appendRow) error {
	if _, err := w.Write(header); err != nil {
		return err
	}
	n, width := x.Len(), x.Width()
	each := rows.BlockLen(width)
	texts := make([][]byte, runtime.GOMAXPROCS(0))
	buffers := make([][]float64, len(texts))
	for from := 0; from < n; {
		var blocks [][]float64
		for ; len(blocks) < len(texts) && from < n; from += each {
			k, end := len(blocks), min(from+each, n)
			if buffers[k] == nil {
				buffers[k] = make([]float64, min(each, n)*width)
			}
			block, err := x.Block(ctx, from, end, buffers[k][:(end-from)*width])
			if err != nil {
				return err
			}
			blocks = append(blocks, block)
		}
		err := inParallel(len(blocks), func(k int) error {
			texts[k] = texts[k][:0]
			for block := blocks[k]; len(block) > 0; block = block[width:] {
				texts[k] = row(texts[k], block[:width])
			}
			return ctx.Err()
		})
		if err != nil {
			return err
		}
		for _, text := range texts[:len(blocks)] {
			if _, err := w.Write(text); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
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

// writeJSONLines writes an object a row; what is not a number is null.
func writeJSONLines(ctx context.Context, w io.Writer, x rows.Source) error {
	var keys [][]byte
	for _, name := range rows.Names(x) {
		key, err := json.Marshal(name)
		if err != nil {
			return err
		}
		keys = append(keys, append(key, ':'))
	}
	texts, _ := textsOf(x)
	quoted := make([][][]byte, len(texts))
	for j, column := range texts {
		for _, text := range column {
			value, err := json.Marshal(text)
			if err != nil {
				return err
			}
			quoted[j] = append(quoted[j], value)
		}
	}
	return writeText(ctx, w, x, nil, func(line []byte, row []float64) []byte {
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
	})
}

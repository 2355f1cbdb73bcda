package table

import (
	"bufio"
	"context"
	"io"
	"strconv"
	"strings"

	"suffice/internal/wholefile"
	"suffice/rows"
)

// WriteFile writes x as CSV to the file at path, which appears whole or, after an
// error or when ctx is cancelled, not at all.
func WriteFile(ctx context.Context, path string, x rows.Source) error {
	return wholefile.Write(path, func(w io.Writer) error { return Write(ctx, w, x) })
}

// Write writes x as CSV with a header of its column names. Reading the numbers gives
// the same bits.
func Write(ctx context.Context, w io.Writer, x rows.Source) error {
	out := bufio.NewWriterSize(w, 1<<16)
	line := appendHeader(nil, rows.Names(x))
	if _, err := out.Write(line); err != nil {
		return err
	}
	width := x.Width()
	err := rows.Each(ctx, x, rows.BlockLen(width), func(_, _ int, block []float64) error {
		for ; len(block) > 0; block = block[width:] {
			line = appendRow(line[:0], block[:width])
			if _, err := out.Write(line); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

func appendHeader(line []byte, names []string) []byte {
	for j, name := range names {
		if j > 0 {
			line = append(line, ',')
		}
		line = append(line, field(name, len(names))...)
	}
	return append(line, '\n')
}

// field is a name as CSV has it: in quotes where it needs them. A single column
// without a name would be a blank line without them.
func field(name string, columns int) string {
	if strings.ContainsAny(name, ",\"\r\n") || name == "" && columns == 1 {
		return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return name
}

// appendRow writes the shortest decimals that read back as the same numbers.
func appendRow(line []byte, row []float64) []byte {
	for j, v := range row {
		if j > 0 {
			line = append(line, ',')
		}
		line = strconv.AppendFloat(line, v, 'g', -1, 64)
	}
	return append(line, '\n')
}

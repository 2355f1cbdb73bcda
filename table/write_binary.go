package table

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"

	"suffice/internal/npy"
	"suffice/rows"
)

// writeNPY writes an array of two dimensions, which has no names.
func writeNPY(ctx context.Context, w io.Writer, x rows.Source) error {
	if _, some := textsOf(x); some {
		return fmt.Errorf("the table has columns of text, which .npy cannot hold; write .csv, .parquet or .jsonl")
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if err := npy.WriteHeader(out, "<f8", []int{x.Len(), x.Width()}); err != nil {
		return err
	}
	err := rows.Each(ctx, x, rows.BlockLen(x.Width()), func(_, _ int, block []float64) error {
		return npy.WriteValues(out, block)
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// orderedColumns is a group of columns that keep their order; by itself the library sorts them.
type orderedColumns struct {
	parquet.Group
	names []string
}

func (g orderedColumns) Fields() []parquet.Field {
	at := make(map[string]int, len(g.names))
	for j, name := range g.names {
		at[name] = j
	}
	fields := slices.Clone(g.Group.Fields())
	slices.SortFunc(fields, func(a, b parquet.Field) int { return at[a.Name()] - at[b.Name()] })
	return fields
}

// groupCells is how many numbers a row group of a written file has, at most: 32 MiB.
const groupCells = 1 << 22

// writeParquet writes columns of doubles, and of texts, packed with snappy.
func writeParquet(ctx context.Context, w io.Writer, x rows.Source) error {
	names := rows.Names(x)
	columns := parquet.Group{}
	texts, _ := textsOf(x)
	for j, name := range names {
		if texts[j] != nil {
			columns[name] = parquet.Compressed(parquet.Optional(parquet.String()), &parquet.Snappy)
			continue
		}
		columns[name] = parquet.Compressed(parquet.Encoded(parquet.Leaf(parquet.DoubleType), &parquet.Plain), &parquet.Snappy)
	}
	if len(columns) < len(names) {
		return fmt.Errorf("two columns have the same name, which Parquet does not allow")
	}
	schema := parquet.NewSchema("table", orderedColumns{columns, names})
	// The name of the program alone: with its version, equal tables would differ.
	out := parquet.NewWriter(w, schema, parquet.CreatedBy("suffice", "", ""), parquet.DataPageStatistics(false))
	each := max(1, groupCells/max(1, x.Width()))
	for from := 0; from < x.Len(); from += each {
		group := parquet.NewBuffer(schema)
		if err := fillGroup(ctx, group, x, texts, from, min(from+each, x.Len())); err != nil {
			return err
		}
		if _, err := out.WriteRowGroup(group); err != nil {
			return err
		}
	}
	return out.Close()
}

// fillGroup puts rows [from, to) into a row group, column by column.
func fillGroup(ctx context.Context, group *parquet.Buffer, x rows.Source, texts [][]string, from, to int) error {
	width := x.Width()
	each := blockRows(width)
	buffer, column := make([]float64, min(each, to-from)*width), make([]float64, 0, each)
	columns := group.ColumnBuffers()
	for ; from < to; from += each {
		if err := ctx.Err(); err != nil {
			return err
		}
		end := min(from+each, to)
		block, err := x.Block(ctx, from, end, buffer[:(end-from)*width])
		if err != nil {
			return err
		}
		for j := range width {
			column = column[:0]
			for i := j; i < len(block); i += width {
				column = append(column, block[i])
			}
			if texts[j] != nil {
				err = writeTexts(columns[j], j, texts[j], column)
			} else {
				_, err = columns[j].(parquet.DoubleWriter).WriteDoubles(column)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// writeTexts appends the texts that the cells of column j stand for.
func writeTexts(into parquet.ColumnBuffer, j int, texts []string, cells []float64) error {
	values := make([]parquet.Value, len(cells))
	for i, v := range cells {
		if text, ok := textAt(texts, v); ok {
			values[i] = parquet.ByteArrayValue([]byte(text)).Level(0, 1, j)
		} else {
			values[i] = parquet.NullValue().Level(0, 0, j)
		}
	}
	_, err := into.WriteValues(values)
	return err
}

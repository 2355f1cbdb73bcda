package parquet

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"

	"suffice/internal/cells"
)

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

// A row group of a written file has 8 MiB of numbers, because the library holds several
// times that. Of many columns it has more, so that those of a column are not too few to be
// worth their header, but no more than 32 MiB.
const (
	groupCells     = 1 << 20
	wideGroupCells = 1 << 22
	groupRows      = 1 << 10
)

// groupLen is how many rows of that many columns make a row group.
func groupLen(width int) int {
	width = max(1, width)
	return max(1, groupCells/width, min(groupRows, wideGroupCells/width))
}

// Writer writes columns of doubles, and of texts, packed with snappy.
type Writer struct {
	ctx context.Context
	out groupWriter
	cells.Sheet
	group  *parquet.Buffer
	rows   int // of the group
	column []float64
}

// groupWriter writes row groups.
type groupWriter interface {
	WriteRowGroup(group parquet.RowGroup) (int64, error)
	Close() error
}

// NewWriter writes columns in their order.
func NewWriter(ctx context.Context, w io.Writer, s cells.Sheet) (*Writer, error) {
	columns := parquet.Group{}
	for j, name := range s.Names {
		if s.Texts[j] != nil {
			columns[name] = parquet.Compressed(parquet.Optional(parquet.String()), &parquet.Snappy)
			continue
		}
		columns[name] = parquet.Compressed(parquet.Encoded(parquet.Leaf(parquet.DoubleType), &parquet.Plain), &parquet.Snappy)
	}
	if len(columns) < len(s.Names) {
		return nil, fmt.Errorf("two columns have the same name, which Parquet does not allow")
	}
	schema := parquet.NewSchema("table", orderedColumns{columns, s.Names})
	// The name of the program alone: with its version, equal tables would differ.
	out := parquet.NewWriter(w, schema, parquet.CreatedBy("suffice", "", ""), parquet.DataPageStatistics(false))
	return &Writer{ctx: ctx, out: out, group: parquet.NewBuffer(schema), Sheet: s}, nil
}

// Write puts rows into row groups, and writes those that are full.
func (p *Writer) Write(block []float64, texts [][]string) error {
	if texts == nil {
		texts = p.Texts
	}
	width := len(p.Names)
	each := groupLen(width)
	for len(block) > 0 {
		if err := p.ctx.Err(); err != nil {
			return err
		}
		n := min(each-p.rows, len(block)/width)
		if err := p.fill(block[:n*width], texts); err != nil {
			return err
		}
		block = block[n*width:]
		if p.rows += n; p.rows == each {
			if err := p.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// fill puts rows into the group, column by column.
func (p *Writer) fill(block []float64, texts [][]string) error {
	columns, width := p.group.ColumnBuffers(), len(p.Names)
	for j := range width {
		p.column = p.column[:0]
		for i := j; i < len(block); i += width {
			p.column = append(p.column, block[i])
		}
		var err error
		if p.Texts[j] != nil {
			err = writeTexts(columns[j], j, texts[j], p.column)
		} else {
			_, err = columns[j].(parquet.DoubleWriter).WriteDoubles(p.column)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *Writer) flush() error {
	if p.rows == 0 {
		return nil
	}
	_, err := p.out.WriteRowGroup(p.group)
	p.group.Reset() // its memory serves the next one
	p.rows = 0
	return err
}

func (p *Writer) Close() error {
	if err := p.flush(); err != nil {
		return err
	}
	return p.out.Close()
}

func (p *Writer) Stop() {}

// writeTexts appends the texts that the cells of column j stand for.
func writeTexts(into parquet.ColumnBuffer, j int, texts []string, row []float64) error {
	values := make([]parquet.Value, len(row))
	for i, v := range row {
		if text, ok := cells.TextAt(texts, v); ok {
			values[i] = parquet.ByteArrayValue([]byte(text)).Level(0, 1, j)
		} else {
			values[i] = parquet.NullValue().Level(0, 0, j)
		}
	}
	_, err := into.WriteValues(values)
	return err
}

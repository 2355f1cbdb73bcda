package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync/atomic"
)

// csvReader reads delimited text. The file is cut into chunks of whole records, which
// several workers parse at a time, each chunk into a block of its own; the blocks are put
// together in their order, so that the table does not depend on the workers.
type csvReader struct {
	input  *input
	schema *schema
	dialect
	chunks *chunker
	first  chunk // what follows the header

	slots []int         // of the columns
	many  []atomic.Bool // columns of which no more words are kept

	workers int
	work    *pipeline
}

// openCSV finds how the file is written, and reads the header.
func openCSV(in *input, s *schema) (reader, error) {
	r, err := openDelimited(in, s, chunkSize)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// openDelimited is the same with chunks of any size.
func openDelimited(in *input, s *schema, size int) (*csvReader, error) {
	r := &csvReader{input: in, schema: s, workers: runtime.GOMAXPROCS(0)}
	if err := in.decode(); err != nil {
		return nil, err
	}
	comment, lines, err := skipComments(in)
	if err != nil {
		return nil, in.failed(err)
	}
	head, err := in.head()
	if err != nil {
		return nil, err
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return nil, r.problem(0, "this is not a CSV file in UTF-8; save it as one")
	}
	whole := len(head) < lookAhead && !in.paused
	if whole {
		size = min(size, len(head)+1) // a small file needs no large chunk
	}
	r.dialect = sniff(head, whole, s.options.DecimalComma)
	s.onlyPoints = r.point == '.'
	r.chunks = &chunker{source: in, dialect: r.dialect, size: size, line: 1 + lines, idle: in.idle}
	if err := r.header(comment, lines); err != nil {
		return nil, err
	}
	r.slots = make([]int, len(s.columns))
	for j, c := range s.columns {
		r.slots[j] = c.slot
	}
	r.many = make([]atomic.Bool, len(s.columns))
	return r, nil
}

// next returns the rows of the next chunk.
func (r *csvReader) next(ctx context.Context) (*block, error) {
	if r.work == nil {
		r.work = startPipeline(ctx, r)
		r.input.onClose(r.work.stop) // before what it reads from is closed
	}
	for {
		p, err := r.work.next(ctx)
		if errors.Is(err, io.EOF) {
			return nil, err
		}
		if err != nil {
			r.work.stop()
			return nil, err
		}
		b := r.merge(p)
		r.work.recycle(p)
		if b.rows > 0 {
			return b, nil
		}
	}
}

// merge adds what a worker knows of the columns in its rows, and gives the words the
// numbers that they have in the table.
func (r *csvReader) merge(p *part) *block {
	b := p.block
	for j, c := range r.schema.columns {
		later := p.columns[j]
		if later == nil { // only numbers, or not kept
			if c.slot >= 0 {
				c.numbers += b.rows
			}
			continue
		}
		later.numbers = b.rows - later.texts - later.gaps
		number := c.merge(later)
		r.many[j].Store(c.many)
		if !inOrder(number) {
			renumber(b, c.slot, number)
		}
	}
	return b
}

func inOrder(number []int) bool {
	for k, n := range number {
		if k != n {
			return false
		}
	}
	return true
}

// renumber gives the words of a column other numbers.
func renumber(b *block, slot int, number []int) {
	if b.sparse {
		for e, s := range b.slots {
			if int(s) == slot {
				b.values[e] = renumbered(b.values[e], number)
			}
		}
		return
	}
	if slot >= b.width {
		return // the column came up after these rows
	}
	for e := slot; e < len(b.cells); e += b.width {
		b.cells[e] = renumbered(b.cells[e], number)
	}
}

// renumbered is a cell with the number that its word has now; one below 0 is not kept.
func renumbered(cell float64, number []int) float64 {
	switch k := wordOf(cell); {
	case k < 0:
		return cell
	case number[k] < 0:
		return missing
	default:
		return wordCell(number[k])
	}
}

func (r *csvReader) problem(line int, format string, values ...any) error {
	return r.schema.problem(line, fmt.Sprintf(format, values...))
}

// Package delimited reads and writes CSV and its kin: values with commas, tabs, semicolons,
// bars or blanks between them. Numbers are read side by side on all cores.
package delimited

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync/atomic"

	"suffice/internal/cells"
)

// Reader reads delimited text. The file is cut into chunks of whole records, which
// several workers parse at a time, each chunk into a block of its own; the blocks are put
// together in their order, so that the table does not depend on the workers.
type Reader struct {
	input  *cells.File
	schema *cells.Schema
	dialect
	chunks *chunker
	first  chunk // what follows the header

	before, after int // columns before and after those that the header names, which have no name

	at     []int          // the first column of each field,
	listed []int          // and how many it has where it is a list of numbers; else 0
	slots  []int          // of the columns
	many   []atomic.Bool  // columns of which no more words are kept
	forms  []atomic.Int32 // in which the words of columns are numbers, as far as that is known

	workers int
	work    *pipeline
}

// Open finds how the file is written, and reads the header.
func Open(in *cells.File, s *cells.Schema) (cells.Reader, error) {
	r, err := OpenChunks(in, s, chunkSize)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// OpenChunks is the same with chunks of about so many bytes.
func OpenChunks(in *cells.File, s *cells.Schema, size int) (*Reader, error) {
	r := &Reader{input: in, schema: s, workers: runtime.GOMAXPROCS(0)}
	if err := in.DecodeText(); err != nil {
		return nil, err
	}
	if err := r.skipLines(s.Options.SkipLines); err != nil {
		return nil, err
	}
	comment, lines, err := skipComments(in)
	if err != nil {
		return nil, in.Failed(err)
	}
	lines += s.Options.SkipLines
	head, err := in.Head()
	if err != nil {
		return nil, err
	}
	separator, err := separatorLine(in, head)
	if err != nil {
		return nil, err
	}
	if separator != 0 {
		lines++
		if head, err = in.Head(); err != nil {
			return nil, err
		}
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return nil, r.problem(0, "this is neither text nor a format that is read; save it as CSV in UTF-8")
	}
	whole := len(head) < cells.LookAhead && !in.Paused
	if whole {
		size = min(size, len(head)+1) // a small file needs no large chunk
	}
	r.dialect = sniff(head, whole, &s.Options, separator)
	title, err := r.layout(head, whole)
	if err != nil {
		return nil, err
	}
	if lines += title; title > 0 {
		comment = ""
	}
	s.About.Point, s.About.Comma = r.point, r.delimiter == ';'
	r.chunks = &chunker{source: in, dialect: r.dialect, size: size, line: 1 + lines, idle: in.Idle}
	if err := r.header(comment, lines); err != nil {
		return nil, err
	}
	r.slots = make([]int, len(s.Columns))
	for j, c := range s.Columns {
		r.slots[j] = c.Slot
	}
	r.many, r.forms = make([]atomic.Bool, len(s.Columns)), make([]atomic.Int32, len(s.Columns))
	for j, c := range s.Columns {
		r.forms[j].Store(int32(c.Form))
	}
	return r, nil
}

// Next returns the rows of the next chunk.
func (r *Reader) Next(ctx context.Context) (*cells.Block, error) {
	if r.work == nil {
		r.work = startPipeline(ctx, r)
		r.input.OnClose(r.work.stop) // before what it reads from is closed
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
		if b.Rows > 0 {
			return b, nil
		}
	}
}

// merge adds what a worker knows of the columns in its rows, and gives the words the
// numbers that they have in the table.
func (r *Reader) merge(p *part) *cells.Block {
	b := p.block
	for j, c := range r.schema.Columns {
		later := p.columns[j]
		if later == nil { // only numbers, or not kept
			if c.Slot >= 0 {
				c.Numbers += b.Rows
			}
			continue
		}
		later.Numbers = b.Rows - later.Texts - later.Gaps
		words := c.Merge(later)
		r.many[j].Store(c.Many)
		r.forms[j].Store(int32(c.Form))
		if !cells.InOrder(words) {
			b.Renumber(c.Slot, words)
		}
	}
	return b
}

func (r *Reader) problem(line int, format string, values ...any) error {
	return r.schema.Problem(line, fmt.Sprintf(format, values...))
}

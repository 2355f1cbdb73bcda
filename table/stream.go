package table

import (
	"context"
	"errors"
	"io"
	"os"

	"suffice/internal/cells"
	"suffice/internal/format"
	"suffice/internal/spool"
	"suffice/rows"
)

// Stream reads a model's inputs from a file, a few rows at a time, in order, however
// long the file is. It understands the file as [Table.Apply] does; but what only the
// last row can tell, it tells after the last row.
type Stream struct {
	mapping // the table has no rows
	source  *cells.File
	reader  cells.Reader

	slots  []int // of the inputs; below 0 where not known
	plain  bool  // all slots are known, and no column has had anything but numbers
	block  *cells.Block
	at     int // rows of the block that were taken
	row    spool.RowBuffer
	zero   []float64 // what sparse rows leave out
	buffer []float64

	kept  []kept // columns that go beside
	taken []int  // rows of the block that were returned last
	ended bool   // there are no more blocks

	read, given int // rows
	entries     spool.Entries
	endWait     func() // for a pipe; may be nil
	atOnce      bool   // a problem is told before the rest is read
	failing     bool
	warnings    []Message
}

// OpenStream opens the file at path, which may stand for several as in [ReadFile]. The target of
// w is not read.
func OpenStream(ctx context.Context, path string, options Options, w Wanted) (*Stream, error) {
	files, err := filesAt(path)
	if err != nil {
		return nil, err
	}
	if len(files) > 1 {
		all, err := openSeries(ctx, files, w.streaming(options))
		if err != nil {
			return nil, err
		}
		w.Target = nil
		s, err := streamOf(&cells.File{Name: path}, all, all.whole, w)
		if err != nil {
			all.Close()
			return nil, err
		}
		s.source.OnClose(all.Close)
		return s, nil
	}
	file, err := os.Open(files[0])
	if err != nil {
		return nil, cells.CannotRead(files[0], err)
	}
	s, err := NewStream(ctx, file, files[0], options, w)
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	s.source.OnClose(func() { _ = file.Close() })
	return s, nil
}

// NewStream is the same for what r reads, which messages call by name. From a pipe, rows
// come as soon as they are there, however few, and the first problem ends it.
func NewStream(ctx context.Context, r io.Reader, name string, options Options, w Wanted) (*Stream, error) {
	w.Target = nil
	options = w.streaming(options)
	end := func() {}
	live := cells.IsLive(r)
	if live {
		reader := cells.NewLive(ctx, r)
		r, end = reader, reader.End
	}
	in, err := cells.Open(ctx, r, name)
	if err != nil {
		end()
		return nil, err
	}
	s, err := newStream(in, options, w)
	if err != nil {
		end()
		in.Close()
		return nil, err
	}
	s.atOnce, s.endWait = live, end
	return s, nil
}

// streaming are options with which rows are read one after the other, for a model without its
// target; columns that only go beside are texts.
func (w Wanted) streaming(options Options) Options {
	w.Target = nil
	options = w.Reading(options)
	needed := w.needed()
	options.AsText = func(name string) bool { return w.keeps(name) && !needed[name] }
	return options
}

func newStream(in *cells.File, options Options, w Wanted) (*Stream, error) {
	reader, schema, err := format.Open(in, options.Format, options.cells())
	if err != nil {
		return nil, err
	}
	return streamOf(in, reader, schema, w)
}

// streamOf fails where the file has not the columns that the model needs, unless it may show
// them later.
func streamOf(in *cells.File, reader cells.Reader, schema *cells.Schema, w Wanted) (*Stream, error) {
	none := &Table{schema: schema, rows: spool.New(spool.Options{}), found: newFindings()}
	s := &Stream{mapping: newMapping(none, w), source: in, reader: reader, slots: make([]int, len(w.Inputs))}
	return s, s.findAll()
}

// Close ends it.
func (s *Stream) Close() {
	if s.endWait != nil { // for more of a pipe
		s.endWait()
	}
	s.source.Close()
}

// Warnings are what [Choice] would have, once Next has returned io.EOF.
func (s *Stream) Warnings() []Message { return s.warnings }

// Next returns the inputs of the next rows, stored by rows, or io.EOF after the last. They
// are valid until the next call. An error may come after rows that precede its place.
func (s *Stream) Next(ctx context.Context) ([]float64, error) {
	for !s.failing {
		if s.block == nil || s.at == s.block.Rows {
			if err := s.nextBlock(ctx); errors.Is(err, io.EOF) {
				return nil, s.end()
			} else if err != nil {
				return nil, err
			}
		}
		if out := s.take(); len(out) > 0 {
			return out, nil
		}
	}
	if s.atOnce {
		return nil, s.firstProblem()
	}
	for { // to say how much more is wrong
		if err := s.nextBlock(ctx); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	return nil, s.end()
}

// nextBlock reads a block of rows and prepares the inputs for it.
func (s *Stream) nextBlock(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.ended {
		return io.EOF
	}
	s.forget()
	b, err := s.reader.Next(ctx)
	if err != nil {
		if changed := s.table.schema.Origin.CheckRead(); changed != nil && ctx.Err() == nil {
			return changed // be it that the file seems to end here, or that a row is cut
		}
		return err
	}
	takeMarks(s.table.schema, b)
	s.block, s.at = b, 0
	s.read += b.Rows
	s.entries.Count(b)
	if !s.failing {
		s.prepare()
	}
	return nil
}

// end is io.EOF, unless the whole file is not as it should be.
func (s *Stream) end() error {
	if err := s.verdict(); err != nil {
		return err
	}
	return io.EOF
}

// take returns the inputs of some rows of the block, as far as they have none that ends
// it all.
func (s *Stream) take() []float64 {
	d := len(s.inputs)
	most := min(s.block.Rows-s.at, rows.BlockLen(d))
	if cap(s.buffer) < most*d {
		s.buffer = make([]float64, most*d)
	}
	out := s.buffer[:most*d]
	n := 0
	s.taken = s.taken[:0]
	for range most {
		switch s.fill(out[n*d:(n+1)*d], s.cells(s.at)) {
		case complete:
			n++
			s.taken = append(s.taken, s.at)
		case gap:
			s.failing = s.wanted.Missing != DropMissing
		case bad:
			s.failing = true
		}
		if s.failing {
			break
		}
		s.at++
	}
	s.given += n
	return out[:n*d]
}

// cells are those of row i of the block.
func (s *Stream) cells(i int) []float64 { return s.row.Row(s.block, i, s.zero) }

// prepare brings the inputs up to what the columns are after the block was read.
func (s *Stream) prepare() {
	s.plain = true
	for k := range s.inputs {
		f := &s.inputs[k]
		f.prepare(s.table)
		s.slots[k] = -1
		if f.column != nil {
			s.slots[k] = f.slot
		}
		s.plain = s.plain && s.slots[k] >= 0 && f.column.Texts == 0 && !f.isLevel() && f.turn == 0
	}
	s.zero = zeroCells(s.table.schema)
	s.look()
}

// look sees the numbers of the block in columns that they can tell something new of.
func (s *Stream) look() {
	columns, inputs := make([]*cells.Column, s.table.schema.Kept), make([]*input, s.table.schema.Kept)
	for k := range s.inputs {
		if f := &s.inputs[k]; f.column != nil && f.slot >= 0 && !f.isLevel() && !f.notBinary {
			columns[f.slot], inputs[f.slot] = f.column, f
		}
	}
	s.block.EachNumber(columns, func(c *cells.Column, cell *float64) { inputs[c.Slot].see(*cell) })
}

// fill sets x to the inputs of a row of cells.
func (s *Stream) fill(x, row []float64) completeness {
	if s.plain {
		finite := 0.
		for k, slot := range s.slots {
			v := row[slot]
			x[k] = v
			finite += v - v
		}
		if finite == 0 {
			return complete
		}
	}
	found := complete
	for k := range s.inputs {
		v, is := s.inputs[k].in(row)
		x[k] = v
		found = max(found, is)
	}
	return found
}

package delimited

import (
	"bytes"
	"errors"
	"slices"

	"suffice/internal/cells"
	"suffice/internal/humanize"
)

// part is a chunk, and what a worker makes of it.
type part struct {
	chunk
	rows    *rowParser
	buffer  []byte // of the chunk's text
	block   *cells.Block
	columns []*cells.Column // nil where all cells of the block are numbers, or none is kept
	err     error
	done    chan struct{}
}

// rowParser makes rows of records. Each part has its own.
type rowParser struct {
	*Reader
	scanner *scanner
	quick   bool // a number that begins a field can be read before its end is found
	part    *part
}

func newRowParser(r *Reader) *rowParser {
	return &rowParser{
		Reader: r, scanner: newScanner(r.dialect, chunk{}),
		quick: r.delimiter != ' ' && r.delimiter != r.point,
	}
}

// parse makes a block of a chunk.
func (p *rowParser) parse(q *part) {
	p.part = q
	q.columns = append(q.columns[:0], make([]*cells.Column, len(p.slots))...)
	q.err = nil
	width, s := p.schema.Kept, p.scanner
	s.scan(q.chunk)
	need := p.mostRows(q.chunk) * width
	if slices.Max(p.listed) > 0 { // a row whose lists are missing is short
		need = min(need, len(q.text)+width)
	}
	q.block = &cells.Block{Width: width, Cells: make([]float64, need)}
	for s.toRecord() {
		at := q.block.Rows * width
		if at+width > len(q.block.Cells) {
			if at > mostOfChunk {
				q.err = p.problem(s.line, "too many rows have no list; leave the column out")
				return
			}
			q.block.Cells = append(q.block.Cells, make([]float64, at+width)...)
		}
		if q.err = p.row(q.block.Cells[at : at+width]); q.err != nil {
			return
		}
		q.block.Rows++
	}
	used := q.block.Cells[:q.block.Rows*width]
	if 10*len(used) < 9*len(q.block.Cells) { // lines that are no rows
		used = slices.Clone(used)
	}
	q.block.Cells = used
}

// mostOfChunk is about how many cells may be made of the text of a chunk where lists are missing.
const mostOfChunk = 1 << 24

// mostRows is how many rows a chunk can have: no more than lines, and no more than there
// are delimiters for, up to one that is too short.
func (p *rowParser) mostRows(c chunk) int {
	if c.cut {
		return 1
	}
	return min(bytes.Count(c.text, []byte("\n")), len(c.text)/len(p.at)+1)
}

// row reads the cells of a record.
func (p *rowParser) row(cells []float64) error {
	s := p.scanner
	line, f := s.line, 0
	for last := false; !last; f++ {
		slot, j, listed := -1, 0, false
		if f < len(p.at) {
			j, listed = p.at[f], p.listed[f] > 0
			slot = p.slots[j]
		}
		if slot >= 0 && p.quick && !listed && !p.schema.Columns[j].AsText {
			var read bool
			if last, read = p.number(&cells[slot]); read {
				continue
			}
		}
		field, ends, err := s.field()
		if err != nil {
			return p.failed(err, s.began, line, p.part.cut)
		}
		if last = ends; listed && p.isKept(f) {
			if err := p.list(f, field, s.began, cells); err != nil {
				return err
			}
		}
		if slot < 0 || listed {
			continue
		}
		if cells[slot], err = p.cell(j, field, s.began); err != nil {
			return err
		}
	}
	if p.part.cut && s.pos == len(s.text) {
		return p.problem(line, "%v", errLongRecord)
	}
	if f != len(p.at) {
		return p.problem(line, "%s, but the header has %d; add what is missing, or quote values that hold %s",
			humanize.Count(f, "field"), len(p.at), delimiterNames[p.delimiter])
	}
	return nil
}

// number reads a field that is a number and nothing else, which most are.
func (p *rowParser) number(cell *float64) (last, read bool) {
	s := p.scanner
	text, begin := s.text, s.pos
	for text[begin] == ' ' {
		begin++
	}
	v, end := cells.ScanNumber(text, begin, p.point)
	if end == 0 {
		return false, false
	}
	switch c := text[end]; {
	case c == p.delimiter:
		*cell, s.pos = v, end+1
		return false, true
	case c == '\r' && text[end+1] == '\n':
		end++
		fallthrough
	case c == '\n':
		*cell, s.pos = v, end+1
		s.line++
		return true, true
	}
	return false, false
}

// cell is what to store for a field of any kind.
func (p *rowParser) cell(j int, field []byte, line int) (float64, error) {
	field = cells.Trim(field)
	if !p.schema.Columns[j].AsText && len(field) > 0 && (cells.MayBeNumber(field[0]) || field[0] == p.point) {
		if v, ok := cells.ParseNumberWith(field, p.point); ok {
			if v-v == 0 {
				return v, nil
			}
			return p.column(j).Missing(field, line), nil
		}
	}
	if cells.MarksMissing(field) {
		return p.column(j).Missing(field, line), nil
	}
	if bytes.IndexByte(field, 0) >= 0 {
		return 0, p.schema.ProblemIn(line, p.schema.Columns[j].Name, "a zero byte, which no text has; is the file damaged?")
	}
	return p.column(j).Word(cells.ToUTF8(field), line), nil
}

// column is what the part knows of a column that does not only have numbers.
func (p *rowParser) column(j int) *cells.Column {
	if p.part.columns[j] == nil {
		p.part.columns[j] = &cells.Column{
			Whole: p.schema.Columns[j].Whole, Many: p.many[j].Load(), Part: true, Form: cells.Form(p.forms[j].Load()), About: p.schema.About,
		}
	}
	return p.part.columns[j]
}

// failed gives an error of the scanner its place: the field, or the record where it was
// cut off for its length.
func (r *Reader) failed(err error, field, record int, cut bool) error {
	if cut && errors.Is(err, errOpenQuote) {
		return r.problem(record, "%v", errLongRecord)
	}
	return r.problem(field, "%v", err)
}

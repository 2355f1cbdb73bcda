package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/format"
	"suffice/internal/humanize"
	"suffice/internal/sampling"
)

// series reads files of the same columns one after the other, as one table. The schema is that
// of the first file; those of later ones are brought into it block by block.
type series struct {
	ctx     context.Context
	paths   []string
	options Options

	k      int // the file that is read
	in     *cells.File
	rows   cells.Reader
	schema *cells.Schema // of the file
	whole  *cells.Schema // of the table

	slots []int       // of the table, by those of a later file
	words [][]float64 // the cells that the words of a later file have in the table, by its columns
	known int         // columns of the later file that were looked at
}

// openSeries opens the first of some files.
func openSeries(ctx context.Context, paths []string, options Options) (*series, error) {
	s := &series{ctx: ctx, paths: paths, options: options}
	if err := s.open(); err != nil {
		return nil, err
	}
	s.whole = s.schema
	return s, nil
}

// open opens the file that is to be read next.
func (s *series) open() (err error) {
	if s.in, err = cells.OpenFile(s.ctx, s.paths[s.k]); err != nil {
		return err
	}
	s.rows, s.schema, err = format.Open(s.in, s.options.Format, s.options.cells())
	if err != nil {
		s.in.Close()
		return err
	}
	s.schema.Order = s.k
	return nil
}

// Close ends it.
func (s *series) Close() { s.in.Close() }

// Next reads a block of the file, or of the next.
func (s *series) Next(ctx context.Context) (*cells.Block, error) {
	for {
		b, err := s.rows.Next(ctx)
		switch {
		case err == nil && s.k > 0:
			return b, s.adapt(b)
		case !errors.Is(err, io.EOF):
			return b, err
		}
		if err := s.endFile(); err != nil {
			return nil, err
		}
		if s.k+1 == len(s.paths) {
			return nil, io.EOF
		}
		if err := s.nextFile(); err != nil {
			return nil, err
		}
	}
}

// endFile adds what is known of the columns of a file.
func (s *series) endFile() error {
	if err := s.schema.Origin.CheckRead(); err != nil {
		return err
	}
	if s.k == 0 {
		if len(s.paths) > 1 {
			first := *s.schema
			rememberPlaces(s.schema.Columns, &first)
			s.whole.Source = sourceOf(s.paths)
		}
		return nil
	}
	rememberPlaces(s.schema.Columns, s.schema)
	if err := s.look(); err != nil {
		return err
	}
	if len(s.schema.Columns) != len(s.whole.Columns) {
		return s.differ("it has %s, but %s has %d", humanize.Count(len(s.schema.Columns), "column"), s.paths[0], len(s.whole.Columns))
	}
	for _, later := range s.schema.Columns {
		c := s.column(later)
		switch {
		case c == nil || c.Slot < 0:
			continue
		case c.OnlyNumbers() && later.OnlyWords():
			return s.differ("column %q has words, but numbers in %s", c.Name, s.paths[0])
		case c.OnlyWords() && later.OnlyNumbers() && c.Declared != Text:
			return s.differ("column %q has numbers, but words in %s", c.Name, s.paths[0])
		}
		c.Merge(later)
	}
	return nil
}

// sourceOf is what messages call several files.
func sourceOf(paths []string) string {
	const most = 3
	if len(paths) <= most {
		return strings.Join(paths, ", ")
	}
	return fmt.Sprintf("%s and %d more", paths[0], len(paths)-1)
}

func (s *series) differ(format string, values ...any) error {
	return unlike(s.paths[s.k], format, values...)
}

func (s *series) nextFile() error {
	s.schema.Origin.Closed()
	s.in.Close()
	s.k++
	s.slots, s.words, s.known = nil, nil, 0
	if err := s.open(); err != nil {
		s.in = &cells.File{} // it is closed
		return err
	}
	s.whole.Origin.Join(s.schema.Origin)
	if !slices.Equal(s.schema.Labels, s.whole.Labels) {
		return s.differ("it declares other labels than %s", s.paths[0])
	}
	return s.look()
}

// column is the one of the table that has the name of one of a later file, or nil.
func (s *series) column(later *cells.Column) *cells.Column {
	if j, ok := s.whole.ByName[later.Name]; ok {
		return s.whole.Columns[j]
	}
	return nil
}

// look finds the places of columns that came up.
func (s *series) look() error {
	for ; s.known < len(s.schema.Columns); s.known++ {
		later := s.schema.Columns[s.known]
		s.words = append(s.words, nil)
		c := s.column(later)
		if c == nil && later.Name != "" {
			return s.differ("%s has no column %q", s.paths[0], later.Name)
		}
		if later.Slot >= 0 {
			s.slots = append(s.slots, c.Slot)
		}
	}
	return nil
}

// adapt gives a block of a later file the places and the words of the table.
func (s *series) adapt(b *cells.Block) error {
	if err := s.look(); err != nil {
		return err
	}
	for j, later := range s.schema.Columns {
		if later.Slot < 0 || len(later.Words) == 0 {
			continue
		}
		c := s.column(later)
		if b.Sparse && later.Declared == Nominal && len(c.Words) > 0 && later.Words[0] != c.Words[0] {
			return otherLevels(s.paths[s.k], c.Name, s.paths[0])
		}
		for _, word := range later.Words[len(s.words[j]):] {
			s.words[j] = append(s.words[j], cellOf(c, word))
		}
		if !cells.InOrder(s.words[j]) {
			b.Renumber(later.Slot, s.words[j])
		}
	}
	if !slices.Equal(s.slots, sampling.All(len(s.slots))) || b.Width != s.whole.Kept {
		s.move(b)
	}
	return nil
}

// cellOf is that of a word in a column, which may be new: missing where words are not kept.
func cellOf(c *cells.Column, word string) float64 {
	k, known := c.Index[word]
	if !known && !c.Many {
		k = c.AddWord(word, 0)
	}
	switch {
	case c.Many:
		return cells.Missing
	case k >= 0:
		return cells.WordCell(k)
	}
	v, _ := c.Translate(word) // in the form that was found
	return v
}

// move puts the cells of a block where the table has them.
func (s *series) move(b *cells.Block) {
	if b.Sparse {
		for e, slot := range b.Slots {
			b.Slots[e] = uint32(s.slots[slot])
		}
		b.Width = s.whole.Kept
		return
	}
	width := s.whole.Kept
	moved := make([]float64, b.Rows*width)
	for i := range b.Rows {
		row := moved[i*width : (i+1)*width]
		for j := range row {
			row[j] = cells.Missing
		}
		for slot, v := range b.Cells[i*b.Width : (i+1)*b.Width] {
			row[s.slots[slot]] = v
		}
	}
	b.Cells, b.Width = moved, width
}

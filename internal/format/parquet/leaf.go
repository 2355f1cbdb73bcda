package parquet

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
	described "github.com/parquet-go/parquet-go/format"

	"suffice/internal/cells"
)

// leaf is a column of a Parquet file that becomes one of the table.
type leaf struct {
	column   *cells.Column
	index    int       // among those of the file
	present  byte      // the definition level of a value that is there
	repeated bool      // a list of texts in each row
	numbers  toNumbers // nil where the values are words
	word     func(value []byte) []byte

	valueSize int64 // bytes of a value that stands as it is, at least
	largest   int64 // bytes that a page of the row group takes, decoded

	places       []place // of the pages that are not decoded yet
	bytes, plain []byte  // memory for a page

	pages parquet.Pages
	row   int       // of the next cell, in the file
	cells []float64 // of the page, those not put yet
	kept  []float64 // memory for cells
	raw   []float64 // memory for numbers

	dictionary parquet.Dictionary
	known      []float64 // cells, or numbers, of the values in the dictionary

	list []byte // the texts of a row, where they are lists
	open bool   // a row of a list has begun

	lists  *vectors // where they are lists of numbers
	name   string
	schema *cells.Schema
}

// newLeaf adds the column. Lists of texts become one text with semicolons, and those of numbers
// columns; other lists, and what has no value that is a number or a text, are in the schema but
// not kept.
func (r *Reader) newLeaf(node *parquet.Column, index int, about described.SchemaElement) (*leaf, error) {
	s, name := r.schema, leafName(node)
	l := &leaf{index: index, present: byte(node.MaxDefinitionLevel()), repeated: node.MaxRepetitionLevel() > 0, name: name, schema: s, valueSize: plainSize(node.Type())}
	declared := l.understand(node.Type(), about)
	readable := l.numbers != nil || l.word != nil
	if l.repeated {
		readable = l.word != nil && node.MaxRepetitionLevel() == 1
	}
	if l.numbers != nil && node.MaxRepetitionLevel() == 1 && isElement(node) {
		return l, r.addVectors(l, node, name)
	}
	var err error
	if l.column, err = s.Add(name, declared, 0); err == nil {
		l.column.Store(formOf(node.Type()))
	}
	if err == nil && !readable && l.column.Slot >= 0 {
		s.Drop(l.column)
		s.Remark("column %q is left out: it holds neither numbers nor texts, one for each row", name)
	}
	return l, err
}

// isElement reports whether a column is the elements of a list, and not a part of them, as the
// keys of a map are.
func isElement(node *parquet.Column) bool {
	path := node.Path()
	n := len(path)
	return n == 1 || n > 2 && slices.Contains([]string{"list", "bag"}, path[n-2])
}

// leafName is the path of a column, joined with points. The two levels that every list
// has are left out, and an index that pandas kept has no name, as in its CSV files.
func leafName(node *parquet.Column) string {
	path := node.Path()
	if n := len(path); n > 2 && node.MaxRepetitionLevel() > 0 && slices.Contains([]string{"list", "bag"}, path[n-2]) {
		path = path[:n-2]
	}
	name := strings.Join(path, ".")
	if strings.HasPrefix(name, "__index_level_") {
		return ""
	}
	return name
}

// understand finds what the values are, and what the file declares them to be.
func (l *leaf) understand(kind parquet.Type, about described.SchemaElement) cells.Type {
	if l.numbers = numbersOf(kind); l.numbers != nil {
		return cells.Empty
	}
	if _, half := about.LogicalType.Value.(*described.Float16Type); half && kind.Length() == 2 {
		l.numbers = halves
		return cells.Empty
	}
	switch kind.Kind() {
	case parquet.Boolean:
		l.word = func(value []byte) []byte { return value }
		return cells.Boolean
	case parquet.ByteArray, parquet.FixedLenByteArray:
		l.word = cells.ValidText
	}
	if logical := kind.LogicalType(); logical != nil {
		switch logical.Value.(type) {
		case *described.EnumType:
			return cells.Nominal
		case *described.UUIDType:
			l.word = func(v []byte) []byte {
				return fmt.Appendf(nil, "%x-%x-%x-%x-%x", v[:4], v[4:6], v[6:8], v[8:10], v[10:])
			}
		case *described.NullType:
			l.word = cells.ValidText
		}
	}
	return cells.Empty
}

// begin starts to read a row group; rows come before it.
func (l *leaf) begin(pages parquet.Pages, rows int) {
	l.pages, l.row, l.cells, l.dictionary, l.known = pages, rows+1, nil, nil, nil
}

func (l *leaf) end() {
	_ = l.pages.Close()
	l.pages, l.cells, l.kept, l.raw, l.dictionary, l.known, l.list = nil, nil, nil, nil, nil, nil, nil
	l.places, l.bytes, l.plain = nil, nil, nil
}

// read puts the cells of rows [from, to) of a batch, which begins with the given row of the file.
func (l *leaf) read(file io.ReaderAt, into *cells.Batch, from, to, first int) error {
	for from < to {
		if len(l.cells) == 0 {
			if err := guarded(func() error { return l.load(file) }); err != nil {
				return l.failed(err, first+from)
			}
		}
		n := min(to-from, len(l.cells)/l.width())
		if l.lists != nil {
			l.putVectors(into, from, n)
		} else {
			into.SetColumn(l.column.Slot, from, l.cells[:n])
		}
		l.cells = l.cells[n*l.width():]
		from += n
	}
	return nil
}

// failed is an error in the column, from a row on.
func (l *leaf) failed(err error, row int) error {
	if isEncrypted(err) {
		return err
	}
	return l.schema.FailedIn(row, l.column.Name, err, "the Parquet file is damaged or cut off here; copy or make it again")
}

// load decodes the next page.
func (l *leaf) load(file io.ReaderAt) error {
	if err := l.checkRuns(file); err != nil {
		return err
	}
	page, err := l.pages.ReadPage()
	if errors.Is(err, io.EOF) {
		if !l.open { // fewer values than rows
			return errDamaged
		}
		l.kept = l.kept[:0]
		if l.lists != nil {
			err = l.closeVector()
		} else {
			err, l.kept = nil, append(l.kept, l.closeList())
		}
		l.cells = l.kept
		return err
	}
	if err != nil {
		return err
	}
	defer parquet.Release(page)
	levels := page.DefinitionLevels()
	l.kept = l.kept[:0]
	if l.lists != nil {
		err := l.vectorsOf(page, levels)
		l.cells = l.kept
		return err
	}
	cell, n := l.values(page)
	switch {
	case l.repeated:
		if err := l.textLists(page, levels); err != nil {
			return err
		}
	case len(levels) == 0 && l.present > 0:
		return errDamaged
	case len(levels) == 0:
		for k := range n {
			l.kept = append(l.kept, cell(k, l.row))
			l.row++
		}
	default:
		l.spread(levels, cell)
	}
	l.cells = l.kept
	return nil
}

// spread makes cells of values, some of which are null.
func (l *leaf) spread(levels []byte, cell func(k, row int) float64) {
	k := 0
	for _, level := range levels {
		if level == l.present {
			l.kept = append(l.kept, cell(k, l.row))
			k++
		} else {
			l.kept = append(l.kept, l.column.Missing(nil, l.row))
		}
		l.row++
	}
}

// values returns the cell of value k of a page, and how many there are.
func (l *leaf) values(page parquet.Page) (cell func(k, row int) float64, n int) {
	data := page.Data()
	dictionary := page.Dictionary()
	c := l.column
	if dictionary != nil {
		return l.indexed(dictionary, data.Int32())
	}
	if l.numbers != nil {
		raw := l.numbers(&data, l.raw[:0])
		if data.Kind() != encoding.Double {
			l.raw = raw
		}
		return func(k, row int) float64 { return c.Number(raw[k], nil, row) }, len(raw)
	}
	text, n := texts(&data)
	if data.Kind() == encoding.Boolean {
		n = int(page.NumValues()) // the last byte may be filled up
	}
	return func(k, row int) float64 { return l.wordCell(text(k), row) }, n
}

// indexed returns the cell of value k of a page whose values stand in a dictionary.
func (l *leaf) indexed(dictionary parquet.Dictionary, at []int32) (cell func(k, row int) float64, n int) {
	data := dictionary.Page().Data()
	c := l.column
	if l.numbers != nil {
		if l.dictionary != dictionary {
			l.dictionary, l.known = dictionary, l.numbers(&data, nil)
		}
		return func(k, row int) float64 { return c.Number(l.known[at[k]], nil, row) }, len(at)
	}
	text, n := texts(&data)
	if l.dictionary != dictionary {
		l.dictionary, l.known = dictionary, make([]float64, n)
	}
	return func(k, row int) float64 {
		i := at[k]
		if cells.WordOf(l.known[i]) < 0 {
			l.known[i] = l.wordCell(text(int(i)), row)
		} else {
			c.Texts++
		}
		return l.known[i]
	}, len(at)
}

// wordCell is the cell of a text. An empty one is no value, as in CSV.
func (l *leaf) wordCell(value []byte, row int) float64 {
	if value = cells.Trim(l.word(value)); len(value) == 0 {
		return l.column.Missing(nil, row)
	}
	return l.column.Word(value, row)
}

// textLists joins the texts of each row. A row may go on in the next page.
func (l *leaf) textLists(page parquet.Page, levels []byte) error {
	data := page.Data()
	at := func(k int) int { return k }
	if dictionary := page.Dictionary(); dictionary != nil {
		indexes := data.Int32()
		data = dictionary.Page().Data()
		at = func(k int) int { return int(indexes[k]) }
	}
	text, _ := texts(&data)
	k := 0
	for i, repetition := range page.RepetitionLevels() {
		if repetition == 0 {
			if l.open {
				l.kept = append(l.kept, l.closeList())
			}
			l.open = true
		}
		if levels[i] == l.present {
			if len(l.list) > 0 {
				l.list = append(l.list, ';')
			}
			if l.list = append(l.list, l.word(text(at(k)))...); len(l.list) > cells.MaxValue {
				return errLongList
			}
			k++
		}
	}
	return nil
}

// errLongList refuses lists that would fill the memory: a file need only name a text again
// and again.
const errLongList = cells.BadValue("the texts of a list are longer than 1 MiB; leave the column out of the file")

// closeList ends a row of texts.
func (l *leaf) closeList() float64 {
	list := l.list
	l.list, l.open = l.list[:0], false
	l.row++
	if len(list) == 0 {
		return l.column.Missing(nil, l.row-1)
	}
	return l.column.Word(list, l.row-1)
}

// texts returns text k of some values, and how many there are.
func texts(data *encoding.Values) (text func(k int) []byte, n int) {
	switch data.Kind() {
	case encoding.Undefined: // all are null
		return nil, 0
	case encoding.Boolean:
		bits := data.Boolean()
		words := [2][]byte{[]byte("false"), []byte("true")}
		return func(k int) []byte { return words[bits[k/8]>>(k%8)&1] }, 8 * len(bits)
	case encoding.FixedLenByteArray:
		all, size := data.FixedLenByteArray()
		return func(k int) []byte { return all[k*size : (k+1)*size] }, len(all) / max(1, size)
	}
	all, offsets := data.ByteArray()
	return func(k int) []byte { return all[offsets[k]:offsets[k+1]] }, max(0, len(offsets)-1)
}

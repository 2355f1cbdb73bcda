package arrow

import (
	"bytes"
	"slices"

	"suffice/internal/cells"
	"suffice/internal/format/npy"
)

// field is a column of the file, or a part of one, and its values in the batch.
type field struct {
	name     string
	layout   layout
	size     int // bytes of a value, or values of a list that all have as many
	number   func(value []byte) float64
	form     cells.Form // dates or times of day, where the file says so
	children []*field
	words    int64 // number of the dictionary; below 0 where there is none
	of       *Reader

	columns []*cells.Column // one, or those of a list
	listed  bool            // they are those of a list

	valid   []byte
	values  []byte
	data    []byte
	buffers [][]byte // of views
	n       int
}

// layout is how values are stored.
type layout int

const (
	nothing   layout = iota // all are null
	fixed                   // values of the same size
	bits                    // booleans
	texts                   // with 4-byte offsets
	longTexts               // with 8-byte offsets
	views                   // texts that are short, or stand elsewhere
	lists                   // with 4-byte offsets
	longLists               // with 8-byte offsets
	arrays                  // lists of the same length
	structure
)

// newField understands a column.
func (r *Reader) newField(about flat, depth int) (*field, error) {
	if depth > maxDepth {
		return nil, errDamaged
	}
	f := &field{name: about.text(0), words: -1, of: r}
	for _, child := range about.tables(5) {
		c, err := r.newField(child, depth+1)
		if err != nil {
			return nil, err
		}
		f.children = append(f.children, c)
	}
	if err := f.understand(about.octet(2), about.table(3)); err != nil {
		return nil, err
	}
	if !about.has(4) {
		return f, nil
	}
	encoding := about.table(4)
	values := *f
	r.dictionaries[encoding.long(0)] = &values
	f.layout, f.children, f.words = fixed, nil, encoding.long(0)
	if !encoding.has(1) {
		return f, f.stored('i', 32)
	}
	return f, f.stored(wholeKind(encoding.table(1)), encoding.table(1).intOr(0, 32))
}

// understand finds how values of a type are stored, and what numbers they are.
func (f *field) understand(kind int, about flat) error {
	second := []float64{1, 1e3, 1e6, 1e9}
	unit := func(k, otherwise int) float64 { return second[min(3, max(0, about.shortOr(k, otherwise)))] }
	switch kind {
	case 1: // null
		f.layout = nothing
	case 2: // integers
		return f.stored(wholeKind(about), about.intOr(0, 0))
	case 3: // of 16, 32 or 64 bits
		return f.stored('f', 16<<min(3, about.shortOr(0, 0)))
	case 4, 5:
		f.layout = texts
	case 6:
		f.layout = bits
	case 7:
		f.layout, f.size = fixed, about.intOr(2, 128)/8
		scale := about.intOr(1, 0)
		f.number = func(v []byte) float64 {
			v = bytes.Clone(v) // the lowest byte is the first
			slices.Reverse(v)
			return cells.LongDecimal(v, scale)
		}
	case 8: // dates, as days or milliseconds
		f.form = cells.Dates
		if about.shortOr(0, 1) == 0 {
			return f.stored('i', 32)
		}
		return f.days(64, 1e3)
	case 9:
		f.form = cells.TimesOfDay
		return f.days(about.intOr(1, 32), unit(0, 1))
	case 10: // dates with times
		f.form = cells.Dates
		return f.days(64, unit(0, 0))
	case 12:
		f.layout = lists
	case 13:
		f.layout = structure
	case 15:
		f.layout, f.size = fixed, about.intOr(0, 0)
	case 16:
		f.layout, f.size = arrays, about.intOr(0, 0)
	case 17:
		f.layout = lists // a map, which is a list of structures
	case 18: // lengths of time
		return f.days(64, unit(0, 1))
	case 19, 20:
		f.layout = longTexts
	case 21:
		f.layout = longLists
	case 23, 24:
		f.layout = views
	default:
		return f.of.schema.ProblemIn(0, f.name, "values of this type are not read; leave the column out, or write it as another type")
	}
	if isList := f.layout == lists || f.layout == longLists || f.layout == arrays; isList && len(f.children) != 1 || f.size < 0 {
		return errDamaged
	}
	return nil
}

// wholeKind is that of integers, with or without a sign.
func wholeKind(about flat) byte {
	if about.octet(1) == 1 {
		return 'i'
	}
	return 'u'
}

// stored makes numbers of values that are stored as NumPy does: of a kind, and so many bits.
func (f *field) stored(kind byte, bits int) error {
	f.layout, f.size = fixed, bits/8
	number, err := (&npy.Field{Kind: kind, Size: f.size}).Number()
	if err != nil || bits%8 != 0 {
		return errDamaged
	}
	f.number = number
	return nil
}

// days makes days of whole numbers of a unit of time. It divides twice, since Parquet and CSV do
// so too, and the numbers are to be the same.
func (f *field) days(bits int, perSecond float64) error {
	const secondsOfDay = 86400
	err := f.stored('i', bits)
	whole := f.number
	f.number = func(v []byte) float64 { return whole(v) / perSecond / secondsOfDay }
	return err
}

// isNumbers reports whether each value is a number.
func (f *field) isNumbers() bool { return f.layout == fixed && f.number != nil && f.words < 0 }

// isTexts reports whether each value is a text.
func (f *field) isTexts() bool {
	return f.layout == texts || f.layout == longTexts || f.layout == views || f.words >= 0
}

// addColumns makes columns of a field: one, those of a structure, or those of lists of numbers
// that all have as many as the first.
func (f *field) addColumns(s *cells.Schema, name string) error {
	add := func(name string, declared cells.Type) error {
		c, err := s.Add(name, declared, 0)
		f.columns = append(f.columns, c)
		return err
	}
	switch {
	case f.isVector():
		return s.AddVector(name)
	case f.layout == structure:
		for _, child := range f.children {
			if err := child.addColumns(s, name+"."+child.name); err != nil {
				return err
			}
		}
		return nil
	case f.isList() && f.children[0].isNumbers():
		n := f.firstLength()
		columns, err := s.AddListed(name, n)
		f.columns, f.listed = columns, len(columns) == n
		return err
	case f.layout == bits:
		return add(name, cells.Boolean)
	}
	if err := add(name, cells.Empty); err != nil {
		return err
	}
	f.columns[0].Store(f.form)
	if readable := f.isNumbers() || f.isTexts() || f.layout == nothing || f.isList() && f.children[0].isTexts(); !readable {
		s.Drop(f.columns[0])
		s.Remark("column %q is left out: it holds neither numbers nor texts", name)
	}
	return nil
}

func (f *field) isList() bool {
	return f.layout == lists || f.layout == longLists || f.layout == arrays
}

// isVector reports whether a field is a vector of Spark ML, as its storage has it.
func (f *field) isVector() bool {
	var fields []string
	for _, child := range f.children {
		fields = append(fields, child.name)
	}
	return f.layout == structure && cells.IsVector(fields)
}

package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"suffice/internal/cells"
)

// Magic is how every .npy file begins.
const Magic = "\x93NUMPY"

// Header is what comes before the values of an array.
type Header struct {
	Shape   []int
	Fortran bool    // the first index runs fastest
	Fields  []Field // of an element; a single one without a name where it is no record
	Size    int     // bytes of an element
}

// Field is a part of an element.
type Field struct {
	Name   string
	Kind   byte   // f, i, u, b (boolean), U and S (texts), M and m (times), O (Python objects), …
	Size   int    // bytes
	Offset int    // within the element
	Big    bool   // the largest byte comes first
	Unit   string // of times, such as "ns"
}

// ErrHeader is returned where the start of a file is no header of an array.
var ErrHeader = errors.New("npy: the header is damaged")

// maxHeader bounds the memory for a header; one with ten thousand fields has 300 kB.
const maxHeader = 1 << 24

// ReadHeader reads a header, and nothing beyond it.
func ReadHeader(r io.Reader) (*Header, error) {
	start := make([]byte, 12)
	if _, err := io.ReadFull(r, start[:10]); err != nil {
		return nil, cells.CutOff(err)
	}
	if string(start[:6]) != Magic {
		return nil, ErrHeader
	}
	length := int64(binary.LittleEndian.Uint16(start[8:]))
	switch version := start[6]; {
	case version == 2 || version == 3:
		if _, err := io.ReadFull(r, start[10:]); err != nil {
			return nil, cells.CutOff(err)
		}
		length = int64(binary.LittleEndian.Uint32(start[8:]))
	case version != 1:
		return nil, fmt.Errorf("npy: version %d is not known", version)
	}
	if length > maxHeader {
		return nil, ErrHeader
	}
	// Not all at once: a damaged length must not cost memory.
	text, err := io.ReadAll(io.LimitReader(r, length))
	if err != nil {
		return nil, err
	}
	if int64(len(text)) < length {
		return nil, io.ErrUnexpectedEOF
	}
	if start[6] < 3 { // the older versions are in Latin-1
		letters := make([]rune, len(text))
		for i, c := range text {
			letters[i] = rune(c)
		}
		return parseHeader(string(letters))
	}
	return parseHeader(strings.ToValidUTF8(string(text), "\uFFFD"))
}

// parseHeader understands the text of a header: a Python dictionary.
func parseHeader(text string) (*Header, error) {
	value, err := parseLiteral(text)
	if err != nil {
		return nil, err
	}
	all, ok := value.(map[string]any)
	if !ok {
		return nil, ErrHeader
	}
	h := &Header{}
	if h.Fortran, ok = all["fortran_order"].(bool); !ok {
		return nil, ErrHeader
	}
	if h.Shape, err = shapeOf(all["shape"]); err != nil {
		return nil, err
	}
	if h.Fields, h.Size, err = fieldsOf(all["descr"]); err != nil {
		return nil, err
	}
	if _, err := h.Bytes(); err != nil {
		return nil, err
	}
	return h, nil
}

// Len is how many elements there are; it was checked to fit.
func (h *Header) Len() int {
	n := 1
	for _, size := range h.Shape {
		n *= size
	}
	return n
}

// Bytes is how long the values are, or an error where that is beyond all bounds.
func (h *Header) Bytes() (int64, error) {
	n := int64(max(1, h.Size))
	for _, size := range h.Shape {
		if size > 0 && n > math.MaxInt64/16/int64(size) {
			return 0, ErrHeader
		}
		n *= int64(max(1, size))
	}
	if h.Len() == 0 || h.Size == 0 {
		return 0, nil
	}
	return n, nil
}

func shapeOf(value any) ([]int, error) {
	list, ok := value.([]any)
	if !ok || len(list) > 32 {
		return nil, ErrHeader
	}
	shape := make([]int, len(list))
	for i, v := range list {
		size, ok := v.(int)
		if !ok || size < 0 {
			return nil, ErrHeader
		}
		shape[i] = size
	}
	return shape, nil
}

// fieldsOf understands what an element is: a type such as '<f8', or a list of names and
// types.
func fieldsOf(value any) ([]Field, int, error) {
	if text, ok := value.(string); ok {
		field, err := fieldOf(text)
		return []Field{field}, field.Size, err
	}
	list, ok := value.([]any)
	if !ok {
		return nil, 0, ErrHeader
	}
	var fields []Field
	at := 0
	for _, item := range list {
		more, size, err := recordField(item)
		if err != nil {
			return nil, 0, err
		}
		for _, field := range more {
			field.Offset += at
			fields = append(fields, field)
		}
		at += size
	}
	return fields, at, nil
}

// recordField is a named field, such as ('mass', '<f8') or ('place', '<f8', (3,)), which
// becomes place1, place2 and place3.
func recordField(value any) ([]Field, int, error) {
	parts, ok := value.([]any)
	if !ok || len(parts) < 2 || len(parts) > 3 {
		return nil, 0, ErrHeader
	}
	name, ok := parts[0].(string)
	if pair, isPair := parts[0].([]any); isPair && len(pair) == 2 { // a title and a name
		name, ok = pair[1].(string)
	}
	if !ok {
		return nil, 0, ErrHeader
	}
	kind, ok := parts[1].(string)
	if !ok {
		return nil, 0, fmt.Errorf("npy: field %q is a record itself, which is not supported", name)
	}
	field, err := fieldOf(kind)
	if err != nil {
		return nil, 0, err
	}
	field.Name = name
	if name == "" || field.Kind == 'V' { // what fills up a record
		return nil, field.Size, nil
	}
	if len(parts) == 2 {
		return []Field{field}, field.Size, nil
	}
	return repeated(field, parts[2])
}

const maxRepeated = 1 << 20

func repeated(field Field, shape any) ([]Field, int, error) {
	sizes, err := shapeOf(shape)
	if err != nil {
		return nil, 0, err
	}
	n := 1
	for _, size := range sizes {
		if n *= size; n > maxRepeated {
			return nil, 0, ErrHeader
		}
	}
	all := make([]Field, n)
	for i := range all {
		all[i] = field
		all[i].Name = fmt.Sprintf("%s%d", field.Name, i+1)
		all[i].Offset = i * field.Size
	}
	return all, n * field.Size, nil
}

// fieldOf understands a type such as '<f8', '|b1', '>U12' or '<M8[ns]'.
func fieldOf(text string) (Field, error) {
	var f Field
	if len(text) < 2 {
		return f, ErrHeader
	}
	if f.Big = text[0] == '>'; f.Big || text[0] == '<' || text[0] == '|' || text[0] == '=' {
		text = text[1:]
	}
	f.Kind = text[0]
	digits := text[1:]
	if number, unit, ok := strings.Cut(strings.TrimSuffix(digits, "]"), "["); ok && strings.HasSuffix(digits, "]") {
		digits, f.Unit = number, unit
	}
	if f.Kind == 'O' && digits == "" {
		digits = "8"
	}
	size, ok := whole(digits)
	if !ok || size > maxHeader {
		return f, ErrHeader
	}
	if f.Size = size; f.Kind == 'U' {
		f.Size = 4 * size
	}
	return f, nil
}

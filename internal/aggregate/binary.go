package aggregate

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"reflect"
	"slices"

	"suffice/internal/linalg"
)

// The binary form of numbers that go from one process to another (wire format): the
// exported fields of a structure, in order, and those of the structures that it embeds.
//
// All is little-endian. Whole numbers and float64 have 8 bytes, truths one. A list has its
// length before it, a matrix its size, without the gaps between its rows; pointers are
// followed and are not nil. Numbers of rows in order are the gaps between them, in as few
// bytes as these take, so that many are drawn in a small question. The same value has the same bytes in every process, so that
// checksums of them can be compared.

// Completer is a structure that checks what was read, once all its fields are there, and
// makes what follows from them. An embedded one is left to the structure around it.
type Completer interface{ Complete() error }

// Ascending is whole numbers from 0 on in ascending order, each once.
type Ascending []int

// Within is how many of the first numbers have a form of at most so many bytes, but at least one
// where there are any.
func (a Ascending) Within(most int) int {
	size, least := len(binary.AppendUvarint(nil, uint64(len(a)))), 0
	for k, i := range a {
		if size += (bits.Len64(uint64(i-least)|1) + 6) / 7; size > most && k > 0 {
			return k
		}
		least = i + 1
	}
	return len(a)
}

var (
	errDamaged = errors.New("the statistics of a block are cut short or damaged")

	matrixType = reflect.TypeFor[linalg.Matrix]()
	floatsType = reflect.TypeFor[[]float64]()

	ascendingType = reflect.TypeFor[Ascending]()
)

// AppendBinary appends the form of v.
func AppendBinary(to []byte, v any) []byte { return put(to, reflect.ValueOf(v)) }

func put(to []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Int:
		return binary.LittleEndian.AppendUint64(to, uint64(v.Int()))
	case reflect.Uint32:
		return binary.LittleEndian.AppendUint64(to, v.Uint())
	case reflect.Float64:
		return binary.LittleEndian.AppendUint64(to, math.Float64bits(v.Float()))
	case reflect.Bool:
		if v.Bool() {
			return append(to, 1)
		}
		return append(to, 0)
	case reflect.Slice:
		if v.Type() == ascendingType {
			return putGaps(to, v.Interface().(Ascending))
		}
		to = binary.LittleEndian.AppendUint64(slices.Grow(to, 8*v.Len()+8), uint64(v.Len()))
		if v.Type() == floatsType {
			for _, x := range v.Interface().([]float64) {
				to = binary.LittleEndian.AppendUint64(to, math.Float64bits(x))
			}
			return to
		}
		for i := range v.Len() {
			to = put(to, v.Index(i))
		}
		return to
	case reflect.Struct:
		if v.Type() == matrixType {
			v = reflect.ValueOf(v.Interface().(linalg.Matrix).Clone())
		}
		for field, part := range v.Fields() {
			if field.IsExported() || field.Anonymous {
				to = put(to, part)
			}
		}
		return to
	}
	return put(to, v.Elem()) // a pointer
}

// putGaps appends how many numbers there are, and by how much each is above the least that it
// can be.
func putGaps(to []byte, numbers Ascending) []byte {
	to = binary.AppendUvarint(to, uint64(len(numbers)))
	least := 0
	for _, i := range numbers {
		to = binary.AppendUvarint(to, uint64(i-least))
		least = i + 1
	}
	return to
}

// ReadBinary sets what v points to to the value whose form data is. A list that has elements
// already keeps its memory, and must have as many.
func ReadBinary(data []byte, v any) error {
	r := &reader{left: data}
	r.get(reflect.ValueOf(v).Elem())
	r.fail(len(r.left) > 0)
	return r.err
}

// reader takes the bytes apart. After a mistake it reads zeros.
type reader struct {
	left []byte
	err  error
}

func (r *reader) fail(wrong bool) {
	if wrong && r.err == nil {
		r.err = errDamaged
	}
}

// take returns the next n bytes, or zeros where there are not as many.
func (r *reader) take(n int) []byte {
	if r.fail(n > len(r.left)); r.err != nil {
		return make([]byte, 8)
	}
	data := r.left[:n]
	r.left = r.left[n:]
	return data
}

func (r *reader) number() uint64 { return binary.LittleEndian.Uint64(r.take(8)) }

func (r *reader) get(v reflect.Value) {
	switch v.Kind() {
	case reflect.Int:
		v.SetInt(int64(r.number()))
	case reflect.Uint32:
		x := r.number()
		r.fail(v.OverflowUint(x))
		v.SetUint(x)
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(r.number()))
	case reflect.Bool:
		one := r.take(1)[0]
		r.fail(one > 1)
		v.SetBool(one == 1)
	case reflect.Slice:
		r.list(v)
	case reflect.Struct:
		for field, part := range v.Fields() {
			if field.IsExported() || field.Anonymous {
				r.get(part)
			}
		}
		r.complete(v)
	default: // a pointer
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		r.get(v.Elem())
	}
}

// short reads a whole number in as few bytes as it takes.
func (r *reader) short() int {
	n, size := binary.Uvarint(r.left)
	if r.fail(size <= 0 || n > math.MaxInt64 || len(binary.AppendUvarint(nil, n)) != size); r.err != nil {
		return 0
	}
	r.left = r.left[size:]
	return int(n)
}

func (r *reader) gaps() Ascending {
	n := r.short()
	if r.fail(n > len(r.left)); r.err != nil {
		return nil
	}
	numbers, least := make(Ascending, n), 0
	for k := range numbers {
		numbers[k] = least + r.short()
		r.fail(numbers[k] < least || numbers[k] == math.MaxInt)
		least = numbers[k] + 1
	}
	return numbers
}

func (r *reader) list(v reflect.Value) {
	if v.Type() == ascendingType {
		v.Set(reflect.ValueOf(r.gaps()))
		return
	}
	n := int(r.number())
	least := max(1, min(8, int(v.Type().Elem().Size()))) // bytes of an element
	if r.fail(n < 0 || n > len(r.left)/least || v.Len() > 0 && v.Len() != n); r.err != nil {
		return
	}
	if v.Len() == 0 {
		v.Set(reflect.MakeSlice(v.Type(), n, n))
	}
	if v.Type() == floatsType {
		data, values := r.take(8*n), v.Interface().([]float64)
		for i := range values {
			values[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
		}
		return
	}
	for i := 0; i < n && r.err == nil; i++ {
		r.get(v.Index(i))
	}
}

// complete ends the reading of a structure.
func (r *reader) complete(v reflect.Value) {
	if r.err != nil || !v.Addr().CanInterface() {
		return
	}
	switch s := v.Addr().Interface().(type) {
	case Completer:
		r.err = s.Complete()
	case *linalg.Matrix:
		r.fail(s.Rows < 0 || s.Cols < 0 || s.Stride != s.Cols || s.Cols == 0 && len(s.Data)+s.Rows > 0 || s.Cols > 0 && (len(s.Data)%s.Cols > 0 || len(s.Data)/s.Cols != s.Rows))
	}
}

package npy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"unicode/utf8"
)

// Number makes a number of the bytes of a field. Dates are days since 1970, times are
// seconds; what is no number is NaN.
type Number func(value []byte) float64

// Number tells how to read a field as a number, or returns nil where it is a text; an
// error where it is neither.
func (f *Field) Number() (Number, error) {
	var order binary.ByteOrder = binary.LittleEndian
	if f.Big {
		order = binary.BigEndian
	}
	switch {
	case f.Kind == 'f' && f.Size == 8:
		return func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }, nil
	case f.Kind == 'f' && f.Size == 4:
		return func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) }, nil
	case f.Kind == 'f' && f.Size == 2:
		return func(b []byte) float64 { return Half(order.Uint16(b)) }, nil
	case f.Kind == 'b' && f.Size == 1, f.Kind == 'u' && f.Size == 1:
		return func(b []byte) float64 { return float64(b[0]) }, nil
	case f.Kind == 'u':
		return unsigned(f.Size, order, f.unknown())
	case f.Kind == 'i':
		return signed(f.Size, order, f.unknown())
	case (f.Kind == 'M' || f.Kind == 'm') && f.Size == 8:
		return times(f.Unit, order, f.unknown())
	case f.Kind == 'U' || f.Kind == 'S' || f.Kind == 'a':
		return nil, nil
	}
	return nil, f.unknown()
}

func (f *Field) unknown() error {
	switch f.Kind {
	case 'O':
		return fmt.Errorf("the array holds Python objects, which only Python can read; save numbers with x.astype(float), and texts with x.astype(str)")
	case 'c':
		return fmt.Errorf("the numbers are complex; save their real and imaginary parts as columns")
	}
	return fmt.Errorf("values of type %q are not supported; save them with x.astype(float)", fmt.Sprintf("%c%d", f.Kind, f.Size))
}

func unsigned(size int, order binary.ByteOrder, unknown error) (Number, error) {
	switch size {
	case 2:
		return func(b []byte) float64 { return float64(order.Uint16(b)) }, nil
	case 4:
		return func(b []byte) float64 { return float64(order.Uint32(b)) }, nil
	case 8:
		return func(b []byte) float64 { return float64(order.Uint64(b)) }, nil
	}
	return nil, unknown
}

func signed(size int, order binary.ByteOrder, unknown error) (Number, error) {
	switch size {
	case 1:
		return func(b []byte) float64 { return float64(int8(b[0])) }, nil
	case 2:
		return func(b []byte) float64 { return float64(int16(order.Uint16(b))) }, nil
	case 4:
		return func(b []byte) float64 { return float64(int32(order.Uint32(b))) }, nil
	case 8:
		return func(b []byte) float64 { return float64(int64(order.Uint64(b))) }, nil
	}
	return nil, unknown
}

// times are whole numbers of a unit; the least number stands for none.
func times(unit string, order binary.ByteOrder, unknown error) (Number, error) {
	multiply, divide := 1.0, 1.0
	switch unit {
	case "W":
		multiply = 7
	case "D", "s":
	case "h":
		multiply = 3600
	case "m":
		multiply = 60
	case "ms":
		divide = 1e3
	case "us":
		divide = 1e6
	case "ns":
		divide = 1e9
	default:
		return nil, unknown
	}
	return func(b []byte) float64 {
		v := int64(order.Uint64(b))
		if v == math.MinInt64 {
			return math.NaN()
		}
		return float64(v) * multiply / divide
	}, nil
}

// Half is the value of an IEEE 754 number of 16 bits.
func Half(bits uint16) float64 {
	exponent, fraction := int(bits>>10&31), float64(bits&1023)
	v := math.Ldexp(1024+fraction, exponent-25)
	switch exponent {
	case 0:
		v = math.Ldexp(fraction, -24)
	case 31:
		v = math.Inf(1)
		if fraction != 0 {
			v = math.NaN()
		}
	}
	if bits>>15 != 0 {
		return -v
	}
	return v
}

// AppendText appends the text of a field, which zeros fill up.
func (f *Field) AppendText(dst, value []byte) []byte {
	if f.Kind != 'U' {
		return append(dst, bytes.TrimRight(value, "\x00")...)
	}
	var order binary.ByteOrder = binary.LittleEndian
	if f.Big {
		order = binary.BigEndian
	}
	end := len(value) / 4 * 4
	for end > 0 && order.Uint32(value[end-4:end]) == 0 {
		end -= 4
	}
	for at := 0; at < end; at += 4 {
		letter := rune(order.Uint32(value[at:]))
		if !utf8.ValidRune(letter) {
			letter = utf8.RuneError
		}
		dst = utf8.AppendRune(dst, letter)
	}
	return dst
}

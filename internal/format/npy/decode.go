package npy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"unicode/utf8"
)

// Number makes a number of the bytes of a field. Dates are days since 1970, with times as parts
// of a day; what is no number is NaN.
type Number func(value []byte) float64

// Number tells how to read a field as a number, or returns nil where it is a text; an
// error where it is neither.
func (f *Field) Number() (Number, error) {
	order := f.order()
	switch kind := fmt.Sprintf("%c%d", f.Kind, f.Size); kind {
	case "f8":
		return func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }, nil
	case "f4":
		return func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) }, nil
	case "f2":
		return func(b []byte) float64 { return Half(order.Uint16(b)) }, nil
	case "b1", "u1":
		return func(b []byte) float64 { return float64(b[0]) }, nil
	case "u2":
		return func(b []byte) float64 { return float64(order.Uint16(b)) }, nil
	case "u4":
		return func(b []byte) float64 { return float64(order.Uint32(b)) }, nil
	case "u8":
		return func(b []byte) float64 { return float64(order.Uint64(b)) }, nil
	case "i1":
		return func(b []byte) float64 { return float64(int8(b[0])) }, nil
	case "i2":
		return func(b []byte) float64 { return float64(int16(order.Uint16(b))) }, nil
	case "i4":
		return func(b []byte) float64 { return float64(int32(order.Uint32(b))) }, nil
	case "i8":
		return func(b []byte) float64 { return float64(int64(order.Uint64(b))) }, nil
	case "M8", "m8":
		if times := times(f.Unit, order); times != nil {
			return times, nil
		}
	}
	if f.Kind == 'U' || f.Kind == 'S' || f.Kind == 'a' {
		return nil, nil
	}
	return nil, f.unknown()
}

// order is that of the bytes of a number.
func (f *Field) order() binary.ByteOrder {
	if f.Big {
		return binary.BigEndian
	}
	return binary.LittleEndian
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

// times are whole numbers of a unit; the least number stands for none. It is nil where the
// unit is not known.
func times(unit string, order binary.ByteOrder) Number {
	const day = 86400
	factors := map[string][3]float64{ // to multiply by, then to divide by
		"W": {7, 1, 1}, "D": {1, 1, 1}, "h": {3600, 1, day}, "m": {60, 1, day}, "s": {1, 1, day}, "ms": {1, 1e3, day}, "us": {1, 1e6, day}, "ns": {1, 1e9, day},
	}
	factor, ok := factors[unit]
	if !ok {
		return nil
	}
	return func(b []byte) float64 {
		v := int64(order.Uint64(b))
		if v == math.MinInt64 {
			return math.NaN()
		}
		return float64(v) * factor[0] / factor[1] / factor[2]
	}
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
	order, end := f.order(), len(value)/4*4
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

// Package wire writes and reads numbers in the binary form that statistics of rows have:
// little-endian, each list with its length before it.
package wire

import (
	"encoding/binary"
	"errors"
	"math"

	"suffice/internal/linalg"
)

// Int appends a whole number.
func Int(to []byte, v int) []byte { return binary.LittleEndian.AppendUint64(to, uint64(v)) }

// Float appends a number.
func Float(to []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint64(to, math.Float64bits(v))
}

// Floats appends a list of numbers.
func Floats(to []byte, v []float64) []byte {
	to = Int(to, len(v))
	for _, x := range v {
		to = Float(to, x)
	}
	return to
}

// Ints appends a list of whole numbers.
func Ints(to []byte, v []int) []byte {
	to = Int(to, len(v))
	for _, x := range v {
		to = Int(to, x)
	}
	return to
}

// Bools appends a list of truths.
func Bools(to []byte, v []bool) []byte {
	to = Int(to, len(v))
	for _, x := range v {
		var one byte
		if x {
			one = 1
		}
		to = append(to, one)
	}
	return to
}

// Matrix appends a matrix.
func Matrix(to []byte, a linalg.Matrix) []byte {
	to = Int(Int(to, a.Rows), a.Cols)
	for i := range a.Rows {
		for _, x := range a.Row(i) {
			to = Float(to, x)
		}
	}
	return to
}

// Upper appends the upper triangle of a square matrix.
func Upper(to []byte, a linalg.Matrix) []byte {
	to = Int(to, a.Rows)
	for i := range a.Rows {
		for _, x := range a.Row(i)[i:] {
			to = Float(to, x)
		}
	}
	return to
}

var errShort = errors.New("the statistics of a block are cut short or damaged")

// Reader takes apart what the functions above have put together. After a mistake it
// returns zeros; Err tells of it.
type Reader struct {
	left []byte
	err  error
}

// Read prepares to read data.
func Read(data []byte) *Reader { return &Reader{left: data} }

// Err is nil where everything could be read, and nothing is left.
func (r *Reader) Err() error {
	if r.err == nil && len(r.left) > 0 {
		return errShort
	}
	return r.err
}

// Ok reports whether everything so far could be read.
func (r *Reader) Ok() bool { return r.err == nil }

// take returns the next n pieces of size bytes, or nil where there are not as many.
func (r *Reader) take(n, size int) []byte {
	if r.err != nil || n < 0 || n > len(r.left)/size {
		r.err = errShort
		return nil
	}
	data := r.left[:n*size]
	r.left = r.left[n*size:]
	return data
}

// Int reads a whole number.
func (r *Reader) Int() int {
	if data := r.take(1, 8); data != nil {
		return int(binary.LittleEndian.Uint64(data))
	}
	return 0
}

// Float reads a number.
func (r *Reader) Float() float64 {
	if data := r.take(1, 8); data != nil {
		return math.Float64frombits(binary.LittleEndian.Uint64(data))
	}
	return 0
}

// Floats reads a list of numbers.
func (r *Reader) Floats() []float64 { return r.floats(r.Int()) }

func (r *Reader) floats(n int) []float64 {
	if r.err != nil || n < 0 || n > len(r.left)/8 {
		r.err = errShort
		return nil
	}
	v := make([]float64, n)
	r.Fill(v)
	return v
}

// Fill reads as many numbers as v has.
func (r *Reader) Fill(v []float64) {
	data := r.take(len(v), 8)
	for i := 0; 8*i < len(data); i++ {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
}

// Ints reads a list of whole numbers.
func (r *Reader) Ints() []int {
	n := r.Int()
	data := r.take(n, 8)
	if data == nil {
		return nil
	}
	v := make([]int, n)
	for i := range v {
		v[i] = int(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return v
}

// Bools reads a list of truths.
func (r *Reader) Bools() []bool {
	data := r.take(r.Int(), 1)
	if data == nil {
		return nil
	}
	v := make([]bool, len(data))
	for i, one := range data {
		if one > 1 {
			r.err = errShort
		}
		v[i] = one == 1
	}
	return v
}

// Matrix reads a matrix.
func (r *Reader) Matrix() linalg.Matrix {
	rows, cols := r.Int(), r.Int()
	if rows < 0 || cols < 0 || cols > 0 && rows > len(r.left)/8/cols {
		r.err = errShort
		return linalg.Matrix{}
	}
	return linalg.Of(rows, cols, r.floats(rows*cols))
}

// Upper reads the upper triangle of a square matrix.
func (r *Reader) Upper() linalg.Matrix {
	n := r.Int()
	if n < 0 || n > 0 && n > 2*len(r.left)/8/n {
		r.err = errShort
		return linalg.Matrix{}
	}
	a := linalg.New(n, n)
	for i := range n {
		copy(a.Row(i)[i:], r.floats(n-i))
	}
	return a
}

package wire

import (
	"math"
	"slices"
	"testing"

	"suffice/internal/linalg"
)

// message has one of each.
func message() []byte {
	a := linalg.Of(2, 3, []float64{1, 2, 3, 4, 5, 6})
	s := linalg.Of(2, 2, []float64{7, 8, -1, 9})
	to := Float(Int(nil, -3), math.Pi)
	to = Bools(Floats(to, []float64{1, math.Inf(1)}), []bool{true, false})
	return Upper(Matrix(to, a), s)
}

func TestReader(t *testing.T) {
	r := Read(message())
	if i, f, v, b := r.Int(), r.Float(), r.Floats(), r.Bools(); i != -3 || f != math.Pi || !slices.Equal(v, []float64{1, math.Inf(1)}) || !slices.Equal(b, []bool{true, false}) {
		t.Errorf("read %d, %g, %v and %v", i, f, v, b)
	}
	if a := r.Matrix(); a.Rows != 2 || a.Cols != 3 || a.At(1, 2) != 6 {
		t.Errorf("read %v", a)
	}
	if s := r.Upper(); s.Rows != 2 || s.At(0, 1) != 8 || s.At(1, 0) != 0 || s.At(1, 1) != 9 {
		t.Errorf("read %v", s)
	}
	if err := r.Err(); err != nil {
		t.Error(err)
	}
}

// Whatever is cut off or left over, and whatever lengths say, is told.
func TestReaderOfDamage(t *testing.T) {
	data := message()
	all := func(data []byte) error {
		r := Read(data)
		r.Int()
		r.Float()
		r.Floats()
		r.Bools()
		r.Matrix()
		r.Upper()
		return r.Err()
	}
	for end := range data {
		if all(data[:end]) == nil {
			t.Errorf("%d of %d bytes were enough", end, len(data))
		}
	}
	if all(append(data[:len(data):len(data)], 0)) == nil {
		t.Error("a byte too many went unnoticed")
	}
	for at := 16; at < len(data); at += 8 { // a length, or a number
		long := slices.Clone(data)
		copy(long[at:], []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
		_ = all(long) // must not ask for that much memory
	}
}

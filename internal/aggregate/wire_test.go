package aggregate

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"suffice/internal/linalg"
)

// inner has what follows from its fields, once they were read.
type inner struct {
	Values []float64
	sum    float64
}

var errEmpty = errors.New("no values")

func (i *inner) Complete() error {
	if i.sum = 0; len(i.Values) == 0 {
		return errEmpty
	}
	for _, v := range i.Values {
		i.sum += v
	}
	return nil
}

type embedded struct{ Index uint32 }

// message has one of each.
type message struct {
	embedded
	Whole   int
	Number  float64
	Truths  []bool
	Whole2  []int
	Matrix  linalg.Matrix
	Inner   *inner
	Several []inner
	hidden  int
}

func example() *message {
	a := linalg.Of(2, 4, []float64{1, 2, 3, math.NaN(), 4, 5, 6, math.NaN()}).Columns(0, 3)
	return &message{
		embedded: embedded{7}, Whole: -3, Number: math.Pi, Truths: []bool{true, false}, Whole2: []int{}, Matrix: a,
		Inner: &inner{[]float64{1, math.Inf(1)}, math.Inf(1)}, Several: []inner{{[]float64{2, 3}, 5}, {[]float64{4}, 4}}, hidden: 5,
	}
}

func TestRead(t *testing.T) {
	want, got := example(), &message{}
	if err := ReadBinary(AppendBinary(nil, want), got); err != nil {
		t.Fatal(err)
	}
	want.Matrix, want.hidden = want.Matrix.Clone(), 0
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, want %+v", got, want)
	}
	if n := len(AppendBinary(nil, message{Inner: &inner{}})); n != 11*8 {
		t.Errorf("nothing has %d bytes", n)
	}
}

// A list that is there keeps its memory, and its length.
func TestReadInPlace(t *testing.T) {
	data := []float64{1, 2, 3, 4}
	views := [][]float64{data[:1], data[2:]}
	if err := ReadBinary(AppendBinary(nil, [][]float64{{5}, {6, 7}}), &views); err != nil || !slices.Equal(data, []float64{5, 2, 6, 7}) {
		t.Errorf("read %v, %v", data, err)
	}
	for _, other := range [][][]float64{{{5}}, {{5}, {6}}, {{5}, {6, 7}, {8}}} {
		if ReadBinary(AppendBinary(nil, other), &views) == nil {
			t.Errorf("%v was read", other)
		}
	}
}

// Whatever is cut off or left over, and whatever lengths say, is told.
func TestReadDamage(t *testing.T) {
	data := AppendBinary(nil, example())
	for end := range data {
		if ReadBinary(data[:end], &message{}) == nil {
			t.Errorf("%d of %d bytes were enough", end, len(data))
		}
	}
	if ReadBinary(append(data[:len(data):len(data)], 0), &message{}) == nil {
		t.Error("a byte too many went unnoticed")
	}
	for at := range len(data) - 8 { // a length, or a number
		long := slices.Clone(data)
		copy(long[at:], []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
		_ = ReadBinary(long, &message{}) // must not ask for that much memory
	}
	for name, bad := range map[string]linalg.Matrix{"short": {Rows: 2, Cols: 2, Stride: 2, Data: make([]float64, 3)}, "negative": {Rows: -1, Cols: -1, Stride: -1, Data: make([]float64, 1)}} {
		type plain linalg.Matrix
		if ReadBinary(AppendBinary(nil, plain(bad)), &linalg.Matrix{}) == nil {
			t.Errorf("a matrix that is %s was read", name)
		}
	}
	if err := ReadBinary(AppendBinary(nil, &inner{}), &inner{}); !errors.Is(err, errEmpty) {
		t.Errorf("%v, want %v", err, errEmpty)
	}
}

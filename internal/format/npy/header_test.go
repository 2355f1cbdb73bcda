package npy

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

// header makes the bytes of a header of version 1.
func header(text string) []byte {
	return append([]byte{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, byte(len(text)), byte(len(text) >> 8)}, text...)
}

func TestReadWhatIsWritten(t *testing.T) {
	var file bytes.Buffer
	if err := WriteArray(&file, []int{2, 3}, []float64{1, 2, 3, 4, 5, 6}); err != nil {
		t.Fatal(err)
	}
	h, err := ReadHeader(&file)
	if err != nil || !slices.Equal(h.Shape, []int{2, 3}) || h.Fortran || h.Size != 8 || file.Len() != 48 {
		t.Fatalf("got %+v, %v; %d bytes left", h, err, file.Len())
	}
	number, err := h.Fields[0].Number()
	if err != nil || number(file.Bytes()[8:]) != 2 {
		t.Errorf("the second number is %v (%v)", number(file.Bytes()[8:]), err)
	}
}

func TestRecords(t *testing.T) {
	h, err := ReadHeader(bytes.NewReader(header(`{'descr': [('a', '<f8'), (('title', "b'"), '>U2'), ('', '|V4'), ('v', '<i2', (2,))], 'fortran_order': False, 'shape': (5,), }`)))
	if err != nil {
		t.Fatal(err)
	}
	want := []Field{
		{Name: "a", Kind: 'f', Size: 8},
		{Name: "b'", Kind: 'U', Size: 8, Offset: 8, Big: true},
		{Name: "v1", Kind: 'i', Size: 2, Offset: 20},
		{Name: "v2", Kind: 'i', Size: 2, Offset: 22},
	}
	if !slices.Equal(h.Fields, want) || h.Size != 24 {
		t.Errorf("got %+v of %d bytes", h.Fields, h.Size)
	}
}

func TestBadHeaders(t *testing.T) {
	for _, text := range []string{
		"", "{", "{'descr': '<f8'}", "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (9999999999, 9999999999)}",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}",
		"{'descr': '<f8', 'fortran_order': 1, 'shape': (3,)}", "{'descr': 'f', 'fortran_order': False, 'shape': (3,)}",
		"{'descr': [('v', '<f8', (99999, 99999))], 'fortran_order': False, 'shape': (3,)}",
		strings.Repeat("(", 1000), "{'a': '\\", "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)} x",
	} {
		if _, err := ReadHeader(bytes.NewReader(header(text))); !errors.Is(err, ErrHeader) {
			t.Errorf("%s: %v", text, err)
		}
	}
	long := []byte("\x93NUMPY\x02\x00\xff\xff\x00\x00{'descr'")
	if _, err := ReadHeader(bytes.NewReader(long)); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a header that is cut off: %v", err)
	}
}

func TestHalf(t *testing.T) {
	for bits, want := range map[uint16]float64{
		0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0001: 0x1p-24, 0x03ff: 1023 * 0x1p-24, 0x7c00: math.Inf(1), 0xfc00: math.Inf(-1), 0x3555: 0.333251953125,
	} {
		if got := Half(bits); got != want {
			t.Errorf("%#x is %v, want %v", bits, got, want)
		}
	}
	if !math.IsNaN(Half(0x7e00)) || !math.Signbit(Half(0x8000)) {
		t.Error("NaN or -0 is another number")
	}
}

func FuzzReadHeader(f *testing.F) {
	f.Add(header("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }"))
	f.Add(header(`{'descr': [('a', '<f8'), (('t', "b"), '>U2'), ('v', '<i2', (2,))], 'fortran_order': True, 'shape': (5,), }`))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := ReadHeader(bytes.NewReader(data))
		if err != nil {
			return
		}
		if n, err := h.Bytes(); err != nil || n < 0 || h.Len() < 0 {
			t.Errorf("%+v has %d bytes (%v)", h, n, err)
		}
		for _, field := range h.Fields {
			if field.Offset < 0 || field.Offset+field.Size > h.Size {
				t.Errorf("field %+v of an element of %d bytes", field, h.Size)
			}
		}
	})
}

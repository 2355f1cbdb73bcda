package npy

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"strings"
	"testing"
)

// The bytes are those of numpy.save, NumPy 2.4.6, for numpy.array([[1.5, -2], [0, 1e300], [3, 4]]).
func TestWriteArrayMatchesNumPy(t *testing.T) {
	var got bytes.Buffer
	if err := WriteArray(&got, []int{3, 2}, []float64{1.5, -2, 0, 1e300, 3, 4}); err != nil {
		t.Fatal(err)
	}
	want := "\x93NUMPY\x01\x00\x76\x00{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }" + strings.Repeat(" ", 58) + "\n" +
		"\x00\x00\x00\x00\x00\x00\xf8\x3f\x00\x00\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x00\x00" +
		"\x9c\x75\x00\x88\x3c\xe4\x37\x7e\x00\x00\x00\x00\x00\x00\x08\x40\x00\x00\x00\x00\x00\x00\x10\x40"
	if got.String() != want {
		t.Errorf("got  %q\nwant %q", got.String(), want)
	}
}

// Whatever the shape, the values begin at a multiple of 64 bytes, and tuples are as
// Python writes them.
func TestWriteHeader(t *testing.T) {
	for want, shape := range map[string][]int{
		"'shape': (), }": {}, "'shape': (7,), }": {7}, "'shape': (0, 3), }": {0, 3}, "'shape': (1000000000, 12, 5), }": {1000000000, 12, 5},
	} {
		var got bytes.Buffer
		if err := WriteHeader(&got, "<f8", shape); err != nil {
			t.Fatal(err)
		}
		text := got.String()
		if len(text)%64 != 0 || !strings.HasSuffix(text, "\n") || !strings.Contains(text, want) {
			t.Errorf("%v: got %q", shape, text)
		}
		if length := int(text[8]) + int(text[9])<<8; length != len(text)-10 {
			t.Errorf("%v: length %d of %d", shape, length, len(text)-10)
		}
	}
}

func TestWriteStrings(t *testing.T) {
	var got bytes.Buffer
	if err := WriteStrings(&got, []string{"añ€", "", "😀"}); err != nil {
		t.Fatal(err)
	}
	head, values, _ := strings.Cut(got.String(), "\n")
	if !strings.Contains(head, "'descr': '<U3'") || !strings.Contains(head, "'shape': (3,)") {
		t.Errorf("head %q", head)
	}
	if want := "a\x00\x00\x00\xf1\x00\x00\x00\xac\x20\x00\x00" + strings.Repeat("\x00", 12) + "\x00\xf6\x01\x00" + strings.Repeat("\x00", 8); values != want {
		t.Errorf("got  %q\nwant %q", values, want)
	}
}

func TestWriteArrayOfAnotherSize(t *testing.T) {
	if err := WriteArray(&bytes.Buffer{}, []int{2, 2}, make([]float64, 3)); err == nil {
		t.Error("3 values became an array of 2 x 2")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestFullDisk(t *testing.T) {
	for _, err := range []error{WriteArray(full{}, []int{9000}, make([]float64, 9000)), WriteStrings(full{}, []string{"a"})} {
		if err == nil {
			t.Error("no error")
		}
	}
}

func TestNumPyReadsIt(t *testing.T) {
	if exec.Command("python3", "-c", "import numpy").Run() != nil {
		t.Skip("there is no python3 with numpy")
	}
	data := []float64{math.Pi, -1e-300, 5e-324, 1e300, .1, 0}
	var array bytes.Buffer
	if err := WriteArray(&array, []int{2, 3}, data); err != nil {
		t.Fatal(err)
	}
	python := exec.Command("python3", "-c", "import io, sys, numpy\n"+
		"for row in numpy.load(io.BytesIO(sys.stdin.buffer.read())): print(*map(repr, map(float, row)))")
	python.Stdin = &array
	got, err := python.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, got)
	}
	if want := fmt.Sprintln(math.Pi, "-1e-300", "5e-324") + "1e+300 0.1 0.0\n"; string(got) != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

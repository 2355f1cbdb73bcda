// Package npy reads and writes arrays as NumPy does: the .npy format.
package npy

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// WriteArray writes float64 values, stored by rows, as an array of the given shape.
func WriteArray(w io.Writer, shape []int, data []float64) error {
	count := 1
	for _, n := range shape {
		count *= n
	}
	if count != len(data) {
		return fmt.Errorf("npy: %d values for an array of shape %v", len(data), shape)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if err := WriteHeader(out, "<f8", shape); err != nil {
		return err
	}
	if err := WriteValues(out, data); err != nil {
		return err
	}
	return out.Flush()
}

// WriteHeader writes what comes before the values: their type, such as "<f8", or
// "[('a', '<f8'), ('b', '<f8')]" of records, and the shape. It is for arrays that are written piece by piece.
func WriteHeader(w io.Writer, kind string, shape []int) error {
	sizes := ""
	for _, n := range shape {
		sizes += strconv.Itoa(n) + ", " // a tuple of one keeps its comma
	}
	if len(shape) > 1 {
		sizes = strings.TrimSuffix(sizes, ", ")
	}
	if !strings.HasPrefix(kind, "[") {
		kind = "'" + kind + "'"
	}
	text := fmt.Sprintf("{'descr': %s, 'fortran_order': False, 'shape': (%s), }", kind, strings.TrimSuffix(sizes, " "))
	const before = 10 // magic string, version and length
	padding := 63 - (before+len(text))%64
	text += strings.Repeat(" ", padding) + "\n"
	if len(text) > math.MaxUint16 {
		return fmt.Errorf("npy: an array of %d dimensions", len(shape))
	}
	head := append([]byte("\x93NUMPY\x01\x00"), byte(len(text)), byte(len(text)>>8))
	_, err := w.Write(append(head, text...))
	return err
}

// WriteValues writes numbers as "<f8" has them.
func WriteValues(w io.Writer, data []float64) error {
	for block := range slices.Chunk(data, 4096) {
		if err := binary.Write(w, binary.LittleEndian, block); err != nil {
			return err
		}
	}
	return nil
}

// WriteStrings writes a list of texts as an array of unicode strings.
func WriteStrings(w io.Writer, texts []string) error {
	longest := 1
	for _, text := range texts {
		longest = max(longest, utf8.RuneCountInString(text))
	}
	out := bufio.NewWriter(w)
	if err := WriteHeader(out, fmt.Sprintf("<U%d", longest), []int{len(texts)}); err != nil {
		return err
	}
	for _, text := range texts {
		field := make([]byte, 0, 4*longest) // the rest is zeros
		for _, letter := range text {
			field = binary.LittleEndian.AppendUint32(field, uint32(letter))
		}
		if _, err := out.Write(field[:4*longest]); err != nil {
			return err
		}
	}
	return out.Flush()
}

package table

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"testing"

	"suffice/internal/cells"
)

// byColumns is an NPY file of three columns that is stored by columns: 10 i + j in row i and
// column j.
func byColumns(rows int) []byte {
	text := fmt.Sprintf("{'descr': '<f8', 'fortran_order': True, 'shape': (%d, 3), }\n", rows)
	data := append([]byte{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, byte(len(text)), 0}, text...)
	for j := range 3 {
		for i := range rows {
			data, _ = binary.Append(data, binary.LittleEndian, float64(10*i+j))
		}
	}
	return data
}

// Arrays that are stored by columns have the same rows whether they are read at once or in
// stretches, alone or in an archive, and whichever columns are left out.
func TestArraysByColumns(t *testing.T) {
	const rows = 700_000 // more than a stretch, and than what is read at a time
	plain := byColumns(rows)
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	w, err := archive.Create("x.npy")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"npy": plain, "npz": packed.Bytes()} {
		for _, inParts := range []bool{false, true} {
			options := Options{Memory: 1 << 30, spoolAll: inParts, Skip: func(name string) bool { return name == "x2" }}
			read, err := Read(context.Background(), bytes.NewReader(data), "a."+name, options)
			if err != nil {
				t.Fatal(err)
			}
			seen := 0
			err = read.rows.EachBlock(context.Background(), func(first int, b *cells.Block) {
				for i := range b.Rows {
					if want := float64(10 * (first + i)); b.Cells[2*i] != want || b.Cells[2*i+1] != want+2 {
						t.Fatalf("%s, in parts %v: row %d is %v", name, inParts, first+i, b.Cells[2*i:2*i+2])
					}
					seen++
				}
			})
			if err != nil || seen != rows {
				t.Errorf("%s, in parts %v: %d rows, %v", name, inParts, seen, err)
			}
			_ = read.Close()
		}
	}
}

// An array of records without fields is refused, alone and as a part of a sparse matrix.
func TestArraysWithoutFields(t *testing.T) {
	text := "{'descr': [], 'fortran_order': False, 'shape': (2, 2), }\n"
	data := append([]byte{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, byte(len(text)), 0}, text...)
	_, err := Read(context.Background(), bytes.NewReader(data), "a.npy", Options{})
	wantError(t, err, "a.npy: the array has no columns")
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for _, name := range []string{"indptr.npy", "indices.npy", "data.npy", "format.npy", "shape.npy"} {
		w, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(context.Background(), bytes.NewReader(packed.Bytes()), "a.npz", Options{}); err == nil {
		t.Error("a sparse matrix of nothing is read")
	}
}

package numpy

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"suffice/internal/cells"
	"suffice/internal/format/npy"
)

// named is an array of some shape that counts from 0.
type named struct {
	name  string
	shape []int
}

// archiveOf is an NPZ file of arrays.
func archiveOf(t *testing.T, arrays ...named) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, a := range arrays {
		n := 1
		for _, size := range a.shape {
			n *= size
		}
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(i)
		}
		file, err := z.Create(a.name + ".npy")
		if err == nil {
			err = npy.WriteArray(file, a.shape, values)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// all are the names of the columns of an archive, and its rows.
func all(t *testing.T, archive []byte, options cells.Options) (names []string, table [][]float64, err error) {
	t.Helper()
	in, err := cells.Open(t.Context(), bytes.NewReader(archive), "a.npz")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	s := cells.NewSchema("a.npz", options)
	r, err := OpenArchive(in, s)
	for err == nil {
		var b *cells.Block
		if b, err = r.Next(t.Context()); err == nil {
			table = slices.AppendSeq(table, slices.Chunk(b.Cells, b.Width))
		}
	}
	for _, c := range s.Columns {
		names = append(names, c.Name)
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return names, table, err
}

// Whether all rows of an array are read at once, or a stretch of all arrays at a time, they are
// the same.
func TestArraysSideBySide(t *testing.T) {
	const n = 360_000 // more than a stretch
	archive := archiveOf(t, named{"x", []int{n, 2}}, named{"y", []int{n}})
	for _, options := range []cells.Options{{}, {Memory: 1 << 20}} {
		names, table, err := all(t, archive, options)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(names) != "[x1 x2 y]" || len(table) != n {
			t.Fatalf("%d rows of %q", len(table), names)
		}
		for i, row := range table {
			if row[0] != float64(2*i) || row[1] != float64(2*i+1) || row[2] != float64(i) {
				t.Fatalf("row %d is %g", i, row)
			}
		}
	}
}

// Damage is told wherever it is, in stretches too: at its end, an array is compared with its checksum.
func TestDamagedArrays(t *testing.T) {
	archive := archiveOf(t, named{"x", []int{20_000, 3}})
	for _, options := range []cells.Options{{}, {Memory: 1 << 20}} {
		for at := 200; at < len(archive)/2; at += len(archive) / 7 {
			damaged := bytes.Clone(archive)
			damaged[at] ^= 0x55
			if _, _, err := all(t, damaged, options); err == nil || !strings.Contains(err.Error(), "damaged or cut off") {
				t.Errorf("byte %d: got %v", at, err)
			}
		}
	}
}

func TestArraysThatDoNotBelongTogether(t *testing.T) {
	_, _, err := all(t, archiveOf(t, named{"x", []int{4, 2}}, named{"y", []int{3}}), cells.Options{})
	if err == nil || !strings.Contains(err.Error(), "save only arrays that belong side by side") {
		t.Errorf("got %v", err)
	}
}

// What has no value for each row is left out, and said so, where something else belongs to the table.
func TestArraysBesideATable(t *testing.T) {
	archive := archiveOf(t, named{"x", []int{4, 2}}, named{"y", []int{4}}, named{"train", []int{3}})
	names, rows, err := all(t, archive, cells.Options{})
	if err != nil || len(rows) != 4 || !slices.Equal(names, []string{"x1", "x2", "y"}) {
		t.Errorf("got %v, %v, %v", names, rows, err)
	}
	_, _, err = all(t, archiveOf(t, named{"x", []int{4, 2}}, named{"y", []int{4}}, named{"z", []int{3, 2}}), cells.Options{})
	if err == nil || !strings.Contains(err.Error(), "save only arrays that belong side by side") {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsAnArchive(t *testing.T) {
	if !IsArchive(archiveOf(t, named{"x", []int{1}})) {
		t.Error("an archive is not recognised")
	}
	for _, other := range []string{"", "PK\x03\x04", "\x93NUMPY", strings.Repeat("PK\x03\x04.npy", 9)} {
		if IsArchive([]byte(other)) {
			t.Errorf("%q is taken for an archive", other)
		}
	}
}

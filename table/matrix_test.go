package table

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"testing"

	"suffice/internal/cells"
	"suffice/internal/format/npy"
	"suffice/rows"
)

// The file was written by SciPy 1.17.1; see testdata/make.py.
func TestSparseMatrixOfSciPy(t *testing.T) {
	got, err := ReadFile(context.Background(), filepath.Join("testdata", "matrix.npz"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := expectedCells(t, "matrix.json")
	if len(got.schema.Columns) != len(want) {
		t.Errorf("%d columns, want %d", len(got.schema.Columns), len(want))
	}
	for _, c := range got.schema.Columns {
		got.eachCell(c, func(i int, cell float64) {
			same := false
			switch v := want[c.Name][i].(type) {
			case nil:
				same = cells.IsMissing(cell)
			case float64:
				same = cell == v
			case string:
				same = c.Words[cells.WordOf(cell)] == v
			}
			if !same {
				t.Errorf("row %d of column %q is %v, want %v", i+1, c.Name, cell, want[c.Name][i])
			}
		})
	}
}

// A sparse matrix stays one, up to the method.
func TestSparseMatrixIsGivenWithoutZeros(t *testing.T) {
	table, err := Read(context.Background(), bytes.NewReader(archiveOf(t, diagonal(40)...)), "a", Options{})
	if err != nil {
		t.Fatal(err)
	}
	choice, err := table.Choose(Roles{Target: []string{"y"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, sparse := choice.X.(rows.Sparse); !sparse || choice.X.Width() != 40 {
		t.Errorf("inputs are a %T of %d columns", choice.X, choice.X.Width())
	}
}

func TestSparseMatricesThatAreWrong(t *testing.T) {
	change := func(k int, a arrayIn) []byte {
		all := diagonal(3)
		all[k] = a
		return archiveOf(t, all...)
	}
	twice := diagonal(3)
	twice[0], twice[1] = longs("indptr", 0, 2, 2, 3), longs("indices", 1, 1, 2)
	const damaged = "a: the NPZ file is damaged or cut off; copy or make it again"
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"by columns":      {change(4, arrayIn{"format", "|S3", nil, []byte("csc")}), "a: this is a sparse matrix of SciPy that is not stored by rows; save x.tocsr()"},
		"without entries": {archiveOf(t, diagonal(3)[:1]...), "a: this is a sparse matrix of SciPy that is not stored by rows; save x.tocsr()"},
		"twice":           {archiveOf(t, twice...), "a: row 1 of the sparse matrix has its columns twice or not in order; save it after x.sum_duplicates()"},
		"backwards":       {change(0, longs("indptr", 0, 2, 1, 3)), damaged},
		"too many":        {change(0, longs("indptr", 0, 1, 2, 9)), damaged},
		"too few":         {change(0, longs("indptr", 0, 1, 2)), damaged},
		"outside":         {change(1, longs("indices", 0, 1, 7)), damaged},
		"half":            {change(3, arrayIn{"shape", "<f8", []int{2}, littleEndian(1.5, 2.0)}), damaged},
		"wide":            {change(3, longs("shape", 3, 1<<19)), "a: the matrix has 524288 columns, but hardly any entries; leave out columns of zeros"},
		"beside":          {change(5, longs("y", 1, 2)), `a: array "y" does not have one value for each of the 3 rows of the sparse matrix`},
	} {
		_, err := Read(context.Background(), bytes.NewReader(test.data), "a", Options{})
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
}

// arrayIn is an array of an NPZ file.
type arrayIn struct {
	name, kind string
	shape      []int
	values     []byte
}

func longs(name string, values ...int64) arrayIn {
	return arrayIn{name, "<i8", []int{len(values)}, littleEndian(values...)}
}

func littleEndian[T int64 | float64](values ...T) []byte {
	var out bytes.Buffer
	_ = binary.Write(&out, binary.LittleEndian, values) // a buffer takes all
	return out.Bytes()
}

// diagonal is a sparse matrix with 1 to n in its diagonal, and a column beside it.
func diagonal(n int) []arrayIn {
	starts, indices, y := []int64{0}, []int64(nil), []int64(nil)
	var data []float64
	for i := range int64(n) {
		starts, indices, y, data = append(starts, i+1), append(indices, i), append(y, i*i), append(data, float64(i+1))
	}
	return []arrayIn{
		longs("indptr", starts...), longs("indices", indices...), {"data", "<f8", []int{n}, littleEndian(data...)},
		longs("shape", int64(n), int64(n)), {"format", "|S3", nil, []byte("csr")}, longs("y", y...),
	}
}

func archiveOf(t *testing.T, arrays ...arrayIn) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, a := range arrays {
		w, err := archive.CreateHeader(&zip.FileHeader{Name: a.name + ".npy", Method: zip.Store})
		if err == nil {
			err = npy.WriteHeader(w, a.kind, a.shape)
		}
		if err == nil {
			_, err = fmt.Fprintf(w, "%s", a.values)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

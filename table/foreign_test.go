package table

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"suffice/internal/cells"
)

// The files of testdata were written by pyarrow 26.0.1 and NumPy 2.4.6, and what is in
// them by Python's own json; see testdata/make.py.
func TestFilesOfOthers(t *testing.T) {
	for file, want := range map[string]string{
		"snappy.parquet": "parquet.json", "gzip.parquet": "parquet.json", "zstd.parquet": "parquet.json", "plain.parquet": "parquet.json",
		"record.npy": "record.json", "several.npz": "several.json", "named.npz": "named.json",
	} {
		t.Run(file, func(t *testing.T) {
			got, err := ReadFile(context.Background(), filepath.Join("testdata", file), Options{})
			if err != nil {
				t.Fatal(err)
			}
			wantCells(t, got, expectedCells(t, want))
		})
	}
}

func expectedCells(t *testing.T, file string) map[string][]any {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	var cells map[string][]any
	if err := json.Unmarshal(data, &cells); err != nil {
		t.Fatal(err)
	}
	return cells
}

// wantCells compares all cells, and what is counted of them, with numbers, texts and nil.
func wantCells(t *testing.T, got *Table, want map[string][]any) {
	t.Helper()
	kept := 0
	for _, c := range got.schema.Columns {
		if c.Slot < 0 {
			continue
		}
		kept++
		values, ok := want[c.Name]
		if !ok || len(values) != got.Len() {
			t.Errorf("column %q of %d rows is none of the file's", c.Name, got.Len())
			continue
		}
		numbers, texts, gaps, gap := 0, 0, 0, 0
		got.eachCell(c, func(i int, cell float64) {
			same := false
			switch v := values[i].(type) {
			case nil:
				if gaps++; gap == 0 {
					gap = i + 1
				}
				same = cells.IsMissing(cell)
			case float64:
				numbers++
				same = cell == v
			case string:
				texts++
				same = cells.WordOf(cell) >= 0 && c.Show(cell) == v
			}
			if !same {
				t.Errorf("column %q, row %d is %v, want %v", c.Name, i+1, c.Show(cell), values[i])
			}
		})
		if c.Numbers != numbers || c.Texts != texts || c.Gaps != gaps || c.FirstGap.Line != gap {
			t.Errorf("column %q: counted %d numbers, %d texts, %d gaps from row %d; want %d, %d, %d from %d",
				c.Name, c.Numbers, c.Texts, c.Gaps, c.FirstGap.Line, numbers, texts, gaps, gap)
		}
	}
	if kept != len(want) {
		t.Errorf("%d columns, want %d", kept, len(want))
	}
}

func TestArrayByColumnsIsTheSame(t *testing.T) {
	a, err := ReadFile(context.Background(), "testdata/columns.npy", Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := expectedCells(t, "several.json")
	delete(want, "y")
	delete(want, "label")
	wantCells(t, a, want)
}

// Columns that are not wanted are not decoded, and the others stay as they are.
func TestSkippedColumns(t *testing.T) {
	for file, want := range map[string]string{"zstd.parquet": "parquet.json", "record.npy": "record.json", "named.npz": "named.json", "columns.npy": "several.json"} {
		cells := expectedCells(t, want)
		delete(cells, "y")
		delete(cells, "label")
		skip := map[string]bool{"word": true, "gaps": true, "x2": true, "wörd": true, "v1": true, "q": true}
		for name := range skip {
			delete(cells, name)
		}
		got, err := ReadFile(context.Background(), filepath.Join("testdata", file), Options{Skip: func(name string) bool { return skip[name] || name == "y" }})
		if err != nil {
			t.Fatal(err)
		}
		wantCells(t, got, cells)
	}
}

func TestBinaryErrors(t *testing.T) {
	for _, test := range []struct {
		file string
		cut  int // bytes kept; 0 means all
		want string
	}{
		{"lz4.parquet", 0, ": the Parquet file is packed with LZ4, which is not supported; write it with snappy, gzip or zstd"},
		{"snappy.parquet", 5000, ": the Parquet file is damaged or cut off; copy or make it again"},
		{"snappy.parquet", 4, ": the Parquet file is damaged or cut off; copy or make it again"},
		{"record.npy", 300, ": the file is cut off; copy or make it again"},
		{"record.npy", 20, ": the file is cut off; copy or make it again"},
		{"columns.npy", 200, ": the file is cut off; copy or make it again"},
		{"objects.npy", 0, `, column "x1": the array holds Python objects, which only Python can read; save numbers with x.astype(float), and texts with x.astype(str)`},
		{"named.npz", 600, ": the NPZ file is damaged or cut off; copy or make it again"},
	} {
		data, err := os.ReadFile(filepath.Join("testdata", test.file))
		if err != nil {
			t.Fatal(err)
		}
		if test.cut > 0 {
			data = data[:test.cut]
		}
		path := filepath.Join(t.TempDir(), test.file)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err = ReadFile(context.Background(), path, Options{})
		wantError(t, err, path+test.want)
	}
}

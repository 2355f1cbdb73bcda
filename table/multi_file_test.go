package table

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// inFiles writes files into a folder of their own.
func inFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// Columns may come in another order, words up in any file, and the format may differ.
func TestSeveralFilesAreOneTable(t *testing.T) {
	folder := inFiles(t, map[string]string{
		"1.csv": "x,town,y\n1,Ulm,5\n2,Bonn,6\n", "2.csv": "y;town;x\n7;Jena;3\n8;Ulm;\n", "3.jsonl": `{"town":"Bonn","x":5,"y":9}`, "_SUCCESS": "",
	})
	paths := []string{filepath.Join(folder, "1.csv"), filepath.Join(folder, "2.csv"), filepath.Join(folder, "3.jsonl")}
	data, err := ReadFiles(context.Background(), paths, Options{})
	if err != nil {
		t.Fatal(err)
	}
	towns, err := data.Texts("town")
	if err != nil || !slices.Equal(towns, []string{"Ulm", "Bonn", "Jena", "Ulm", "Bonn"}) {
		t.Errorf("towns %q, %v", towns, err)
	}
	y, err := data.Numbers("y")
	if err != nil || !slices.Equal(y, []float64{5, 6, 7, 8, 9}) {
		t.Errorf("y %v, %v", y, err)
	}
	_, err = data.Choose(Roles{Target: []string{"y"}, Exclude: []string{"town"}})
	wantError(t, err, paths[1]+`:3, column "x": the value is missing; use Missing "drop" or Missing "mean", or fix the file`)
}

// What is found of a row does not depend on the file that it is in, nor on what is kept in memory.
func TestSeriesIsLikeOneFile(t *testing.T) {
	folder := inFiles(t, map[string]string{"1.csv": "x,w\n1,a\n2,b\n", "2.csv": "x,w\n3,c\n4,a\n", "3.csv": "x,w\n5,b\n6,c\n"})
	whole := "x,w\n1,a\n2,b\n3,c\n4,a\n5,b\n6,c\n"
	for _, options := range []Options{{}, {Memory: 1 << 20, spoolAll: true}} {
		data, err := ReadFile(context.Background(), folder, options)
		if err != nil {
			t.Fatal(err)
		}
		want := read(t, whole)
		for _, name := range want.Names() {
			a, _ := data.Texts(name)
			b, _ := want.Texts(name)
			if !slices.Equal(a, b) {
				t.Errorf("%s: %q, want %q", name, a, b)
			}
		}
		if err := data.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestFilesThatDoNotBelongTogether(t *testing.T) {
	for _, test := range []struct{ second, want string }{
		{"x,z\n1,2\n", `1.csv has no column "z"; only tables of the same columns can be put together`},
		{"x\n1\n", `it has 1 column, but 1.csv has 2; only tables of the same columns can be put together`},
		{"x,y\na,2\n", `column "x" has words, but numbers in 1.csv; only tables of the same columns can be put together`},
		{"x,y\n1\n", "1 field, but the header has 2; add what is missing, or quote values that hold commas"},
		{"", "the file is empty; it needs the names of the columns, and rows"},
	} {
		t.Chdir(inFiles(t, map[string]string{"1.csv": "x,y\n1,2\n3,4\n", "2.csv": test.second}))
		_, err := ReadFile(context.Background(), "?.csv", Options{})
		place := "2.csv: "
		if test.second == "x,y\n1\n" {
			place = "2.csv:2: "
		}
		wantError(t, err, place+test.want)
	}
}

// A stream goes through all files.
func TestStreamOfSeveralFiles(t *testing.T) {
	folder := inFiles(t, map[string]string{"1.csv": "x,w\n1,a\n2,b\n", "2.csv": "w,x\nb,3\na,4\n"})
	s, err := OpenStream(context.Background(), folder, Options{}, Wanted{Inputs: []string{"x"}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var all []float64
	for {
		x, err := s.Next(context.Background())
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, x...)
	}
	if !slices.Equal(all, []float64{1, 2, 3, 4}) {
		t.Errorf("got %v", all)
	}
}

// A file that changes before the table is used up is noticed, whichever it is.
func TestAnyFileOfASeriesMayChange(t *testing.T) {
	folder := inFiles(t, map[string]string{"1.csv": "x,y\n1,2\n3,4\n", "2.csv": "x,y\n5,6\n7,8\n"})
	data, err := ReadFile(context.Background(), folder, Options{Memory: 1 << 20, spoolAll: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = data.Close() }()
	if err := data.schema.Origin.Check(); err != nil {
		t.Error(err)
	}
	second := filepath.Join(folder, "2.csv")
	if err := os.WriteFile(second, []byte("x,y\n5,6\n7,8\n9,10\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	wantError(t, data.schema.Origin.Check(), second+": the file changed while it was read; start again when nothing writes to it")
}

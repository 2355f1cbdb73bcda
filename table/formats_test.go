package table

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"suffice/internal/format"
	"suffice/internal/format/npy"
	"suffice/rows"
)

// Every format that is written is read as what it is, with the same bits.
func TestEveryFormatKeepsTheBits(t *testing.T) {
	number := rapid.OneOf(
		rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64),
		rapid.SampledFrom([]float64{0, math.Copysign(0, -1), math.SmallestNonzeroFloat64, math.MaxFloat64, 0.1, 1e21, 1e-7, 1 << 53}),
	)
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 5).Draw(t, "width")
		n := rapid.IntRange(1, 9).Draw(t, "rows")
		data := rapid.SliceOfN(number, n*width, n*width).Draw(t, "data")
		x, err := rows.NewMatrix(width, data)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []WriteFormat{"csv", "tsv", "parquet", "npy", "jsonl", "csv.gz", "jsonl.zst"} {
			var out bytes.Buffer
			if err := Write(context.Background(), &out, x, format); err != nil {
				t.Fatal(err)
			}
			back, err := Read(context.Background(), &out, "a", Options{})
			if err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			if plain, _, _ := strings.Cut(string(format), "."); back.Format() != plain && plain != "tsv" { // which is a kind of CSV
				t.Fatalf("%s is read as %s", format, back.Format())
			}
			wantSame(t, string(format), back, rows.Names(x), data)
		}
	})
}

type failing interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

func wantSame(t failing, what string, got *Table, names []string, data []float64) {
	t.Helper()
	if !slices.Equal(got.Names(), names) {
		t.Fatalf("%s: columns %q, want %q", what, got.Names(), names)
	}
	x, err := got.Columns(names)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if x.Len()*len(names) != len(data) {
		t.Fatalf("%s: %d rows", what, x.Len())
	}
	cells, err := x.Block(context.Background(), 0, x.Len(), make([]float64, len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range data {
		if math.Float64bits(cells[i]) != math.Float64bits(v) {
			t.Fatalf("%s: value %d is %v, wrote %v", what, i, cells[i], v)
		}
	}
}

// Larger than a block, a page and a stretch of lines, so that all seams are crossed.
func TestEveryFormatOfManyRows(t *testing.T) {
	const n, width = 150_003, 3
	random := rand.New(rand.NewPCG(1, 2))
	data := make([]float64, n*width)
	for i := range data {
		data[i] = random.NormFloat64()
	}
	x, err := rows.NewMatrix(width, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []WriteFormat{"csv", "parquet", "npy", "jsonl"} {
		path := filepath.Join(t.TempDir(), "a."+string(format))
		if err := WriteFile(context.Background(), path, x); err != nil {
			t.Fatal(err)
		}
		got, err := ReadFile(context.Background(), path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		wantSame(t, path, got, rows.Names(x), data)
	}
}

// A table with a class is the same, whichever format it comes from.
func TestEveryFormatGivesTheSameTarget(t *testing.T) {
	names := []string{"x1", "x2"}
	data := []float64{1, -0.1, 1e300, 5e-324, 3, 0.1, math.Copysign(0, -1), 1e22}
	classes := []string{"setosa", "grün", "setosa", "two words"}
	var csv, jsonl strings.Builder
	csv.WriteString("x1,x2,class\n")
	for i, class := range classes {
		fmt.Fprintf(&csv, "%v,%v,%s\n", data[2*i], data[2*i+1], class)
		fmt.Fprintf(&jsonl, "{\"x1\":%v,\"x2\":%v,\"class\":%q}\n", data[2*i], data[2*i+1], class)
	}
	for name, file := range map[string][]byte{
		"csv": []byte(csv.String()), "jsonl": []byte(jsonl.String()),
		"parquet": classParquet(t, data, classes), "npz": classNPZ(t, data, classes),
	} {
		got, err := Read(context.Background(), bytes.NewReader(file), "a", Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Format() != name {
			t.Errorf("%s is read as %s", name, got.Format())
		}
		choice, err := got.Choose(Roles{Target: []string{"class"}, Inputs: names})
		if err != nil {
			t.Fatal(err)
		}
		if cells := allOf(t, choice.X); !slices.EqualFunc(cells, data, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }) {
			t.Errorf("%s: inputs %v", name, cells)
		}
		if want := []int{1, 0, 1, 2}; choice.Target().Kind != "class" || !slices.Equal(choice.Target().Class, want) || !slices.Equal(choice.Target().Classes, []string{"grün", "setosa", "two words"}) {
			t.Errorf("%s: target %v", name, choice.Target())
		}
	}
}

func classParquet(t *testing.T, data []float64, classes []string) []byte {
	t.Helper()
	type row struct {
		X1    float64 `parquet:"x1"`
		X2    float64 `parquet:"x2"`
		Class string  `parquet:"class,dict"`
	}
	var out bytes.Buffer
	w := parquet.NewGenericWriter[row](&out)
	for i, class := range classes {
		if _, err := w.Write([]row{{data[2*i], data[2*i+1], class}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func classNPZ(t *testing.T, data []float64, classes []string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	x, err := w.Create("x.npy")
	if err != nil {
		t.Fatal(err)
	}
	if err := npy.WriteArray(x, []int{len(classes), 2}, data); err != nil {
		t.Fatal(err)
	}
	y, err := w.Create("class.npy")
	if err != nil {
		t.Fatal(err)
	}
	if err := npy.WriteStrings(y, classes); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]WriteFormat{
		"z.csv": "csv", "a.b/z.CSV.gz": "csv.gz", "z.tsv": "tsv", "z.parquet": "parquet", "z.npy": "npy", "z.jsonl": "jsonl",
		"z.ndjson.zst": "jsonl.zst", "pipe": "csv", "some.folder/pipe": "csv",
	} {
		if got, err := format.OfPath(path); got != want || err != nil {
			t.Errorf("%s: %q, %v", path, got, err)
		}
	}
	for _, path := range []string{"z.xlsx", "z.npy.gz", "z.gz", "z.csv.gz.gz"} {
		_, err := format.OfPath(path)
		wantError(t, err, path+": write .csv, .tsv, .parquet, .npy or .jsonl; .csv, .tsv and .jsonl also with .gz or .zst")
	}
}

func TestWrittenBytesDoNotDependOnThreads(t *testing.T) {
	x, err := rows.NewMatrix(3, make([]float64, 300_000))
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []WriteFormat{"csv", "tsv", "jsonl", "parquet", "npy"} {
		var files [][]byte
		for range 2 {
			var out bytes.Buffer
			if err := Write(context.Background(), &out, x, format); err != nil {
				t.Fatal(err)
			}
			files = append(files, out.Bytes())
		}
		if !bytes.Equal(files[0], files[1]) {
			t.Errorf("%s differs from one time to the next", format)
		}
	}
}

// What is not a number is written as a missing value.
func TestWriteMissing(t *testing.T) {
	for _, width := range []int{1, 2} {
		x, err := rows.NewMatrix(width, []float64{1, math.NaN(), math.Inf(1), 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []WriteFormat{"csv", "jsonl", "parquet", "npy"} {
			path := filepath.Join(t.TempDir(), "a."+string(format))
			if err := WriteFile(context.Background(), path, x); err != nil {
				t.Fatal(err)
			}
			got, err := ReadFile(context.Background(), path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			gaps := 0
			for _, c := range got.schema.Columns {
				gaps += c.Gaps
			}
			if gaps != 2 || got.Len() != 4/width {
				t.Errorf("%s, %d columns: %d of %d rows missing", format, width, gaps, got.Len())
			}
		}
	}
}

package table

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// dirtyTable reads a file of testdata/dirty, and tells the form of each of its columns.
func dirtyTable(t *testing.T, file string) (data *Table, forms map[string]string) {
	t.Helper()
	data, err := ReadFile(context.Background(), filepath.Join("testdata", "dirty", "formats-"+file), Options{})
	if err != nil {
		t.Fatal(err)
	}
	described, err := data.Describe()
	if err != nil {
		t.Fatal(err)
	}
	forms = map[string]string{}
	for _, c := range described.Columns {
		forms[c.Name] = c.Form
	}
	return data, forms
}

// bitsOf are the numbers of a column; missing ones are all the same.
func bitsOf(t *testing.T, data *Table, name string) []uint64 {
	t.Helper()
	numbers, err := data.Numbers(name)
	if err != nil {
		t.Fatal(err)
	}
	bits := make([]uint64, len(numbers))
	for i, v := range numbers {
		if bits[i] = math.Float64bits(v); math.IsNaN(v) {
			bits[i] = math.Float64bits(math.NaN())
		}
	}
	return bits
}

// Dates and times of Arrow are dates and times, and the same numbers as in other formats. Those of
// polars also begin differently, and have dictionaries behind batches.
func TestArrowDates(t *testing.T) {
	for _, file := range []string{"times.feather", "polars.arrow", "polars.arrows"} {
		t.Run(file, func(t *testing.T) {
			arrow, forms := dirtyTable(t, file)
			for _, file := range []string{"times.parquet", "times.csv"} {
				other, want := dirtyTable(t, file)
				for name, form := range want {
					if forms[name] != form || form == "" {
						t.Errorf("%s: form %q, want %q as in %s", name, forms[name], form, file)
					}
					if got, want := bitsOf(t, arrow, name), bitsOf(t, other, name); !slices.Equal(got, want) {
						t.Errorf("%s: got %x, want %x as in %s", name, got, want, file)
					}
				}
			}
			if got, want := bitsOf(t, arrow, "repeated"), bitsOf(t, arrow, "at_us"); forms["repeated"] != "date" || !slices.Equal(got, want) {
				t.Errorf("a dictionary of times: form %q, got %x, want %x", forms["repeated"], got, want)
			}
			for _, unit := range []string{"s", "ms", "us", "ns"} { // lengths of time are days, as in NumPy
				if got, want := bitsOf(t, arrow, "span_"+unit), bitsOf(t, arrow, "clock_"+unit); forms["span_"+unit] != "" || !slices.Equal(got, want) {
					t.Errorf("a length of time in %s: form %q, got %x, want %x", unit, forms["span_"+unit], got, want)
				}
			}
		})
	}
}

// A file of polars has the words and numbers that pyarrow's has, from a pipe too.
func TestArrowOfPolars(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("testdata", "dirty", "formats-polars.arrow"))
	if err != nil {
		t.Fatal(err)
	}
	piped, err := Read(t.Context(), bytes.NewReader(content), "standard input", Options{})
	if err != nil {
		t.Fatal(err)
	}
	plain, _ := dirtyTable(t, "plain.arrow")
	named, _ := dirtyTable(t, "polars.arrow")
	for _, name := range []string{"colour", "price", "sold"} {
		want, err := plain.Texts(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, data := range []*Table{piped, named} {
			if got, err := data.Texts(name); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: got %q, %v, want %q", name, got, err, want)
			}
		}
	}
}

// A file that is cut off anywhere is refused, since its footer is missing.
func TestArrowCutOff(t *testing.T) {
	for _, file := range []string{"polars.arrow", "plain.arrow"} {
		content, err := os.ReadFile(filepath.Join("testdata", "dirty", "formats-"+file))
		if err != nil {
			t.Fatal(err)
		}
		for n := 8; n < len(content); n += 97 {
			_, err := Read(t.Context(), bytes.NewReader(content[:n]), "a.arrow", Options{})
			wantError(t, err, "a.arrow: the Arrow file is damaged or cut off; copy or make it again")
		}
	}
}

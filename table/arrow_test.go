package table

import (
	"context"
	"math"
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

// Dates and times of Arrow are dates and times, and the same numbers as in other formats.
func TestArrowDates(t *testing.T) {
	arrow, forms := dirtyTable(t, "times.feather")
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
}

package table

import (
	"slices"
	"strings"
	"testing"
)

// A column that is asked to be text keeps what looks like a number as it is written.
func TestAsText(t *testing.T) {
	read, err := Read(t.Context(), strings.NewReader("id,v\n0012,1\n1234567,2\n12e45,3\n\"007\",4\n"), "a.csv",
		Options{AsText: func(name string) bool { return name == "id" }})
	if err != nil {
		t.Fatal(err)
	}
	ids, err := read.Texts("id")
	if want := []string{"0012", "1234567", "12e45", "007"}; err != nil || !slices.Equal(ids, want) {
		t.Errorf("%q, %v", ids, err)
	}
	values, err := read.Texts("v")
	if want := []string{"1", "2", "3", "4"}; err != nil || !slices.Equal(values, want) {
		t.Errorf("%q, %v", values, err)
	}
}

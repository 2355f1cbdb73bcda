package table

import (
	"fmt"
	"strings"
	"testing"

	"suffice/internal/cells"
)

// Words that are numbers but for a decimal comma are numbers.
func TestDecimalCommasThatWereNotAskedFor(t *testing.T) {
	text := "a;b;c;y\n"
	for i := range 30 {
		text += fmt.Sprintf("%d,%d;%d;%d,5;%d,25\n", i, i%3+1, i*i, i%4, i%7)
	}
	table := read(t, text)
	for _, s := range described(t, table) {
		if s.Type != Number || s.Target != "number" {
			t.Errorf("%s: %v, as a target %q", s.Name, s.Type, s.Target)
		}
	}
	choice, err := table.Choose(Roles{Target: []string{"y"}})
	if err != nil || choice.Target().Values[1] != 1.25 || choice.X.Width() != 3 {
		t.Errorf("%+v, %v", choice, err)
	}
}

func TestWhatLooksLikeDecimalCommas(t *testing.T) {
	for _, test := range []struct {
		cells string
		want  Type
	}{
		{"1,5 3 2,25", Number},
		{"1,5 -3e2 NA +2,25e-1", Number},
		{"1 2 3 4 5,5", Number},
		{"1,5,7 3,5", Text},        // lists
		{"1,5 2.5", Mixed},         // both
		{"1.5 2.5 3.5 1,5", Mixed}, // a slip
		{"1,5 2,5 3,5 many", Text}, // one of four
		{"1 2 3", Number},
		{"0,1 0,2 0,3 0,4 0,5 0,6 0,7 0,8 0,9 no", Mixed}, // one of ten
		{"0,1 0,2 0,3 0,4 0,5 0,6 0,7 0,8 0,9 none", Number},
	} {
		table := read(t, "a;b\n"+strings.ReplaceAll(test.cells, " ", ";1\n")+";1\n")
		if got := described(t, table)[0].Type; got != test.want {
			t.Errorf("%s: %v, want %v", test.cells, got, test.want)
		}
	}
}

// A column of too many different numbers to be kept as words is recognised all the same.
func TestManyDecimalCommas(t *testing.T) {
	var text strings.Builder
	text.WriteString("a;y\n")
	for i := range cells.MaxWords + 10 {
		fmt.Fprintf(&text, "%d,5;%d\n", i, i)
	}
	numbers, err := read(t, text.String()).Numbers("a")
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range numbers {
		if v != float64(i)+.5 {
			t.Fatalf("row %d: %g", i, v)
		}
	}
}

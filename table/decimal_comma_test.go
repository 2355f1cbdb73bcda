package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"suffice/internal/cells"
)

// Words that are numbers but for a decimal comma are neither labels nor levels, and every
// way to use them says what to do.
func TestDecimalCommasThatWereNotAskedFor(t *testing.T) {
	text := "a;b;c;y\n"
	for i := range 30 {
		text += fmt.Sprintf("%d,%d;%d;%d,5;%d,25\n", i, i%3+1, i*i, i%4, i%7)
	}
	table := read(t, text)
	for _, s := range described(t, table) {
		if want := s.Name != "b"; s.DecimalCommas != want || want && s.Target != "" {
			t.Errorf("%s: %v, as a target %q", s.Name, s.DecimalCommas, s.Target)
		}
	}
	_, err := table.Choose(Roles{Target: []string{"y"}})
	wantError(t, err, `a.csv:2, column "y": "0,25" looks like a number with a decimal comma; say DecimalComma, or what it is with Kind`)
	_, err = table.Choose(Roles{Target: []string{"b"}})
	wantError(t, err, `a.csv: there is no column left to be an input without the columns "a", "c", "y", which look like numbers with decimal commas: say DecimalComma; exclude fewer columns or choose another target`)
	_, err = table.Choose(Roles{Target: []string{"b"}, Inputs: []string{"a"}})
	wantError(t, err, `a.csv:2, column "a": "0,1" is not a number; say DecimalComma`)
	_, err = table.Columns([]string{"a"})
	wantError(t, err, `a.csv:2, column "a": "0,1" is not a number; say DecimalComma`)
	choice, err := table.Choose(Roles{Target: []string{"y"}, Kind: "class", Inputs: []string{"b"}})
	if err != nil || choice.Target().Kind != "class" {
		t.Errorf("asked for a class: %v", err)
	}
}

func TestWhatLooksLikeDecimalCommas(t *testing.T) {
	for _, test := range []struct {
		cells string
		want  bool
	}{
		{"1,5 3 2,25", true},
		{"1,5 -3e2 NA +2,25e-1", true},
		{"1 2 3 4 5,5", true},
		{"1,5,7 3,5", false},        // lists
		{"1,5 2.5", false},          // both
		{"1.5 2.5 3.5 1,5", false},  // a slip
		{"1,5 2,5 3,5 many", false}, // one of four
		{"1 2 3", false},
		{"0,1 0,2 0,3 0,4 0,5 0,6 0,7 0,8 0,9 none", true}, // one of ten
	} {
		table := read(t, "a;b\n"+strings.ReplaceAll(test.cells, " ", ";1\n")+";1\n")
		if got := described(t, table)[0].DecimalCommas; got != test.want {
			t.Errorf("%s: %v", test.cells, got)
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
	if _, err := read(t, text.String()).Choose(Roles{Target: []string{"y"}}); err == nil || !strings.Contains(err.Error(), "decimal commas") {
		t.Errorf("error %v", err)
	}
}

// Only CSV can have decimal commas.
func TestNoDecimalCommasInJSON(t *testing.T) {
	if s := described(t, read(t, "{\"a\": \"1,5\", \"y\": 1}\n{\"a\": \"2,5\", \"y\": 2}\n")); slices.ContainsFunc(s, func(s Summary) bool { return s.DecimalCommas }) {
		t.Errorf("%+v", s)
	}
}

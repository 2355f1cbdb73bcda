package table

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A table cut in two anywhere and put together again is the table.
func TestStackedPartsAreTheWhole(t *testing.T) {
	const arff = "@relation r\n@attribute a numeric\n@attribute l {0,1}\n@attribute w {x,y,z}\n@data\n"
	for name, format := range map[string]struct {
		head string
		row  func(a int, l bool, w string) string
	}{
		"csv":  {"a,l,w\n", func(a int, l bool, w string) string { return fmt.Sprintf("%d,%t,%s\n", a, l, w) }},
		"arff": {arff, func(a int, l bool, w string) string { return fmt.Sprintf("%d,%d,%s\n", a, one(l), w) }},
		"sparse arff": {arff, func(a int, l bool, w string) string {
			return strings.NewReplacer(", 1 0", "", ", 2 x", "").Replace(fmt.Sprintf("{0 %d, 1 %d, 2 %s}\n", a, one(l), w))
		}},
		"jsonl": {"", func(a int, l bool, w string) string { return fmt.Sprintf(`{"a":%d,"l":%t,"w":%q}`+"\n", a, l, w) }},
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				var rows []string
				for range rapid.IntRange(3, 12).Draw(r, "rows") {
					rows = append(rows, format.row(rapid.IntRange(1, 9).Draw(r, "a"), rapid.Bool().Draw(r, "l"), rapid.SampledFrom([]string{"x", "y", "z"}).Draw(r, "w")))
				}
				first := rapid.IntRange(1, len(rows)-2).Draw(r, "first")
				second := rapid.IntRange(first+1, len(rows)-1).Draw(r, "second")
				text := func(from, to int) string { return format.head + strings.Join(rows[from:to], "") }
				whole := readAs(t, "whole", text(0, len(rows)))
				stacked, err := Stack(readAs(t, "a", text(0, first)), readAs(t, "b", text(first, second)), readAs(t, "c", text(second, len(rows))))
				if err != nil {
					r.Fatal(err)
				}
				if got, want := shownRows(stacked), shownRows(whole); !reflect.DeepEqual(got, want) {
					r.Errorf("got  %v\nwant %v", got, want)
				}
				if got, want := described(t, stacked), described(t, whole); !reflect.DeepEqual(got, want) {
					r.Errorf("got  %+v\nwant %+v", got, want)
				}
				if stacked.Source() != "a, b, c" {
					r.Errorf("source %q", stacked.Source())
				}
			})
		})
	}
}

func one(l bool) int {
	if l {
		return 1
	}
	return 0
}

func TestTablesThatCannotBeStacked(t *testing.T) {
	const sparse = "@relation r\n@attribute a numeric\n@attribute l {%s}\n@data\n{0 1}\n{0 2, 1 %s}\n"
	for _, test := range []struct{ a, b, want string }{
		{"a,b\n1,2\n", "a\n1\n", "b: it has 1 column, but a has 2; only tables of the same columns can be put together"},
		{"a,b\n1,2\n", "a,c\n1,2\n", `b: column 2 is "c", but "b" in a; only tables of the same columns can be put together`},
		{"a,b\n1,2\n", "b,a\n1,2\n", `b: column 1 is "b", but "a" in a; only tables of the same columns can be put together`},
		{"a,b\n1,2\n", "a,b\n1,x\n", `b: column "b" has words, but numbers in a; only tables of the same columns can be put together`},
		{"a,b\n1,x\n", "a,b\n1,2\n", `b: column "b" has numbers, but words in a; only tables of the same columns can be put together`},
		{fmt.Sprintf(sparse, "0,1", "1"), fmt.Sprintf(sparse, "1,0", "0"), `b, column "l": its levels begin with another one than in a, and sparse rows leave out the first; declare them in the same order`},
	} {
		_, err := Stack(readAs(t, "a", test.a), readAs(t, "b", test.b))
		wantError(t, err, test.want)
	}
}

// A problem in a later file is told with its name and line.
func TestProblemInALaterFile(t *testing.T) {
	stack := func(a, b string) *Table {
		stacked, err := Stack(readAs(t, "a.csv", a), readAs(t, "b.csv", b))
		if err != nil {
			t.Fatal(err)
		}
		return stacked
	}
	_, err := stack("x,u,y\n1,2,3\n2,4,4\n", "x,u,y\n3,1,5\n7,?,1\n").Choose(Roles{Target: []string{"y"}})
	wantError(t, err, `b.csv:3, column "u": "?" is not a number; use Missing "drop" or Missing "mean", or fix the file`)
	_, err = stack("x,u,y\n1,2,3\n2,?,4\n", "x,u,y\n?,1,5\n7,8,1\n").Choose(Roles{Target: []string{"y"}})
	wantError(t, err, `a.csv:3, column "u": "?" is not a number (the first of 2 missing values in 2 columns); use Missing "drop" or Missing "mean", or fix the file`)
}

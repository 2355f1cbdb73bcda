package table

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A table cut into files anywhere is the table.
func TestFilesAreTheWhole(t *testing.T) {
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
			t.Chdir(t.TempDir())
			rapid.Check(t, func(r *rapid.T) {
				var rows []string
				for range rapid.IntRange(3, 12).Draw(r, "rows") {
					rows = append(rows, format.row(rapid.IntRange(1, 9).Draw(r, "a"), rapid.Bool().Draw(r, "l"), rapid.SampledFrom([]string{"x", "y", "z"}).Draw(r, "w")))
				}
				first := rapid.IntRange(1, len(rows)-2).Draw(r, "first")
				second := rapid.IntRange(first+1, len(rows)-1).Draw(r, "second")
				text := func(from, to int) string { return format.head + strings.Join(rows[from:to], "") }
				whole := readAs(t, "whole", text(0, len(rows)))
				for name, part := range map[string]string{"a": text(0, first), "b": text(first, second), "c": text(second, len(rows))} {
					if err := os.WriteFile(name, []byte(part), 0o666); err != nil {
						r.Fatal(err)
					}
				}
				parts, err := ReadFiles(t.Context(), []string{"a", "b", "c"}, Options{})
				if err != nil {
					r.Fatal(err)
				}
				if got, want := shownRows(parts), shownRows(whole); !reflect.DeepEqual(got, want) {
					r.Errorf("got  %v\nwant %v", got, want)
				}
				if got, want := described(t, parts), described(t, whole); !reflect.DeepEqual(got, want) {
					r.Errorf("got  %+v\nwant %+v", got, want)
				}
				if parts.Source() != "a, b, c" {
					r.Errorf("source %q", parts.Source())
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

func TestTablesOfOtherColumns(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"a,b\n1,2\n", "a\n1\n", "b: it has 1 column, but a has 2; only tables of the same columns can be put together"},
		{"a,b\n1,2\n", "a,c\n1,2\n", `b: column 2 is "c", but "b" in a; only tables of the same columns can be put together`},
		{"a,b\n1,2\n", "b,a\n1,2\n", `b: column 1 is "b", but "a" in a; only tables of the same columns can be put together`},
		{"a,b\n1,2\n", "a,b\n1,x\n", `b: column "b" has words, but numbers in a; only tables of the same columns can be put together`},
		{"a,b\n1,x\n", "a,b\n1,2\n", `b: column "b" has numbers, but words in a; only tables of the same columns can be put together`},
	} {
		wantError(t, readAs(t, "a", test.a).checkSame(readAs(t, "b", test.b)), test.want)
	}
}

// A problem in a later file is told with its name and line.
func TestProblemInALaterFile(t *testing.T) {
	files := func(a, b string) *Table {
		t.Chdir(inFiles(t, map[string]string{"a.csv": a, "b.csv": b}))
		both, err := ReadFiles(t.Context(), []string{"a.csv", "b.csv"}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return both
	}
	_, err := files("x,u,y\n1,2,3\n2,4,4\n", "x,u,y\n3,1,5\n7,?,1\n").Choose(Roles{Target: []string{"y"}})
	wantError(t, err, `b.csv:3, column "u": "?" is not a number; use Missing "drop" or Missing "mean", or fix the file`)
	_, err = files("x,u,y\n1,2,3\n2,?,4\n", "x,u,y\n?,1,5\n7,8,1\n").Choose(Roles{Target: []string{"y"}})
	wantError(t, err, `a.csv:3, column "u": "?" is not a number (the first of 2 missing values in 2 columns); use Missing "drop" or Missing "mean", or fix the file`)
}

// Sparse rows leave out the first level, which must be the same in all files.
func TestFilesOfOtherLevels(t *testing.T) {
	const sparse = "@relation r\n@attribute a numeric\n@attribute l {%s}\n@data\n{0 1}\n{0 2, 1 %s}\n"
	t.Chdir(inFiles(t, map[string]string{"a": fmt.Sprintf(sparse, "0,1", "1"), "b": fmt.Sprintf(sparse, "1,0", "0")}))
	_, err := ReadFiles(t.Context(), []string{"a", "b"}, Options{})
	wantError(t, err, `b, column "l": its levels begin with another one than in a, and sparse rows leave out the first; declare them in the same order`)
}

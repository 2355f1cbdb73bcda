package table

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"suffice/internal/cells"
)

func readAs(t *testing.T, name, text string) *Table {
	t.Helper()
	got, err := Read(context.Background(), strings.NewReader(text), name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// shownRows are the cells of a table as text; a missing one is ?.
func shownRows(table *Table) [][]string {
	rows := make([][]string, table.Len())
	table.each(0, table.Len(), func(i int, row []float64) {
		for _, c := range table.schema.Columns {
			cell := row[c.Slot]
			if cells.IsMissing(cell) {
				rows[i] = append(rows[i], "?")
				continue
			}
			rows[i] = append(rows[i], c.Show(cell))
		}
	})
	return rows
}

func wantRows(t *testing.T, table *Table, want ...string) {
	t.Helper()
	got := shownRows(table)
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i := range want {
		if line := strings.Join(got[i], "|"); line != want[i] {
			t.Errorf("row %d is %q, want %q", i, line, want[i])
		}
	}
}

const petsHeader = `% pets
@RELATION pets
@attribute	size	REAL
@Attribute 'kind of \'pet\'' {cat, 'big dog', "fi\"sh"}
@attribute "its name" string
@attribute tame {0,1}
@attribute born date "yyyy-MM-dd"
`

func TestARFF(t *testing.T) {
	table := readAs(t, "a.arff", "\xef\xbb\xbf"+strings.Repeat("% long\r\n\r\n", 200)+petsHeader+`
@DATA
1.5, cat, 'O\'Neil', 1, 2020-01-31
% in between
?,	'big dog' ,	?,0,'1999-12-01'   % at the end
-2e1 "fi\"sh" "a, b" 1 ?
.5,,x,,
'3',cat,'?',0,?,{1}`)
	if table.Format() != "arff" {
		t.Errorf("format %s", table.Format())
	}
	if got, want := table.Names(), []string{"size", "kind of 'pet'", "its name", "tame", "born"}; !slices.Equal(got, want) {
		t.Errorf("names %q", got)
	}
	wantRows(t, table,
		"1.5|cat|O'Neil|1|2020-01-31",
		"?|big dog|?|0|1999-12-01",
		`-20|fi"sh|a, b|1|?`,
		"0.5|?|x|?|?",
		"3|cat|?|0|?", // the name is a question mark
	)
	for j, want := range []Type{Number, Nominal, Text, Boolean, Number} {
		if got := table.schema.Columns[j].Type(); got != want {
			t.Errorf("column %d is %v, want %v", j, got, want)
		}
	}
	if size := table.schema.Columns[0]; size.Gaps != 1 || size.Numbers != 4 || size.FirstGap.Line != 412 {
		t.Errorf("column size: %+v", size)
	}
}

// What a sparse row leaves out is 0, the first level, or missing text; dense and sparse
// rows may be mixed, and either may come first.
func TestSparseARFF(t *testing.T) {
	const header = "@relation r\n@attribute a numeric\n@attribute b {x,y}\n@attribute c string\n@attribute d {0,1}\n@attribute e {}\n@data\n"
	sparse := []string{"{0 1.5, 1 y,2 'a } b', 3 1}", "{ }", "{3 1\t}", "{0 ?,1 ?}"}
	dense := "7,y,z,1,?"
	want := []string{"1.5|y|a } b|1|?", "0|x|?|0|?", "0|x|?|1|?", "?|?|?|0|?"}
	for name, test := range map[string][]string{
		"sparse":        sparse,
		"dense last":    append(slices.Clone(sparse), dense),
		"dense first":   append([]string{dense}, sparse...),
		"with a weight": {sparse[0] + ", {1}", sparse[1] + " {1.0}", sparse[2], sparse[3] + "%"},
	} {
		t.Run(name, func(t *testing.T) {
			table := readAs(t, "a.arff", header+strings.Join(test, "\n"))
			want := slices.Clone(want)
			if i := slices.Index(test, dense); i >= 0 {
				want = slices.Insert(want, i, "7|y|z|1|?")
			}
			wantRows(t, table, want...)
			for j, kind := range []Type{Number, Nominal, Text, Boolean, Empty} {
				c := table.schema.Columns[j]
				if c.Type() != kind || c.Numbers+c.Texts+c.Gaps != len(want) {
					t.Errorf("column %s is %v: %+v", c.Name, c.Type(), c)
				}
			}
			if sparse := test[0] != dense; table.rows.Entries.Some() != sparse || table.rows.OnlySparse() != sparse {
				t.Error("rows are not kept as the first is")
			}
		})
	}
}

// MEKA writes into the name of the relation how many of the first, or with a minus of the
// last, attributes are labels.
func TestMEKALabels(t *testing.T) {
	const rest = "\n@attribute a {0,1}\n@attribute b {0,1}\n@attribute c numeric\n@attribute d numeric\n@data\n0,1,2,3\n1,0,3,5\n1,1,1,1"
	for relation, want := range map[string]string{
		"@relation 'music: -C 2'":            "a b",
		"@relation 'music: -split 5 -C -1 '": "d",
		"@relation \"music -C 2\"":           "",
		"@relation 'music: -C 4'":            "",
		"@relation 'music: -C x'":            "",
		"@relation 'music: -C'":              "",
		"@relation music:-C":                 "",
		"@relation music":                    "",
	} {
		if got := strings.Join(readAs(t, "a.arff", relation+rest).DeclaredLabels(), " "); got != want {
			t.Errorf("%s: labels %q, want %q", relation, got, want)
		}
	}
	roles := Roles{Inputs: []string{"d"}} // the labels are kept although they are no inputs
	options := Options{Skip: roles.Skip, Whole: roles.Whole}
	table, err := Read(context.Background(), strings.NewReader("@relation 'music: -C 2'"+rest), "a.arff", options)
	if err != nil {
		t.Fatal(err)
	}
	choice, err := table.Choose(roles)
	if err != nil {
		t.Fatal(err)
	}
	if choice.Target().Kind != "labels" || !slices.Equal(choice.Target().Columns, []string{"a", "b"}) || !slices.Equal(choice.X.Names(), []string{"d"}) {
		t.Errorf("target %v %q, inputs %q", choice.Target().Kind, choice.Target().Columns, choice.X.Names())
	}
}

// endless is a line that goes on and on: a start, and then the same for 64 MiB.
func endless(start, again string) io.Reader {
	return io.MultiReader(strings.NewReader(start), io.LimitReader(&repeating{text: again}, 64<<20))
}

type repeating struct {
	text string
	at   int
}

func (r *repeating) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		copied := copy(p[n:], r.text[r.at:])
		n += copied
		r.at = (r.at + copied) % len(r.text)
	}
	return n, nil
}

// However long a line is, memory is bounded.
func TestEndlessLinesOfARFF(t *testing.T) {
	const two = "@relation r\n@attribute a numeric\n@attribute b string\n@data\n"
	for name, test := range map[string]struct{ start, again, want string }{
		"values":  {two, "1,", "a.arff:5: more values than the 2 attributes; put values that hold blanks or commas in quotes"},
		"text":    {two + "1,", "letters", "a.arff:5: a value is longer than 1 MiB; is a closing quote missing?"},
		"quoted":  {two + "1,'", "letters ", "a.arff:5: a value is longer than 1 MiB; is a closing quote missing?"},
		"entries": {two + "{", "0 1,", "a.arff:5: attribute 0 comes after attribute 0; each comes once, in rising order"},
		"comment": {two + "%", "letters ", "a.arff: there are columns, but no rows; add rows"},
		"blanks":  {two, " ", "a.arff: there are columns, but no rows; add rows"},
	} {
		t.Run(name, func(t *testing.T) {
			wantEndlessError(t, "a.arff", endless(test.start, test.again), test.want)
		})
	}
}

// wantEndlessError reads what goes on for 64 MiB in far less memory.
func wantEndlessError(t *testing.T, name string, r io.Reader, want string) {
	t.Helper()
	var err error
	if got := allocated(func() { _, err = Read(context.Background(), r, name, Options{}) }); got > 16<<20 {
		t.Errorf("allocated %d MiB", got>>20)
	}
	wantError(t, err, want)
}

func TestTenThousandAttributes(t *testing.T) {
	const d = 10_000
	var text strings.Builder
	text.WriteString("@relation wide\n")
	for j := range d {
		fmt.Fprintf(&text, "@attribute 'column %d' numeric\n", j)
	}
	text.WriteString("@data\n{0 1, 9999 2}\n" + strings.Repeat("3,", d-1) + "3\n{}\n")
	x, err := readAs(t, "a.arff", text.String()).Columns([]string{"column 9999", "column 0", "column 5"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := allOf(t, x), []float64{2, 1, 0, 3, 3, 3, 0, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPackedARFF(t *testing.T) {
	var packed strings.Builder
	w := gzip.NewWriter(&packed)
	if _, err := io.WriteString(w, "@relation r\n@attribute a numeric\n@data\n"+strings.Repeat("1\n2\n", 5000)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if n := readAs(t, "a.arff.gz", packed.String()).Len(); n != 10_000 {
		t.Errorf("%d rows", n)
	}
	half := packed.String()[:packed.Len()/2]
	_, err := Read(context.Background(), strings.NewReader(half), "a.arff.gz", Options{})
	wantError(t, err, "a.arff.gz: the file is cut off; copy or make it again")
}

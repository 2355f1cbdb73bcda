package delimited

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"suffice/internal/cells"
)

// readText reads the names of the columns, and the cells of those that are kept as text.
func readText(text string, options cells.Options) (names []string, rows [][]string, err error) {
	s, blocks, err := readChunks(context.Background(), strings.NewReader(text), options, chunkSize, 2)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range s.Columns {
		names = append(names, c.Name)
	}
	for _, b := range blocks {
		for i := range b.Rows {
			var shown []string
			for _, c := range s.Columns {
				if c.Slot >= 0 {
					shown = append(shown, c.Show(b.Cells[i*b.Width+c.Slot]))
				}
			}
			rows = append(rows, shown)
		}
	}
	return names, rows, nil
}

// wantTable compares names and cells, as they are shown.
func wantTable(t *testing.T, text string, options cells.Options, names []string, rows ...[]string) {
	t.Helper()
	gotNames, got, err := readText(text, options)
	if err != nil || !slices.Equal(gotNames, names) || !slices.EqualFunc(got, rows, slices.Equal) {
		t.Errorf("%q: names %q, rows %q, error %v; want %q, %q", text, gotNames, got, err, names, rows)
	}
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestDelimiterIsFound(t *testing.T) {
	ab, row := []string{"a", "b"}, []string{"1", "x"}
	for _, text := range []string{
		"a,b\n1,x\n", "a;b\n1;x\n", "a\tb\n1\tx\n", "a|b\n1|x\n", "a b\n1 x\n", " a \t b\n1\t x  \r\n",
		"\"a\";b\n\"1\";x\n", "\"a\"\tb\n1\t\"x\"\n",
	} {
		wantTable(t, text, cells.Options{}, ab, row)
	}
	for _, test := range []struct {
		text  string
		names []string
		row   []string
	}{
		{"x\n1\n", []string{"x"}, []string{"1"}},
		{"a mean,b\n1,x y\n", []string{"a mean", "b"}, []string{"1", "x y"}},
		{"n,labels\n1,a;b;c\n", []string{"n", "labels"}, []string{"1", "a;b;c"}},
		{"n;text\n1;hello, world\n", []string{"n", "text"}, []string{"1", "hello, world"}},
		{"time,value\n2020-01-01 10:00,5\n", []string{"time", "value"}, []string{"2020-01-01 10:00", "5"}},
		{"n,\"x;y;z\"\n1,\"a;b;c\"\n", []string{"n", "x;y;z"}, []string{"1", "a;b;c"}},
		{"a\tb\tc\n1\t\t3\n", []string{"a", "b", "c"}, []string{"1", "", "3"}},
		{"sepal length\n5\n", []string{"sepal length"}, []string{"5"}},
	} {
		wantTable(t, test.text, cells.Options{}, test.names, test.row)
	}
}

func TestHeaderIsFound(t *testing.T) {
	for _, test := range []struct {
		text   string
		header cells.Header
		names  []string
		rows   int
	}{
		{"1,2\n3,4\n", cells.FindHeader, []string{"x1", "x2"}, 2},
		{"1,?\n3,4\n", cells.FindHeader, []string{"x1", "x2"}, 2},
		{"\n1,nan\n3,4\n", cells.FindHeader, []string{"x1", "x2"}, 2},
		{"1,2\n3,4\n", cells.WithHeader, []string{"1", "2"}, 1},
		{"a,2\n3,4\n", cells.FindHeader, []string{"a", "2"}, 1},
		{",1\n3,4\n", cells.FindHeader, []string{"", "1"}, 1},
		{"?,?\n3,4\n", cells.WithHeader, nil, 0},
		{"a,b\n3,4\n", cells.NoHeader, []string{"x1", "x2"}, 2},
		{"# a, b\n3,4\n", cells.FindHeader, []string{"a", "b"}, 1},
		{"## one\n#a\tb\nx\t1\n", cells.FindHeader, []string{"a", "b"}, 1},
		{"# one, two\na,b\n3,4\n", cells.FindHeader, []string{"a", "b"}, 1},
		{"# one\n3,4\n", cells.FindHeader, []string{"x1", "x2"}, 1},
		{"# a, b\n3,4\n", cells.NoHeader, []string{"x1", "x2"}, 1},
	} {
		names, rows, err := readText(test.text, cells.Options{Header: test.header})
		if test.names == nil {
			wantError(t, err, `a.csv:1: columns 1 and 2 are both called "?"; rename one of them`)
			continue
		}
		if err != nil || !slices.Equal(names, test.names) || len(rows) != test.rows {
			t.Errorf("%q: error %v, or other than %q and %d rows", test.text, err, test.names, test.rows)
		}
	}
}

func TestComments(t *testing.T) {
	xy := []string{"x", "y"}
	one, two := []string{"1", "2"}, []string{"3", "4"}
	wantTable(t, "# it's \"odd\"\n\n# \"\nx,y\n1,2\n3,4\n", cells.Options{}, xy, one, two)
	wantTable(t, "x,y\n1,2\n# \"odd\n\n#\n3,4\n#", cells.Options{}, xy, one, two)
	wantTable(t, "x,y\n1,2\n#N/A,2\n#DIV/0!,2\n", cells.Options{}, xy, one, []string{"", "2"}, []string{"", "2"})
	wantTable(t, "x,y\na,2\n#b,4\n", cells.Options{}, xy, []string{"a", "2"}, []string{"#b", "4"})
	_, _, err := readText("x,y\n1,2\n# a\n# b\n3\n", cells.Options{})
	wantError(t, err, "a.csv:5: 1 field, but the header has 2; add what is missing, or quote values that hold commas")
	_, _, err = readText("# only\n# comments\n", cells.Options{})
	wantError(t, err, "a.csv: the file is empty; it needs the names of the columns, and rows")
}

func TestDecimalComma(t *testing.T) {
	ab, row := []string{"a", "b"}, []string{"1.5", "-2000"}
	comma := cells.Options{DecimalComma: true}
	for _, text := range []string{
		"a;b\n1,5;-2e3\n", "a\tb\n1,5\t-2e3\n", "a b\n1,5 -2000,0\n", "\"a\",\"b\"\n\"1,5\",\"-2000\"\n", "a|b\n 1,5 |\"-2000,00\"\n",
	} {
		wantTable(t, text, comma, ab, row)
	}
	wantTable(t, "1,5;2\n3;4\n", comma, []string{"x1", "x2"}, []string{"1.5", "2"}, []string{"3", "4"})
	wantTable(t, "y\n3,14\n", comma, []string{"y"}, []string{"3.14"})
	wantTable(t, "a;b\n1.5;2\n", comma, ab, []string{"1.5", "2"})
}

// encoded is text in UTF-16 after a byte-order mark.
func encoded(text string, put func([]byte, uint16) []byte) string {
	var out []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		out = put(out, unit)
	}
	return string(out)
}

func TestEncodings(t *testing.T) {
	const text = "n,Straße\n1,Zürich 𝛼\n2,b\n"
	names, first, second := []string{"n", "Straße"}, []string{"1", "Zürich 𝛼"}, []string{"2", "b"}
	for _, coded := range []string{
		text, "\ufeff" + text, strings.ReplaceAll(text, "\n", "\r\n"), strings.ReplaceAll(text, "\n", "\r"),
		encoded(text, func(b []byte, u uint16) []byte { return append(b, byte(u), byte(u>>8)) }),
		encoded(text, func(b []byte, u uint16) []byte { return append(b, byte(u>>8), byte(u)) }),
	} {
		wantTable(t, coded, cells.Options{}, names, first, second)
	}
	wantTable(t, "n,Stra\xdfe\n1,Z\xfcrich \x80\n2,Zürich €\n", cells.Options{}, names, []string{"1", "Zürich €"}, []string{"2", "Zürich €"})
	for b := range 256 {
		if got := cells.ToUTF8([]byte{byte(b)}); !utf8.Valid(got) || len(got) == 0 {
			t.Errorf("byte %#x becomes %q", b, got)
		}
	}
}

func TestDamagedText(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"zero byte", "a,b\n" + strings.Repeat("1,2\n", cells.LookAhead) + "1,\x00\n", `a.csv:65538, column "b": a zero byte, which no text has; is the file damaged?`},
		{"zero bytes in the first look", "a,b\n1,\x00\n", "a.csv: this is neither text nor a format that is read; save it as CSV in UTF-8"},
		{"semicolons missing", "a;b\n1;2\n3\n", "a.csv:3: 1 field, but the header has 2; add what is missing, or quote values that hold semicolons"},
		{"the first error wins", "a,b\n1\n1,\"2\"3\n", "a.csv:2: 1 field, but the header has 2; add what is missing, or quote values that hold commas"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := readText(test.text, cells.Options{})
			wantError(t, err, test.want)
		})
	}
}

func TestNumbersAreDecimal(t *testing.T) {
	wantTable(t, "a\n0x10\n1_000\n1e5\n+.5\nInf\n0b1\n", cells.Options{}, []string{"a"},
		[]string{"0x10"}, []string{"1_000"}, []string{"100000"}, []string{"0.5"}, []string{""}, []string{"0b1"})
}

// Columns that are not kept may hold anything that can be split into fields.
func TestColumnsThatAreNotKept(t *testing.T) {
	skip := cells.Options{Skip: func(name string) bool { return name != "b" }}
	wantTable(t, "a,b,c\n-,1,\"x\n\"\n?,2,\xff\n", skip, []string{"a", "b", "c"}, []string{"1"}, []string{"2"})
	_, _, err := readText("a,b,c\n-,1,x\"\n", skip)
	wantError(t, err, `a.csv:2: a quote (") within an unquoted field; put the field in quotes and double the quote`)
}

package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"

	"suffice/internal/cells"
)

// wantTable compares names and cells, as they are shown.
func wantTable(t *testing.T, text string, options Options, names []string, rows ...[]string) {
	t.Helper()
	table, err := Read(context.Background(), strings.NewReader(text), "a.csv", options)
	if err != nil {
		t.Errorf("%q: %v", text, err)
		return
	}
	if got := table.Names(); !slices.Equal(got, names) {
		t.Errorf("%q: names %q, want %q", text, got, names)
		return
	}
	var got [][]string
	table.each(0, table.Len(), func(_ int, row []float64) {
		var shown []string
		for _, c := range table.schema.Columns {
			if c.Slot >= 0 {
				shown = append(shown, c.Show(row[c.Slot]))
			}
		}
		got = append(got, shown)
	})
	if !slices.EqualFunc(got, rows, slices.Equal) {
		t.Errorf("%q: rows %q, want %q", text, got, rows)
	}
}

func TestDelimiterIsFound(t *testing.T) {
	ab, row := []string{"a", "b"}, []string{"1", "x"}
	for _, text := range []string{
		"a,b\n1,x\n", "a;b\n1;x\n", "a\tb\n1\tx\n", "a|b\n1|x\n", "a b\n1 x\n", " a \t b\n1\t x  \r\n",
		"\"a\";b\n\"1\";x\n", "\"a\"\tb\n1\t\"x\"\n",
	} {
		wantTable(t, text, Options{}, ab, row)
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
		wantTable(t, test.text, Options{}, test.names, test.row)
	}
}

func TestHeaderIsFound(t *testing.T) {
	for _, test := range []struct {
		text   string
		header Header
		names  []string
		rows   int
	}{
		{"1,2\n3,4\n", FindHeader, []string{"x1", "x2"}, 2},
		{"1,?\n3,4\n", FindHeader, []string{"x1", "x2"}, 2},
		{"\n1,nan\n3,4\n", FindHeader, []string{"x1", "x2"}, 2},
		{"1,2\n3,4\n", WithHeader, []string{"1", "2"}, 1},
		{"a,2\n3,4\n", FindHeader, []string{"a", "2"}, 1},
		{",1\n3,4\n", FindHeader, []string{"", "1"}, 1},
		{"?,?\n3,4\n", WithHeader, nil, 0},
		{"a,b\n3,4\n", NoHeader, []string{"x1", "x2"}, 2},
		{"# a, b\n3,4\n", FindHeader, []string{"a", "b"}, 1},
		{"## one\n#a\tb\nx\t1\n", FindHeader, []string{"a", "b"}, 1},
		{"# one, two\na,b\n3,4\n", FindHeader, []string{"a", "b"}, 1},
		{"# one\n3,4\n", FindHeader, []string{"x1", "x2"}, 1},
		{"# a, b\n3,4\n", NoHeader, []string{"x1", "x2"}, 1},
	} {
		table, err := Read(context.Background(), strings.NewReader(test.text), "a.csv", Options{Header: test.header})
		if test.names == nil {
			wantError(t, err, `a.csv:1: columns 1 and 2 are both called "?"; rename one of them`)
			continue
		}
		if err != nil || !slices.Equal(table.Names(), test.names) || table.Len() != test.rows {
			t.Errorf("%q: error %v, or other than %q and %d rows", test.text, err, test.names, test.rows)
		}
	}
}

func TestComments(t *testing.T) {
	xy := []string{"x", "y"}
	one, two := []string{"1", "2"}, []string{"3", "4"}
	wantTable(t, "# it's \"odd\"\n\n# \"\nx,y\n1,2\n3,4\n", Options{}, xy, one, two)
	wantTable(t, "x,y\n1,2\n# \"odd\n\n#\n3,4\n#", Options{}, xy, one, two)
	wantTable(t, "x,y\n1,2\n#N/A,2\n#DIV/0!,2\n", Options{}, xy, one, []string{"", "2"}, []string{"#DIV/0!", "2"})
	wantTable(t, "x,y\na,2\n#b,4\n", Options{}, xy, []string{"a", "2"}, []string{"#b", "4"})
	_, err := Read(context.Background(), strings.NewReader("x,y\n1,2\n# a\n# b\n3\n"), "a.csv", Options{})
	wantError(t, err, "a.csv:5: 1 field, but the header has 2; add what is missing, or quote values that hold commas")
	_, err = Read(context.Background(), strings.NewReader("# only\n# comments\n"), "a.csv", Options{})
	wantError(t, err, "a.csv: the file is empty; it needs the names of the columns, and rows")
}

func TestDecimalComma(t *testing.T) {
	ab, row := []string{"a", "b"}, []string{"1.5", "-2000"}
	comma := Options{DecimalComma: true}
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
		wantTable(t, coded, Options{}, names, first, second)
	}
	wantTable(t, "n,Stra\xdfe\n1,Z\xfcrich \x80\n2,Zürich €\n", Options{}, names, []string{"1", "Zürich €"}, []string{"2", "Zürich €"})
	for b := range 256 {
		if got := cells.ToUTF8([]byte{byte(b)}); !utf8.Valid(got) || len(got) == 0 {
			t.Errorf("byte %#x becomes %q", b, got)
		}
	}
}

func TestDamagedText(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"zero byte", "a,b\n" + strings.Repeat("1,2\n", cells.LookAhead) + "1,\x00\n", `a.csv:65538, column "b": a zero byte, which no text has; is the file damaged?`},
		{"zero bytes in the first look", "a,b\n1,\x00\n", "a.csv: this is not a CSV file in UTF-8; save it as one"},
		{"UTF-16 without a mark", "a\x00,\x00b\x00\n\x001\x00,\x002\x00\n\x00", "a.csv: this is not a CSV file in UTF-8; save it as one"},
		{"semicolons missing", "a;b\n1;2\n3\n", "a.csv:3: 1 field, but the header has 2; add what is missing, or quote values that hold semicolons"},
		{"the first error wins", "a,b\n1\n1,\"2\"3\n", "a.csv:2: 1 field, but the header has 2; add what is missing, or quote values that hold commas"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Read(context.Background(), strings.NewReader(test.text), "a.csv", Options{})
			wantError(t, err, test.want)
		})
	}
}

func TestNumbersAreDecimal(t *testing.T) {
	wantTable(t, "a\n0x10\n1_000\n1e5\n+.5\nInf\n0b1\n", Options{}, []string{"a"},
		[]string{"0x10"}, []string{"1_000"}, []string{"100000"}, []string{"0.5"}, []string{""}, []string{"0b1"})
}

func TestManyDigits(t *testing.T) {
	digits := strings.Repeat("1234567890", 40)
	table := read(t, "a,b\n0."+digits+","+digits+"\n-"+digits[:300]+",1\n")
	x, err := table.Columns([]string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	if got := allOf(t, x); got[0] != 0.12345678901234568 || math.Abs(got[1]/-1.2345678901234567e299-1) > 1e-15 {
		t.Errorf("got %v", got)
	}
	_, err = table.Columns([]string{"b"})
	wantError(t, err, `a.csv:2, column "b": "`+digits[:40]+`…" is not a number; use Missing "drop" or Missing "mean", or fix the file`)
}

func TestManyColumns(t *testing.T) {
	const width = 10_000
	var text strings.Builder
	for i := range 60 {
		for j := range width {
			if i == 0 {
				fmt.Fprintf(&text, "column%d", j)
			} else {
				fmt.Fprintf(&text, "%d.25", i*j)
			}
			text.WriteByte(",\n"[j/(width-1)])
		}
	}
	table := read(t, text.String())
	if table.Width() != width || table.Len() != 59 {
		t.Fatalf("%d columns, %d rows", table.Width(), table.Len())
	}
	table.each(0, table.Len(), func(i int, row []float64) {
		for j, v := range row {
			if v != float64((i+1)*j)+0.25 {
				t.Fatalf("row %d, column %d is %v", i, j, v)
			}
		}
	})
}

// Whatever a file is, it takes no more memory than its longest row may.
func TestEndlessRowsAreBounded(t *testing.T) {
	const limit = 1 << 30
	for _, test := range []struct{ name, start, more, want string }{
		{"a number", "a,b\n", "0123456789", "a.csv:2: a field begins here that is longer than 1 MiB; is a closing quote missing?"},
		{"a word", "a,b\n", "words ", "a.csv:2: a field begins here that is longer than 1 MiB; is a closing quote missing?"},
		{"a quoted field", "a,b\n1,2\n3,\"", "a,b\n", "a.csv:3: a field begins here that is longer than 1 MiB; is a closing quote missing?"},
		{"fields", "a,b\n", "1,", "a.csv:2: a row begins here that is longer than 32 MiB; are line ends or a closing quote missing?"},
		{"quoted fields", "a,b\n1,2\n", "\"\n\",", "a.csv:3: a row begins here that is longer than 32 MiB; are line ends or a closing quote missing?"},
		{"a header", "", "abc,", "a.csv:1: more than 1048576 columns; turn the table, or leave columns out"},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := io.LimitReader(io.MultiReader(strings.NewReader(test.start), &repeated{text: strings.Repeat(test.more, 1000)}), limit)
			var err error
			if got := allocated(func() {
				_, err = Read(context.Background(), source, "a.csv", Options{Format: "csv"})
			}); got > 256<<20 {
				t.Errorf("allocated %d MiB", got>>20)
			}
			wantError(t, err, test.want)
		})
	}
}

// A small file takes little more than the look at its start.
func TestSmallFilesStaySmall(t *testing.T) {
	if got := allocated(func() { read(t, "a,b\n1,2\n3,4\n") }); got > 4*cells.LookAhead {
		t.Errorf("allocated %d KiB", got>>10)
	}
}

// Blank lines of a wide table do not ask for cells.
func TestBlankLinesOfAWideTable(t *testing.T) {
	header := strings.Repeat("c,", 4999)
	for j := range 4999 {
		header = strings.Replace(header, "c,", fmt.Sprintf("x%d,", j), 1)
	}
	text := header + "z\n" + strings.Repeat("\n", 1<<20) + strings.Repeat("1,", 4999) + "1\n"
	n := 0
	if got := allocated(func() { n = read(t, text).Len() }); n != 1 || got > 64<<20 {
		t.Errorf("%d rows, allocated %d MiB", n, got>>20)
	}
}

// Columns that are not kept may hold anything that can be split into fields.
func TestColumnsThatAreNotKept(t *testing.T) {
	skip := Options{Skip: func(name string) bool { return name != "b" }}
	wantTable(t, "a,b,c\n-,1,\"x\n\"\n?,2,\xff\n", skip, []string{"a", "b", "c"}, []string{"1"}, []string{"2"})
	_, err := Read(context.Background(), strings.NewReader("a,b,c\n-,1,x\"\n"), "a.csv", skip)
	wantError(t, err, `a.csv:2: a quote (") within an unquoted field; put the field in quotes and double the quote`)
}

func TestTruncatedGzip(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	for i := range 200_000 {
		fmt.Fprintf(w, "%d,%d\n", i, i*i)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	table, err := Read(context.Background(), bytes.NewReader(packed.Bytes()), "a.csv.gz", Options{})
	if err != nil || table.Len() != 200_000 {
		t.Fatalf("%v", err)
	}
	for _, length := range []int{3, 20, packed.Len() / 2, packed.Len() - 1} {
		_, err := Read(context.Background(), bytes.NewReader(packed.Bytes()[:length]), "a.csv.gz", Options{})
		wantError(t, err, "a.csv.gz: the file is cut off; copy or make it again")
	}
	damaged := bytes.Clone(packed.Bytes())
	damaged[len(damaged)-5] ^= 1
	if _, err := Read(context.Background(), bytes.NewReader(damaged), "a.csv.gz", Options{}); err == nil {
		t.Error("no error of a damaged file")
	} else if problem := new(Error); !errors.As(err, &problem) {
		t.Errorf("error %v", err)
	}
}

// repeated is a source of the same text over and over.
type repeated struct {
	text string
	at   int
	each func() // call of Read, or nil
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.each != nil {
		r.each()
	}
	for n := 0; n < len(p); {
		copied := copy(p[n:], r.text[r.at:])
		n += copied
		r.at = (r.at + copied) % len(r.text)
	}
	return len(p), nil
}

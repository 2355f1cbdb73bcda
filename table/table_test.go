package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/cells"
	"suffice/rows"
)

func read(t *testing.T, text string) *Table {
	t.Helper()
	got, err := Read(context.Background(), strings.NewReader(text), "a.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// allOf returns all rows of x.
func allOf(t *testing.T, x rows.Source) []float64 {
	t.Helper()
	out, err := x.Block(context.Background(), 0, x.Len(), make([]float64, x.Len()*x.Width()))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// told are messages as a Go program sees them.
func told(messages []Message) []string {
	var texts []string
	for _, message := range messages {
		texts = append(texts, message.String())
	}
	return texts
}

// described are the columns of a table.
func described(t rapid.TB, table *Table) []Summary {
	t.Helper()
	d, err := table.Describe()
	if err != nil {
		t.Fatal(err)
	}
	return d.Columns
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestReadErrors(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "a.csv: the file is empty; it needs the names of the columns, and rows"},
		{"blank", "\n\r\n\n", "a.csv: the file is empty; it needs the names of the columns, and rows"},
		{"only a byte-order mark", "\xef\xbb\xbf", "a.csv: the file is empty; it needs the names of the columns, and rows"},
		{"no rows", "x,y\n\n", "a.csv: there are columns, but no rows; add rows"},
		{"duplicate names", "x,y,x\n1,2,3\n", `a.csv:1: columns 1 and 3 are both called "x"; rename one of them`},
		{"short row", "x,y,z\n1,2,3\n1,2\n", "a.csv:3: 2 fields, but the header has 3; add what is missing, or quote values that hold commas"},
		{"long row", "x,y\n1,2,3\n", "a.csv:2: 3 fields, but the header has 2; add what is missing, or quote values that hold commas"},
		{"line after a quoted line end", "x,y\n\"1\n\",2\n1\n", "a.csv:4: 1 field, but the header has 2; add what is missing, or quote values that hold commas"},
		{"bare quote", "x,y\n1,2\n1,5\" pipe\n", `a.csv:3: a quote (") within an unquoted field; put the field in quotes and double the quote`},
		{"text after quote", "x,y\n1,\"2\"3\n", `a.csv:2: text after the closing quote (") of a field; double the quotes within a field`},
		{"open quote", "x,y\n1,\"2\n3,4\n", `a.csv:2: a quoted field begins here and never ends; close the quote (")`},
		{"binary", "PK\x01\x04\x00\x01\x02", "a.csv: this is neither text nor a format that is read; save it as CSV in UTF-8"},
		{"half an archive", "PK\x03\x04\x00\x01\x02", "a.csv: the zip file is damaged or cut off; copy or make it again"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Read(context.Background(), strings.NewReader(test.text), "a.csv", Options{})
			wantError(t, err, test.want)
		})
	}
}

func TestReadFileErrors(t *testing.T) {
	_, err := ReadFile(context.Background(), "none.csv", Options{})
	wantError(t, err, "there is no file none.csv; check the name and the folder")
	_, err = ReadFile(context.Background(), "testdata", Options{})
	wantError(t, err, `the folder testdata has files of several kinds, such as "columns.npy" and "gzip.parquet"; name those of the table by a pattern, such as 'testdata/*.npy'`)
	_, err = ReadFile(context.Background(), "none*.csv", Options{})
	wantError(t, err, "no file matches none*.csv; check the name and the folder")
}

func TestReadStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, strings.NewReader("x\n1\n"), "a.csv", Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestColumnsByName(t *testing.T) {
	table := read(t, "a, b ,c\r\n1,+2,3\r\n4, 5.5 ,-6e1\r\n")
	if got := table.Names(); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("names %q", got)
	}
	x, err := table.Columns([]string{"c", "b"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := allOf(t, x), []float64{3, 2, -60, 5.5}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	_, err = table.Columns([]string{"C"})
	wantError(t, err, `a.csv has no column "C" (did you mean "c"?)`)
}

// Any range of rows is the same whichever blocks it crosses.
func TestBlocks(t *testing.T) {
	const n = 2*cells.BlockCells/3 + 17
	var text strings.Builder
	text.WriteString("a,b,c\n")
	for i := range n {
		fmt.Fprintf(&text, "%d,%d,%d\n", i, -i, 2*i)
	}
	x, err := read(t, text.String()).Columns([]string{"c", "a"})
	if err != nil {
		t.Fatal(err)
	}
	edge := cells.BlockCells / 3
	for _, span := range [][2]int{{0, 0}, {0, n}, {edge - 1, edge + 1}, {edge, edge + 5}, {n - 1, n}} {
		got, err := x.Block(context.Background(), span[0], span[1], make([]float64, 2*(span[1]-span[0])))
		if err != nil || len(got) != 2*(span[1]-span[0]) {
			t.Fatalf("rows %v: %d values, %v", span, len(got), err)
		}
		for k := range len(got) / 2 {
			if i := float64(span[0] + k); got[2*k] != 2*i || got[2*k+1] != i {
				t.Fatalf("rows %v: row %v is %v", span, i, got[2*k:2*k+2])
			}
		}
	}
}

func TestTooLargeNumbersAreGaps(t *testing.T) {
	_, err := read(t, "a\n1\n1e999\n").Columns([]string{"a"})
	wantError(t, err, `a.csv:3, column "a": "1e999" is not a number; use Missing "drop" or Missing "mean", or fix the file`)
	x, err := read(t, "a\n1\n1e-999\n").Columns([]string{"a"})
	if err != nil || allOf(t, x)[1] != 0 {
		t.Errorf("a number too small for float64 is 0, but got %v", err)
	}
}

// Memory beyond the numbers themselves is bounded: the parser keeps a few buffers, and
// growing copies nothing.
func TestReadAllocatesLittleMoreThanTheNumbers(t *testing.T) {
	const n, d = 40_000, 20
	line := strings.Repeat("0.12345678901234567,", d-1) + "1\n"
	header := make([]string, d)
	for j := range header {
		header[j] = fmt.Sprint("x", j)
	}
	text := strings.Join(header, ",") + "\n" + strings.Repeat(line, n)
	const chunk = 1 << 18
	const fixed = (6 + 2) * chunk // buffers of the file, and of chunks for two cores
	if got, want := float64(allocated(func() { read(t, text) })), 1.3*8*n*d+fixed; got > want {
		t.Errorf("allocated %.0f bytes for %d of numbers, want at most %.0f", got, 8*n*d, want)
	}
}

package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"suffice/internal/cells"
)

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

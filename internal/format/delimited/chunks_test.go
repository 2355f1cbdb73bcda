package delimited

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"pgregory.net/rapid"

	"suffice/internal/cells"
)

// readChunks reads CSV in chunks of a size with a number of workers.
func readChunks(ctx context.Context, source io.Reader, options cells.Options, size, workers int) (*cells.Schema, []*cells.Block, error) {
	in, err := cells.Open(ctx, source, "a.csv")
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	s := cells.NewSchema("a.csv", options)
	r, err := OpenChunks(in, s, size)
	if err != nil {
		return nil, nil, err
	}
	r.workers = workers
	var blocks []*cells.Block
	for {
		b, err := r.Next(ctx)
		if errors.Is(err, io.EOF) {
			return s, blocks, nil
		}
		if err != nil {
			return nil, nil, err
		}
		blocks = append(blocks, b)
	}
}

// everything is all that is known of a table, and the error of reading it.
func everything(s *cells.Schema, blocks []*cells.Block, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	var out strings.Builder
	for _, c := range s.Columns {
		fmt.Fprintf(&out, "%q %d: %d numbers, %d texts from %v, %d gaps from %v, words %q %v, at %v\n",
			c.Name, c.Slot, c.Numbers, c.Texts, c.FirstText, c.Gaps, c.FirstGap, c.Words, c.Many, c.Lines)
	}
	for _, b := range blocks {
		for i, v := range b.Cells {
			if i%b.Width == 0 {
				out.WriteByte('\n')
			}
			fmt.Fprintf(&out, " %x", math.Float64bits(v))
		}
	}
	return out.String()
}

// wantSameChunks checks that neither the size of chunks nor the number of workers matter.
func wantSameChunks(t interface{ Fatalf(string, ...any) }, text string, options cells.Options) string {
	ctx := context.Background()
	want := everything(readChunks(ctx, strings.NewReader(text), options, chunkSize, 1))
	for _, size := range []int{1, 5, 64} {
		for _, workers := range []int{1, 2, 7} {
			source := iotest.HalfReader(strings.NewReader(text))
			if got := everything(readChunks(ctx, source, options, size, workers)); got != want {
				t.Fatalf("%q in chunks of %d by %d workers:\n%s\n\nbut all at once:\n%s", text, size, workers, got, want)
			}
		}
	}
	return want
}

// csvSeeds are files as they are found, whole and damaged.
var csvSeeds = append(slices.Clone(seeds),
	"x,y,name\n1,2.5,a\n3,NA,b\n,4,a\n5,6,\"c,\n d\"\n", "a;b\n1,5;2\n3;4,25\n", "1\t2\n3\t4\n", "x y z\n 1  2 3 \n4 5\t6\n", "a|b\n1|x\n2|y\n",
	"# made by \"us\n# x, y\n1,2\n# \"\n3,4\n", "x,y\n1,2\n#N/A,3\n# no\n4,5\n", "tag,n\n#a,1\n#b,2\n", "\xef\xbb\xbf# c\n\na,b\n1,2\n",
	"\xff\xfea\x00,\x00b\x00\n\x001\x00,\x002\x00\n\x00", "\xfe\xff\x00a\x00\n\x001", "a,b\r1,2\r3,4\r", "n,city\n1,Z\xfcrich\n2,\x80\n", "a,b\n1,x\x00y\n",
	"x,y\n1,2\n1\n1,2,3\n", "x,y\n1,2\n1,5\" pipe\n\"1\",2\n", "x\n1e999\n-inf\n0x10\n1_000\n", "a,b,c\n1,2,3\n1,2,3\n1,\"2\n", "y\nx\n1\n2\nz\n",
)

func FuzzChunks(f *testing.F) {
	for _, seed := range csvSeeds {
		f.Add(seed, uint8(0))
		f.Add(seed, uint8(5))
	}
	f.Fuzz(func(t *testing.T, text string, how uint8) {
		options := cells.Options{Header: cells.Header(how % 3), DecimalComma: how&4 != 0}
		if how&8 != 0 {
			options.Skip = func(name string) bool { return len(name)%2 == 0 }
		}
		wantSameChunks(t, text, options)
	})
}

// Tables with gaps, words, quotes, comments and now and then a mistake.
func TestChunksDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(1, 4).Draw(t, "columns")
		value := rapid.SampledFrom([]string{
			"1", "2.5", "-3e4", "", "NA", "red", "green", "\"blue\"", "\"a\n\"\"b\"\"\"", "\"1\"", " 7 ", "\"\r\n\"", "\xe9", "1e999",
			"0.12345678901234567", "123456789012345678901234567890",
		})
		mistake := rapid.SampledFrom([]string{"1,2,3,4,5,6", "x\"y", "\"a\"b", "\"", "\x00", "#"})
		between := rapid.SampledFrom([]string{"\n", "\n", "\n", "\n", "\r\n", "\n\n", "\n# it's \"odd\n", "\n\r\n"})
		var text strings.Builder
		for j := range columns {
			fmt.Fprintf(&text, "c%d%s", j, map[bool]string{true: "\n", false: ","}[j == columns-1])
		}
		for range rapid.IntRange(0, 30).Draw(t, "rows") {
			row := rapid.SliceOfN(value, columns, columns).Draw(t, "row")
			if rapid.IntRange(0, 100).Draw(t, "mistake") == 0 {
				row[0] = mistake.Draw(t, "of")
			}
			text.WriteString(strings.Join(row, ",") + between.Draw(t, "end"))
		}
		wantSameChunks(t, text.String(), cells.Options{})
	})
}

// Words that come up anew in each chunk are numbered as in the order of the file.
func TestWordsAreNumberedInTheirOrder(t *testing.T) {
	text := "n,w\n"
	for i := range 200 {
		text += fmt.Sprintf("%d,w%d\n", i, i*i%37)
	}
	wantSameChunks(t, text, cells.Options{})
	s, _, err := readChunks(context.Background(), strings.NewReader(text), cells.Options{}, chunkSize, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Columns[1].Words[:4]; !slices.Equal(got, []string{"w0", "w1", "w4", "w9"}) {
		t.Errorf("words %q", got)
	}
}

// More different words than are kept, across chunks.
func TestManyWords(t *testing.T) {
	var text strings.Builder
	text.WriteString("n,w\n")
	for i := range cells.MaxWords + 2 {
		fmt.Fprintf(&text, "%d,w%d\n", i, i)
	}
	for _, workers := range []int{1, 3} {
		s, _, err := readChunks(context.Background(), strings.NewReader(text.String()), cells.Options{}, 1<<12, workers)
		if err != nil {
			t.Fatal(err)
		}
		c := s.Columns[1]
		if !c.Many || c.Words != nil || c.Texts != cells.MaxWords+2 || c.Type() != cells.Text {
			t.Errorf("%d workers: many %v, %d words, %d texts, %s", workers, c.Many, len(c.Words), c.Texts, c.Type())
		}
		whole, _, err := readChunks(context.Background(), strings.NewReader(text.String()), cells.Options{Whole: func(string) bool { return true }}, 1<<12, workers)
		if err != nil {
			t.Fatal(err)
		}
		if c := whole.Columns[1]; len(c.Words) != cells.MaxWords+2 || c.Words[cells.MaxWords] != "w"+strconv.Itoa(cells.MaxWords) {
			t.Errorf("%d workers: %d words are kept of a whole column", workers, len(c.Words))
		}
	}
}

// The cells are those that the standard library and strconv find.
func TestCellsAgreeWithTheStandardLibrary(t *testing.T) {
	var text strings.Builder
	text.WriteString("a,b,c\n")
	for i := range 1000 {
		fmt.Fprintf(&text, "%d,\"%g\",%.*f\n", i, 1/float64(i+3), i%20, math.Sqrt(float64(i)))
	}
	records, _, err := readNaively([]byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	var want, got []float64
	for _, field := range slices.Concat(records[1:]...) {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, v)
	}
	_, blocks, err := readChunks(context.Background(), strings.NewReader(text.String()), cells.Options{}, 100, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks {
		got = append(got, b.Cells...)
	}
	if !slices.Equal(got, want) {
		t.Error("the cells differ")
	}
}

// A bubble fails where goroutines are left in it.
func TestNoWorkersAreLeftAfterAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		row := strings.Repeat("1,2\n", 100)
		for _, text := range []string{"a,b\n" + row + "1\n" + strings.Repeat(row, 10_000), "a,b\n" + row, "a\n", "a,a\n"} {
			for range 20 {
				_, _, _ = readChunks(context.Background(), strings.NewReader(text), cells.Options{}, 100, 5)
			}
		}
	})
}

func TestNoWorkersAreLeftAfterCancelling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		reads := 0
		source := io.MultiReader(strings.NewReader("a,b\n"), &repeated{text: "1,2\n", each: func() {
			if reads++; reads == 20 {
				cancel()
			}
		}})
		if _, _, err := readChunks(ctx, source, cells.Options{}, 100, 5); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
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

// What is wrong before a source fails is said first, and what was read does not hide it.
func TestErrorsOfTheSourceComeInTheirPlace(t *testing.T) {
	broken := errors.New("the disk is on fire")
	for _, test := range []struct{ start, want string }{
		{"a,b\n1,2\n", "cannot read a.csv: the disk is on fire"},
		{"a,b\n1,2\n3", "cannot read a.csv: the disk is on fire"},
		{"a,b\n1\n1,2\n", "a.csv:2: 1 field, but the header has 2; add what is missing, or quote values that hold commas"},
	} {
		for _, size := range []int{1, 10, chunkSize} {
			long := strings.Repeat(" ", cells.LookAhead) // so that it does not fail in the first look
			start := strings.Replace(test.start, "a,b", "a,b"+long, 1)
			source := io.MultiReader(strings.NewReader(start), iotest.ErrReader(broken))
			_, _, err := readChunks(context.Background(), source, cells.Options{}, size, 2)
			wantError(t, err, test.want)
		}
	}
}

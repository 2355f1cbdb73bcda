package libsvm

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"suffice/internal/cells"
)

// inPieces reads without having looked ahead, so that the reader of the format meets the
// source as it is.
func inPieces(source io.Reader) ([]string, error) {
	return readFrom(&cells.File{Name: "pieces", Reader: bufio.NewReaderSize(source, 16)})
}

func readFrom(in *cells.File) ([]string, error) {
	s := cells.NewSchema(in.Name, cells.Options{})
	r, err := Open(in, s)
	if err != nil {
		return nil, err
	}
	var blocks []*cells.Block
	for {
		b, err := r.Next(context.Background())
		if errors.Is(err, io.EOF) {
			return shown(s, blocks), nil
		}
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, b)
	}
}

func shown(s *cells.Schema, blocks []*cells.Block) []string {
	var all []string
	for _, b := range blocks {
		for i := range b.Rows {
			row := make([]float64, s.Kept)
			b.Scatter(row, i)
			var texts []string
			for _, c := range s.Columns {
				text := c.Show(row[c.Slot])
				if cells.IsMissing(row[c.Slot]) {
					text = "?"
				}
				texts = append(texts, text)
			}
			all = append(all, strings.Join(texts, "|"))
		}
	}
	return all
}

func TestRecognisedAsLIBSVM(t *testing.T) {
	long := "1 " + strings.Repeat("12:0.125 ", cells.LookAhead)
	cut := strings.Repeat("1 1:2 3:4\n", cells.LookAhead)
	for head, want := range map[string]bool{
		"1 1:2\n":                    true,
		"-1.5 3:2 4:1e-3 # c\n\n":    true,
		"1,2 3:2\n2\t3:1":            true,
		" 3:2\n 3:1\n":               true,
		"3:2 4:1\n":                  true,
		"2 qid:1 3:2\n":              true,
		"\xef\xbb\xbf1 1:2\n":        true,
		long[:cells.LookAhead]:       true,
		cut[:cells.LookAhead]:        true,
		"1\n\n2 1:1\n":               true,
		"12:30\n12:45\n":             false,
		"when\n12:30\n":              false,
		"1\n2\n":                     false,
		"1,2\n3,4\n":                 false,
		"1 2 3\n":                    false,
		"a 1:2\n":                    false,
		"1 1:a\n":                    false,
		"1 1:2\nnot at all, no\n1\n": false,
		"":                           false,
		"# only a comment\n":         false,
	} {
		if got := Is([]byte(head)); got != want {
			t.Errorf("%.30q: %v", head, got)
		}
	}
}

func TestLIBSVMFromASourceThatFails(t *testing.T) {
	broken := errors.New("the disk is broken")
	text := "1,2 1:0.5 qid:3 # c\n 7:1\n"
	for n := range len(text) {
		_, err := inPieces(io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(broken)))
		if !errors.Is(err, broken) {
			t.Fatalf("after %d bytes: %v", n, err)
		}
	}
}

func TestLIBSVMByteByByte(t *testing.T) {
	rows, err := inPieces(iotest.OneByteReader(strings.NewReader("1,2 1:0.5 qid:3 # c\r\n 3:1e1\n5 2:7")))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"1,2|0.5|0|0", "?|0|0|10", "5|0|7|0"}; !slices.Equal(rows, want) {
		t.Errorf("rows %q, want %q", rows, want)
	}
}

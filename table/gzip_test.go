package table

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/klauspost/compress/gzip"
)

func packed(t *testing.T, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Files that stand one after the other are one; zeros may follow, but nothing else.
func TestWhatFollowsGzip(t *testing.T) {
	whole := append(packed(t, "a,b\n1,2\n"), packed(t, "3,4\n")...)
	for name, test := range map[string]struct{ more, problem string }{
		"nothing": {}, "zeros": {more: "\x00\x00\x00"},
		"a letter":             {more: "x", problem: "there is something after the end of the gzip file; copy or make it again"},
		"a line":               {more: "this is something else\n", problem: "there is something after the end of the gzip file; copy or make it again"},
		"letters after zeros":  {more: "\x00\x00x", problem: "there is something after the end of the gzip file; copy or make it again"},
		"the start of another": {more: string(whole[:20]), problem: "the file is cut off; copy or make it again"},
	} {
		table, err := Read(context.Background(), bytes.NewReader(append(bytes.Clone(whole), test.more...)), "a.gz", Options{})
		if test.problem != "" {
			wantError(t, err, "a.gz: "+test.problem)
		} else if err != nil || table.Len() != 2 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

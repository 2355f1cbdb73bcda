package zipped

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"suffice/internal/cells"
)

// archiveOf is a zip file with files of these names, each of which holds its own name.
func archiveOf(t *testing.T, names ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range names {
		file, err := z.Create(name)
		if err == nil && !strings.HasSuffix(name, "/") {
			_, err = io.WriteString(file, name)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestFileInAnArchive(t *testing.T) {
	for _, c := range []struct {
		names        []string
		name         string
		want, failed string
	}{
		{names: []string{"a.csv"}, want: "a.csv"},
		{names: []string{"d/", "d/a.csv", "__MACOSX/a.csv", "d/.a.csv"}, want: "d/a.csv"},
		{names: []string{"a.csv", "d/b.csv"}, name: "b.csv", want: "d/b.csv"},
		{names: []string{"a.csv", "d/b.csv"}, name: "d/b.csv", want: "d/b.csv"},
		{names: []string{"a.csv", "b.csv"}, failed: `a.zip: there are several files in it: "a.csv", "b.csv"; name one with Sheet, or unpack it`},
		{names: []string{"a.csv"}, name: "c.csv", failed: `a.zip: there is no file "c.csv" in it; it has "a.csv"`},
		{names: []string{"d/"}, failed: "a.zip: there is no file in the zip file"},
	} {
		in, err := cells.Open(t.Context(), bytes.NewReader(archiveOf(t, c.names...)), "a.zip")
		if err != nil {
			t.Fatal(err)
		}
		inner, err := Open(in, c.name)
		switch {
		case c.failed != "":
			if err == nil || err.Error() != c.failed {
				t.Errorf("%q: got %v", c.names, err)
			}
		case err != nil:
			t.Errorf("%q: %v", c.names, err)
		default:
			if got, err := io.ReadAll(inner); string(got) != c.want || err != nil {
				t.Errorf("%q: got %q, %v", c.names, got, err)
			}
		}
		in.Close()
	}
}

func TestDamagedArchive(t *testing.T) {
	whole := archiveOf(t, "a.csv")
	in, err := cells.Open(t.Context(), bytes.NewReader(whole[:len(whole)-9]), "a.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := Open(in, ""); err == nil || !strings.Contains(err.Error(), "damaged or cut off") {
		t.Errorf("got %v", err)
	}
}

func TestFirstName(t *testing.T) {
	whole := archiveOf(t, "arr_0.npy", "b")
	if got := FirstName(whole); got != "arr_0.npy" {
		t.Errorf("got %q", got)
	}
	for n := range 39 {
		if got := FirstName(whole[:n]); got != "" {
			t.Errorf("got %q of %d bytes", got, n)
		}
	}
	if got := FirstName([]byte(strings.Repeat("a,b\n", 20))); got != "" {
		t.Errorf("got %q of no zip file", got)
	}
}

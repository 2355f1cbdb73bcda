package table

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A stream of a file that is written to while it is read ends with an error, be it that the
// file is shorter, longer or as long as it was; one that is exchanged is read as it was.
func TestAStreamNoticesThatItsFileChanged(t *testing.T) {
	text := "a,b\n" + strings.Repeat("1,2\n", 2_000_000)
	for name, c := range map[string]struct {
		change  func(path string) error
		changed bool
	}{
		"shorter":      {func(path string) error { return os.Truncate(path, 4+4*1_500_000) }, true},
		"within a row": {func(path string) error { return os.Truncate(path, 4+4*1_500_000+2) }, true},
		"longer": {func(path string) error {
			file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = file.WriteString("1,2\n")
			return errors.Join(err, file.Close())
		}, true},
		"exchanged": {func(path string) error {
			return errors.Join(os.WriteFile(path+".new", []byte("a,b\n3,4\n"), 0o666), os.Rename(path+".new", path))
		}, false},
	} {
		path := filepath.Join(t.TempDir(), "a.csv")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		rows, err := readWhile(t, path, func() error { return c.change(path) })
		switch want := path + ": the file changed while it was read; start again when nothing writes to it"; {
		case c.changed && (err == nil || err.Error() != want):
			t.Errorf("%s: %d rows and %v", name, rows, err)
		case !c.changed && (err != nil || rows != 2_000_000):
			t.Errorf("%s: %d rows and %v", name, rows, err)
		}
	}
}

// readWhile reads rows, and calls change after the first.
func readWhile(t *testing.T, path string, change func() error) (rows int, err error) {
	t.Helper()
	s, err := OpenStream(t.Context(), path, Options{}, Wanted{Inputs: []string{"a", "b"}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for {
		x, err := s.Next(t.Context())
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return rows, err
		}
		if rows == 0 {
			if err := change(); err != nil {
				t.Fatal(err)
			}
		}
		rows += len(x) / 2
	}
}

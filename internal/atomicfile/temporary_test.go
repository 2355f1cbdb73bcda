package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a program leaves that was killed, the next one removes; what one is writing, or one on
// another machine has left, it does not.
func TestTheDeadAreRemoved(t *testing.T) {
	dir := t.TempDir()
	dead := filepath.Join(dir, beginning()+"4194305-00000001") // larger than any process number
	foreign := filepath.Join(dir, ".suffice-00000000-1-00000001")
	other := filepath.Join(dir, ".notes")
	for _, name := range []string{dead, foreign, other} {
		if err := os.WriteFile(name, []byte("half"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	err := Write(filepath.Join(dir, "first"), func(w io.Writer) error {
		swept.Clear() // as another program would
		if err := Write(filepath.Join(dir, "second"), text("whole")); err != nil {
			return err
		}
		return text("whole too")(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	wantContent(t, filepath.Join(dir, "first"), "whole too")
	wantContent(t, filepath.Join(dir, "second"), "whole")
	if _, err := os.Stat(dead); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the dead one is still there (%v)", err)
	}
	wantContent(t, foreign, "half")
	wantContent(t, other, "half")
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 4 {
		t.Errorf("the folder holds %v (%v)", entries, err)
	}
}

// The name of the file that is to be may be as long as names can be.
func TestTemporaryNamesAreShort(t *testing.T) {
	file, err := beside(filepath.Join(t.TempDir(), strings.Repeat("n", 255)))
	if err != nil {
		t.Fatal(err)
	}
	_ = file.Close()
	defer file.end(true)
	if name := filepath.Base(file.Name()); len(name) > 50 || !strings.HasPrefix(name, ".suffice-") {
		t.Errorf("got %s", name)
	}
}

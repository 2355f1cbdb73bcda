package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestOneHasTheLockUntilItsFileIsClosed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	open := func() *os.File {
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = file.Close() })
		return file
	}
	first, second := open(), open()
	if err := Try(first); errors.Is(err, errors.ErrUnsupported) {
		t.Skip("no locks here")
	} else if err != nil {
		t.Fatal(err)
	}
	if err := Try(second); !errors.Is(err, ErrTaken) {
		t.Errorf("the second has it too: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Try(second); err != nil {
		t.Errorf("after the first was closed: %v", err)
	}
}

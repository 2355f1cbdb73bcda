package arrow

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"suffice/internal/cells"
)

// A footer that names the same message again and again cannot make a small file a large table.
func TestArrowMessagesReadTheFileOnce(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "..", "..", "table", "testdata", "dirty", "formats-polars.arrow"))
	if err != nil {
		t.Fatal(err)
	}
	size := int64(len(content))
	f := &file{at: bytes.NewReader(content), size: size, left: io.LimitedReader{N: size}}
	if _, err := f.about(); err != nil {
		t.Fatal(err)
	}
	r := &Reader{file: f, schema: &cells.Schema{}}
	messages := len(f.places)
	f.places = slices.Repeat(f.places, 1000)
	read := 0
	for ; err == nil; read++ {
		_, _, _, err = r.message()
	}
	if !errors.Is(err, errDamaged) && !errors.Is(err, io.ErrUnexpectedEOF) || read > 4*messages {
		t.Errorf("%d messages were read of %d, and then %v", read, messages, err)
	}
}

func TestArrowPlacesOutsideTheFile(t *testing.T) {
	for _, place := range []int64{-1 << 63, -1, 0, 7, 100, 101, 1<<63 - 1} {
		f := &file{at: bytes.NewReader(make([]byte, 100)), size: 100, places: []int64{place}, left: io.LimitedReader{N: 100}}
		if _, err := f.next(); !errors.Is(err, errDamaged) {
			t.Errorf("%d: %v", place, err)
		}
	}
}

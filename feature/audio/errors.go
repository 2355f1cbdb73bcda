package audio

import (
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
)

var (
	errGzip    = errors.New("the gzip file is damaged; copy or make it again")
	errForeign = errors.New("damaged, or of a kind that is not read")
)

// foreign makes errors of other people's decoders, which name their functions, fit for
// readers. That the file ended stays known.
func foreign(err error) error {
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return errForeign
}

// explain says which format an error is about.
func explain(format string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fmt.Errorf("the %s file ends before its first sample", format)
	case errors.Is(err, errForeign):
		return fmt.Errorf("the %s file is %w; make it again, as WAV if need be", format, err)
	}
	return fmt.Errorf("%s: %w", format, err)
}

// watched remembers what went wrong with reading itself, such as a disk that fails:
// decoders have errors of their own for that, which hide the cause.
type watched struct {
	source io.Reader
	failed error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.source.Read(p)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		w.failed = err
	}
	return n, err
}

// blame is the error of reading where there was one, else err.
func (w *watched) blame(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case w.failed == nil:
		return err
	case errors.Is(w.failed, gzip.ErrChecksum), errors.Is(w.failed, gzip.ErrHeader), errors.As(w.failed, &corrupt):
		return errGzip
	}
	return w.failed
}

package table

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"suffice/internal/npy"
)

// npyWriter writes an array of two dimensions, which has no names.
type npyWriter struct {
	w     io.Writer
	out   *bufio.Writer
	width int
	rows  int // written
	known int // rows that the header says there are; below 0 where they are not known

	spool spoolFile // where the rows wait, because the header comes before them
	where string    // its folder
}

// newNPYWriter writes the header, if it is known or can be mended.
func newNPYWriter(w io.Writer, s sheet) (*npyWriter, error) {
	if s.hasTexts() {
		return nil, fmt.Errorf("the table has columns of text, which .npy cannot hold; write .csv, .parquet or .jsonl")
	}
	n := &npyWriter{w: w, width: len(s.names), known: s.rows}
	if _, seeks := w.(io.Seeker); s.rows < 0 && !seeks {
		spool, where, err := temporaryFile()
		if err != nil {
			return nil, fmt.Errorf("cannot make a temporary file in %s: %w; name another folder in TMPDIR, or write .npy to a file", where, causeOf(err))
		}
		n.spool, n.where = spool, where
		n.out = bufio.NewWriterSize(io.NewOffsetWriter(spool, 0), 1<<16)
		return n, nil
	}
	n.out = bufio.NewWriterSize(w, 1<<16)
	return n, n.header(n.out, max(0, s.rows))
}

// header is as long for any number of rows.
func (n *npyWriter) header(w io.Writer, rows int) error {
	return npy.WriteHeader(w, "<f8", []int{rows, n.width})
}

func (n *npyWriter) append(block []float64) error {
	n.rows += len(block) / n.width
	return n.waiting(npy.WriteValues(n.out, block))
}

// waiting says what went wrong where the rows wait.
func (n *npyWriter) waiting(err error) error {
	if err == nil || n.spool == nil {
		return err
	}
	return fmt.Errorf("the rows cannot wait in a temporary file in %s: %w; name a folder of a larger disk in TMPDIR, or write .npy to a file", n.where, causeOf(err))
}

func (n *npyWriter) close() error {
	if err := n.waiting(n.out.Flush()); err != nil {
		return err
	}
	switch {
	case n.spool != nil:
		defer n.stop()
		return n.unspool()
	case n.known >= 0:
		return nil
	}
	file := n.w.(io.WriteSeeker)
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := n.header(file, n.rows); err != nil {
		return err
	}
	_, err := file.Seek(0, io.SeekEnd)
	return err
}

// unspool writes the rows that waited.
func (n *npyWriter) unspool() error {
	if err := n.header(n.w, n.rows); err != nil {
		return err
	}
	_, err := io.Copy(n.w, io.NewSectionReader(n.spool, 0, math.MaxInt64))
	return err
}

func (n *npyWriter) stop() {
	if n.spool == nil {
		return
	}
	_ = n.spool.Close()
	n.spool = nil
}

package numpy

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"

	"suffice/internal/cells"
	"suffice/internal/format/npy"
)

// Writer writes an array of two dimensions, which has no names.
type Writer struct {
	w     io.Writer
	out   *bufio.Writer
	width int
	rows  int // written
	known int // rows that the header says there are; below 0 where they are not known

	spool cells.TemporaryFile // where the rows wait, because the header comes before them
	where string              // its folder
}

// NewWriter writes the header, if it is known or can be mended.
func NewWriter(w io.Writer, s cells.Sheet) (*Writer, error) {
	if slices.ContainsFunc(s.Texts, func(texts []string) bool { return texts != nil }) {
		return nil, fmt.Errorf("the table has columns of text, which .npy cannot hold; write .csv, .parquet or .jsonl")
	}
	n := &Writer{w: w, width: len(s.Names), known: s.Rows}
	if _, seeks := w.(io.Seeker); s.Rows < 0 && !seeks {
		spool, where, err := cells.NewTemporary()
		if err != nil {
			return nil, fmt.Errorf("cannot make a temporary file in %s: %w; name another folder in TMPDIR, or write .npy to a file", where, cells.Cause(err))
		}
		n.spool, n.where = spool, where
		n.out = bufio.NewWriterSize(io.NewOffsetWriter(spool, 0), 1<<16)
		return n, nil
	}
	n.out = bufio.NewWriterSize(w, 1<<16)
	return n, n.header(n.out, max(0, s.Rows))
}

// header is as long for any number of rows.
func (n *Writer) header(w io.Writer, rows int) error {
	return npy.WriteHeader(w, "<f8", []int{rows, n.width})
}

func (n *Writer) Write(block []float64, _ [][]string) error {
	n.rows += len(block) / n.width
	return n.waiting(npy.WriteValues(n.out, block))
}

// waiting says what went wrong where the rows wait.
func (n *Writer) waiting(err error) error {
	if err == nil || n.spool == nil {
		return err
	}
	return fmt.Errorf("the rows cannot wait in a temporary file in %s: %w; name a folder of a larger disk in TMPDIR, or write .npy to a file", n.where, cells.Cause(err))
}

func (n *Writer) Close() error {
	if err := n.waiting(n.out.Flush()); err != nil {
		return err
	}
	switch {
	case n.spool != nil:
		defer n.Stop()
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
func (n *Writer) unspool() error {
	if err := n.header(n.w, n.rows); err != nil {
		return err
	}
	_, err := io.Copy(n.w, io.NewSectionReader(n.spool, 0, math.MaxInt64))
	return err
}

func (n *Writer) Stop() {
	if n.spool == nil {
		return
	}
	_ = n.spool.Close()
	n.spool = nil
}

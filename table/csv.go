package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// ReadFile reads the CSV file at path.
func ReadFile(ctx context.Context, path string) (*Table, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, cannotRead(path, err)
	}
	defer func() { _ = file.Close() }()
	return Read(ctx, file, path)
}

// Read reads CSV with a header from r. Messages call it by name. It returns
// ctx.Err() soon after ctx is cancelled.
func Read(ctx context.Context, r io.Reader, name string) (*Table, error) {
	read := &csvReader{name: name, scanner: newScanner(stopping{ctx, r})}
	if err := read.look(); err != nil {
		return nil, err
	}
	if err := read.header(); err != nil {
		return nil, err
	}
	for {
		if err := read.row(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	if read.table.rows == 0 {
		return nil, read.problem(0, "there is a header, but no rows; a fit needs at least 2")
	}
	return read.table, nil
}

// stopping is a reader that fails once ctx is cancelled.
type stopping struct {
	ctx    context.Context
	source io.Reader
}

func (s stopping) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.source.Read(p)
}

// csvReader fills a table from CSV.
type csvReader struct {
	name    string
	scanner *scanner
	table   *Table
}

func (r *csvReader) problem(line int, format string, values ...any) error {
	return &Error{Source: r.name, Line: line, Problem: fmt.Sprintf(format, values...)}
}

// look recognises files that are no CSV, before they give puzzling errors.
func (r *csvReader) look() error {
	start, err := r.scanner.start()
	switch {
	case err != nil:
		return r.failed(err)
	case bytes.IndexByte(start, 0) >= 0:
		return r.problem(0, "this is not a CSV file in UTF-8; save it as one")
	}
	return nil
}

func (r *csvReader) header() error {
	var names []string
	for last := false; !last; {
		var field []byte
		var err error
		if field, last, err = r.scanner.next(); errors.Is(err, io.EOF) {
			return r.problem(0, "the file is empty; it needs a header with the names of the columns, and rows")
		} else if err != nil {
			return r.failed(err)
		}
		names = append(names, string(field))
	}
	if len(names) == 1 && strings.ContainsAny(names[0], ";\t") {
		return r.problem(r.scanner.began, "the header is a single column, %s; separate columns by commas", shown(names[0]))
	}
	var err error
	r.table, err = newTable(r.name, names, r.scanner.began)
	return err
}

// row reads a row, or returns io.EOF.
func (r *csvReader) row() error {
	width := r.table.Width()
	line := 0
	for j := 0; ; j++ {
		field, last, err := r.scanner.next()
		if err != nil {
			return r.failed(err)
		}
		if j == 0 {
			line = r.scanner.began
		}
		if j < width {
			r.table.add(j, field, r.scanner.began)
		}
		if !last {
			continue
		}
		if j+1 != width {
			return r.problem(line, "%s, but the header has %d; add what is missing, or quote values that hold commas", count(j+1, "field"), width)
		}
		r.table.rows++
		return nil
	}
}

// failed gives an error of the scanner its place.
func (r *csvReader) failed(err error) error {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, errBareQuote), errors.Is(err, errAfterQuote), errors.Is(err, errOpenQuote), errors.Is(err, errLongField):
		return r.problem(r.scanner.began, "%v", err)
	}
	return cannotRead(r.name, err)
}

func count(n int, what string) string {
	return fmt.Sprintf("%d %s", n, plural(n, what))
}

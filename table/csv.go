package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// csvReader reads CSV.
type csvReader struct {
	input   *input
	scanner *scanner
	schema  *schema
	rows    *builder
}

// openCSV reads the header.
func openCSV(in *input, s *schema) (reader, error) {
	r := &csvReader{input: in, scanner: newScanner(in), schema: s, rows: newBuilder(s, false)}
	if err := r.look(); err != nil {
		return nil, err
	}
	return r, r.header()
}

func (r *csvReader) next(context.Context) (*block, error) {
	for {
		full, err := r.row()
		if errors.Is(err, io.EOF) {
			if full = r.rows.take(); full != nil {
				return full, nil
			}
			return nil, err
		}
		if full != nil || err != nil {
			return full, err
		}
	}
}

func (r *csvReader) problem(line int, format string, values ...any) error {
	return r.schema.problem(line, fmt.Sprintf(format, values...))
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
			return r.problem(0, "the file is empty; it needs the names of the columns, and rows")
		} else if err != nil {
			return r.failed(err)
		}
		names = append(names, string(field))
	}
	if len(names) == 1 && strings.ContainsAny(names[0], ";\t") {
		return r.problem(r.scanner.began, "the header is a single column, %s; separate columns by commas", shown(names[0]))
	}
	for _, name := range names {
		if _, err := r.schema.add(name, Empty, r.scanner.began); err != nil {
			return err
		}
	}
	return nil
}

// row reads a row, or returns io.EOF.
func (r *csvReader) row() (*block, error) {
	columns := r.schema.columns
	line := 0
	for j := 0; ; j++ {
		field, last, err := r.scanner.next()
		if err != nil {
			return nil, r.failed(err)
		}
		if j == 0 {
			line = r.scanner.began
			r.rows.begin()
		}
		if j < len(columns) && columns[j].slot >= 0 {
			r.rows.set(columns[j], columns[j].parse(field, r.scanner.began))
		}
		if !last {
			continue
		}
		if j+1 != len(columns) {
			return nil, r.problem(line, "%s, but the header has %d; add what is missing, or quote values that hold commas", count(j+1, "field"), len(columns))
		}
		return r.rows.end(), nil
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
	return r.input.failed(err)
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"suffice/internal/page"
	"suffice/internal/wholefile"
	"suffice/table"
)

// readTable reads the table in the file at path, or on standard input for "-".
func (s streams) readTable(ctx context.Context, path string, options table.Options) (*table.Table, error) {
	progress := startProgress(s.err, "reading "+path)
	defer progress.end()
	if path == "-" {
		return table.Read(ctx, s.in, "standard input", options)
	}
	return table.ReadFile(ctx, path, options)
}

// readTables reads tables of the same columns and puts them one below the other.
func (s streams) readTables(ctx context.Context, paths []string, options table.Options) (all *table.Table, err error) {
	var tables []*table.Table
	defer func() {
		for _, t := range tables {
			_ = closedOn(err, t)
		}
	}()
	for _, path := range paths {
		t, err := s.readTable(ctx, path, options)
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	if len(tables) == 1 {
		return tables[0], nil
	}
	return table.Stack(tables...)
}

// write calls write for the file at path, which appears whole or not at all, or for
// standard output where path is "-" or "".
func (s streams) write(path string, write func(io.Writer) error) error {
	if !toStandardOutput(path) {
		return wholefile.Write(path, write)
	}
	return unwritten(write(s.out))
}

// unwritten says what an error of the file behind standard output is about.
func unwritten(err error) error {
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("cannot write to standard output: %w", cause.Err)
	}
	return err
}

// tell prints a result.
func (s streams) tell(result any, text func() string) error {
	if s.asJSON {
		return s.printJSON(result)
	}
	return s.write("-", asText(text))
}

// asText is what writes a text for people, clean of what names in it could do to a terminal.
func asText(text func() string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, page.Clean(text()))
		return err
	}
}

// printJSON writes an object to standard output.
func (s streams) printJSON(object any) error {
	return s.write("-", func(w io.Writer) error { return page.WriteJSON(w, object) })
}

// checkWritable fails early, before a long fit, where path cannot be written.
func checkWritable(path string) error {
	if toStandardOutput(path) {
		return nil
	}
	return wholefile.Check(path)
}

// checkOutput fails early, before a long fit, where output cannot be written, or is what is
// read.
func checkOutput(output string, read ...string) error {
	return cmp.Or(checkApart(output, read...), checkWritable(output))
}

// checkApart keeps a slip of the finger from writing over what is read.
func checkApart(output string, read ...string) error {
	over := func(path string) bool { return path != "-" && !toStandardOutput(output) && sameFile(path, output) }
	return refuse(slices.ContainsFunc(read, over), "-o %s would write over what is read; name another file", output)
}

// sameFile reports whether two paths lead to the same file, which need not be there yet.
func sameFile(a, b string) bool {
	same := func(a, b string) bool {
		one, err := os.Stat(a)
		if err != nil {
			return false
		}
		other, err := os.Stat(b)
		return err == nil && os.SameFile(one, other)
	}
	return same(a, b) || filepath.Base(a) == filepath.Base(b) && same(filepath.Dir(a), filepath.Dir(b))
}

// bothStandardInput reports whether model and file would be read from the same.
func bothStandardInput(paths []string) bool {
	return len(paths) == 2 && paths[0] == "-" && paths[1] == "-"
}

func toStandardOutput(path string) bool { return path == "" || path == "-" }

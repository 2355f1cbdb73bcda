package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"suffice/internal/wholefile"
	"suffice/table"
)

// readTable reads the table in the file at path, or on standard input for "-".
func (s streams) readTable(ctx context.Context, path string) (*table.Table, error) {
	if path == "-" {
		return table.Read(ctx, s.in, "standard input")
	}
	return table.ReadFile(ctx, path)
}

// write calls write for the file at path, which appears whole or not at all, or for
// standard output where path is "-" or "".
func (s streams) write(path string, write func(io.Writer) error) error {
	if !toStandardOutput(path) {
		return wholefile.Write(path, write)
	}
	err := write(s.out)
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("cannot write to standard output: %w", cause.Err)
	}
	return err
}

// print writes text to standard output.
func (s streams) print(text string) error {
	return s.write("-", func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// printJSON writes an object to standard output.
func (s streams) printJSON(object any) error {
	return s.write("-", func(w io.Writer) error { return writeJSON(w, object) })
}

// checkWritable fails early, before a long fit, where path cannot be written.
func checkWritable(path string) error {
	if toStandardOutput(path) {
		return nil
	}
	return wholefile.Check(path)
}

func toStandardOutput(path string) bool { return path == "" || path == "-" }

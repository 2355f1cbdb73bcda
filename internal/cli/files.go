package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"suffice/internal/atomicfile"
	"suffice/internal/termtext"
)

// Write calls write for the file at path, which appears whole or not at all, or for
// standard output where path is "-" or "".
func (s Streams) Write(path string, write func(io.Writer) error) error {
	if !ToStandardOutput(path) {
		return atomicfile.Write(path, write)
	}
	return Unwritten(write(s.Out))
}

// Unwritten says what an error of the file behind standard output is about.
func Unwritten(err error) error {
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("cannot write to standard output: %w", cause.Err)
	}
	return err
}

// Tell prints a result.
func (s Streams) Tell(result any, text func() string) error {
	if s.AsJSON {
		return s.PrintJSON(result)
	}
	return s.Write("-", AsText(text))
}

// AsText is what writes a text for people, clean of what names in it could do to a terminal.
func AsText(text func() string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, termtext.Clean(text()))
		return err
	}
}

// PrintJSON writes an object to standard output.
func (s Streams) PrintJSON(object any) error {
	return s.Write("-", func(w io.Writer) error { return termtext.WriteJSON(w, object) })
}

// CheckWritable fails early, before a long fit, where path cannot be written.
func CheckWritable(path string) error {
	if ToStandardOutput(path) {
		return nil
	}
	return atomicfile.Check(path)
}

// SameFile reports whether two paths lead to the same file, which need not be there yet.
func SameFile(a, b string) bool {
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

// ToStandardOutput reports whether a path stands for standard output.
func ToStandardOutput(path string) bool { return path == "" || path == "-" }

// SourceName is what messages call a table.
func SourceName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}

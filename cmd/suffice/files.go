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
	"strings"

	"suffice/internal/engine"
	"suffice/internal/page"
	"suffice/internal/wholefile"
	"suffice/table"
)

// readTable reads the table in the file at path, or on standard input for "-".
func (s streams) readTable(ctx context.Context, path string, options table.Options) (*table.Table, error) {
	progress := startProgress(s.err, "reading "+path)
	defer progress.end()
	if path == "-" {
		return table.Read(ctx, s.in, "", options)
	}
	if err := checkAddress(path); err != nil {
		return nil, err
	}
	if engine.IsGenerated(path) {
		return engine.ReadGenerated(ctx, path, options)
	}
	return table.ReadFile(ctx, path, options)
}

// checkAddress says how to read what is not here.
func checkAddress(path string) error {
	fetch := map[string]string{"http": "curl -L", "https": "curl -L", "ftp": "curl -L", "s3": "aws s3 cp", "gs": "gcloud storage cat"}
	kind, _, found := strings.Cut(path, "://")
	if !found || fetch[kind] == "" {
		return nil
	}
	rest := ""
	if kind == "s3" {
		rest = " -"
	}
	return fmt.Errorf("%s is an address, and only files are read; try: %s %s%s | suffice describe -", path, fetch[kind], quotedForShell(path), rest)
}

// readTables reads tables of the same columns as one.
func (s streams) readTables(ctx context.Context, paths []string, options table.Options) (*table.Table, error) {
	if len(paths) == 1 {
		return s.readTable(ctx, paths[0], options)
	}
	if slices.Contains(paths, "-") {
		return nil, usagef("standard input cannot be read together with other files")
	}
	progress := startProgress(s.err, fmt.Sprintf("reading %d files", len(paths)))
	defer progress.end()
	return table.ReadFiles(ctx, paths, options)
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

package table

import (
	"cmp"
	"context"
	"errors"
	"io"

	"suffice/internal/cells"
	"suffice/internal/format"
	"suffice/internal/spool"
)

// Options tell how to read a file. The zero value reads any file that tells by its
// content what it is.
type Options struct {
	Format       string // one of [Formats]; "" means as the content looks
	Header       Header // of CSV
	DecimalComma bool   // numbers are written 3,14 in CSV
	SkipLines    int    // lines of CSV before the header; 0 means as the file looks
	Sheet        string // of a workbook, table of a database or file of an archive; "" means the first, or the only one
	Query        string // SELECT … to a database, instead of a table of it

	// Skip, where not nil, tells which columns are not kept.
	Skip func(name string) bool `json:"-"`
	// Whole, where not nil, tells of which columns all texts are kept, however many
	// different ones there are.
	Whole func(name string) bool `json:"-"`
	// AsText, where not nil, tells which columns of CSV are texts whatever they look like,
	// so that 0012 stays as it is.
	AsText func(name string) bool `json:"-"`

	// Digest asks for [Table.Digest].
	Digest bool `json:"-"`
	// Words, where not nil, tells of which columns words stay words, though they look like
	// amounts or dates.
	Words func(name string) bool `json:"-"`
	// NA are marks of missing values, beside the usual ones.
	NA []string
	// Dates tells what dates such as 3/4/2024 are where no row does: "dmy" or "mdy".
	Dates string
	// DatesOf is the same, of columns by their names.
	DatesOf map[string]string `json:",omitempty"`

	forms func(name string) cells.Form // of columns of which a model knows it; may be nil

	// Memory is about how many bytes the table may make a program take, with what is made
	// of it; 0 means any number. What does not fit is kept on a temporary file. Such a
	// table reads rows from there whenever they are used, and only as long as the context
	// that it was read with is not cancelled.
	Memory int64 `json:"-"`

	spoolAll     bool                                                       // whatever fits, for tests
	newTemporary func() (file cells.TemporaryFile, where string, err error) // nil for one of the system
}

// cells are the options that readers of formats ask for.
func (o *Options) cells() cells.Options {
	return cells.Options{Header: o.Header, DecimalComma: o.DecimalComma, SkipLines: o.SkipLines, Sheet: o.Sheet, Query: o.Query, Skip: o.Skip, Whole: o.Whole, AsText: o.AsText, Words: o.Words, Form: o.forms, NA: o.NA, Days: o.Dates, DaysOf: o.DatesOf, Memory: o.Memory, InParts: o.spoolAll}
}

// ReadFile reads the table in the file at path. A folder, or a pattern such as 'part-*.parquet',
// stands for files of the same columns.
func ReadFile(ctx context.Context, path string, options Options) (*Table, error) {
	return ReadFiles(ctx, []string{path}, options)
}

// ReadFiles reads files of the same columns, in any order of these, as one table.
func ReadFiles(ctx context.Context, paths []string, options Options) (*Table, error) {
	files, err := Files(paths)
	if err != nil {
		return nil, err
	}
	from := originOf(paths[0], options)
	from.dated = true
	s, err := openSeries(ctx, files, options)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return collect(ctx, s, s.whole, from)
}

// Files are those that paths, folders and patterns stand for.
func Files(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		found, err := filesAt(path)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

// Read reads a table from r. Messages call it by name, and models remember that; "" is standard
// input, of which they remember none. It returns ctx.Err() soon after ctx is cancelled.
func Read(ctx context.Context, r io.Reader, name string, options Options) (*Table, error) {
	in, err := cells.Open(ctx, r, cmp.Or(name, "standard input"))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	rows, s, err := format.Open(in, options.Format, options.cells())
	if err != nil {
		return nil, err
	}
	return collect(ctx, rows, s, originOf(name, options))
}

// collect reads all rows into a table.
func collect(ctx context.Context, rows cells.Reader, s *cells.Schema, from origin) (*Table, error) {
	options := from.options
	t := &Table{schema: s, origin: from, ctx: ctx, memory: options.Memory, found: newFindings(), rows: spool.New(spool.Options{
		Source: s.Source, Origin: s.Origin, Memory: options.Memory, All: options.spoolAll, NewFile: options.newTemporary,
	})}
	if options.Digest {
		t.digest = newDigest()
	}
	err := t.readAll(ctx, rows)
	if err == nil {
		return t, nil
	}
	_ = t.Close()
	if changed := s.Origin.CheckRead(); changed != nil && ctx.Err() == nil {
		return nil, changed // and so there is nothing to be found at the place of the error
	}
	return nil, err
}

// readAll reads all rows.
func (t *Table) readAll(ctx context.Context, rows cells.Reader) error {
	for {
		b, err := rows.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && t.digest != nil {
			t.digest.add(b, t.schema)
		}
		if err == nil {
			takeMarks(t.schema, b)
			err = t.rows.Add(b)
		}
		if err != nil {
			return err
		}
	}
	if err := t.schema.Origin.CheckRead(); err != nil {
		return err
	}
	if t.Len() == 0 {
		return t.schema.Problem(0, cells.NoRows)
	}
	if err := t.rows.Finish(); err != nil {
		return err
	}
	t.settle()
	return t.failure
}

// Formats names the formats that can be read.
func Formats() []string { return format.Names() }

// Header tells whether a CSV file begins with the names of its columns.
type Header = cells.Header

// What a header can be.
const (
	FindHeader = cells.FindHeader // a header is there, unless the first row is all numbers
	WithHeader = cells.WithHeader
	NoHeader   = cells.NoHeader
)

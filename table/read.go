package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Options tell how to read a file. The zero value reads any file that tells by its
// content what it is.
type Options struct {
	Format       string // one of [Formats]; "" means as the content looks
	Header       Header // of CSV
	DecimalComma bool   // numbers are written 3,14 in CSV

	// Skip, where not nil, tells which columns are not kept.
	Skip func(name string) bool
	// Whole, where not nil, tells of which columns all texts are kept, however many
	// different ones there are.
	Whole func(name string) bool
	// AsText, where not nil, tells which columns of CSV are texts whatever they look like,
	// so that 0012 stays as it is.
	AsText func(name string) bool

	// Memory is about how many bytes the table may make a program take, with what is made
	// of it; 0 means any number. What does not fit is kept on a temporary file. Such a
	// table reads rows from there whenever they are used, and only as long as the context
	// that it was read with is not cancelled.
	Memory int64

	spoolAll     bool                                             // whatever fits, for tests
	newTemporary func() (file spoolFile, where string, err error) // nil for one of the system
}

// cells are the options that readers of formats ask for.
func (o *Options) cells() readOptions {
	return readOptions{Header: o.Header, DecimalComma: o.DecimalComma, Skip: o.Skip, Whole: o.Whole, AsText: o.AsText, Memory: o.Memory, InParts: o.spoolAll}
}

// readOptions are what readers are told of a file.
type readOptions struct {
	Header       Header
	DecimalComma bool

	Skip   func(name string) bool // columns that are not kept; may be nil
	Whole  func(name string) bool // columns of which all texts are kept; may be nil
	AsText func(name string) bool // columns of CSV that are texts whatever they look like; may be nil

	Memory  int64 // bytes that the table may take; 0 means any number
	InParts bool  // rows are decoded in parts although they would fit, for tests
}

// isTooLarge reports whether so many rows are too many to be decoded at once.
func (o *readOptions) isTooLarge(rows int64, width int) bool {
	const bytes, share = 8, 8 // of a cell, and of the memory
	return o.Memory > 0 && (o.InParts || rows > o.Memory/bytes/share/int64(max(1, width)))
}

// Header tells whether a CSV file begins with the names of its columns.
type Header int

// What a header can be.
const (
	FindHeader Header = iota // a header is there, unless the first row is all numbers
	WithHeader
	NoHeader
)

// reader reads the rows of a file, a block at a time, in order. It fills the schema
// while it reads.
type reader interface {
	next(ctx context.Context) (*block, error) // io.EOF after the last
}

// format is a kind of file.
type format struct {
	name string
	// is tells by the start of a file whether it has this format.
	is func(head []byte) bool
	// open prepares to read the rows; the schema gets the columns known before the first.
	open func(in *input, s *schema) (reader, error)
}

// formats are tried in this order; the last takes what no other does.
var formats = []format{
	{"arff", isARFF, openARFF},
	{"libsvm", isLIBSVM, openLIBSVM},
	{"parquet", isParquet, openParquet},
	{"npy", isNPY, openNPY},
	{"npz", isNPZ, openNPZ},
	{"jsonl", isJSONLines, openJSONLines},
	{"csv", func([]byte) bool { return true }, openCSV},
}

// Formats names the formats that can be read.
func Formats() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// formatOf finds the format of a file.
func formatOf(head []byte, named string) (format, error) {
	for _, f := range formats {
		if named == f.name || named == "" && f.is(head) {
			return f, nil
		}
	}
	return format{}, fmt.Errorf("there is no format %q; choose one of %s", named, strings.Join(Formats(), ", "))
}

// ReadFile reads the table in the file at path.
func ReadFile(ctx context.Context, path string, options Options) (*Table, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, cannotRead(path, err)
	}
	defer func() { _ = file.Close() }()
	return Read(ctx, file, path, options)
}

// Read reads a table from r. Messages call it by name. It returns ctx.Err() soon after
// ctx is cancelled.
func Read(ctx context.Context, r io.Reader, name string, options Options) (*Table, error) {
	origin := originOf(r, name)
	in, err := openInput(ctx, r, name)
	if err != nil {
		return nil, err
	}
	defer in.close()
	rows, s, format, err := openRows(in, options.Format, options.cells(), origin)
	if err != nil {
		return nil, err
	}
	return collect(ctx, rows, s, format, options)
}

// openRows finds the format of a file and prepares to read its rows.
func openRows(in *input, named string, options readOptions, origin *origin) (reader, *schema, string, error) {
	head, err := in.head()
	if err != nil {
		return nil, nil, "", err
	}
	if len(head) == 0 {
		return nil, nil, "", &Error{Source: in.name, Problem: "the file is empty; it needs the names of the columns, and rows"}
	}
	format, err := formatOf(head, named)
	if err != nil {
		return nil, nil, "", err
	}
	schema := newSchema(in.name, options)
	schema.origin = origin
	rows, err := format.open(in, schema)
	return rows, schema, format.name, err
}

const noRows = "there are columns, but no rows; add rows"

// collect reads all rows into a table.
func collect(ctx context.Context, rows reader, s *schema, format string, options Options) (*Table, error) {
	t := &Table{schema: s, format: format, starts: []int{0}, ctx: ctx, bound: bound{most: options.Memory}, options: options}
	err := t.readAll(ctx, rows)
	if err == nil {
		return t, nil
	}
	_ = t.Close()
	if changed := s.origin.checkRead(); changed != nil && ctx.Err() == nil {
		return nil, changed // and so there is nothing to be found at the place of the error
	}
	return nil, err
}

// readAll reads all rows.
func (t *Table) readAll(ctx context.Context, rows reader) error {
	for {
		b, err := rows.next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = t.keep(b)
		}
		if err != nil {
			return err
		}
	}
	if err := t.schema.origin.checkRead(); err != nil {
		return err
	}
	if t.Len() == 0 {
		return t.schema.problem(0, noRows)
	}
	if err := t.written(); err != nil {
		return err
	}
	t.settle()
	return t.failure
}

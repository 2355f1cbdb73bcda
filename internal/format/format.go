// Package format knows the formats of tables: it recognises a file by its content, and a
// file to be written by its name. Each format has a folder of its own. A new one needs
// there a function that recognises it and one that opens it, or one that begins to write,
// and a line in format.go or write.go.
package format

import (
	"fmt"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/format/arff"
	"suffice/internal/format/arrow"
	"suffice/internal/format/delimited"
	"suffice/internal/format/jsonlines"
	"suffice/internal/format/libsvm"
	"suffice/internal/format/numpy"
	"suffice/internal/format/parquet"
	"suffice/internal/format/sqlite"
	"suffice/internal/format/xlsx"
	"suffice/internal/format/zipped"
)

// Format is a kind of file.
type Format struct {
	name string
	// is tells by the start of a file whether it has this format.
	is func(head []byte) bool
	// open prepares to read the rows; the schema gets the columns known before the first.
	open func(in *cells.File, s *cells.Schema) (cells.Reader, error)
}

// formats are tried in this order; the last takes what no other does.
var formats = []Format{
	{"arff", arff.Is, arff.Open},
	{"libsvm", libsvm.Is, libsvm.Open},
	{"parquet", parquet.Is, parquet.Open},
	{"arrow", arrow.Is, arrow.Open},
	{"npy", numpy.IsArray, numpy.OpenArray},
	{"npz", numpy.IsArchive, numpy.OpenArchive},
	{"xlsx", xlsx.Is, xlsx.Open},
	{"sqlite", sqlite.Is, sqlite.Open},
	{"jsonl", jsonlines.Is, jsonlines.Open},
	{"csv", func([]byte) bool { return true }, delimited.Open},
}

// Names names the formats that can be read.
func Names() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// find finds the format of a file.
func find(head []byte, named string) (Format, error) {
	for _, f := range formats {
		if named == f.name || named == "" && f.is(head) {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("there is no format %q; choose one of %s", named, strings.Join(Names(), ", "))
}

// Open finds the format of a file and prepares to read its rows.
func Open(in *cells.File, named string, options cells.Options) (cells.Reader, *cells.Schema, error) {
	head, err := in.Head()
	if err != nil {
		return nil, nil, err
	}
	if len(head) == 0 {
		return nil, nil, &cells.Error{Source: in.Name, Problem: "the file is empty; it needs the names of the columns, and rows"}
	}
	if named == "" {
		if err := refuse(head, in.Name); err != nil {
			return nil, nil, err
		}
	}
	if isZip(head) && (named == "" || named == "csv" || named == "jsonl") {
		if in, err = zipped.Open(in, options.Sheet); err != nil {
			return nil, nil, err
		}
		if head, err = in.Head(); err != nil {
			return nil, nil, err
		}
	} else if options.Sheet != "" {
		if format, err := find(head, named); err == nil && format.name != "xlsx" && format.name != "sqlite" {
			problem := &cells.Error{Source: in.Name, Problem: "this is " + format.name + ", which has no sheets, tables or files to choose from"}
			return nil, nil, problem.Advise("leave out %v", cells.Setting("Sheet"))
		}
	}
	if isZip(head) {
		return nil, nil, &cells.Error{Source: in.Name, Problem: "this is a zip file within a zip file; unpack it first"}
	}
	format, err := find(head, named)
	if err != nil {
		return nil, nil, err
	}
	if options.Query != "" && format.name != "sqlite" {
		problem := &cells.Error{Source: in.Name, Problem: "only a SQLite database answers a query, and this is " + format.name}
		return nil, nil, problem.Advise("leave out %v", cells.Setting("Query"))
	}
	schema := cells.NewSchema(in.Name, options)
	schema.Format, schema.Origin = format.name, in.Origin
	rows, err := format.open(in, schema)
	return rows, schema, err
}

// isZip reports whether a file is a zip file, and not of a format that is one.
func isZip(head []byte) bool {
	return zipped.Is(head) && !numpy.IsArchive(head) && !xlsx.Is(head)
}

// Package export writes a fitted model in the languages of other programs. A model is a
// linear map, z = Weights ((x - Mean) / Scale), so it can go wherever the data is: a
// database, a serving stack, a notebook, another Go program. The weights are the components,
// each times its relevance, so that z is the same everywhere.
package export

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"suffice"
	"suffice/internal/humanize"
)

// Options are the settings of all formats. A format ignores what it has no use for.
type Options struct {
	Table    string   // sql, pgvector, duckdb: what to select from, or to update; "" means "data"
	Column   string   // pgvector, duckdb: what has the vectors; "" means as the inputs say, or "embedding"
	Keep     []string // sql: columns of the table to select beside the components
	Package  string   // go: the name of the package; "" means "components"
	Function string   // go, pgvector, duckdb: the name of the function; "" means "Components", or "compress"
	Float32  bool     // onnx: inputs and outputs of single precision
	Used     bool     // take those inputs alone that have weight; sql does so anyway
}

// Format is an entry in the list of formats.
type Format struct {
	Name   string // on the command line
	Ending string // of its files
	What   string // what it is, in a line
	Text   bool   // whether a terminal can show it

	options  []string // that apply, as the command line calls them
	write    func(w io.Writer, m *suffice.Projection, o Options) error
	describe func(m *suffice.Projection, o Options) string // what is in the file
}

var formats = []Format{
	{
		Name: "csv", Ending: ".csv", What: "a row for each input: mean, scale and weights", Text: true, options: []string{"used"},
		write: writeCSV, describe: describeCSV,
	},
	{
		Name: "npy", Ending: ".npy", What: "one NumPy array: means, scales, then the components", options: []string{"used"},
		write: writeNPY, describe: describeNPY,
	},
	{
		Name: "npz", Ending: ".npz", What: "NumPy arrays by name: components, mean, scale, inputs", options: []string{"used"},
		write: writeNPZ, describe: describeNPZ,
	},
	{
		Name: "onnx", Ending: ".onnx", What: fmt.Sprintf("an ONNX graph from x to z, opset %d", Opset), options: []string{"float32", "used"},
		write: writeONNX, describe: describeONNX,
	},
	{
		Name: "go", Ending: ".go", What: "a Go source file with a function", Text: true, options: []string{"package", "function", "used"},
		write: writeGo, describe: describeGo,
	},
	{
		Name: "python", Ending: ".py", What: "a Python module with a function, for NumPy and pandas", Text: true, options: []string{"used"},
		write: writePython, describe: describePython,
	},
	{
		Name: "pgvector", Ending: ".pgvector.sql", What: "a function of vectors and an UPDATE, for pgvector", Text: true, options: []string{"table", "column", "function"},
		write: writePgvector, describe: describeVectors,
	},
	{
		Name: "duckdb", Ending: ".duckdb.sql", What: "the same for lists and arrays of DuckDB", Text: true, options: []string{"table", "column", "function"},
		write: writeDuckDB, describe: describeVectors,
	},
	{
		Name: "sql", Ending: ".sql", What: "a SELECT for PostgreSQL, SQLite and DuckDB", Text: true, options: []string{"table", "keep"},
		write: writeSQL, describe: describeSQL,
	},
}

// Formats lists all formats.
func Formats() []Format { return append([]Format(nil), formats...) }

// FormatNamed finds a format by its name.
func FormatNamed(name string) (Format, error) {
	names := make([]string, len(formats))
	for i, f := range formats {
		if f.Name == name {
			return f, nil
		}
		names[i] = f.Name
	}
	return Format{}, fmt.Errorf("there is no format %q; choose one of %s", name, strings.Join(names, ", "))
}

// FormatOf finds the format of a file by the ending of its name.
func FormatOf(path string) (Format, error) {
	endings := make([]string, len(formats))
	for i, f := range formats {
		if strings.HasSuffix(strings.ToLower(path), f.Ending) {
			return f, nil
		}
		endings[i] = f.Ending
	}
	return Format{}, fmt.Errorf("the ending of %s names no format; it may be one of %s", path, strings.Join(endings, ", "))
}

// Takes reports whether an option, as the command line calls it, makes a difference to
// the format.
func (f Format) Takes(option string) bool {
	return slices.Contains(f.options, option)
}

// Write writes the model in the format.
func (f Format) Write(w io.Writer, m *suffice.Projection, o Options) error {
	if err := o.Check(); err != nil && f.Takes("package") {
		return err
	}
	if err := check(m); err != nil {
		return err
	}
	return f.write(w, o.of(m), o)
}

// Describe says in a line what Write makes of the model, and how to use it.
func (f Format) Describe(m *suffice.Projection, o Options) string {
	return f.describe(o.of(m), o)
}

// of is the model to write.
func (o Options) of(m *suffice.Projection) *suffice.Projection {
	if o.Used {
		return m.Used()
	}
	return m
}

// check finds what no program could compute with. Models that were read from a file
// fit together, but those made in Go need not.
func check(m *suffice.Projection) error {
	d := len(m.Inputs)
	if d == 0 || m.Dim() == 0 {
		return errors.New("the model has no inputs or no components")
	}
	if given := len(m.Relevance); given > 0 && given != m.Dim() {
		return fmt.Errorf("the model has %d components, but %d relevances", m.Dim(), given)
	}
	rows := append([][]float64{m.Mean, m.Scale}, m.Weights()...)
	if m.Fill != nil {
		rows = append(rows, m.Fill)
	}
	for input, made := range m.Made {
		if err := made.Check(); err != nil {
			return fmt.Errorf("input %q: %w", input, err)
		}
	}
	for _, row := range rows {
		if len(row) != d {
			return fmt.Errorf("the model has %d inputs, but a mean, scale or component of length %d", d, len(row))
		}
		for j, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("the model has %g for input %q, which is not a finite number", v, m.Inputs[j])
			}
		}
	}
	return nil
}

// title says in a line what a model computes, for the head of a file.
func title(m *suffice.Projection) string {
	text := fmt.Sprintf("%s of %s", humanize.Count(m.Dim(), "component"), humanize.Count(len(m.Inputs), "input"))
	if len(m.Output.Names) > 0 {
		text += ", for the target " + plain(strings.Join(m.Output.Names, ", "))
	}
	return text + ", found by " + plain(m.Method)
}

// plain is a text that cannot end a comment: one line of letters, digits, spaces and
// harmless marks, not too long.
func plain(text string) string {
	const most = 200
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`"'\*/`, r) || r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 || r == 0x85 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, " "))
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return text
}

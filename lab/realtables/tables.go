// Package realtables tells how well real tables are predicted from the components that
// methods find in them: by the nearest neighbours and by kernel ridge regression, on rows
// that no method has seen.
package realtables

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"suffice/internal/humanize"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
	"suffice/table"
)

// Table says what is predicted in a file.
type Table struct {
	Name   string // of the file, without its endings
	file   string
	target string
	kind   output.Kind

	// grouped is the column that names what several rows share, such as a patient: it is no input, and
	// the rows of one are in the same half. A random division would tell a patient from the others
	// of the same one, which new patients have not.
	grouped string
}

// Tables are all, in the order of their names.
func Tables() []Table {
	return []Table{
		{Name: "abalone", file: "abalone.arff.gz", target: "Class_Rings", kind: output.KindNumber},
		{Name: "airfoil", file: "airfoil.csv.gz", target: "y", kind: output.KindNumber},
		{Name: "autompg", file: "autompg.csv.gz", target: "y", kind: output.KindNumber},
		{Name: "dermatology", file: "dermatology.csv.gz", target: "y", kind: output.KindClass},
		{Name: "enb", file: "enb.arff.gz", target: "Y1,Y2", kind: output.KindNumbers},
		{Name: "gas", file: "gas.csv.gz", target: "y", kind: output.KindNumber},
		{Name: "glass", file: "glass.csv.gz", target: "y", kind: output.KindClass},
		{Name: "housing", file: "housing.arff.gz", target: "class", kind: output.KindNumber},
		{Name: "ionosphere", file: "ionosphere.arff.gz", target: "class", kind: output.KindClass},
		{Name: "keggdirected", file: "keggdirected.csv.gz", target: "y", kind: output.KindNumber},
		{Name: "optdigits", file: "optdigits.arff.gz", target: "class", kind: output.KindClass},
		{Name: "parkinsons", file: "parkinsons.csv.gz", target: "y", kind: output.KindNumber, grouped: "x1"},
		{Name: "pol", file: "pol.csv.gz", target: "y", kind: output.KindNumber},
		{Name: "pumadyn32nm", file: "pumadyn32nm.csv.gz", target: "y", kind: output.KindNumber},
		{Name: "spambase", file: "spambase.arff.gz", target: "class", kind: output.KindClass},
		{Name: "tecator", file: "tecator.csv.gz", target: "y", kind: output.KindNumber},
		{Name: "vehicle", file: "vehicle.csv.gz", target: "y", kind: output.KindClass},
		{Name: "wine", file: "wine.arff.gz", target: "class", kind: output.KindClass},
	}
}

// Names are those of all tables.
func Names() (names []string) {
	for _, t := range Tables() {
		names = append(names, t.Name)
	}
	return names
}

// ByName finds a table.
func ByName(name string) (Table, error) {
	for _, t := range Tables() {
		if t.Name == name {
			return t, nil
		}
	}
	hint := ""
	if near := humanize.Nearest(name, Names()); near != "" {
		hint = fmt.Sprintf(" (did you mean %s?)", near)
	}
	return Table{}, fmt.Errorf("there is no table %q%s; choose from %s", name, hint, strings.Join(Names(), ", "))
}

// Classes reports whether classes are predicted, rather than numbers.
func (t Table) Classes() bool { return t.kind == output.KindClass }

// ErrNoFolder says that there is no such folder of tables.
var ErrNoFolder = errors.New("there is no such folder of tables")

// Find makes sure that the folder has the files of the tables.
func Find(folder string, tables []Table) error {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: %w", folder, ErrNoFolder)
	}
	for _, t := range tables {
		if _, err := os.Stat(filepath.Join(folder, t.file)); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s has no file %s, the table %s; leave that table out, or name another folder", folder, t.file, t.Name)
		}
	}
	return nil
}

// data are the rows of a table, in memory.
type data struct {
	Table
	x       rows.Source
	y       *output.Target
	encoded *target.Encoding
	group   []int // of the rows, or nil
}

// open reads all the tables in a folder.
func open(ctx context.Context, folder string, tables []Table) (all []*data, err error) {
	if err := Find(folder, tables); err != nil {
		return nil, err
	}
	for _, t := range tables {
		d, err := t.open(ctx, folder)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// open reads the table in a folder. Columns that are words become a column of 0 and 1 for
// each word, as for every command.
func (t Table) open(ctx context.Context, folder string) (*data, error) {
	path := filepath.Join(folder, t.file)
	read, err := table.ReadFile(ctx, path, table.Options{})
	if err != nil {
		return nil, err
	}
	chosen, err := read.Choose(table.Roles{Target: []string{t.target}, Kind: t.kind, Group: t.grouped})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	d := &data{Table: t, x: chosen.X, y: chosen.Target()}
	if t.grouped != "" {
		if d.group, err = read.Groups(t.grouped, chosen.Rows); err != nil {
			return nil, err
		}
	}
	d.encoded, err = target.Encode(ctx, chosen.Y, nil)
	return d, err
}

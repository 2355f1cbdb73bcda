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

	"suffice/internal/suggest"
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
}

// Tables are all, in the order of their names.
func Tables() []Table {
	return []Table{
		{"abalone", "abalone.arff.gz", "Class_Rings", output.KindNumber},
		{"airfoil", "airfoil.csv.gz", "y", output.KindNumber},
		{"autompg", "autompg.csv.gz", "y", output.KindNumber},
		{"dermatology", "dermatology.csv.gz", "y", output.KindClass},
		{"enb", "enb.arff.gz", "Y1,Y2", output.KindNumbers},
		{"gas", "gas.csv.gz", "y", output.KindNumber},
		{"glass", "glass.csv.gz", "y", output.KindClass},
		{"housing", "housing.arff.gz", "class", output.KindNumber},
		{"ionosphere", "ionosphere.arff.gz", "class", output.KindClass},
		{"keggdirected", "keggdirected.csv.gz", "y", output.KindNumber},
		{"optdigits", "optdigits.arff.gz", "class", output.KindClass},
		{"parkinsons", "parkinsons.csv.gz", "y", output.KindNumber},
		{"pol", "pol.csv.gz", "y", output.KindNumber},
		{"pumadyn32nm", "pumadyn32nm.csv.gz", "y", output.KindNumber},
		{"spambase", "spambase.arff.gz", "class", output.KindClass},
		{"tecator", "tecator.csv.gz", "y", output.KindNumber},
		{"vehicle", "vehicle.csv.gz", "y", output.KindClass},
		{"wine", "wine.arff.gz", "class", output.KindClass},
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
	if near := suggest.Nearest(name, Names()); near != "" {
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
	x rows.Source
	y *output.Target
}

// open reads the table in a folder. Columns that are words become a column of 0 and 1 for
// each word, as for every command.
func (t Table) open(ctx context.Context, folder string) (*data, error) {
	path := filepath.Join(folder, t.file)
	read, err := table.ReadFile(ctx, path, table.Options{})
	if err != nil {
		return nil, err
	}
	chosen, err := read.Choose(table.Roles{Target: []string{t.target}, Kind: t.kind})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &data{t, chosen.X, chosen.Target()}, nil
}

package main

import (
	"path/filepath"
	"slices"
	"strings"

	"suffice/internal/cli"
	"suffice/internal/explore"
	"suffice/table"
)

// try is a command that works on the table, or "" where none is known. It is tried out as
// far as the choice of columns and rows goes.
func (d description) try() string {
	roles, varying, ok := d.Suggest(d.labels...)
	if !ok || varying == 0 {
		return ""
	}
	var s explore.Settings
	s.Option("labels", d.labelFile)
	s.Options("target", roles.Target)
	s.Options("exclude", roles.Exclude)
	s.Option("missing", string(roles.Missing))
	return "suffice fit " + d.files() + d.reading + typed(s)
}

// files are the paths as they are typed.
func (d description) files() string { return strings.Join(cli.Names(d.paths, quotedForShell), " ") }

// labelsBeside finds a MULAN file with the name of the table, whose labels all are columns of it.
// Those for training and for testing share one.
func labelsBeside(paths []string, data *table.Table) (file string, labels []string) {
	if len(paths) != 1 || paths[0] == "-" || len(data.DeclaredLabels()) > 0 {
		return "", nil
	}
	folder, name := filepath.Split(paths[0])
	bare, _, _ := strings.Cut(name, ".")
	for _, ending := range []string{"", "-train", "-test", "_train", "_test"} {
		start, found := strings.CutSuffix(bare, ending)
		if !found {
			continue
		}
		file = folder + start + ".xml"
		if file == paths[0] {
			continue
		}
		labels, err := table.ReadLabels(file)
		missing := func(label string) bool { _, err := data.Find(label); return err != nil }
		if err == nil && !slices.ContainsFunc(labels, missing) {
			return file, labels
		}
	}
	return "", nil
}

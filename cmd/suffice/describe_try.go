package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"suffice/table"
)

// try is a command that works on the table, or "" where none is known. It is tried out as
// far as the choice of columns and rows goes.
func (d description) try() string {
	roles, varying, ok := d.Suggest(d.labels...)
	if !ok || varying == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, "suffice fit %s%s", d.files(), d.reading)
	if d.labelFile != "" {
		fmt.Fprintf(&out, " --labels %s", quotedForShell(d.labelFile))
	}
	for _, name := range roles.Target {
		fmt.Fprintf(&out, " --target %s", quotedForShell(name))
	}
	for _, name := range roles.Exclude {
		fmt.Fprintf(&out, " --exclude %s", quotedForShell(name))
	}
	if roles.Missing != "" {
		fmt.Fprintf(&out, " --missing %s", roles.Missing)
	}
	return out.String()
}

// files are the paths as they are typed.
func (d description) files() string { return strings.Join(names(d.paths, quotedForShell), " ") }

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

// typed are options that say how to read the table, those of these and --decimal-comma that
// were given, with a blank before each.
func (o *dataOptions) typed(names ...string) (typed string) {
	for _, name := range names {
		if value := map[string]string{"missing": o.missing, "format": o.format, "header": o.header}[name]; value != "" {
			typed += " --" + name + " " + value
		}
	}
	if o.skipLines > 0 {
		typed += fmt.Sprintf(" --skip-lines %d", o.skipLines)
	}
	if o.sheet != "" {
		typed += " --sheet " + quotedForShell(o.sheet)
	}
	if o.query != "" {
		typed += " --query " + quotedForShell(o.query)
	}
	if o.decimalComma {
		typed += " --decimal-comma"
	}
	for _, marks := range o.na {
		typed += " --na " + quotedForShell(marks)
	}
	if o.dates != "" {
		typed += " --dates " + o.dates
	}
	return typed
}

// quotedForShell quotes a name where a shell would take it apart.
func quotedForShell(name string) string {
	special := func(r rune) bool {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		return !letter && !strings.ContainsRune("_-.=/:", r)
	}
	if strings.ContainsFunc(name, special) {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}

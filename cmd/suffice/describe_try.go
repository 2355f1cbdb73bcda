package main

import (
	"fmt"
	"strings"
)

// try is a command that works on the table, or "" where none is known. It is tried out as
// far as the choice of columns and rows goes.
func (d description) try() string {
	roles, varying, ok := d.Suggest()
	if !ok || varying == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, "suffice fit %s%s", quotedForShell(d.path), d.reading)
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

// typed are options that say how to read the table, those of these and --decimal-comma that
// were given, with a blank before each.
func (o *dataOptions) typed(names ...string) (typed string) {
	for _, name := range names {
		if value := map[string]string{"missing": o.missing, "format": o.format, "header": o.header}[name]; value != "" {
			typed += " --" + name + " " + value
		}
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

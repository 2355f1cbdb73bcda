package main

import (
	"fmt"
	"slices"
	"strings"

	"suffice/table"
)

// try is a command that works on the table, or "" where none is known. It is tried out as
// far as the choice of columns and rows goes.
func (d description) try() string {
	if slices.ContainsFunc(d.columns, func(c table.Summary) bool { return c.DecimalCommas }) {
		return "suffice describe " + quotedForShell(d.path) + d.reading + " --decimal-comma"
	}
	roles := table.Roles{}
	if len(d.table.DeclaredLabels()) == 0 {
		target := d.suggestion()
		if target == "" {
			return ""
		}
		roles.Target = []string{target}
	}
	for _, name := range d.namesOf(isMixed) {
		if !slices.Contains(roles.Target, name) {
			roles.Exclude = append(roles.Exclude, name)
		}
	}
	for _, roles.Missing = range []table.Missing{"", table.DropMissing, table.MeanForMissing} {
		if choice, err := d.table.Choose(roles); err == nil {
			return d.fit(roles, choice)
		}
	}
	return ""
}

// fit is the command line of a fit.
func (d description) fit(roles table.Roles, choice *table.Choice) string {
	dim := min(2, d.varying(choice.X))
	if dim == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, "suffice fit %s%s", quotedForShell(d.path), d.reading)
	for _, name := range roles.Target {
		fmt.Fprintf(&out, " --target %s", quotedForShell(name))
	}
	fmt.Fprintf(&out, " --dim %d", dim)
	for _, name := range roles.Exclude {
		fmt.Fprintf(&out, " --exclude %s", quotedForShell(name))
	}
	if roles.Missing != "" {
		fmt.Fprintf(&out, " --missing %s", roles.Missing)
	}
	return out.String()
}

// varying is how many inputs are not constant; the levels of a column, which add up to 1,
// count for one less.
func (d description) varying(x table.Inputs) int {
	constant := map[string]bool{}
	for _, c := range d.columns {
		constant[c.Name] = c.Constant
	}
	levels, seen, n := x.Levels(), map[string]bool{}, 0
	for _, name := range x.Names() {
		level, isLevel := levels[name]
		switch {
		case isLevel && !seen[level.Column]:
			seen[level.Column] = true
		case isLevel || !constant[name]:
			n++
		}
	}
	return n
}

// readingAsTyped are the options that say how to read the table, with a blank before each.
func (o *dataOptions) readingAsTyped() string {
	typed := ""
	if o.format != "" {
		typed += " --format " + o.format
	}
	if o.header != "" {
		typed += " --header " + o.header
	}
	if o.decimalComma {
		typed += " --decimal-comma"
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

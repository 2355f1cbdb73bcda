package main

import (
	"fmt"
	"slices"
	"strings"

	"suffice"
	"suffice/evaluate"
)

// next is the command that makes the model of a row from the same table.
func (c *compare) next(path string) func(best *evaluate.Row) string {
	return func(best *evaluate.Row) string {
		command := "suffice fit " + quotedForShell(path) + c.again()
		for _, column := range []string{c.group, c.time} {
			if column != "" && !slices.Contains(c.exclude, column) && !slices.Contains(c.inputs, column) {
				command += " --exclude " + quotedForShell(column)
			}
		}
		if best.Method != suffice.Methods()[0].Name {
			command += " --method " + best.Method
		}
		command += fmt.Sprintf(" --dim %d", best.Dim)
		method, _ := suffice.MethodNamed(best.Method) // a chain of two uses nothing
		if c.centres > 0 && method.Uses.Centres {
			command += fmt.Sprintf(" --centres %d", c.centres)
		}
		if c.noScale && method.Uses.NoScale {
			command += " --no-scale"
		}
		return command
	}
}

// again are the options that choose from the table and read it, as they are typed, with a
// blank before each.
func (o *dataOptions) again() string {
	var out strings.Builder
	for _, option := range []struct {
		name   string
		values []string
	}{
		{"target", o.target}, {"labels", o.labels}, {"inputs", o.inputs}, {"exclude", o.exclude}, {"nominal", o.nominal},
	} {
		for _, value := range option.values {
			fmt.Fprintf(&out, " --%s %s", option.name, quotedForShell(value))
		}
	}
	if o.kind != "" {
		fmt.Fprintf(&out, " --kind %s", o.kind)
	}
	out.WriteString(o.typed("missing", "format", "header"))
	if o.memory.text != "" {
		fmt.Fprintf(&out, " --memory %s", o.memory.text)
	}
	return out.String()
}

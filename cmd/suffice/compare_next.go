package main

import (
	"fmt"
	"slices"

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

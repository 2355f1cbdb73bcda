// Suffice finds the few combinations of a table's columns that are sufficient for
// predicting another column. Run suffice --help for what it can do.
package main

import (
	"github.com/spf13/cobra"

	"suffice/internal/cli"
)

func main() {
	cobra.EnableCommandSorting = false // help has commands in the order in which one uses them
	program.Main()
}

var program = cli.Program{
	Name:   "suffice",
	Root:   func(s cli.Streams) *cobra.Command { return newRoot(streams{s}) },
	Worded: func(err error) error { return flagNames{}.inFlags(err) },
}

// streams are where a command reads and writes, and tables and models come from.
type streams struct{ cli.Streams }

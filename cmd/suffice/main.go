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
	Name: "suffice",
	Root: func(s cli.Streams) *cobra.Command { return newRoot(streams{s}) },
	Moved: func(word string) string {
		switch word {
		case "bench", "reproduce", "generate":
			return "now suffice-lab " + word + ", of a program of its own: go build -C lab -o .. ./cmd/suffice-lab makes it"
		case "features":
			return "now suffice-features, a program of its own: go build -C feature -o .. ./cmd/suffice-features makes it"
		}
		return ""
	},
	Worded: func(err error) error { return cli.FlagNames{}.InFlags(err) },
}

// streams are where a command reads and writes, and tables and models come from.
type streams struct{ cli.Streams }

package main

import (
	"github.com/spf13/cobra"

	"suffice/internal/cli"
	"suffice/table"
)

func newRoot(s streams) *cobra.Command {
	root := cli.Family(&cobra.Command{
		Use:   "suffice",
		Short: "Find the few combinations of columns that suffice to predict another",
		Long: `Suffice finds the few combinations of a table's columns that are sufficient for
predicting another column: supervised, "sufficient" dimension reduction.`,
		Example: `  suffice describe houses.csv
  suffice fit houses.csv --target price --predictor -o model.json
  suffice report model.json houses.csv -o report.html
  suffice predict model.json new.csv -o prices.csv`,
	})
	cli.Versioned(root, version())
	root.CompletionOptions.DisableDefaultCmd = true // ours is in its place
	cli.AddGroup(root, "From a table to predictions, in the order in which one uses them:", newDescribe(s), newExplore(s), newFit(s), newReport(s), newPredict(s), newEvaluate(s), newTransform(s), newExport(s))
	cli.AddGroup(root, "Questions about a table:", newDependence(s), newDims(s), newInputs(s), newCompare(s), newCompress(s))
	cli.AddGroup(root, "More on a model and its making:", newInspect(s), newPlot(s), newMethods(s), newEngine(s))
	cli.AddGroup(root, "Other commands:", newCompletion(s), newLicenses(s), newVersion(s), newMan(s))
	root.AddCommand(newWorker(s))
	root.SetHelpCommandGroupID("Other commands:")
	finish(root)
	return root
}

// finish completes the options that commands have in common.
func finish(cmd *cobra.Command) {
	for option, values := range map[string][]string{
		"missing": {"error", "drop\trows with missing values", "mean\tof the column"},
		"header":  {"auto", "yes", "no"},
		"kind":    kindNames(),
		"format":  table.Formats(),
	} {
		if cmd.Flags().Lookup(option) != nil {
			cli.Complete(cmd, option, values)
		}
	}
	for _, child := range cmd.Commands() {
		finish(child)
	}
}

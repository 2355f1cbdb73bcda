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
		Example: `  suffice fit examples/data3.csv --target y -o model.json
  suffice report model.json examples/data3.csv -o report.html`,
		SilenceErrors: true,
		SilenceUsage:  true,

		PersistentPreRunE: cli.CheckValues,
	})
	cli.Versioned(root, version())
	root.CompletionOptions.DisableDefaultCmd = true // ours is in its place
	cli.AddGroup(root, "On your data:", newDescribe(s), newExplore(s), newFeatures(s), newFit(s), newDims(s), newTransform(s), newPredict(s), newCompare(s), newDependence(s), newInputs(s))
	cli.AddGroup(root, "On a model:", newEvaluate(s), newInspect(s), newPlot(s), newReport(s), newExport(s))
	cli.AddGroup(root, "On the methods:", newMethods(s))
	cli.AddGroup(root, "Other commands:", newEngine(s), newCompletion(s), newLicenses(s), newVersion(s), newMan(s))
	root.AddCommand(newWorker(s))
	root.SetHelpCommandGroupID("Other commands:")
	finish(root)
	return root
}

// finish does what all commands have in common. The texts of their use say [flags] where
// that says more than the options in them.
func finish(cmd *cobra.Command) {
	cmd.DisableFlagsInUseLine = true
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

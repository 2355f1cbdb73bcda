package main

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice/table"
)

func newRoot(s streams) *cobra.Command {
	root := family(&cobra.Command{
		Use:   "suffice",
		Short: "Find the few combinations of columns that suffice to predict another",
		Long: `Suffice finds the few combinations of a table's columns that are sufficient for
predicting another column: supervised, "sufficient" dimension reduction.`,
		Example: `  suffice describe houses.csv
  suffice fit houses.csv --target price --predictor -o model.json
  suffice report model.json houses.csv -o report.html
  suffice predict model.json new.csv -o prices.csv`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,

		PersistentPreRunE: checkValues,
	})
	root.SetIn(s.in)
	root.SetErr(s.err)
	root.SetVersionTemplate("suffice {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.DisableDefaultCmd = true // ours is in its place
	addGroup(root, "From a table to predictions, in the order in which one uses them:", newDescribe(s), newExplore(s), newFit(s), newReport(s), newPredict(s), newEvaluate(s), newTransform(s), newExport(s))
	addGroup(root, "Questions about a table:", newDependence(s), newDims(s), newInputs(s), newCompare(s))
	addGroup(root, "More on a model and its making:", newInspect(s), newPlot(s), newMethods(s), newFeatures(s), newEngine(s))
	addGroup(root, "Experiments:", newGenerate(s), newReproduce(s), newBench(s))
	addGroup(root, "Other commands:", newCompletion(s), newLicenses(s), newVersion(s), newMan(s))
	root.AddCommand(newWorker(s))
	root.SetHelpCommandGroupID("Other commands:")
	finish(root)
	return root
}

// addGroup adds commands that help lists together.
func addGroup(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, command := range commands {
		command.GroupID = title
		root.AddCommand(command)
	}
}

// family makes a command that only has others below it.
func family(cmd *cobra.Command, children ...*cobra.Command) *cobra.Command {
	cmd.Args, cmd.RunE = noSuchCommand, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(children...)
	return cmd
}

// options are those of a command, to add to. Help lists them in this order.
func options(cmd *cobra.Command) (*cobra.Command, *pflag.FlagSet) {
	cmd.Flags().SortFlags = false
	return cmd, cmd.Flags()
}

// given reports whether an option was given.
type given func(option string) bool

// checked is what a command does: check finds what is wrong with the options and arguments
// before any work, where that can be found so early, and run does it.
func checked(check func(given, []string) error, run func(context.Context, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if check != nil {
			if err := check(cmd.Flags().Changed, args); err != nil {
				return err
			}
		}
		return run(cmd.Context(), args)
	}
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
			complete(cmd, option, values)
		}
	}
	for _, child := range cmd.Commands() {
		finish(child)
	}
}

package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// AddGroup adds commands that help lists together.
func AddGroup(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, command := range commands {
		command.GroupID = title
		root.AddCommand(command)
	}
}

// Family makes a command that only has others below it.
func Family(cmd *cobra.Command, children ...*cobra.Command) *cobra.Command {
	cmd.Args, cmd.RunE = noSuchCommand, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(children...)
	return cmd
}

// Options are those of a command, to add to. Help lists them in this order.
func Options(cmd *cobra.Command) (*cobra.Command, *pflag.FlagSet) {
	cmd.Flags().SortFlags = false
	return cmd, cmd.Flags()
}

// Given reports whether an option was given.
type Given func(option string) bool

// Checked is what a command does: check finds what is wrong with the options and arguments
// before any work, where that can be found so early, and run does it.
func Checked(check func(Given, []string) error, run func(context.Context, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if check != nil {
			if err := check(cmd.Flags().Changed, args); err != nil {
				return err
			}
		}
		return run(cmd.Context(), args)
	}
}

// Complete says what an option takes. A value may be followed by a tab and what it means.
func Complete(cmd *cobra.Command, option string, values []string) {
	// It fails only for an option that is not there, which the tests would show.
	_ = cmd.RegisterFlagCompletionFunc(option, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// Versioned gives a program's first command the option --version. That of cobra needs a template, and
// templates keep the linker from leaving out what nobody calls.
func Versioned(root *cobra.Command, version string) {
	asked := root.Flags().BoolP("version", "v", false, "print the version")
	run := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if !*asked {
			return run(cmd, args)
		}
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s %s\n", root.Name(), version)
		return err
	}
}

// asWritten leaves the texts of how commands are used as they are: they say [flags] where that says more
// than the options in them.
func asWritten(cmd *cobra.Command) {
	cmd.DisableFlagsInUseLine = true
	for _, child := range cmd.Commands() {
		asWritten(child)
	}
}

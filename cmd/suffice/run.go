package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// What the program returns to the shell.
const (
	codeDone        = 0
	codeFailed      = 1
	codeUsage       = 2
	codeInterrupted = 130 // as shells report Ctrl-C
	codeBrokenPipe  = 141 // as shells report a reader that has gone
)

const interrupted = "suffice: interrupted"

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// run is the whole program but for signals: it runs the command that args name and
// returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	defer keepGarbageAsItIs()()
	root := newRoot(streams{in, out, errs})
	root.SetArgs(args)
	help := &remembering{Writer: out}
	root.SetOut(help)
	command, err := root.ExecuteContextC(ctx)
	if help.err != nil {
		err = unwritten(help.err)
	}
	usage, wrongUsage := errors.AsType[usageError](err)
	switch {
	case err == nil:
		return codeDone
	case wrongUsage:
		say(errs, "suffice: %s; see %s --help", usage, command.CommandPath())
		return codeUsage
	case errors.Is(err, syscall.EPIPE):
		return codeBrokenPipe
	case ctx.Err() != nil:
		say(errs, interrupted)
		return codeInterrupted
	}
	say(errs, "suffice: %s", oneLine(flagNames{}.inFlags(err).Error()))
	return codeFailed
}

// remembering is a writer that knows whether it failed, for help, where nobody looks.
type remembering struct {
	io.Writer
	err error
}

func (r *remembering) Write(data []byte) (int, error) {
	n, err := r.Writer.Write(data)
	if r.err == nil {
		r.err = err
	}
	return n, err
}

// say writes a line to standard error. There is nothing to do where that fails.
func say(errs io.Writer, format string, values ...any) {
	_, _ = fmt.Fprintf(errs, format+"\n", values...)
}

func oneLine(message string) string { return strings.Join(strings.Fields(message), " ") }

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "suffice",
		Short: "Find the few combinations of columns that suffice to predict another",
		Long: `Suffice finds the few combinations of a table's columns that are sufficient for
predicting another column: supervised, "sufficient" dimension reduction.`,
		Example: `  suffice generate data3 --n 400 -o data3.csv
  suffice fit data3.csv --target y --dim 2 -o model.json
  suffice transform model.json data3.csv -o z.csv`,
		Version:               version(),
		SilenceErrors:         true,
		SilenceUsage:          true,
		DisableFlagsInUseLine: true,
		Args:                  noSuchCommand,
		RunE:                  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(s.in)
	root.SetErr(s.err)
	root.SetVersionTemplate("suffice {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.DisableDefaultCmd = true // ours is in its place
	addGroup(root, "On your data:", newDescribe(s), newFeatures(s), newFit(s), newTransform(s), newCompare(s), newDependence(s))
	addGroup(root, "On a model:", newInspect(s), newPlot(s), newReport(s), newExport(s))
	addGroup(root, "On the methods:", newMethods(s), newGenerate(s), newReproduce(s), newBench(s))
	addGroup(root, "Other commands:", newCompletion(s))
	root.SetHelpCommandGroupID("Other commands:")
	completeShared(root)
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

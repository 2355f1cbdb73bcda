package main

import (
	"context"

	"github.com/spf13/cobra"

	"suffice/internal/cli"
	"suffice/internal/engine"
	"suffice/internal/memory"
)

// working is the command that an engine runs where the rows are.
type working struct {
	streams
	memory string // for parts that are kept
}

func newWorker(s streams) *cobra.Command {
	w := &working{streams: s}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "worker [flags]",
		Short: "Answer questions about parts of a table, for an engine such as Spark",
		Long: `Worker is what an engine such as Spark runs on its machines; suffice engine spark
prints the program that does. It reads questions and parts of a table from
standard input, writes answers to standard output, and ends when its input does.`,
		Example: `  suffice engine spark > suffice_spark.py`,
		Args:    cli.TakesNothing,
		Hidden:  true,
		RunE:    cli.Checked(nil, w.run),
	})
	flags.StringVar(&w.memory, "memory", "256MiB", "`size` of parts to keep for the next question")
	return cmd
}

func (w *working) run(ctx context.Context, _ []string) error {
	kept, err := memory.Parse(w.memory)
	if err != nil {
		return cli.Usagef("--memory: %s", err)
	}
	worker := &engine.Worker{Memory: kept, Words: flagNames{}.flag, Began: marks()}
	return worker.Run(ctx, w.In, w.Out)
}

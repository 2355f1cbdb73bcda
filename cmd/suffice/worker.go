package main

import (
	"context"

	"github.com/spf13/cobra"

	"suffice/internal/cli"
	"suffice/internal/cluster"
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
		Short: "Aggregate partitions of a table for a Spark or Dask driver",
		Long: `Worker is the process that Spark or Dask runs on its machines; suffice engine
prints the program that does. It reads tasks and partitions of a table from
standard input, writes their partial aggregates to standard output, and ends
when its input does.`,
		Example: `  suffice engine spark > suffice_spark.py`,
		Args:    cli.TakesNothing,
		Hidden:  true,
		RunE:    cli.Checked(nil, w.run),
	})
	flags.StringVar(&w.memory, "memory", "256MiB", "keep partitions of this `size` for the next task")
	return cmd
}

func (w *working) run(ctx context.Context, _ []string) error {
	kept, err := memory.Parse(w.memory)
	if err != nil {
		return cli.Usagef("--memory: %s", err)
	}
	worker := &cluster.Worker{Memory: kept, Words: cli.FlagNames{}.Flag, Began: marks()}
	return worker.Run(ctx, w.In, w.Out)
}

package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"suffice/internal/engine"
)

func newEngine(s streams) *cobra.Command {
	program := func(name, short, long, example, text string) *cobra.Command {
		return &cobra.Command{
			Use: name, Short: short, Long: long, Example: example, Args: takesNothing,
			RunE: func(*cobra.Command, []string) error {
				return s.write("-", func(w io.Writer) error {
					_, err := io.WriteString(w, text)
					return err
				})
			},
		}
	}
	return family(&cobra.Command{
		Use:   "engine",
		Short: "Print programs that run suffice on a cluster",
		Long: `Engine prints a program that runs suffice as a job of a cluster which you have.
The rows stay where they are: the program, docs/cluster.md tells how it is used,
takes this binary to them.`,
		Example: `  suffice engine spark > suffice_spark.py`,
	},
		program("spark", "Print the PySpark program that runs suffice on Spark", `Spark prints a PySpark program. spark-submit runs it with the words of a suffice
command: fit, describe, dims, compare, transform or predict.`, `  suffice engine spark > suffice_spark.py
  spark-submit --files $(which suffice) suffice_spark.py \
      fit 's3a://bucket/houses/*.parquet' --target price --dim 2 -o model.json`, engine.Spark),
	)
}

// marks tells the file that SUFFICE_MARKS names, if any, which process begins which part, for
// tests that end processes at work.
func marks() func(part int) {
	path := os.Getenv("SUFFICE_MARKS")
	if path == "" {
		return nil
	}
	return func(part int) {
		file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return
		}
		_, _ = fmt.Fprintln(file, os.Getpid(), os.Getppid(), part)
		_ = file.Close()
	}
}

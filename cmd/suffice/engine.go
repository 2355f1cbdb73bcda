package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice/internal/cli"
	"suffice/internal/cluster"
	"suffice/table"
)

func newEngine(s streams) *cobra.Command {
	program := func(name, short, long, example, text string) *cobra.Command {
		return &cobra.Command{
			Use: name, Short: short, Long: long, Example: example, Args: cli.TakesNothing,
			RunE: func(*cobra.Command, []string) error {
				return s.Write("-", func(w io.Writer) error {
					_, err := io.WriteString(w, text)
					return err
				})
			},
		}
	}
	return cli.Family(&cobra.Command{
		Use:   "engine",
		Short: "Print programs that run suffice on a cluster",
		Long: `Engine prints a program that runs suffice as a job of a cluster which you have.
The rows stay where they are: the program, docs/cluster.md tells how it is used,
takes this binary to them.`,
		Example: `  suffice engine spark > suffice_spark.py
  suffice engine dask > suffice_dask.py`,
	},
		program("spark", "Print the PySpark program that runs suffice on Spark", `Spark prints a PySpark program. spark-submit runs it with the words of a suffice
command: fit, describe, dims, compare, evaluate, dependence, inputs, transform
or predict.`, `  suffice engine spark > suffice_spark.py
  spark-submit --files $(which suffice) suffice_spark.py \
      fit 's3a://bucket/houses/*.parquet' --target price --dim 2 -o model.json
  spark-submit --files $(which suffice) suffice_spark.py \
      transform model.json 's3a://bucket/new/*.parquet' -o s3a://bucket/z
  suffice engine spark | head -25   # its options`, cluster.Spark),
		program("dask", "Print the Python program that runs suffice on Dask", `Dask prints a Python program that runs a suffice command on the workers of a
Dask cluster, as Slurm and PBS start them: fit, describe, dims or compare.`, `  suffice engine dask > suffice_dask.py
  python suffice_dask.py --scheduler tcp://host:8786 --suffice /shared/suffice \
      fit '/shared/houses/*.parquet' --target price --dim 2 -o model.json
  suffice engine dask | head -15   # its options`, cluster.Dask),
		newUnderstand(s),
	)
}

// newUnderstand is the command by which a program that runs suffice knows the files among the
// words of a command.
func newUnderstand(s streams) *cobra.Command {
	here := false
	cmd := &cobra.Command{
		Use: "understand -- COMMAND", Short: "Print the files and options of a command as JSON", Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			named, rest, err := cmd.Root().Find(args)
			if err == nil {
				err = flagErrorOf(named, named.ParseFlags(rest))
			}
			if err == nil {
				err = named.ValidateArgs(named.Flags().Args())
			}
			if err != nil {
				return &cli.Misused{Command: named, Usage: err}
			}
			told := understood{Files: append([]string{}, named.Flags().Args()...), Options: []string{}}
			if strings.HasPrefix(named.Use, named.Name()+" MODEL ") {
				told.Model, told.Files = told.Files[0], told.Files[1:]
			}
			if told.Files, err = cluster.Expand(told.Files); err != nil {
				return err
			}
			if here {
				if told.Files, err = filesHere(told.Files); err != nil {
					return err
				}
			}
			named.Flags().Visit(func(f *pflag.Flag) {
				values := []string{f.Value.String()}
				if list, ok := f.Value.(pflag.SliceValue); ok {
					values = list.GetSlice()
				}
				if f.Name == "output" {
					told.Output = values[0]
					return
				}
				for _, value := range values {
					told.Options = append(told.Options, "--"+f.Name+"="+value)
				}
			})
			return s.PrintJSON(told)
		},
	}
	cmd.Flags().BoolVar(&here, "here", false, "files are on this machine: list folders and patterns")
	return cmd
}

// filesHere are the files that names stand for, by paths that programs elsewhere open too.
func filesHere(names []string) ([]string, error) {
	files, err := table.Files(names)
	for i, file := range files {
		if err == nil && !cluster.IsGenerated(file) {
			files[i], err = filepath.Abs(file)
		}
	}
	return files, err
}

// understood is what newUnderstand prints.
type understood struct {
	Model   string   `json:"model"`
	Files   []string `json:"files"`
	Output  string   `json:"output"`
	Options []string `json:"options"` // all others
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

// flagErrorOf is [flagError], where there is one.
func flagErrorOf(cmd *cobra.Command, err error) error {
	if err == nil {
		return nil
	}
	return cli.FlagError(cmd, err)
}

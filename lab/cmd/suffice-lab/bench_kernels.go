package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/termtext"
)

// benchKernels is the command that measures the operations of a fit.
type benchKernels struct {
	cli.Streams
	sizes  kernelSizes
	during time.Duration
}

func newBenchKernels(s cli.Streams) *cobra.Command {
	k := &benchKernels{Streams: s, sizes: usualSizes(), during: halfSecond}
	cmd := &cobra.Command{
		Use:   "kernels [flags]",
		Short: "Measure the operations that a fit is made of",
		Long: `Kernels measures the operations that a fit is made of, with one thread and with
all of them (GOMAXPROCS says how many there are):

  gemm           the product of two square matrices
  syrk           A'A of a tall matrix A, one triangle of it
  cholesky       the factor of a positive definite matrix
  eigenvectors   the leading ones of a random symmetric matrix
  exp            e to the power of each of many numbers, beside Go's math.Exp
  kernelmatrix   squared distances of rows to centres, and the Gaussian of them

Each is repeated for about half a second, at least 3 times, and the fastest run
counts. Close other programs first: they take away from the rates.`,
		Example: `  suffice-lab bench kernels
  GOMAXPROCS=1 suffice-lab bench kernels --json`,
		Args: cli.TakesNothing,
		RunE: cli.Checked(nil, k.run),
	}
	k.AddJSON(cmd.Flags(), "print one JSON object instead of the table")
	return cmd
}

func (k *benchKernels) run(ctx context.Context, _ []string) error {
	return measured(ctx, k.Streams, k.measure)
}

// kernelsReport is what --json prints.
type kernelsReport struct {
	Threads int          `json:"threads"`
	Rows    []kernelsRow `json:"rows"`
}

type kernelsRow struct {
	Op           string  `json:"op"`
	Shape        string  `json:"shape"`
	Threads      int     `json:"threads"`
	GFLOPS       float64 `json:"gflops,omitempty"`
	Seconds      float64 `json:"seconds"`
	NsPerElement float64 `json:"ns_per_element,omitempty"`
	TimesMathExp float64 `json:"times_math_exp,omitempty"` // how many times faster than math.Exp
}

func (k *benchKernels) measure(ctx context.Context, progress *cli.Progress) (kernelsReport, error) {
	report := kernelsReport{Threads: runtime.GOMAXPROCS(0)}
	threads := slices.Compact([]int{1, report.Threads})
	for _, op := range k.sizes.operations() {
		rows, err := op.measure(ctx, progress, threads, k.during)
		if err != nil {
			return report, err
		}
		report.Rows = append(report.Rows, rows...)
	}
	return report, nil
}

// measure takes the fastest run for each number of threads.
func (o operation) measure(ctx context.Context, progress *cli.Progress, threads []int, during time.Duration) ([]kernelsRow, error) {
	if err := ctx.Err(); err != nil { // before the inputs are made
		return nil, err
	}
	run, rival := o.prepare()
	var table []kernelsRow
	for _, t := range threads {
		progress.Set("measuring %s %s, %s", o.name, o.shape, humanize.Count(t, "thread"))
		seconds, err := fastest(ctx, t, during, run)
		if err != nil {
			return nil, err
		}
		row := o.row(t, seconds)
		if rival != nil {
			other, err := fastest(ctx, t, during, rival)
			if err != nil {
				return nil, err
			}
			row.TimesMathExp = other / seconds
		}
		table = append(table, row)
	}
	return table, nil
}

func (o operation) row(threads int, seconds float64) kernelsRow {
	row := kernelsRow{Op: o.name, Shape: o.shape, Threads: threads, Seconds: seconds, GFLOPS: o.flops / seconds / 1e9}
	if o.elements > 0 {
		row.NsPerElement = seconds / o.elements * 1e9
	}
	return row
}

// text is the table for people.
func (r kernelsReport) text() string {
	var out termtext.Text
	out.Line("rates of this machine, %s, %s, the fastest run of each\n",
		humanize.Count(r.Threads, "thread"), linalg.Instructions())
	const columns = "%-12s  %-18s %7v %10s %8s %8s %9s"
	out.Line(columns, "operation", "shape", "threads", "seconds", "GFLOP/s", "ns each", "/math.Exp")
	for _, row := range r.Rows {
		out.Line(columns, row.Op, row.Shape, row.Threads, fmt.Sprintf("%.6f", row.Seconds),
			termtext.UnlessZero("%.1f", row.GFLOPS), termtext.UnlessZero("%.2f", row.NsPerElement), termtext.UnlessZero("%.1f", row.TimesMathExp))
	}
	out.Line("\nns each: nanoseconds an element; /math.Exp: how many times faster than it")
	return out.String()
}

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/termtext"
)

// benchScale is the command that measures how the time of a fit grows with the rows.
type benchScale struct {
	cli.Streams
	sizes      []int
	d, centres int
	seed       uint64

	program string // that fits; "" means this one
}

func newBenchScale(s cli.Streams) *cobra.Command {
	b := &benchScale{Streams: s}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "scale",
		Short: "Measure how time and memory of a fit grow with the rows",
		Long: `Scale measures fits of more and more rows, each in a fresh process, as bench fit
does one: seconds, how many times as long as with a tenth of the rows, and the
most memory that the process held, also as a multiple of the data.`,
		Example: `  suffice-lab bench scale
  suffice-lab bench scale --sizes 1000,10000,100000 --json`,
		Args: cli.TakesNothing,
		RunE: cli.Checked(b.check, b.run),
	})
	flags.IntSliceVar(&b.sizes, "sizes", []int{10_000, 100_000, 1_000_000}, "`numbers` of rows")
	flags.IntVar(&b.d, "d", 50, "`number` of inputs")
	flags.IntVar(&b.centres, "centres", 200, "`number` of kernel centres of a set")
	flags.Uint64Var(&b.seed, "seed", 1, "`seed` of the data and of the fits")
	b.AddJSON(flags, "print one JSON object instead of the table")
	return cmd
}

// check finds what is wrong with the options before any work.
func (b *benchScale) check(cli.Given, []string) error {
	errs := []error{cli.Refuse(len(b.sizes) == 0, "--sizes: name at least one number of rows")}
	for i, n := range b.sizes {
		one := benchFit{problem: problem{n: n, d: b.d, dim: 2}, centres: b.centres}
		errs = append(errs, cli.Refuse(i > 0 && n <= b.sizes[max(0, i-1)], "--sizes: name the numbers of rows in ascending order, each once"), one.checkAs("--sizes"))
	}
	return cmp.Or(errs...)
}

// scaleReport is what --json prints.
type scaleReport struct {
	D       int        `json:"d"`
	Centres int        `json:"centres"`
	Seed    uint64     `json:"seed"`
	Threads int        `json:"threads"`
	Rows    []scaleRow `json:"rows"`
}

type scaleRow struct {
	N          int     `json:"n"`
	Seconds    float64 `json:"seconds"`
	Decade     float64 `json:"times_a_decade,omitempty"` // seconds for ten times the rows, from the size before
	PeakMemory int64   `json:"peak_memory_bytes,omitempty"`
	Multiple   float64 `json:"peak_of_data,omitempty"` // peak memory / bytes of x and y
	Error      float64 `json:"error"`
}

func (b *benchScale) run(ctx context.Context, _ []string) error {
	return measured(ctx, b.Streams, b.measure)
}

func (b *benchScale) measure(ctx context.Context, progress *cli.Progress) (scaleReport, error) {
	report := scaleReport{D: b.d, Centres: b.centres, Seed: b.seed, Threads: runtime.GOMAXPROCS(0)}
	for _, n := range b.sizes {
		progress.Set("fitting %s", humanize.Count(n, "row"))
		rate, err := b.fit(ctx, n)
		if err != nil {
			return report, err
		}
		report.add(rate)
	}
	return report, nil
}

// fit runs bench fit in a process of its own, so that its memory is that of one fit.
func (b *benchScale) fit(ctx context.Context, n int) (rate fitRate, err error) {
	program := b.program
	if program == "" {
		if program, err = os.Executable(); err != nil {
			return rate, err
		}
	}
	args := []string{"bench", "fit", "--json", "--n", fmt.Sprint(n), "--d", fmt.Sprint(b.d), "--centres", fmt.Sprint(b.centres), "--seed", fmt.Sprint(b.seed)}
	command := exec.CommandContext(ctx, program, args...)
	var said bytes.Buffer
	command.Stderr, command.WaitDelay = &said, time.Second/2
	out, err := command.Output()
	switch {
	case ctx.Err() != nil:
		return rate, ctx.Err()
	case err != nil:
		return rate, fmt.Errorf("the fit of %s failed: %s", humanize.Count(n, "row"), cli.OneLine(said.String()+" "+err.Error()))
	}
	if err := json.Unmarshal(out, &rate); err != nil {
		return rate, fmt.Errorf("the fit of %s printed no result: %w", humanize.Count(n, "row"), err)
	}
	return rate, nil
}

func (r *scaleReport) add(rate fitRate) {
	row := scaleRow{N: rate.N, Seconds: rate.Seconds, PeakMemory: rate.PeakMemory, Error: rate.Error}
	row.Multiple = float64(rate.PeakMemory) / (8 * float64(rate.N) * float64(rate.D+1))
	if last := len(r.Rows) - 1; last >= 0 {
		row.Decade = aDecade(r.Rows[last], row)
	}
	r.Rows = append(r.Rows, row)
}

// text is what a person reads.
func (r scaleReport) text() string {
	var out termtext.Text
	out.Line("sca, %s, %s, seed %d, %s\n", humanize.Count(r.D, "input"), humanize.Count(r.Centres, "centre"), r.Seed, humanize.Count(r.Threads, "thread"))
	out.Line("%10s %10s %10s %10s %10s %10s", "rows", "seconds", "a decade", "MB", "of data", "error")
	for _, row := range r.Rows {
		out.Line("%10d %10s %10s %10s %10s %10.4f", row.N, termtext.ThreeDigits(row.Seconds), termtext.UnlessZero("%.1f", row.Decade),
			termtext.UnlessZero("%.0f", float64(row.PeakMemory)/1e6), termtext.UnlessZero("%.2f", row.Multiple), row.Error)
	}
	out.Line("\na decade: times as long as with a tenth of the rows; of data: memory as a\nmultiple of inputs and output as float64; error: 0 is the answer, 1 is useless")
	return out.String()
}

// aDecade is how many times as long ten times the rows take, by two sizes.
func aDecade(a, b scaleRow) float64 {
	return math.Pow(b.Seconds/a.Seconds, 1/math.Log10(float64(b.N)/float64(a.N)))
}

package main

import (
	"cmp"
	"context"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/kernel"
	"suffice/internal/memory"
	"suffice/internal/termtext"
	"suffice/lab/experiment"
	"suffice/lab/truth"
)

// benchFit is the command that measures a whole fit.
type benchFit struct {
	cli.Streams
	problem
	centres int

	product int           // order of the matrices of the product beside it
	during  time.Duration // of each measurement of the product
}

func newBenchFit(s cli.Streams) *cobra.Command {
	b := &benchFit{Streams: s, product: usualSizes().product, during: time.Second}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "fit [flags]",
		Short: "Measure a whole fit, as a share of what the machine can do",
		Long: `Fit measures a fit on generated data, with default settings but for the number
of centres, and what share of the speed of this machine it reaches. The inputs
are standard normal, and

  y = x1^2 + x2 + x3^2 + x4^2 + ... + 0.1 e

has as many terms as --dim says. Only the work that a fit cannot do without
counts as operations; docs/benchmarks.md has the formula. The speed of the
machine is that of products of matrices of order 1024, one after the other for
a second before and a second after the fit; the larger rate counts. The error
says whether the fit found the inputs that y depends on: 0 if exactly, 1 if not
at all.`,
		Example: `  suffice-lab bench fit
  suffice-lab bench fit --n 5000 --d 20 --centres 200 --json`,
		Args: cli.TakesNothing,
		RunE: cli.Checked(b.check, b.run),
	})
	flags.IntVarP(&b.n, "n", "n", 20_000, "`rows` of the data")
	flags.IntVar(&b.d, "d", 50, "`number` of inputs")
	flags.IntVar(&b.centres, "centres", 500, "`number` of kernel centres of a set")
	flags.IntVar(&b.dim, "dim", 2, "`number` of components to find")
	flags.Uint64Var(&b.seed, "seed", 1, "`seed` of the data and of the fit")
	b.AddJSON(flags, "print one JSON object instead of the summary")
	return cmd
}

// minBenchRows is enough for a fit to have something to find.
const minBenchRows = 20

// check finds what is wrong with the options before any work.
func (b *benchFit) check(cli.Given, []string) error { return b.checkAs("--n") }

// checkAs is the same where another option says how many rows there are.
func (b *benchFit) checkAs(rows string) error {
	return cmp.Or(
		cli.Refuse(b.n < minBenchRows || b.n > maxRows, "%s %d: the number of rows must be from %d to %d", rows, b.n, minBenchRows, maxRows),
		cli.Refuse(b.d < 1, "--d %d: the number of inputs must be at least 1", b.d),
		cli.Refuse(b.d > maxNumbers/max(1, b.n), "%s %d and --d %d: that is more than %d numbers; lower one of them", rows, b.n, b.d, maxNumbers),
		cli.Refuse(b.dim < 1, "--dim %d: the number of components must be at least 1", b.dim),
		cli.Refuse(b.dim > b.d, "--dim %d, but --d %d: there cannot be more components than inputs", b.dim, b.d),
		cli.Refuse(b.centres < 1, "--centres %d: the number of centres must be at least 1", b.centres),
		cli.Refuse(b.centres > b.n, "--centres %d, but %s %d: centres are rows, so there cannot be more", b.centres, rows, b.n),
	)
}

func (b *benchFit) run(ctx context.Context, _ []string) error {
	return measured(ctx, b.Streams, b.measure)
}

// fitRate is what --json prints.
type fitRate struct {
	N          int     `json:"n"`
	D          int     `json:"d"`
	Centres    int     `json:"centres"`
	Dim        int     `json:"dim"`
	Seed       uint64  `json:"seed"`
	Threads    int     `json:"threads"`
	Seconds    float64 `json:"seconds"`
	FLOPs      int64   `json:"flops"`
	GFLOPS     float64 `json:"gflops"`
	GemmGFLOPS float64 `json:"gemm_gflops"`
	Share      float64 `json:"share"` // gflops / gemm_gflops
	Error      float64 `json:"error"`
	PeakMemory int64   `json:"peak_memory_bytes,omitempty"`
}

func (b *benchFit) measure(ctx context.Context, progress *cli.Progress) (fitRate, error) {
	r := fitRate{N: b.n, D: b.d, Centres: b.centres, Dim: b.dim, Seed: b.seed, Threads: runtime.GOMAXPROCS(0)}
	before, err := b.productRate(ctx, progress)
	if err != nil {
		return r, err
	}
	if err := b.fit(ctx, progress, &r); err != nil {
		return r, err
	}
	after, err := b.productRate(ctx, progress)
	if err != nil {
		return r, err
	}
	r.GFLOPS = float64(r.FLOPs) / r.Seconds / 1e9
	r.GemmGFLOPS = max(before, after)
	r.Share = r.GFLOPS / r.GemmGFLOPS
	return r, nil
}

// productRate is that of products on all threads, one after the other, in GFLOP/s. It is
// not that of the fastest: the fit does not choose its moments either.
func (b *benchFit) productRate(ctx context.Context, progress *cli.Progress) (float64, error) {
	progress.Set("measuring products of order %d", b.product)
	op := product(b.product)
	run, _ := op.prepare()
	if err := run(); err != nil { // to warm up
		return 0, err
	}
	begin := time.Now()
	runs, err := repeated(ctx, b.during, run)
	return op.flops * float64(runs) / max(time.Since(begin), 1).Seconds() / 1e9, err // a clock may be too coarse
}

// fit draws the data and fits it; only the fit is timed and counted.
func (b *benchFit) fit(ctx context.Context, progress *cli.Progress, r *fitRate) error {
	progress.Set("drawing the data")
	table, err := b.draw(ctx)
	if err != nil {
		return err
	}
	method := suffice.SCA{Dim: b.dim, Centres: b.centres, Seed: b.seed, Progress: func(at suffice.Progress) { progress.Set("fitting: %s", at) }}
	progress.Set("fitting")
	cli.AllowLittleGarbage()
	counted := kernel.Operations()
	fit, err := table.Fit(ctx, method)
	r.Seconds, r.FLOPs, r.PeakMemory, r.Error = max(fit.Values[experiment.Seconds], 1e-9), kernel.Operations()-counted, memory.Peak(), fit.Values[truth.Error]
	return err
}

// text is what a person reads.
func (r fitRate) text() string {
	var out termtext.Text
	out.Line("fit of %s, %s, %s\n", humanize.Count(r.N, "row"), humanize.Count(r.D, "input"), humanize.Count(r.Dim, "component"))
	out.Entry("method", "sca, %s, seed %d, %s", humanize.Count(r.Centres, "centre"), r.Seed, humanize.Count(r.Threads, "thread"))
	out.Entry("time", "%.2f s", r.Seconds)
	out.Entry("operations", "%.4g, the necessary ones", float64(r.FLOPs))
	out.Entry("rate", "%.1f GFLOP/s", r.GFLOPS)
	out.Entry("gemm", "%.1f GFLOP/s", r.GemmGFLOPS)
	out.Entry("share", "%.2f of the rate of gemm", r.Share)
	if r.PeakMemory > 0 {
		out.Entry("memory", "%.0f MB at most", float64(r.PeakMemory)/1e6)
	}
	out.Entry("error", "%.4f of the subspace; 0 is the answer, 1 is useless", r.Error)
	return out.String()
}

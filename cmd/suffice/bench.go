package main

import (
	"context"
	"math"
	"runtime"
	"time"

	"github.com/spf13/cobra"
)

const (
	halfSecond = 500 * time.Millisecond // for about this long an operation is repeated,
	minRuns    = 3                      // and at least this often
)

func newBench(s streams) *cobra.Command {
	return family(&cobra.Command{
		Use:   "bench",
		Short: "Measure how fast this machine is at what a fit does",
		Long: `Bench measures the speed of this machine: of the operations that a fit is made
of, one by one, of a whole fit, as a share of what its products reach, of
applying a model, as a share of what copying reaches, of fits of more and more
rows, of fits on workers, by which large ones are simulated, and of our methods
beside those of other programs.`,
		Example: `  suffice bench kernels
  suffice bench fit --n 5000 --d 20 --centres 200
  suffice bench transform`,
	}, newBenchKernels(s), newBenchFit(s), newBenchTransform(s), newBenchScale(s), newBenchCluster(s), newBenchPeers(s), newBenchReal(s), newBenchPredict(s), newBenchError(s), newBenchOne(s))
}

// measured shows how far a measurement is, and then what it found.
func measured[R interface{ text() string }](ctx context.Context, s streams, measure func(context.Context, *progress) (R, error)) error {
	report, err := watched(ctx, s, measure)
	if err != nil {
		return err
	}
	return s.tell(report, report.text)
}

// measuredTo is the same with files that take what was found.
func measuredTo[R experimentResult](ctx context.Context, s streams, files experimentFiles, measure func(context.Context, *progress) (R, error)) error {
	report, err := watched(ctx, s, measure)
	if err != nil {
		return err
	}
	for _, path := range files.outputs {
		if err := s.write(path, report.writer(path)); err != nil {
			return err
		}
	}
	return s.tell(report, report.text)
}

func watched[R any](ctx context.Context, s streams, measure func(context.Context, *progress) (R, error)) (R, error) {
	progress := startProgress(s.err, "starting")
	defer progress.end()
	return measure(ctx, progress)
}

// repeated runs f for about the given time, at least minRuns times, and returns how often.
func repeated(ctx context.Context, during time.Duration, f func() error) (runs int, err error) {
	for begin := time.Now(); runs < minRuns || time.Since(begin) < during; runs++ {
		if err = ctx.Err(); err == nil {
			err = f()
		}
		if err != nil {
			return runs, err
		}
	}
	return runs, nil
}

// fastest repeats f on so many threads and returns the seconds of its fastest run: on a
// machine that does other work too, only that one says what the code can do.
func fastest(ctx context.Context, threads int, during time.Duration, f func() error) (float64, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	least := time.Duration(math.MaxInt64)
	_, err := repeated(ctx, during, func() error {
		start := time.Now()
		err := f()
		least = min(least, time.Since(start))
		return err
	})
	return max(least, 1).Seconds(), err // a clock may be too coarse for the smallest
}

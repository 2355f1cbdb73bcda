package main

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/termtext"
	"suffice/rows"
)

// benchTransform is the command that measures how fast a model is applied in memory.
type benchTransform struct {
	cli.Streams
	n, d, dim int
	during    time.Duration
}

func newBenchTransform(s cli.Streams) *cobra.Command {
	b := &benchTransform{Streams: s, during: 8 * halfSecond}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "transform [flags]",
		Short: "Measure how fast a model is applied, beside a copy of the data",
		Long: `Transform applies a model to rows in memory, and copies the same rows to other
memory with Go's copy, on as many threads, turn by turn for about four seconds.
What counts is the bytes that are read and written in a second: of transform
the inputs and the components, of the copy each number twice. Both go through
the rows in 50 stretches, and the fastest run of each stretch counts. A share
near 1 means that nothing but memory sets the speed. Take rows of far more than
the cache holds: the default is 800 MB, and the copy takes as much again.`,
		Example: `  suffice-lab bench transform
  GOMAXPROCS=1 suffice-lab bench transform --d 20 --dim 4 --json`,
		Args: cli.TakesNothing,
		RunE: cli.Checked(b.check, b.run),
	})
	flags.IntVar(&b.n, "n", 2_000_000, "rows")
	flags.IntVar(&b.d, "d", 50, "inputs")
	flags.IntVar(&b.dim, "dim", 2, "components")
	b.AddJSON(flags, "print one JSON object instead of the table")
	return cmd
}

func (b *benchTransform) check(cli.Given, []string) error {
	return cmp.Or(
		cli.Refuse(b.n < 1 || b.d < 1 || b.dim < 1, "--n, --d and --dim are at least 1"),
		cli.Refuse(b.dim > b.d, "--dim %d, but there are %s", b.dim, humanize.Count(b.d, "input")),
		cli.Refuse(int64(b.n) > 1<<40/int64(max(1, b.d)), "--n %d by --d %d is more than memory holds", b.n, b.d),
	)
}

// transformReport is what --json prints.
type transformReport struct {
	N       int     `json:"n"`
	D       int     `json:"d"`
	Dim     int     `json:"dim"`
	Threads int     `json:"threads"`
	Seconds float64 `json:"seconds"`
	Rate    float64 `json:"gb_per_second"`
	Copy    float64 `json:"copy_gb_per_second"`
	Share   float64 `json:"share"`
}

func (b *benchTransform) run(ctx context.Context, _ []string) error {
	return measured(ctx, b.Streams, b.measure)
}

// measure takes transform and copy in turn, so that both meet the machine in the same
// state. By the time a stretch comes again, the others have taken its place in the cache.
func (b *benchTransform) measure(ctx context.Context, progress *cli.Progress) (transformReport, error) {
	report := transformReport{N: b.n, D: b.d, Dim: b.dim, Threads: runtime.GOMAXPROCS(0)}
	model, data := b.problem()
	z, other := make([]float64, b.n*b.dim), make([]float64, len(data))
	copyByThreads(other, data) // the memory is there before it is timed
	progress.Set("measuring transform beside copy")
	transformed, copied := newStretches(b.n), newStretches(b.n)
	_, err := repeated(ctx, b.during, func() error {
		err := transformed.run(func(from, to int) error {
			x, err := rows.NewMatrix(b.d, data[from*b.d:to*b.d])
			if err != nil {
				return err
			}
			return model.TransformTo(ctx, z[from*b.dim:to*b.dim], x)
		})
		_ = copied.run(func(from, to int) error {
			copyByThreads(other[from*b.d:to*b.d], data[from*b.d:to*b.d])
			return nil
		})
		return err
	})
	if err != nil {
		return report, err
	}
	report.Seconds = transformed.seconds()
	report.Rate = 8 * float64(len(data)+len(z)) / report.Seconds / 1e9
	report.Copy = 16 * float64(len(data)) / copied.seconds() / 1e9
	report.Share = report.Rate / report.Copy
	return report, nil
}

// stretches are the fastest runs of something over stretches of n rows.
type stretches struct {
	n       int
	fastest []time.Duration
}

func newStretches(n int) *stretches {
	return &stretches{n: n, fastest: slices.Repeat([]time.Duration{math.MaxInt64}, min(n, 50))}
}

func (s *stretches) run(f func(from, to int) error) error {
	count := len(s.fastest)
	for k := range s.fastest {
		start := time.Now()
		if err := f(k*s.n/count, (k+1)*s.n/count); err != nil {
			return err
		}
		s.fastest[k] = min(s.fastest[k], time.Since(start))
	}
	return nil
}

// seconds is what all of them take together.
func (s *stretches) seconds() float64 {
	sum := 0.
	for _, took := range s.fastest {
		sum += took.Seconds()
	}
	return max(sum, 1e-9) // a clock may be too coarse for the smallest
}

// problem is a model without zeros, and rows for it.
func (b *benchTransform) problem() (*suffice.Projection, []float64) {
	random := rand.New(rand.NewPCG(1, 2))
	numbers := func(n int) []float64 {
		values := make([]float64, n)
		for i := range values {
			values[i] = 1 + random.Float64()
		}
		return values
	}
	model := &suffice.Projection{Mean: numbers(b.d), Scale: numbers(b.d)}
	for range b.dim {
		model.Components = append(model.Components, numbers(b.d))
	}
	return model, numbers(b.n * b.d)
}

// copyByThreads copies, with a stretch for each thread.
func copyByThreads(dst, src []float64) {
	threads := runtime.GOMAXPROCS(0)
	var all sync.WaitGroup
	for t := range threads {
		from, to := t*len(src)/threads, (t+1)*len(src)/threads
		all.Go(func() { copy(dst[from:to], src[from:to]) })
	}
	all.Wait()
}

func (r transformReport) text() string {
	var out termtext.Text
	out.Line("%d rows of %s to %s, %s, %s, fastest runs\n", r.N, humanize.Count(r.D, "input"),
		humanize.Count(r.Dim, "component"), humanize.Count(r.Threads, "thread"), linalg.Instructions())
	out.Line("%-12s %8.2f GB/s read and written, in %.4f s", "transform", r.Rate, r.Seconds)
	out.Line("%-12s %8.2f GB/s read and written", "copy", r.Copy)
	out.Line("%-12s %8.2f", "share", r.Share)
	return out.String()
}

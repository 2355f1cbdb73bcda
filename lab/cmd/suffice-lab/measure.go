package main

import (
	"context"
	"math"
	"runtime"
	"time"

	"suffice/internal/cli"
)

const (
	halfSecond = 500 * time.Millisecond // for about this long an operation is repeated,
	minRuns    = 3                      // and at least this often
)

// measured shows how far a measurement is, and then what it found.
func measured[R interface{ text() string }](ctx context.Context, s cli.Streams, measure func(context.Context, *cli.Progress) (R, error)) error {
	report, err := watched(ctx, s, measure)
	if err != nil {
		return err
	}
	return s.Tell(report, report.text)
}

func watched[R any](ctx context.Context, s cli.Streams, measure func(context.Context, *cli.Progress) (R, error)) (R, error) {
	progress := cli.StartProgress(s.Err, "starting")
	defer progress.End()
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

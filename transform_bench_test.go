package suffice_test

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"suffice"
	"suffice/rows"
)

// Both arrays of the copy are as large as x, far larger than the cache.
const benchRows, benchInputs, benchComponents = 2_000_000, 50, 2

// BenchmarkTransform reports the bytes a second that Transform reads and writes as a
// share of those that copy does, on as many threads, turn by turn in the same run. The
// fastest run of each counts.
func BenchmarkTransform(b *testing.B) {
	model, data := transformProblem()
	x, err := rows.NewMatrix(benchInputs, data)
	if err != nil {
		b.Fatal(err)
	}
	z := make([]float64, x.Len()*benchComponents)
	other := make([]float64, len(data))
	copyOnAllThreads(other, data) // the memory is there before it is timed
	for _, c := range []struct {
		name string
		run  func() error
	}{
		{"into memory that is there", func() error { return model.TransformTo(b.Context(), z, x) }},
		{"into new memory", func() error { _, err := model.Transform(b.Context(), x); return err }},
	} {
		b.Run(c.name, func(b *testing.B) {
			best, copied := time.Hour, time.Hour
			for b.Loop() {
				start := time.Now()
				if err := c.run(); err != nil {
					b.Fatal(err)
				}
				best = min(best, time.Since(start))
				start = time.Now()
				copyOnAllThreads(other, data)
				copied = min(copied, time.Since(start))
			}
			rate := float64(8*(len(data)+len(z))) / best.Seconds()
			copyRate := float64(16*len(data)) / copied.Seconds()
			b.ReportMetric(rate/1e9, "GB/s")
			b.ReportMetric(copyRate/1e9, "copy-GB/s")
			b.ReportMetric(rate/copyRate, "share")
		})
	}
}

func transformProblem() (*suffice.Projection, []float64) {
	random := rand.New(rand.NewPCG(1, 2))
	numbers := func(n int) []float64 {
		values := make([]float64, n)
		for i := range values {
			values[i] = 1 + random.Float64()
		}
		return values
	}
	model := &suffice.Projection{Mean: numbers(benchInputs), Scale: numbers(benchInputs)}
	for range benchComponents {
		model.Components = append(model.Components, numbers(benchInputs))
	}
	return model, numbers(benchRows * benchInputs)
}

// copyOnAllThreads gives each thread a stretch of its own.
func copyOnAllThreads(dst, src []float64) {
	threads := runtime.GOMAXPROCS(0)
	var all sync.WaitGroup
	for t := range threads {
		from, to := t*len(src)/threads, (t+1)*len(src)/threads
		all.Go(func() { copy(dst[from:to], src[from:to]) })
	}
	all.Wait()
}

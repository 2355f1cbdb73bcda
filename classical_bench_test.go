//go:build unix

package suffice_test

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"suffice"
	"suffice/output"
	"suffice/rows"
)

// scripts/compare_linear.py times scikit-learn and NumPy beside it.
func BenchmarkClassical(b *testing.B) {
	for _, c := range []struct {
		name   string
		n, d   int
		class  bool
		method suffice.Reducer
	}{
		{"pls", 100_000, 50, false, suffice.PLS{Dim: 2}},
		{"lda", 100_000, 50, true, suffice.LDA{Dim: 2}},
		{"dr", 100_000, 50, true, suffice.DR{Dim: 2}},
		{"wide pls", 500, 20_000, false, suffice.PLS{Dim: 2}},
		{"gkdr", 1000, 10, false, suffice.GKDR{Dim: 2, Ridge: 1e-3}},
		{"long gkdr", 100_000, 10, false, suffice.GKDR{Dim: 2}},
		{"nca", 1000, 10, true, suffice.NCA{Dim: 2}},
		{"long nca", 100_000, 10, true, suffice.NCA{Dim: 2}},
		{"mlkr", 1000, 10, false, suffice.MLKR{Dim: 2}},
		{"mave", 400, 10, false, suffice.MAVE{Dim: 2}},
	} {
		random := rand.New(rand.NewPCG(1, 2))
		data, y, class := make([]float64, c.n*c.d), make([]float64, c.n), make([]int, c.n)
		for i := range data {
			data[i] = random.NormFloat64()
		}
		for i := range y {
			y[i] = data[i*c.d] + .5*data[i*c.d+1]*data[i*c.d+1] + .2*random.NormFloat64()
			for _, level := range []float64{-.3, .3, 1} {
				if y[i] > level {
					class[i]++
				}
			}
		}
		x, err := rows.NewMatrix(c.d, data)
		if err != nil {
			b.Fatal(err)
		}
		out := output.Output(output.Numbers(y))
		if c.class {
			out = output.Classes(class)
		}
		b.Run(c.name, func(b *testing.B) {
			best, work := time.Hour, time.Hour // of many, since other programs take their share
			for b.Loop() {
				start, before := time.Now(), worked(b)
				if _, err := c.method.Fit(b.Context(), x, out); err != nil {
					b.Fatal(err)
				}
				best, work = min(best, time.Since(start)), min(work, worked(b)-before)
			}
			b.ReportMetric(best.Seconds(), "best-s")
			b.ReportMetric(work.Seconds(), "work-s")
		})
	}
}

// worked is how long the cores have worked for this process.
func worked(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

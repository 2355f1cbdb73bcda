package output

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// someLabels are n rows with so many labels each, on average.
func someLabels(n, width int, each float64) []float64 {
	rng := rand.New(rand.NewPCG(1, 2))
	y := make([]float64, n*width)
	for i := range y {
		if rng.Float64()*float64(width) < each {
			y[i] = 1
		}
	}
	return y
}

func BenchmarkNewLabels(b *testing.B) {
	y := someLabels(1000, 4979, 8)
	for b.Loop() {
		if _, err := Labels(4979, y); err != nil {
			b.Fatal(err)
		}
	}
}

// Blocks of 500 rows and 200 centres, as a fit takes them.
func BenchmarkLabels(b *testing.B) {
	for _, size := range []struct {
		width int
		each  float64
	}{{6, 1.1}, {374, 3.5}, {174, 26}, {4979, 8}} {
		b.Run(fmt.Sprintf("labels=%d,each=%g", size.width, size.each), func(b *testing.B) {
			y, err := Labels(size.width, someLabels(500, size.width, size.each))
			if err != nil {
				b.Fatal(err)
			}
			centres := all(200)
			dst := make([]float64, 500*200)
			for b.Loop() {
				y.Kernel(dst, 0, 500, centres)
			}
		})
	}
}

package output

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/sampling"
)

// Some rows of an output are compared with each other as they are among all.
func TestSome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 30).Draw(t, "n")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		numbers, class, labels, many, gramian, texts := make([]float64, 2*n), make([]int, n), make([]float64, 3*n), make([]float64, 40*n), make([]float64, n*n), make([]string, n)
		for i := range numbers {
			numbers[i] = rng.NormFloat64()
		}
		for i := range labels {
			labels[i] = float64(rng.IntN(2))
		}
		for i := range n {
			class[i], texts[i] = rng.IntN(3), string([]byte{'a' + byte(rng.IntN(3)), 'b', 'a' + byte(rng.IntN(3))})
			many[40*i+rng.IntN(40)] = 1
			for j := range n {
				gramian[i*n+j] = numbers[i] * numbers[j]
			}
		}
		columns, err1 := Columns(2, numbers)
		sets, err2 := Labels(3, labels)
		few, err3 := Labels(40, many)
		gram, err4 := Gram(n, gramian)
		strings, err5 := Strings(texts, Spectrum{})
		for _, err := range []error{err1, err2, err3, err4, err5} {
			if err != nil {
				t.Fatal(err)
			}
		}
		rows := rng.Perm(n)[:rapid.IntRange(1, n).Draw(t, "rows")]
		for _, y := range []Output{Numbers(numbers[:n]), columns, Classes(class), sets, few, gram, strings, someMetric{Metric: columns, rows: rng.Perm(n)}} {
			part := Some(y, rows)
			if part.Len() != len(rows) || part.Kind() != y.Kind() || part.Signed() != y.Signed() {
				t.Fatalf("%s: %d rows of kind %s", y.Kind(), part.Len(), part.Kind())
			}
			centres := rng.Perm(len(rows))[:1+rng.IntN(len(rows))]
			got, want := make([]float64, len(rows)*len(centres)), make([]float64, len(centres))
			compare(got, part, 0, len(rows), centres)
			for k, i := range rows {
				compare(want, y, i, i+1, sampling.Pick(rows, centres))
				for l, v := range want {
					if got[k*len(centres)+l] != v {
						t.Fatalf("%s: row %d and centre %d are compared as %g, not %g", y.Kind(), k, l, got[k*len(centres)+l], v)
					}
				}
			}
		}
	})
}

func compare(dst []float64, y Output, from, to int, centres []int) {
	switch y := y.(type) {
	case Metric:
		y.SquaredDistances(dst, from, to, centres)
	case Kernel:
		y.Kernel(dst, from, to, centres)
	}
}

package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"suffice/internal/linalg"
)

// sample is rows of z with their y, and others to predict.
type sample struct{ z, test, y, true linalg.Matrix }

// curve are rows whose y, a number or a class, bends with the first of two components, a
// third of them test rows.
func curve(n int, classes bool) sample {
	random := rand.New(rand.NewPCG(7, uint64(n)))
	z, y := linalg.New(n, 2), linalg.New(n, 1)
	if classes {
		y = linalg.New(n, 3)
	}
	for i := range n {
		z.Set(i, 0, random.NormFloat64())
		z.Set(i, 1, random.NormFloat64()/3)
		v := math.Sin(2*z.At(i, 0)) + .1*random.NormFloat64()
		if classes {
			y.Set(i, min(1, max(-1, int(2*v)))+1, 1)
		} else {
			y.Set(i, 0, v)
		}
	}
	m := n * 2 / 3
	return sample{z.Slice(0, m), z.Slice(m, n), y.Slice(0, m), y.Slice(m, n)}
}

func squaredError(truth, predicted linalg.Matrix) (sum float64) {
	for i := range truth.Rows {
		for j, v := range truth.Row(i) {
			sum += math.Pow(v-predicted.At(i, j), 2)
		}
	}
	return sum
}

// left is the share of the squares of the true y that predictions miss.
func (s sample) left(predicted linalg.Matrix) float64 {
	return squaredError(s.true, predicted) / squaredError(s.true, linalg.New(s.true.Rows, s.true.Cols))
}

func normal(rows, cols int, seed uint64) linalg.Matrix {
	random, a := rand.New(rand.NewPCG(seed, 3)), linalg.New(rows, cols)
	for i := range a.Data {
		a.Data[i] = random.NormFloat64()
	}
	return a
}

func wantNear(t *testing.T, got, want linalg.Matrix, tolerance float64) {
	t.Helper()
	for i := range want.Rows {
		for j, v := range want.Row(i) {
			if math.Abs(got.At(i, j)-v) > tolerance {
				t.Fatalf("row %d, column %d: got %v, want %v", i, j, got.At(i, j), v)
			}
		}
	}
}

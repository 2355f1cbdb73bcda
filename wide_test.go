package suffice_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"

	"suffice/output"
	"suffice/rows"
)

// Where there are fewer rows than inputs, no method makes a matrix with the square of the
// number of inputs.
func TestFewRowsOfManyInputsNeedLittleMemory(t *testing.T) {
	const n, d = 30, 5000
	random := rand.New(rand.NewPCG(1, 2))
	data, y := make([]float64, n*d), make([]float64, n)
	for i := range data {
		data[i] = random.NormFloat64()
	}
	for i := range y {
		y[i] = data[i*d] + .1*random.NormFloat64()
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range contracts {
		t.Run(c.name, func(t *testing.T) {
			if c.whole {
				t.Skip("keeps all inputs")
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := c.method(1, false).Fit(context.Background(), x, output.Numbers(y)); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			if got := after.TotalAlloc - before.TotalAlloc; got > 8*d*d/2 {
				t.Errorf("allocated %d MB in all, where a matrix of %d x %[2]d has %d MB", got>>20, d, 8*d*d>>20)
			}
		})
	}
}

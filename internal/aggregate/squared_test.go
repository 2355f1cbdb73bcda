package aggregate

import (
	"math"
	"math/rand/v2"
	"testing"

	"suffice/internal/linalg"
	"suffice/rows"
)

// The product is that with the standardised rows, far from 0 too.
func TestTimesSquareIsTheProductWithBoth(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, offset := range []float64{0, 3, 1e6} {
		const n, d = 70, 9
		data, v := make([]float64, n*d), linalg.New(2, d)
		for i := range data {
			data[i] = offset + float64(1+i%d)*random.NormFloat64()
		}
		for i := range v.Data {
			v.Data[i] = random.NormFloat64()
		}
		source, err := rows.NewMatrix(d, data)
		if err != nil {
			t.Fatal(err)
		}
		x, err := Standardize(t.Context(), source, false)
		if err != nil {
			t.Fatal(err)
		}
		got, err := x.TimesSquare(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		product := linalg.New(n, 2)
		if err := x.Times(t.Context(), product, v); err != nil {
			t.Fatal(err)
		}
		want, err := x.Combine(t.Context(), product)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range want.Data {
			if math.Abs(got.Data[i]-v) > 1e-10*n {
				t.Errorf("offset %g: number %d is %v, want %v", offset, i, got.Data[i], v)
			}
		}
	}
}

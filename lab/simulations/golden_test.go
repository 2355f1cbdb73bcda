package simulations

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"
)

// golden is what NumPy draws and what models.py makes of it; testdata/golden.py wrote it,
// with NumPy 2.4.6.
type golden struct {
	Generators []struct {
		Entropy            []uint64
		Uint64             []string
		Uniform, Gamma     []float64
		Permutation        []int
		SumPermutation     float64 `json:"sum_permutation"`
		SumNormal          float64 `json:"sum_normal"`
		LargestNormal      float64 `json:"largest_normal"`
		SumExponential     float64 `json:"sum_exponential"`
		LargestExponential float64 `json:"largest_exponential"`
		SumGamma           float64 `json:"sum_gamma"`
		SumStudent         float64 `json:"sum_student"`
		SumLaplace         float64 `json:"sum_laplace"`
	}
	Tables []struct {
		Model         string
		N, D          int
		Replicate     uint64
		X             [][]float64
		Y             []float64
		Directions    [][]float64
		SumX          float64 `json:"sum_x"`
		SumY          float64 `json:"sum_y"`
		SumDirections float64 `json:"sum_directions"`
	}
}

func readGolden(t *testing.T) golden {
	t.Helper()
	text, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// total is the sum of all, each times its place modulo 97, and the sum of their sizes.
func total(values []float64) (sum, size float64) {
	for i, v := range values {
		sum += v * float64(i%97)
		size += math.Abs(v) * float64(i%97)
	}
	return sum, size
}

// wantTotal allows for the rounding of logarithms and of sums, which are taken in another order.
func wantTotal(t *testing.T, what string, values []float64, want float64) {
	t.Helper()
	if got, size := total(values); !(math.Abs(got-want) <= 1e-13*size) {
		t.Errorf("%s: the sum is %.17g, want %.17g", what, got, want)
	}
}

func wantClose(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-13*max(1, math.Abs(want))) {
		t.Errorf("%s: got %.17g, want %.17g", what, got, want)
	}
}

func TestGeneratorIsNumPys(t *testing.T) {
	for _, want := range readGolden(t).Generators {
		fresh := func() *generator { return newGenerator(want.Entropy...) }
		g := fresh()
		for i, text := range want.Uint64 {
			if got := strconv.FormatUint(g.uint64(), 10); got != text {
				t.Errorf("entropy %v, number %d: got %s, want %s", want.Entropy, i, got, text)
			}
		}
		g = fresh()
		for i, v := range want.Uniform {
			if got := g.uniform(); got != v {
				t.Errorf("entropy %v, uniform number %d: got %g, want %g", want.Entropy, i, got, v)
			}
		}
		for i, got := range fresh().permutation(len(want.Permutation)) {
			if got != want.Permutation[i] {
				t.Errorf("entropy %v: place %d of the permutation has %d, want %d", want.Entropy, i, got, want.Permutation[i])
			}
		}
		order := make([]float64, 10_007)
		for i, v := range fresh().permutation(len(order)) {
			order[i] = float64(v)
		}
		wantTotal(t, "permutation", order, want.SumPermutation)
		g = fresh()
		for _, v := range want.Gamma {
			wantClose(t, "gamma", g.gamma(2.5), v)
		}
		normal, exponential := each(200_000, fresh().normal), each(200_000, fresh().exponential)
		wantTotal(t, "normal", normal, want.SumNormal)
		wantClose(t, "largest normal", largest(normal), want.LargestNormal)
		wantTotal(t, "exponential", exponential, want.SumExponential)
		wantClose(t, "largest exponential", largest(exponential), want.LargestExponential)
		g = fresh()
		wantTotal(t, "gamma", each(50_000, func() float64 { return g.gamma(2.5) }), want.SumGamma)
		g = fresh()
		wantTotal(t, "Student's t", each(50_000, func() float64 { return g.student(3) }), want.SumStudent)
		g = fresh()
		wantTotal(t, "Laplace", each(50_000, func() float64 { return g.laplace(1) }), want.SumLaplace)
	}
}

func largest(values []float64) (most float64) {
	for _, v := range values {
		most = max(most, math.Abs(v))
	}
	return most
}

func TestTablesAreThoseOfModelsPy(t *testing.T) {
	seen := map[string]int{}
	for _, want := range readGolden(t).Tables {
		model, err := ModelNamed(want.Model)
		if err != nil {
			t.Fatal(err)
		}
		got, err := model.Table(want.N, want.D, want.Replicate)
		if err != nil {
			t.Fatal(err)
		}
		seen[want.Model]++
		for i, row := range want.X {
			for j, v := range row {
				wantClose(t, want.Model+" x", got.X.At(i, j), v)
			}
		}
		for i, v := range want.Y {
			wantClose(t, want.Model+" y", got.Y[i], v)
		}
		for k, row := range want.Directions {
			for j, v := range row {
				wantClose(t, want.Model+" direction", got.Directions.At(k, j), v)
			}
		}
		wantTotal(t, want.Model+" x", got.X.Data, want.SumX)
		wantTotal(t, want.Model+" y", got.Y, want.SumY)
		wantTotal(t, want.Model+" directions", got.Directions.Data, want.SumDirections)
	}
	for _, m := range Models() {
		if seen[m.Name] < 2 {
			t.Errorf("%s is compared %d times", m.Name, seen[m.Name])
		}
	}
}

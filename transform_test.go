package suffice_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice"
	"suffice/rows"
)

// randomModel has weights of which some are 0, offsets, and relevances where it has several
// components.
func randomModel(random *rand.Rand, d, m int) *suffice.Projection {
	p := &suffice.Projection{}
	for range d {
		p.Mean = append(p.Mean, 10*random.NormFloat64())
		p.Scale = append(p.Scale, .1+random.ExpFloat64())
	}
	for range m {
		weights := make([]float64, d)
		for j := range weights {
			if random.IntN(4) > 0 {
				weights[j] = random.NormFloat64()
			}
		}
		p.Components = append(p.Components, weights)
		if m > 1 {
			p.Relevance = append(p.Relevance, 1-random.Float64())
		}
	}
	return p
}

// inBlocks is a matrix that nobody can see is one.
type inBlocks struct{ rows.Source }

func values(t *testing.T, p *suffice.Projection, x rows.Source) []float64 {
	t.Helper()
	z, err := p.Transform(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	all, err := z.Block(t.Context(), 0, z.Len(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) })
}

// The components are those of the formula; and the same bits row by row, in blocks, in
// one piece and on any number of threads.
func TestTransformIsTheFormula(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 1))
		n, d, m := rapid.IntRange(1, 300).Draw(r, "n"), rapid.IntRange(1, 40).Draw(r, "d"), rapid.IntRange(1, 9).Draw(r, "m")
		p := randomModel(random, d, m)
		data := make([]float64, n*d)
		for i := range data {
			data[i] = 10 * random.NormFloat64()
		}
		x, err := rows.NewMatrix(d, data)
		if err != nil {
			t.Fatal(err)
		}
		z := values(t, p, x)
		for i := range n {
			for k, weights := range p.Components {
				relevance := 1.
				if m > 1 {
					relevance = p.Relevance[k]
				}
				want, size := 0., 0.
				for j, w := range weights {
					term := relevance * w * (data[i*d+j] - p.Mean[j]) / p.Scale[j]
					want += term
					size += math.Abs(term)
				}
				if math.Abs(z[i*m+k]-want) > 1e-15*float64(d)*size {
					t.Fatalf("row %d, component %d is %g, want %g", i, k, z[i*m+k], want)
				}
			}
			one, _ := rows.NewMatrix(d, data[i*d:(i+1)*d])
			if !sameBits(values(t, p, one), z[i*m:(i+1)*m]) {
				t.Fatalf("row %d is another alone", i)
			}
		}
		if !sameBits(values(t, p, inBlocks{x}), z) {
			t.Fatal("blocks give other bits")
		}
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		if !sameBits(values(t, p, x), z) {
			t.Fatal("one thread gives other bits")
		}
	})
}

// A column of weight 0 counts for nothing, whatever it holds; others do as arithmetic has it.
func TestTransformIgnoresInputsOfWeightZero(t *testing.T) {
	p := &suffice.Projection{
		Mean: []float64{0, 1, 2}, Scale: []float64{1, 2, 4},
		Components: [][]float64{{0, 1, 2}, {1, 1, 0}, {0, 0, 1}, {0, 0, 0}},
	}
	x := matrix(t, [][]float64{
		{math.Inf(1), 3, 4}, {0, 3, math.NaN()}, {math.Inf(1), 3, math.NaN()}, {0, 3, 4}, {-math.MaxFloat64, 1, 2},
	})
	nan := math.NaN()
	want := [][]float64{{2, math.Inf(1), .5, 0}, {nan, 1, nan, 0}, {nan, math.Inf(1), nan, 0}, {2, 1, .5, 0}, {0, -math.MaxFloat64, 0, 0}}
	z, err := p.Transform(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		for k, w := range want[i] {
			if g := z.Row(i)[k]; g != w && !(math.IsNaN(g) && math.IsNaN(w)) {
				t.Errorf("row %d, component %d is %g, want %g", i, k, g, w)
			}
		}
	}
}

// Scales that weight/scale cannot stand are divided by last.
func TestTransformWithExtremeScales(t *testing.T) {
	p := &suffice.Projection{Mean: []float64{0, 0}, Scale: []float64{1e300, 1e-290}, Components: [][]float64{{1e-20, 1e20}}}
	x := matrix(t, [][]float64{{2e300, 3e-290}})
	if got := values(t, p, x)[0]; math.Abs(got-3e20) > 1e6 {
		t.Errorf("got %g", got)
	}
}

func TestTransformToTheWrongMemory(t *testing.T) {
	p := randomModel(rand.New(rand.NewPCG(1, 2)), 3, 2)
	err := p.TransformTo(t.Context(), make([]float64, 3), matrix(t, [][]float64{{1, 2, 3}}))
	if want := "1 row of 2 components make 2 numbers, but there is memory for 3"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestTransformStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := randomModel(rand.New(rand.NewPCG(1, 2)), 3, 2)
	if _, err := p.Transform(ctx, matrix(t, [][]float64{{1, 2, 3}})); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// compressed is a matrix without its zeros.
type compressed struct{ *rows.Matrix }

func (c compressed) SparseBlock(_ context.Context, from, to int, buf rows.Compressed) (rows.Compressed, error) {
	out := rows.Compressed{Starts: append(buf.Starts[:0], 0), Columns: buf.Columns[:0], Values: buf.Values[:0]}
	for i := from; i < to; i++ {
		for j, v := range c.Row(i) {
			if v != 0 {
				out.Columns, out.Values = append(out.Columns, uint32(j)), append(out.Values, v)
			}
		}
		out.Starts = append(out.Starts, len(out.Values))
	}
	return out, nil
}

// Without zeros, the result is that with them but for rounding; row by row it is the
// same bits.
func TestTransformOfSparseRows(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	const n, d, m = 5000, 30, 3
	p := randomModel(random, d, m)
	data := make([]float64, n*d)
	for i := range data {
		if random.IntN(5) == 0 {
			data[i] = random.NormFloat64()
		}
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	dense, sparse := values(t, p, x), values(t, p, compressed{x})
	for i := range dense {
		if math.Abs(dense[i]-sparse[i]) > 1e-12 { // terms up to some thousands
			t.Fatalf("number %d is %g, want %g", i, sparse[i], dense[i])
		}
	}
	one, err := rows.NewMatrix(d, data[17*d:18*d])
	if err != nil {
		t.Fatal(err)
	}
	if !sameBits(values(t, p, compressed{one}), sparse[17*m:18*m]) {
		t.Error("row 17 is another alone")
	}
}

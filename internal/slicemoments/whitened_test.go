package slicemoments

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// instance is a table with a slice for each row, and its twin: z = T (x - mean) / scale, row by
// row, and how much each row counts.
type instance struct {
	x      *aggregate.Standard
	t      linalg.Matrix
	slices target.Slices
	of     []int
	u, z   [][]float64 // x in its units, and z
	weight []float64
}

// halves is rows of which each half is summed by itself, and then both together.
type halves struct{ rows.Source }

func (h halves) Aggregate(ctx context.Context, s aggregate.Statistic, y ...aggregate.Aligned) (aggregate.Partial, error) {
	n := h.Len()
	sum := func(from, to int) (aggregate.Partial, error) {
		var which []int
		for i := from; i < to; i++ {
			which = append(which, i)
		}
		half, err := rows.Only(h.Source, which)
		if err != nil {
			return nil, err
		}
		return aggregate.SumPart(ctx, half, from, n, s, y...)
	}
	first, err := sum(0, n/2)
	if err != nil {
		return nil, err
	}
	second, err := sum(n/2, n)
	if err != nil {
		return nil, err
	}
	return first, first.Merge(second)
}

// draw makes one of up to 40 rows, of which some slices may have fewer than z has coordinates.
func draw(t *rapid.T) *instance {
	n, d := rapid.IntRange(6, 40).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "inputs")
	count, rank := rapid.IntRange(1, 4).Draw(t, "slices"), rapid.IntRange(1, d).Draw(t, "coordinates")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	normal := func(rows, cols int) linalg.Matrix {
		m := linalg.New(rows, cols)
		for i := range m.Data {
			m.Data[i] = random.NormFloat64()
		}
		return m
	}
	matrix, err := rows.NewMatrix(d, normal(n, d).Data)
	if err != nil {
		t.Fatal(err)
	}
	x, p := rows.Source(matrix), &instance{t: normal(rank, d), of: make([]int, n), weight: make([]float64, n)}
	for i := range n {
		p.of[i], p.weight[i] = random.IntN(count), float64(1+random.IntN(3))
	}
	copy(p.of, []int{0, 1, 2, 3}[:count]) // none is empty
	if rapid.Bool().Draw(t, "halves") {
		x = halves{x}
	}
	if rapid.Bool().Draw(t, "weights") {
		if x, err = rows.WithWeights(x, p.weight); err != nil {
			t.Fatal(err)
		}
	}
	if p.x, err = aggregate.Standardize(t.Context(), x, false); err != nil {
		t.Fatal(err)
	}
	if p.slices, err = target.SlicesOf(t.Context(), x, output.Classes(p.of), count); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if p.weight[i] = 1; rows.Weights(x) != nil {
			p.weight[i] = rows.Weights(x)[i]
		}
		u, z := make([]float64, d), make([]float64, rank)
		for j, v := range matrix.Row(i) {
			u[j] = (v - p.x.Mean[j]) / p.x.Scale[j]
			for k := range z {
				z[k] += p.t.At(k, j) * u[j]
			}
		}
		p.u, p.z = append(p.u, u), append(p.z, z)
	}
	return p
}

// products is Σ f_i a_i a_iᵀ, entry by entry.
func products(a [][]float64, f func(i int) float64) linalg.Matrix {
	sum := linalg.New(len(a[0]), len(a[0]))
	for i, row := range a {
		for j, v := range row {
			for k, u := range row {
				sum.Row(j)[k] += f(i) * v * u
			}
		}
	}
	return sum
}

// mean is Σ f_i a_i.
func mean(a [][]float64, f func(i int) float64) []float64 {
	sum := make([]float64, len(a[0]))
	for i, row := range a {
		linalg.Axpy(f(i), row, sum)
	}
	return sum
}

// wantNear compares sums of up to 40 products of numbers of size 1 to 10.
func wantNear(t *rapid.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i, v := range want {
		if !(math.Abs(got[i]-v) <= 1e-11*(1+math.Abs(v))) {
			t.Fatalf("%s: number %d is %g, want %g", what, i, got[i], v)
		}
	}
}

func TestScatterMatchesItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := draw(t)
		got, err := Scatter(t.Context(), p.x, p.t)
		if err != nil {
			t.Fatal(err)
		}
		linalg.Symmetrize(got)
		wantNear(t, "Σ z zᵀ", got.Data, products(p.z, func(i int) float64 { return p.weight[i] }).Data)
	})
}

// Means and covariances within slices are those of the rows of each, whether the rows of a slice
// are held, which those of few rows are, or summed, and however many slices are taken at once.
func TestMomentsWithinSlicesMatchTheirDefinitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := draw(t)
		count := len(p.slices.Sizes)
		sums, err := SliceSums(t.Context(), p.x, p.slices)
		if err != nil {
			t.Fatal(err)
		}
		first := rapid.IntRange(0, count-1).Draw(t, "first")
		last := rapid.IntRange(first+1, count).Draw(t, "last")
		within, err := Spreads(t.Context(), p.x, p.t, p.slices, first, last)
		if err != nil || len(within) != last-first {
			t.Fatalf("%d spreads, %v", len(within), err)
		}
		for j := range count {
			inside := func(i int) float64 { // the weight of row i in slice j
				if p.of[i] == j {
					return p.weight[i]
				}
				return 0
			}
			wantNear(t, "the sum of x", sums.Row(j), mean(p.u, inside))
			if j < first || j >= last {
				continue
			}
			share := func(i int) float64 { return inside(i) / p.slices.Weight(j) }
			m, s := mean(p.z, share), within[j-first]
			wantNear(t, "the mean of z", s.Mean(), m)
			v := products(p.z, share)
			for k := range m {
				linalg.Axpy(-m[k], m, v.Row(k))
			}
			wantNear(t, "the covariance of z", s.Covariance().Data, v.Data)
			if few := p.slices.Sizes[j] < len(m) && rows.Weights(p.x.Source) == nil; s.Few() != few {
				t.Errorf("%d rows of %d coordinates are held: %v", p.slices.Sizes[j], len(m), s.Few())
			}
		}
	})
}

// Row by row, the formula of [Shrunk].
func TestShrunkMatchesItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, rotated := draw(t), rapid.Bool().Draw(t, "rotated")
		d := float64(len(p.u[0]))
		got, err := NewShrunk(t.Context(), p.x, p.slices, d, rotated)
		if err != nil {
			t.Fatal(err)
		}
		want, share, n := linalg.New(len(p.u[0]), len(p.u[0])), 0., float64(len(p.u))
		for j := range p.slices.Sizes {
			weight := p.slices.Weight(j)
			in := func(i int) float64 {
				if p.of[i] == j {
					return p.weight[i] / weight
				}
				return 0
			}
			centre, scaled, scale := mean(p.u, in), make([][]float64, len(p.u)), make([]float64, len(p.u[0]))
			for k := range scale {
				for i := range p.u {
					scale[k] += in(i) * (p.u[i][k] - centre[k]) * (p.u[i][k] - centre[k])
				}
				if scale[k] = math.Sqrt(scale[k]); scale[k] < 1e-9 || rotated {
					scale[k] = 1
				}
			}
			fourth := 0.
			for i := range p.u {
				scaled[i] = make([]float64, len(scale))
				for k := range scale {
					scaled[i][k] = (p.u[i][k] - centre[k]) / scale[k]
				}
				fourth += in(i) * linalg.Dot(scaled[i], scaled[i]) * linalg.Dot(scaled[i], scaled[i])
			}
			v, trace := products(scaled, in), 0.
			for k := range scale {
				trace += v.At(k, k)
			}
			noise, distance := (fourth-linalg.Inner(v, v))/float64(p.slices.Sizes[j]), linalg.Inner(v, v)-trace*trace/d
			if noise < 1e-9 || distance < 1e-9 { // but for rounding they are 0
				t.Skip()
			}
			s := min(1, noise/distance)
			for k := range scale {
				for l := range scale {
					add := (1 - s) * v.At(k, l)
					if k == l {
						add += s * trace / d
					}
					want.Set(k, l, want.At(k, l)+weight/n*add*scale[k]*scale[l])
				}
			}
			share += weight / n * s
		}
		wantNear(t, "W", got.Within.Data, want.Data)
		wantNear(t, "s", []float64{got.Share}, []float64{share})
	})
}

func TestResidualsMatchTheirDefinitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, curvature := draw(t), rapid.Bool().Draw(t, "curvature")
		line, y := Line{Constant: .3, Slope: make([]float64, p.t.Rows)}, linalg.New(len(p.z), 1)
		for k := range line.Slope {
			line.Slope[k] = float64(k) - .7
		}
		for i := range y.Data {
			y.Data[i] = float64(i*7%5) / 2
		}
		got, err := NewResiduals(t.Context(), p.x, p.t, aggregate.InMemory{Matrix: y}, line, curvature)
		if err != nil {
			t.Fatal(err)
		}
		n := float64(len(p.z))
		share := func(i int) float64 { return p.weight[i] / n }
		rest := func(i int) float64 { return y.At(i, 0) - line.Constant - linalg.Dot(line.Slope, p.z[i]) }
		squares := 0.
		for i := range p.z {
			squares += p.weight[i] * rest(i) * rest(i)
		}
		times := func(i int) float64 { return share(i) * rest(i) }
		wantNear(t, "Σ r²", []float64{got.Squares()}, []float64{squares})
		wantNear(t, "Σ z/n", got.Z, mean(p.z, share))
		wantNear(t, "Σ r z/n", got.RZ, mean(p.z, times))
		if curvature {
			wantNear(t, "Σ r z zᵀ/n", got.RZZ.Data, products(p.z, times).Data)
		} else if got.RZZ.Data != nil {
			t.Error("products that were not asked for")
		}
	})
}

package canonical

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"

	"pgregory.net/rapid"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/rows"
)

// The twins of this package's formulas are written with these: dense, whole, and without
// clever orders of summation.

func normal(rows, cols int, rng *rand.Rand) linalg.Matrix {
	a := linalg.New(rows, cols)
	for i := range a.Data {
		a.Data[i] = rng.NormFloat64()
	}
	return a
}

func times(a, b linalg.Matrix) linalg.Matrix {
	c := linalg.New(a.Rows, b.Cols)
	for i := range a.Rows {
		for k, v := range a.Row(i) {
			for j, u := range b.Row(k) {
				c.Data[i*c.Stride+j] += v * u
			}
		}
	}
	return c
}

// plus is a + factor b.
func plus(a linalg.Matrix, factor float64, b linalg.Matrix) linalg.Matrix {
	c := a.Clone()
	for i := range c.Rows {
		for j, v := range b.Row(i) {
			c.Data[i*c.Stride+j] += factor * v
		}
	}
	return c
}

// solve is a⁻¹ b for a positive definite, by Gauss and Jordan in numbers of 200 bits, so
// that the twin has no rounding of its own to speak of; logdet is log det a.
func solve(a, b linalg.Matrix) (x linalg.Matrix, logdet float64) {
	n := a.Rows
	exact := make([][]*big.Float, n) // a beside b
	for i := range exact {
		exact[i] = make([]*big.Float, n+b.Cols)
		for j := range exact[i] {
			exact[i][j] = new(big.Float).SetPrec(200)
		}
		for j := range n {
			exact[i][j].SetFloat64(a.At(i, j))
		}
		for j := range b.Cols {
			exact[i][n+j].SetFloat64(b.At(i, j))
		}
	}
	product := new(big.Float).SetPrec(200)
	for k := range n {
		pivot := new(big.Float).Copy(exact[k][k])
		v, _ := pivot.Float64()
		logdet += math.Log(v)
		for j := range exact[k] {
			exact[k][j].Quo(exact[k][j], pivot)
		}
		for i := range n {
			factor := new(big.Float).Copy(exact[i][k])
			for j := range exact[i] {
				if i != k {
					exact[i][j].Sub(exact[i][j], product.Mul(factor, exact[k][j]))
				}
			}
		}
	}
	x = linalg.New(n, b.Cols)
	for i := range n {
		for j := range b.Cols {
			v, _ := exact[i][n+j].Float64()
			x.Set(i, j, v)
		}
	}
	return x, logdet
}

// centred is a without its column means.
func centred(a linalg.Matrix) linalg.Matrix {
	n := float64(a.Rows)
	mean := make([]float64, a.Cols)
	for i := range a.Rows {
		for j, v := range a.Row(i) {
			mean[j] += v / n
		}
	}
	c := a.Clone()
	for i := range c.Rows {
		for j := range mean {
			c.Data[i*c.Stride+j] -= mean[j]
		}
	}
	return c
}

// gaussian is the kernel matrix between the rows of a and of b.
func gaussian(a, b linalg.Matrix, width float64) linalg.Matrix {
	k := linalg.New(a.Rows, b.Rows)
	for i := range a.Rows {
		for l := range b.Rows {
			var r2 float64
			for j, v := range a.Row(i) {
				r2 += (v - b.At(l, j)) * (v - b.At(l, j))
			}
			k.Set(i, l, math.Exp(-r2/(2*width*width)))
		}
	}
	return k
}

// instance is a problem of which all is known.
type instance struct {
	Problem
	x, u, w linalg.Matrix // x and u standardised
}

// drawn makes n rows of d normal inputs, r centred functions of y that depend on the
// first two, b of the rows as centres, and a frame-like W of m rows.
func drawn(t rapid.TB, n, d, m, r, b int, rng *rand.Rand) instance {
	raw, err := rows.NewMatrix(d, normal(n, d, rng).Data)
	if err != nil {
		t.Fatal(err)
	}
	x, err := aggregate.Standardize(context.Background(), raw, false)
	if err != nil {
		t.Fatal(err)
	}
	order := rng.Perm(n)
	all, err := x.Select(context.Background(), order[:n])
	if err != nil {
		t.Fatal(err)
	}
	u := all.Slice(0, b)
	for i := range order {
		order[i] = i
	}
	if all, err = x.Select(context.Background(), order); err != nil {
		t.Fatal(err)
	}
	y := normal(n, r, rng)
	for i := range n {
		for k := range r {
			y.Set(i, k, math.Sin(float64(k+1)*all.At(i, 0)+all.At(i, d/2))+.5*y.At(i, k))
		}
	}
	w := normal(m, d, rng)
	for i := range m {
		row := w.Row(i)
		length := math.Sqrt(linalg.Dot(row, row))
		for j := range row {
			row[j] /= length
		}
	}
	return instance{Problem{X: x, Y: centred(y)}, all, u, w}
}

// draws an instance of a random small size.
func small(t *rapid.T) instance {
	d := rapid.IntRange(1, 5).Draw(t, "d")
	n := rapid.IntRange(10, 60).Draw(t, "n")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	return drawn(t, n, d, rapid.IntRange(1, min(d, 3)).Draw(t, "m"), rapid.IntRange(1, 3).Draw(t, "r"), rapid.IntRange(1, 7).Draw(t, "b"), rng)
}

func (p instance) z() linalg.Matrix { return times(p.x, p.w.Transposed()) }
func (p instance) v() linalg.Matrix { return times(p.u, p.w.Transposed()) }

// largest is the largest absolute element of a.
func largest(a linalg.Matrix) (most float64) {
	for i := range a.Rows {
		for _, v := range a.Row(i) {
			most = max(most, math.Abs(v))
		}
	}
	return most
}

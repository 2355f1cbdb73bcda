package linalg

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"pgregory.net/rapid"
)

// operation is something exported, as a function of matrices: its sizes, and what it
// makes of them.
type operation struct {
	sizes func(m, n, k int) [][2]int
	apply func(in []Matrix) []float64
}

func flat(all ...Matrix) []float64 {
	var values []float64
	for _, a := range all {
		for i := range a.Rows {
			values = append(values, a.Row(i)...)
		}
	}
	return values
}

// productOf is an operation on an m by n, an m by k and a k by n matrix, or the transposes
// of the latter two.
func productOf(ta, tb bool, f func(c, a, b Matrix)) operation {
	turned := func(t bool, r, c int) [2]int {
		if t {
			return [2]int{c, r}
		}
		return [2]int{r, c}
	}
	return operation{
		func(m, n, k int) [][2]int { return [][2]int{{m, n}, turned(ta, m, k), turned(tb, k, n)} },
		func(in []Matrix) []float64 { f(in[0], in[1], in[2]); return flat(in[0]) },
	}
}

// vectorsOf is an operation on rows of n numbers, of which it changes the first.
func vectorsOf(f func(dst, x, y []float64)) operation {
	return operation{
		func(_, n, _ int) [][2]int { return [][2]int{{1, n}, {1, n}, {1, n}} },
		func(in []Matrix) []float64 { f(in[0].Row(0), in[1].Row(0), in[2].Row(0)); return flat(in[0]) },
	}
}

// solutionOf is an operation with the factor of a positive definite matrix of order n.
func solutionOf(f func(r, x Matrix)) operation {
	return operation{
		func(m, n, _ int) [][2]int { return [][2]int{{n, n}, {n + 5, n}, {n, m}} },
		func(in []Matrix) []float64 {
			r, x := in[0], in[2]
			r.Zero()
			AddGram(r, in[1])
			AddDiagonal(r, 1)
			if err := Cholesky(r); err != nil {
				panic(err)
			}
			f(r, x)
			return flat(r, x)
		},
	}
}

// eigenvectorsOf is an operation that finds eigenvectors of a symmetric matrix of order n.
func eigenvectorsOf(f func(a Matrix) (Matrix, error)) operation {
	return operation{
		func(_, n, _ int) [][2]int { return [][2]int{{n, n}} },
		func(in []Matrix) []float64 {
			vectors, err := f(in[0])
			if err != nil {
				panic(err)
			}
			return flat(vectors)
		},
	}
}

var operations = map[string]operation{
	"Mul":  productOf(false, false, Mul),
	"MulT": productOf(false, true, MulT),
	"TMul": productOf(true, false, TMul),
	"AddMul": productOf(false, false, func(c, a, b Matrix) {
		AddMul(c, .7, a, b)
	}),
	"AddTMul": productOf(true, false, func(c, a, b Matrix) { AddTMul(c, -1.3, a, b) }),
	"AddGram": {
		func(_, n, k int) [][2]int { return [][2]int{{n, n}, {k, n}} },
		func(in []Matrix) []float64 { AddGram(in[0], in[1]); return flat(in[0]) },
	},
	"AddGramT": {
		func(_, n, k int) [][2]int { return [][2]int{{n, n}, {n, k}} },
		func(in []Matrix) []float64 { AddGramT(in[0], in[1]); return flat(in[0]) },
	},
	"Hadamard": {
		func(m, n, _ int) [][2]int { return [][2]int{{m, n}, {m, n}} },
		func(in []Matrix) []float64 { Hadamard(in[0], in[1]); return flat(in[0]) },
	},
	"AddScaled": {
		func(m, n, _ int) [][2]int { return [][2]int{{m, n}, {m, n}} },
		func(in []Matrix) []float64 { AddScaled(in[0], .3, in[1]); return flat(in[0]) },
	},
	"Inner": {
		func(m, n, _ int) [][2]int { return [][2]int{{m, n}, {m, n}} },
		func(in []Matrix) []float64 { return []float64{Inner(in[0], in[1]), Norm(in[0])} },
	},
	"Dot":          vectorsOf(func(dst, x, y []float64) { fill(dst, Dot(x, y)) }),
	"Axpy":         vectorsOf(func(dst, x, _ []float64) { Axpy(-.3, x, dst) }),
	"AddProducts":  vectorsOf(AddProducts),
	"Products":     vectorsOf(Products),
	"Exp":          vectorsOf(func(dst, x, _ []float64) { Exp(dst, x) }),
	"wide Exp":     vectorsOf(func(dst, x, y []float64) { Products(dst, x, y); ScaleRow(300, dst); Exp(dst, dst) }),
	"Gaussian":     vectorsOf(func(dst, x, y []float64) { Products(dst, y, y); Gaussian(dst, dst, 100) }),
	"Epanechnikov": vectorsOf(func(dst, x, _ []float64) { Epanechnikov(dst, x, .7) }),
	"ScaleRow":     vectorsOf(func(dst, _, _ []float64) { ScaleRow(.3, dst); Divide(dst, 1.7) }),
	"Squares": {
		func(_, n, k int) [][2]int { return [][2]int{{1, n}, {1, k}, {k, n}} },
		func(in []Matrix) []float64 { Squares(in[0].Row(0), in[1].Row(0), in[2]); return flat(in[0]) },
	},
	"Project": {
		func(m, n, k int) [][2]int { return [][2]int{{m, 1 + n}, {1, 1 + n}, {k, 1 + n}} },
		func(in []Matrix) []float64 {
			z := make([]float64, in[0].Rows*in[2].Rows)
			Project(z, flat(in[0]), in[1].Row(0), in[2])
			return z
		},
	},
	"CholeskySolve": solutionOf(func(r, x Matrix) {
		for j := range x.Cols {
			column := x.Columns(j, j+1).Transposed()
			CholeskySolve(r, column.Data)
			x.Columns(j, j+1).Copy(column.Transposed())
		}
	}),
	"CholeskySolveAll": solutionOf(CholeskySolveAll),
	"ForwardSolveAll":  solutionOf(ForwardSolveAll),
	"BackwardSolveAll": solutionOf(BackwardSolveAll),
	"Leading": eigenvectorsOf(func(a Matrix) (Matrix, error) {
		values, vectors, err := Leading(a, (a.Rows+1)/2)
		return Matrix{Rows: vectors.Rows + 1, Cols: a.Rows, Stride: a.Rows, Data: append(flat(vectors), pad(values, a.Rows)...)}, err
	}),
	"Iterate": eigenvectorsOf(func(a Matrix) (Matrix, error) {
		a = a.Clone()
		Symmetrize(a)
		found, err := Iterate(a.Rows, min(2, a.Rows), 1e-6, func(v Matrix) (Matrix, error) { return Times(v, a), nil })
		return found.Vectors, err
	}),
}

func fill(dst []float64, v float64) {
	for i := range dst {
		dst[i] = v
	}
}

func pad(values []float64, n int) []float64 { return append(values, make([]float64, n-len(values))...) }

// inputs are normal numbers of the sizes of an operation.
func (o operation) inputs(g *rand.Rand, m, n, k int) []Matrix {
	var in []Matrix
	for _, size := range o.sizes(m, n, k) {
		in = append(in, random(size[0], size[1], g.Uint64()))
	}
	return in
}

// on returns the result on a level, with matrices that lie elsewhere in memory each time.
func (o operation) on(l level, in []Matrix, g *rand.Rand) []float64 {
	defer func(before level) { active = before }(active)
	active = l
	moved := make([]Matrix, len(in))
	for i, a := range in {
		moved[i], _ = guarded(g, a.Rows, a.Cols)
		moved[i].Copy(a)
	}
	return o.apply(moved)
}

type failer interface {
	Helper()
	Fatalf(format string, arguments ...any)
}

// wantOneAnswer fails unless an operation gives the same bits on all levels this machine
// has, with any number of threads, wherever its inputs lie.
func wantOneAnswer(t failer, name string, g *rand.Rand, m, n, k int) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	o := operations[name]
	in := o.inputs(g, m, n, k)
	want := o.on(plain, in, g)
	for l := plain; l <= active; l++ {
		for _, threads := range []int{1, 3} {
			runtime.GOMAXPROCS(threads)
			got := o.on(l, in, g)
			for i, v := range want {
				if math.Float64bits(v) != math.Float64bits(got[i]) {
					t.Fatalf("%s of %d, %d and %d on level %d with %d threads: number %d is %v, want %v", name, m, n, k, l, threads, i, got[i], v)
				}
			}
		}
	}
}

// Any sizes, and more often those beside the edges of vectors, tiles and blocks.
func TestAllLevelsGiveTheSameBits(t *testing.T) {
	size := rapid.OneOf(rapid.IntRange(0, 20), rapid.IntRange(0, 70), rapid.SampledFrom([]int{
		0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 17, 23, 24, 25, 31, 32, 33, 47, 48, 49, 63, 64, 65, 95, 96, 97, 127, 128, 129,
	}))
	for name := range operations {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m, n, k := size.Draw(t, "m"), size.Draw(t, "n"), size.Draw(t, "k")
				wantOneAnswer(t, name, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)), m, n, k)
			})
		})
	}
}

// Sizes at which products are cut for the cores, in each of the ways, and eigenvectors
// iterated for.
func TestAllLevelsGiveTheSameBitsOfLargeMatrices(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	g := rand.New(rand.NewPCG(27, 28))
	for _, s := range [][3]int{
		{3, 5, 255}, {17, 25, 256}, {17, 25, 257}, {9, 26, 513}, {130, 140, 257}, {129, 200, 1030},
		{10, 33, 9001}, {3, 3100, 40}, {1300, 3, 700}, {2000, 30, 50}, {1, 1, 5000},
	} {
		for _, name := range []string{"Mul", "MulT", "TMul", "AddMul", "AddTMul"} {
			wantOneAnswer(t, name, g, s[0], s[1], s[2])
		}
	}
	for _, s := range [][2]int{{61, 5003}, {200, 500}, {300, 100}, {530, 40}} {
		wantOneAnswer(t, "AddGram", g, 0, s[0], s[1])
	}
	for _, n := range []int{200, 523} {
		wantOneAnswer(t, "CholeskySolve", g, 1, n, 0)
		wantOneAnswer(t, "CholeskySolveAll", g, 200, n, 0)
	}
	for _, n := range []int{150, 360} {
		wantOneAnswer(t, "Leading", g, 0, n, 0)
		wantOneAnswer(t, "Iterate", g, 0, n, 0)
	}
	for _, n := range []int{1000, 4099} {
		wantOneAnswer(t, "Dot", g, 0, n, 0)
		wantOneAnswer(t, "wide Exp", g, 0, n, 0)
	}
}

// What is at the edges of numbers is the same as well: zeros keep their sign, and what is
// too small or too large its value.
func TestAllLevelsGiveTheSameBitsAtTheEdges(t *testing.T) {
	edges := []float64{
		0, math.Copysign(0, -1), 5e-324, -5e-324, 1e-308, -1e-200, 1e-200, 345, 345.00000000000006, 708.4, 744.9, 745.2, 746,
		-709.7, -709.78, -709.79, -710, 1e300, -1e300, math.Inf(1), math.Inf(-1), math.NaN(), 1,
	}
	g := rand.New(rand.NewPCG(29, 30))
	for _, name := range []string{"Dot", "Axpy", "AddProducts", "Products", "Exp", "Gaussian", "Epanechnikov"} {
		o := operations[name]
		for round := range 300 {
			in := o.inputs(g, 0, 1+round%70, 0)
			for _, a := range in {
				for i := range a.Data {
					a.Data[i] = edges[g.IntN(len(edges))]
					if round%3 > 0 { // or nothing survives a sum
						a.Data[i] = edges[g.IntN(7)]
					}
				}
			}
			want := o.on(plain, in, g)
			for l := avx2; l <= active; l++ {
				for i, v := range o.on(l, in, g) {
					if math.Float64bits(v) != math.Float64bits(want[i]) && !(math.IsNaN(v) && math.IsNaN(want[i])) {
						t.Fatalf("%s on level %d: number %d is %v, want %v", name, l, i, v, want[i])
					}
				}
			}
		}
	}
}

// The numbers of every machine: this fails where a compiler fuses what must be rounded.
func TestBitsOfEveryMachine(t *testing.T) {
	hash := sha256.New()
	for _, name := range []string{"AddMul", "AddGram", "Dot", "wide Exp", "Squares", "CholeskySolve", "CholeskySolveAll", "Leading", "Project"} {
		g := rand.New(rand.NewPCG(31, 32))
		o := operations[name]
		in := o.inputs(g, 21, 37, 270)
		for _, a := range in {
			for i := range a.Data {
				a.Data[i] = g.Float64() - .5 // of which no compiler makes anything else
			}
		}
		for _, v := range o.on(active, in, g) {
			_ = binary.Write(hash, binary.LittleEndian, math.Float64bits(v))
		}
	}
	const want = "d44a28d67f5f7726"
	if got := hex.EncodeToString(hash.Sum(nil)[:8]); got != want {
		t.Errorf("the hash of all bits is %s, want %s", got, want)
	}
}

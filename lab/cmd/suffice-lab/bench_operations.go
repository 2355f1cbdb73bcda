package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// operation is something that a fit is made of, and its size.
type operation struct {
	name, shape string
	flops       float64 // of a run; 0 where a rate would say nothing
	elements    float64 // of the result of elementwise work, else 0

	prepare func() (run, rival func() error) // makes the inputs; rival is math.Exp's run, or nil
}

// kernelSizes are the sizes of the operations.
type kernelSizes struct {
	product, factor     int // order of the matrices
	gramRows, gramCols  int
	spectrum, leading   int // order, and how many eigenvectors
	elements            int // of exp
	rows, centres, dims int // of the kernel matrix
}

// usualSizes are like those of a fit of many rows.
func usualSizes() kernelSizes {
	return kernelSizes{
		product: 1024, factor: 500, gramRows: 100_000, gramCols: 200, spectrum: 1024, leading: 10,
		elements: 100_000, rows: 20_000, centres: 500, dims: 2,
	}
}

func (s kernelSizes) operations() []operation {
	return []operation{
		product(s.product), gram(s.gramRows, s.gramCols), cholesky(s.factor), eigenvectors(s.spectrum, s.leading),
		exponential(s.elements), kernelMatrix(s.rows, s.centres, s.dims),
	}
}

// product is c = a b, all of order n.
func product(n int) operation {
	return operation{
		name: "gemm", shape: fmt.Sprintf("%dx%[1]dx%[1]d", n), flops: 2 * cube(n),
		prepare: func() (run, rival func() error) {
			a, b, c := randomMatrix(n, n), randomMatrix(n, n), linalg.New(n, n)
			return always(func() { linalg.Mul(c, a, b) }), nil
		},
	}
}

// gram is one triangle of aᵀa for a tall a, which takes n b² operations.
func gram(n, b int) operation {
	return operation{
		name: "syrk", shape: fmt.Sprintf("%dx%d", n, b), flops: float64(n) * float64(b) * float64(b),
		prepare: func() (run, rival func() error) {
			a, c := randomMatrix(n, b), linalg.New(b, b)
			return always(func() { linalg.AddGram(c, a) }), nil
		},
	}
}

// cholesky is the factor of a copy of a matrix of order b; the copy is timed with it.
func cholesky(b int) operation {
	return operation{
		name: "cholesky", shape: fmt.Sprint(b), flops: cube(b) / 3,
		prepare: func() (run, rival func() error) {
			a, r := linalg.Identity(b), linalg.New(b, b)
			linalg.AddGram(a, randomMatrix(b, b))
			return func() error {
				r.Copy(a)
				return linalg.Cholesky(r)
			}, nil
		},
	}
}

// eigenvectors are the m leading ones of a random symmetric matrix of order n: there
// is no gap in its spectrum that would help.
func eigenvectors(n, m int) operation {
	return operation{
		name: "eigenvectors", shape: fmt.Sprintf("%d, %d leading", n, m),
		prepare: func() (run, rival func() error) {
			a := randomMatrix(n, n)
			return func() error {
				_, _, err := linalg.Leading(a, m)
				return err
			}, nil
		},
	}
}

// exponential is e to the power of each of n numbers, beside math.Exp.
func exponential(n int) operation {
	return operation{
		name: "exp", shape: fmt.Sprint(n), elements: float64(n),
		prepare: func() (run, rival func() error) {
			src, dst := randomMatrix(1, n).Data, make([]float64, n)
			inPieces := func(f func(dst, src []float64)) func() error {
				return always(func() {
					linalg.Parallel(n, 1<<14, func(from, to int) { f(dst[from:to], src[from:to]) })
				})
			}
			return inPieces(linalg.Exp), inPieces(mathExp)
		},
	}
}

func mathExp(dst, src []float64) {
	for i, v := range src {
		dst[i] = math.Exp(v)
	}
}

// kernelMatrix is the Gaussian kernel between n rows and b centres in m dimensions,
// piece by piece as in a fit.
func kernelMatrix(n, b, m int) operation {
	return operation{
		name: "kernelmatrix", shape: fmt.Sprintf("%dx%dx%d", n, b, m),
		flops: float64(n) * float64(b) * float64(2*m+1), elements: float64(n) * float64(b),
		prepare: func() (run, rival func() error) {
			x, centres := randomMatrix(n, m), kernel.Project(linalg.Matrix{}, randomMatrix(b, m)) // no W: z = x
			const piece = 192                                                                     // rows at a time, as in a fit
			return always(func() {
				linalg.Parallel(n, piece, func(from, to int) {
					k := linalg.Borrow(piece, b)
					defer linalg.Return(k)
					centres.Kernel(k.Slice(0, to-from), linalg.Matrix{}, x.Slice(from, to), kernel.Gaussian, 1)
				})
			}), nil
		},
	}
}

// always is a run that cannot fail.
func always(f func()) func() error {
	return func() error {
		f()
		return nil
	}
}

func cube(n int) float64 { return float64(n) * float64(n) * float64(n) }

// randomMatrix holds standard normal numbers, the same for the same size.
func randomMatrix(r, c int) linalg.Matrix {
	random := rand.New(rand.NewPCG(uint64(r), uint64(c)))
	a := linalg.New(r, c)
	for i := range a.Data {
		a.Data[i] = random.NormFloat64()
	}
	return a
}

package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
)

// The vector kernels in Go, for machines without our assembly.

func plainDot(x, y []float64) float64 {
	return blas64.Dot(blas64.Vector{N: len(x), Inc: 1, Data: x}, blas64.Vector{N: len(x), Inc: 1, Data: y})
}

func plainAxpy(alpha float64, x, y []float64) {
	blas64.Axpy(alpha, blas64.Vector{N: len(x), Inc: 1, Data: x}, blas64.Vector{N: len(x), Inc: 1, Data: y})
}

func plainAddProducts(dst, x, y []float64) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		dst[i] += x[i] * y[i]
	}
}

func plainSquares(dst, z, v []float64, vs int, add bool) {
	if !add {
		clear(dst)
	}
	for k, zk := range z {
		row := v[k*vs:][:len(dst)]
		for l := range dst {
			delta := zk - row[l]
			dst[l] += delta * delta
		}
	}
}

func plainExp(dst, src []float64, factor float64) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] = math.Exp(factor * src[i])
	}
}

func plainEpanechnikov(dst, src []float64, scale float64) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] = max(0, 1-scale*src[i])
	}
}

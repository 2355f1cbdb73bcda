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

func plainProducts(dst, x, y []float64) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		dst[i] = x[i] * y[i]
	}
}

func plainSquares(dst, z, v []float64, vs int) {
	clear(dst)
	for k, zk := range z {
		row := v[k*vs:][:len(dst)]
		for l := range dst {
			delta := zk - row[l]
			dst[l] += delta * delta
		}
	}
}

func plainExp(dst, src []float64, factor, floor float64) {
	src = src[:len(dst)]
	for i := range dst {
		if x := factor * src[i]; x < floor {
			dst[i] = 0
		} else {
			dst[i] = math.Exp(x)
		}
	}
}

func plainEpanechnikov(dst, src []float64, scale float64) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] = max(0, 1-scale*src[i])
	}
}

func plainAddRows(dst, z, v []float64, vs int) {
	for k, zk := range z {
		plainAxpy(zk, v[k*vs:][:len(dst)], dst)
	}
}

func plainDotRows(dst *[4]float64, x, v []float64, vs int) {
	for i := range dst {
		dst[i] = plainDot(x, v[i*vs:][:len(x)])
	}
}

func plainRotate(n int, cs, x []float64, first, xs int) {
	for ; len(cs) > 1; cs = cs[2:] {
		c, s := cs[0], cs[1]
		high, low := x[first:first+n], x[first-xs:first-xs+n]
		for l, h := range high {
			high[l] = s*low[l] + c*h
			low[l] = c*low[l] - s*h
		}
		first -= xs
	}
}

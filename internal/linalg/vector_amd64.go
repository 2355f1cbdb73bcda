//go:build !purego

package linalg

// The vector kernels of the active level. All slices are as long as the first, and
// none is empty; their callers in vector.go have seen to that.

func dot(x, y []float64) float64 {
	switch active {
	case avx512:
		return dot512(len(x), &x[0], &y[0])
	case avx2:
		return dot256(len(x), &x[0], &y[0])
	default:
		return plainDot(x, y)
	}
}

func axpy(alpha float64, x, y []float64) {
	switch active {
	case avx512:
		axpy512(len(x), alpha, &x[0], &y[0])
	case avx2:
		axpy256(len(x), alpha, &x[0], &y[0])
	default:
		plainAxpy(alpha, x, y)
	}
}

func addProducts(dst, x, y []float64) {
	switch active {
	case avx512:
		addProducts512(len(dst), &x[0], &y[0], &dst[0])
	case avx2:
		addProducts256(len(dst), &x[0], &y[0], &dst[0])
	default:
		plainAddProducts(dst, x, y)
	}
}

func products(dst, x, y []float64) {
	switch active {
	case avx512:
		products512(len(dst), &x[0], &y[0], &dst[0])
	case avx2:
		products256(len(dst), &x[0], &y[0], &dst[0])
	default:
		plainProducts(dst, x, y)
	}
}

func squares(dst, z, v []float64, vs int) {
	switch active {
	case avx512:
		squares512(len(dst), len(z), &z[0], &v[0], vs, &dst[0])
	case avx2:
		squares256(len(dst), len(z), &z[0], &v[0], vs, &dst[0])
	default:
		plainSquares(dst, z, v, vs)
	}
}

func exp(dst, src []float64, factor, floor float64) {
	switch active {
	case avx512:
		exp512(len(dst), factor, floor, &src[0], &dst[0])
	case avx2:
		exp256(len(dst), factor, floor, &src[0], &dst[0])
	default:
		plainExp(dst, src, factor, floor)
	}
}

func epanechnikov(dst, src []float64, scale float64) {
	switch active {
	case avx512:
		epanechnikov512(len(dst), scale, &src[0], &dst[0])
	case avx2:
		epanechnikov256(len(dst), scale, &src[0], &dst[0])
	default:
		plainEpanechnikov(dst, src, scale)
	}
}

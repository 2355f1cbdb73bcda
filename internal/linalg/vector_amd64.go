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

// project sets z[i*zs+k] to the sum over j of w[k*ws+j] (x[i*d+j] - mean[j]), for as many
// k as count says: 1, 2 or 4. There is a row at least.
func project(count int, z, x, mean, w []float64, ws, zs int) {
	d := len(mean)
	n := len(x) / d
	_, _ = z[(n-1)*zs+count-1], w[(count-1)*ws+d-1]
	switch {
	case active == plain:
		plainProject(count, z, x, mean, w, ws, zs)
	case active == avx512 && count == 4:
		project4x512(n, d, &x[0], &mean[0], &w[0], ws, &z[0], zs)
	case active == avx512 && count == 2:
		project2x512(n, d, &x[0], &mean[0], &w[0], ws, &z[0], zs)
	case active == avx512:
		project1x512(n, d, &x[0], &mean[0], &w[0], ws, &z[0], zs)
	case count == 4:
		project4x256(n, d, &x[0], &mean[0], &w[0], ws, &z[0], zs)
	case count == 2:
		project2x256(n, d, &x[0], &mean[0], &w[0], ws, &z[0], zs)
	default:
		project1x256(n, d, &x[0], &mean[0], &w[0], ws, &z[0], zs)
	}
}

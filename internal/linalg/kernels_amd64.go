//go:build !purego

package linalg

// The kernels of packing, triangular solutions and eigenvectors, by the active level.

// solveRows solves rᵀ y = x in place for n columns of solvedRows rows; row p is at
// x[first+p*xs]. The diagonal of r holds reciprocals.
func solveRows(n int, r, x []float64, first, xs int) {
	last := first + (solvedRows-1)*xs
	_, _, _ = r[solvedRows*solvedRows-1], x[min(first, last)], x[max(first, last)+n-1]
	switch active {
	case avx512:
		solveRows512(n, &r[0], &x[first], xs)
	case avx2:
		solveRows256(n, &r[0], &x[first], xs)
	default:
		plainSolveRows(n, r, x, first, xs)
	}
}

// addRows adds the sum over k of z[k] v[k*vs+l] to dst[l].
func addRows(dst, z, v []float64, vs int) {
	_ = v[(len(z)-1)*vs+len(dst)-1]
	switch active {
	case avx512:
		addRows512(len(dst), len(z), &z[0], &v[0], vs, &dst[0])
	case avx2:
		addRows256(len(dst), len(z), &z[0], &v[0], vs, &dst[0])
	default:
		plainAddRows(dst, z, v, vs)
	}
}

// dotRows sets dst[i] to the sum over l of v[i*vs+l] x[l].
func dotRows(dst *[4]float64, x, v []float64, vs int) {
	_ = v[3*vs+len(x)-1]
	switch active {
	case avx512:
		dotRows512(len(x), &v[0], vs, &x[0], &dst[0])
	case avx2:
		dotRows256(len(x), &v[0], vs, &x[0], &dst[0])
	default:
		plainDotRows(dst, x, v, vs)
	}
}

// rotate turns n columns of the rows at x[first] and x[first-xs], then of that and
// x[first-2*xs], and so on. cs holds the cosines and sines in turn.
func rotate(n int, cs, x []float64, first, xs int) {
	count := len(cs) / 2
	_, _ = x[first-count*xs], x[first+n-1]
	switch active {
	case avx512:
		rotate512(n, count, &cs[0], &x[first], xs)
	case avx2:
		rotate256(n, count, &cs[0], &x[first], xs)
	default:
		plainRotate(n, cs, x, first, xs)
	}
}

// packPanels copies rows of from, ks apart, into full panels of the given width, one or
// three vectors of the active level.
func packPanels(dst, from []float64, panels, depth, width, ks int) {
	_, _ = dst[panels*width*depth-1], from[(depth-1)*ks+panels*width-1]
	wide := width == activeTiles().cols
	switch {
	case active == avx512 && wide:
		pack3x512(depth, panels, &from[0], ks, &dst[0])
	case active == avx512:
		pack1x512(depth, panels, &from[0], ks, &dst[0])
	case wide:
		pack3x256(depth, panels, &from[0], ks, &dst[0])
	default:
		pack1x256(depth, panels, &from[0], ks, &dst[0])
	}
}

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

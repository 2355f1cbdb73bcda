//go:build !purego

package linalg

// The kernels of packing, triangular solutions and eigenvectors, by the active level.

// solveRows solves rᵀ y = x in place for n columns and as many rows as a tile of the
// active level has; row p is at x[first+p*xs]. The diagonal of r holds reciprocals.
func solveRows(n int, r, x []float64, first, xs int) {
	rows := activeTiles().rows
	last := first + (rows-1)*xs
	_, _, _ = r[rows*rows-1], x[min(first, last)], x[max(first, last)+n-1]
	if active == avx512 {
		solveRows512(n, &r[0], &x[first], xs)
	} else {
		solveRows256(n, &r[0], &x[first], xs)
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

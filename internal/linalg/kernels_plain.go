//go:build !amd64 || purego

package linalg

func detect() level { return plain }

func activeTiles() *tiles { return &plainTiles }

// The kernels of this machine are all in Go.

func dot(x, y []float64) float64 { return plainDot(x, y) }

func axpy(alpha float64, x, y []float64) { plainAxpy(alpha, x, y) }

func addProducts(dst, x, y []float64) { plainAddProducts(dst, x, y) }

func products(dst, x, y []float64) { plainProducts(dst, x, y) }

func squares(dst, z, v []float64, vs int) { plainSquares(dst, z, v, vs) }

func exp(dst, src []float64, factor, floor float64) { plainExp(dst, src, factor, floor) }

func epanechnikov(dst, src []float64, scale float64) { plainEpanechnikov(dst, src, scale) }

func project(count int, z, x, mean, w []float64, ws, zs int) {
	plainProject(count, z, x, mean, w, ws, zs)
}

func solveRows(n int, r, x []float64, first, xs int) { plainSolveRows(n, r, x, first, xs) }

func addRows(dst, z, v []float64, vs int) { plainAddRows(dst, z, v, vs) }

func dotRows(dst *[4]float64, x, v []float64, vs int) { plainDotRows(dst, x, v, vs) }

func rotate(n int, cs, x []float64, first, xs int) { plainRotate(n, cs, x, first, xs) }

func packPanels(_, _ []float64, _, _, _, _ int) { panic("linalg: no assembly on this machine") }

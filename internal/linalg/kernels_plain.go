//go:build !amd64 || purego

package linalg

// These two belong to levels this machine does not have.

func solveRows(_ int, _, _ []float64, _, _ int) { panic(noAssembly) }

func packPanels(_, _ []float64, _, _, _, _ int) { panic(noAssembly) }

const noAssembly = "linalg: no assembly on this machine"

func addRows(dst, z, v []float64, vs int) { plainAddRows(dst, z, v, vs) }

func dotRows(dst *[4]float64, x, v []float64, vs int) { plainDotRows(dst, x, v, vs) }

func rotate(n int, cs, x []float64, first, xs int) { plainRotate(n, cs, x, first, xs) }

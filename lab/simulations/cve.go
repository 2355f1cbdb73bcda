package simulations

import (
	"math"

	"suffice/internal/linalg"
)

// cveModels are those of Fertl and Bura (2021), conditional variance estimation.
var cveModels = []Model{
	{Name: "cve1", Least: 6, inputs: autoregressive, directions: sumOfSix, noise: squaredGamma, y: func(z []float64, _, noise float64) float64 {
		return math.Cos(z[0]) + noise
	}},
	{Name: "cve2", Least: 6, inputs: twoClouds, directions: sumOfSix, y: func(z []float64, e, _ float64) float64 {
		return math.Cos(z[0]) + .5*e
	}},
	{Name: "cve3", Least: 6, directions: sumOfSix, y: func(z []float64, e, _ float64) float64 {
		return 2*math.Log(math.Abs(z[0])+2) + .5*e
	}},
	{Name: "cve4", Least: 6, inputs: autoregressive, directions: contrastOfSix, y: func(z []float64, e, _ float64) float64 {
		return z[0]/(.5+square(1.5+z[1])) + .5*e
	}},
	{Name: "cve5", Least: 6, inputs: replaced((*generator).uniform), directions: contrastOfSix, y: func(z []float64, e, _ float64) float64 {
		return math.Cos(math.Pi*z[0])*square(z[1]+1) + .5*e
	}},
	{Name: "cve6", Least: 20, directions: axes(1, 2, 20), y: func(z []float64, e, _ float64) float64 {
		return square(z[0]) + square(z[1]) + square(z[2]) + .5*e
	}},
	{Name: "cve7", Least: 20, inputs: heavyTailed, directions: axes(1, 2, 3, 20), noise: drawn(laplaceOfHalf), y: func(z []float64, _, noise float64) float64 {
		return z[0]*square(z[1]) + z[2]*z[3] + noise
	}},
}

// ecveModels are those of Fertl and Bura (2021) for ensembles of conditional variance
// estimators: the central subspace, with y whose spread depends on x.
var ecveModels = []Model{
	{Name: "ecve1", Least: 3, inputs: autoregressive, directions: axes(1), y: func(z []float64, e, _ float64) float64 {
		return 1/z[0] + .2*e
	}},
	{Name: "ecve2", Least: 3, inputs: autoregressive, directions: axes(1, 2), y: func(z []float64, e, _ float64) float64 {
		return math.Cos(2*z[0]) + math.Cos(z[1]) + .2*e
	}},
	{Name: "ecve3", Least: 3, inputs: autoregressive, directions: axes(1, 2), y: func(z []float64, e, _ float64) float64 {
		return z[1] + (.5+square(z[0]))*e
	}},
	{Name: "ecve4", Least: 3, inputs: autoregressive, directions: axes(1, 2), y: func(z []float64, e, _ float64) float64 {
		return z[0]/(.5+square(1.5+z[1])) + (math.Abs(z[0])+square(z[1])+.5)*e
	}},
	{Name: "ecve5", Least: 3, inputs: autoregressive, directions: axes(1, 2, 3), y: func(z []float64, e, _ float64) float64 {
		return z[2] + math.Sin(z[0]*square(z[1]))*e
	}},
	{Name: "ecve6", Least: 3, inputs: autoregressive, directions: axes(1), y: func(z []float64, e, _ float64) float64 {
		return .5 * square(z[0]) * e
	}},
	{Name: "ecve7", Least: 3, inputs: autoregressive, directions: axes(1), y: func(z []float64, e, _ float64) float64 {
		return math.Cos(z[0]-math.Pi) + math.Cos(2*z[0])*e
	}},
}

// squaredGamma is heavy-tailed noise of standard deviation 0.5 with a random sign: the
// square of a gamma number of shape 2 has the second moment 120.
func squaredGamma(g *generator, n int) []float64 {
	noise := each(n, g.normal) // of which only the sign matters
	for i, v := range noise {
		noise[i] = .5 * sign(v) * square(g.gamma(2)) / math.Sqrt(120)
	}
	return noise
}

// laplaceOfHalf has standard deviation 0.5.
func laplaceOfHalf(g *generator) float64 { return g.laplace(.5 / math.Sqrt2) }

// twoClouds: three rows of ten are moved up by 1 in all inputs, the others down.
func twoClouds(g *generator, x linalg.Matrix) {
	for i := range x.Rows {
		move := 2*indicator(g.uniform() < .3) - 1
		for j, v := range x.Row(i) {
			x.Set(i, j, v+move)
		}
	}
}

package simulations

import (
	"math"

	"suffice/internal/linalg"
)

// firstModels are those of Li (1991, sliced inverse regression), Xia (2007, MAVE for the
// central subspace), Li and Wang (2007, directional regression), Fukumizu and Leng (2014,
// gradients of kernels), and some with what tables of practice have: classes, censored
// numbers, heavy tails, outliers, and inputs that hang together.
var firstModels = []Model{
	{Name: "li_prod", Least: 2, directions: axes(1, 2), y: func(z []float64, e, _ float64) float64 {
		return z[0]*(z[0]+z[1]+1) + .5*e
	}},
	{Name: "li_rat", Least: 2, directions: axes(1, 2), y: func(z []float64, e, _ float64) float64 {
		return z[0]/(.5+square(z[1]+1.5)) + .2*e
	}},
	{Name: "xia_sign", Least: 6, directions: sumAndContrast, noise: drawn((*generator).normal), y: func(z []float64, e, noise float64) float64 {
		return sign(2*z[0]+e) * math.Log(math.Abs(2*z[1]+4+noise))
	}},
	{Name: "lw_a", Least: 6, directions: liWang, y: func(z []float64, e, _ float64) float64 {
		return .4*square(z[0]) + 3*math.Sin(z[1]/4) + .2*e
	}},
	{Name: "lw_b", Least: 6, directions: liWang, y: func(z []float64, e, _ float64) float64 {
		return 3*math.Sin(z[0]/4) + 3*math.Sin(z[1]/4) + .2*e
	}},
	{Name: "lw_d", Least: 6, directions: liWang, y: func(z []float64, e, _ float64) float64 {
		return 3*math.Sin(z[1]/4) + (1+square(z[0]))*.2*e
	}},
	{Name: "var_exp", Least: 6, directions: sumOfFour, y: func(z []float64, e, _ float64) float64 {
		return math.Exp(z[0]) * e
	}},
	{Name: "fl_A", Least: 2, inputs: symmetric, directions: units([]float64{1, 2}), y: func(z []float64, e, _ float64) float64 {
		return z[0]*math.Sin(math.Sqrt(5)*z[0]) + .1*e
	}},
	{Name: "fl_B", Least: 2, inputs: symmetric, directions: units([]float64{1, 1}, []float64{1, -1}), noise: drawn(gammaOfOne), y: func(z []float64, _, noise float64) float64 {
		return (cube(z[0])+z[1])*(z[0]-cube(z[1])) + .1*noise
	}},
	{Name: "si_lin", Least: 6, directions: sumOfFour, y: func(z []float64, e, _ float64) float64 {
		return math.Tanh(1.5*z[0]) + .4*e
	}},
	{Name: "bin_sq", Classes: 2, Least: 6, directions: sumOfFour, noise: drawn((*generator).uniform), y: func(z []float64, _, noise float64) float64 {
		return indicator(noise < 1/(1+math.Exp(-3*(square(z[0])-.7))))
	}},
	{Name: "rings", Classes: 3, Least: 6, directions: sumAndContrast, y: func(z []float64, e, _ float64) float64 {
		r := math.Hypot(z[0], z[1]) + .25*e
		return indicator(r > .9) + indicator(r > 1.5)
	}},
	{Name: "censored", Least: 6, directions: sumAndContrast, y: func(z []float64, e, _ float64) float64 {
		return max(0, math.RoundToEven(4*z[0]*(1+.7*z[1])+e)/4)
	}},
	{Name: "t3_x", Least: 6, inputs: heavyTailed, directions: sumAndContrast, y: func(z []float64, e, _ float64) float64 {
		return math.Tanh(z[0]) + .5*math.Abs(z[1]) + .3*e
	}},
	{Name: "outliers", Least: 6, directions: sumAndContrast, spoil: outliers, y: func(z []float64, e, _ float64) float64 {
		return z[0] + square(z[1]) + .3*e
	}},
	{Name: "collinear", Least: 8, inputs: collinear, directions: units([]float64{1, -1, 1, -1}, []float64{0, 0, 0, 0, 1, 1, -1, -1}), y: func(z []float64, e, _ float64) float64 {
		own := math.Sqrt(.05) // the spread of z, to which what the inputs share gives nothing
		return z[0]/own + .7*square(z[1]/own) + .3*e
	}},
	{Name: "curved_x", Least: 4, inputs: curved, directions: units([]float64{1, 1}, []float64{0, 0, 1, 1}), y: func(z []float64, e, _ float64) float64 {
		return math.Tanh(z[0]) + .5*square(z[1]) + .3*e
	}},
	{Name: "yl_het", Least: 2, directions: axes(1, 2), y: func(z []float64, e, _ float64) float64 {
		return 1.5*z[0] + math.Exp(.8*z[1])*.5*e
	}},
}

// gammaOfOne has shape 1 and scale 2.
func gammaOfOne(g *generator) float64 { return 2 * g.gamma(1) }

// outliers: one row of fifty has a y far away, and half of these have inputs five times as
// large.
func outliers(g *generator, t Table) {
	n := len(t.Y)
	some := max(2, n/50)
	for i, row := range g.permutation(n)[:some] {
		t.Y[row] += 30 * g.normal()
		if i < some/2 {
			linalg.ScaleRow(5, t.X.Row(row))
		}
	}
}

// collinear inputs have correlation 0.95.
func collinear(g *generator, x linalg.Matrix) {
	for i := range x.Rows {
		shared := g.normal()
		for j, own := range x.Row(i) {
			x.Set(i, j, math.Sqrt(.05)*own+math.Sqrt(.95)*shared)
		}
	}
}

// curved: the second and third input are nearly functions of the first.
func curved(_ *generator, x linalg.Matrix) {
	for i := range x.Rows {
		row := x.Row(i)
		row[1] = square(row[0]) + .3*row[1]
		row[2] = math.Abs(row[0]) + .3*row[2]
	}
}

package simulations

import (
	"math"

	"suffice/internal/linalg"
)

// Directions that several models share, from their first coordinates; the others are 0.
var (
	sumOfFour      = units([]float64{1, 1, 1, 1})
	sumAndContrast = units([]float64{1, 1, 1, 1}, []float64{1, -1, 1, -1})
	sumOfSix       = units([]float64{1, 1, 1, 1, 1, 1})
	contrastOfSix  = units([]float64{1, 1, 1, 1, 1, 1}, []float64{1, -1, 1, -1, 1, -1})
	liWang         = vectors([]float64{1, 1, 1}, []float64{1, 0, 0, 0, 1, 3})
)

// vectors are directions with the given first coordinates.
func vectors(first ...[]float64) func(*generator, int) linalg.Matrix {
	return func(_ *generator, d int) linalg.Matrix {
		b := linalg.New(len(first), d)
		for k, v := range first {
			copy(b.Row(k), v)
		}
		return b
	}
}

// units are directions of length 1 along those with the given first coordinates.
func units(first ...[]float64) func(*generator, int) linalg.Matrix {
	for _, v := range first {
		length := math.Sqrt(dot(v, v))
		for j := range v {
			v[j] /= length
		}
	}
	return vectors(first...)
}

// axes are single inputs, counted from 1.
func axes(inputs ...int) func(*generator, int) linalg.Matrix {
	return func(_ *generator, d int) linalg.Matrix {
		b := linalg.New(len(inputs), d)
		for k, j := range inputs {
			b.Set(k, j-1, 1)
		}
		return b
	}
}

// replaced draws all inputs anew, row by row.
func replaced(draw func(*generator) float64) func(*generator, linalg.Matrix) {
	return func(g *generator, x linalg.Matrix) {
		for i := range x.Data {
			x.Data[i] = draw(g)
		}
	}
}

// Inputs that several models share.
var (
	symmetric   = replaced(func(g *generator) float64 { return -1 + 2*g.uniform() })
	heavyTailed = replaced(func(g *generator) float64 { return g.student(3) })
)

// autoregressive inputs are normal with correlation 0.5^|i-j|.
func autoregressive(g *generator, x linalg.Matrix) {
	replaced((*generator).normal)(g, x)
	for i := range x.Rows {
		row := x.Row(i)
		for j := 1; j < len(row); j++ {
			row[j] = .5*row[j-1] + math.Sqrt(.75)*row[j]
		}
	}
}

// drawn is noise of which each row has its own.
func drawn(draw func(*generator) float64) func(*generator, int) []float64 {
	return func(g *generator, n int) []float64 { return each(n, func() float64 { return draw(g) }) }
}

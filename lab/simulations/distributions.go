package simulations

import "math"

// gamma is a number of the gamma distribution with scale 1, for shapes from 1 up:
// Marsaglia and Tsang, "A simple method for generating gamma variables" (2000).
func (g *generator) gamma(shape float64) float64 {
	if shape == 1 {
		return g.exponential()
	}
	d := shape - 1./3
	c := 1 / math.Sqrt(9*d)
	for {
		x := g.normal()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		u, squared := g.uniform(), x*x
		if u < 1-.0331*squared*squared || math.Log(u) < squared/2+d*(1-v+math.Log(v)) {
			return d * v
		}
	}
}

// student is a number of Student's t distribution, with at least 2 degrees of freedom.
func (g *generator) student(freedom float64) float64 {
	x := g.normal()
	return math.Sqrt(freedom/2) * x / math.Sqrt(g.gamma(freedom/2))
}

// laplace is a number of Laplace's distribution around 0.
func (g *generator) laplace(scale float64) float64 {
	for {
		switch u := g.uniform(); {
		case u >= .5:
			return -scale * math.Log(2-2*u)
		case u > 0:
			return scale * math.Log(2*u)
		}
	}
}

// each draws n numbers.
func each(n int, draw func() float64) []float64 {
	numbers := make([]float64, n)
	for i := range numbers {
		numbers[i] = draw()
	}
	return numbers
}

package simulations

import (
	"math"

	"suffice/internal/linalg"
)

// seasModels are those of Zeng, Mai and Zhang (2022): of very many inputs few matter, with
// weights that each table draws anew.
var seasModels = []Model{
	{Name: "seas1", Least: 10, inputs: autoregressive, directions: weightsOfTen, y: func(z []float64, e, _ float64) float64 {
		return z[0] + e
	}},
	{Name: "seas3", Least: 6, inputs: autoregressive, directions: weightsOfSix, y: func(z []float64, e, _ float64) float64 {
		return z[0] * math.Exp(z[1]+.5*e)
	}},
}

func weightsOfTen(g *generator, d int) linalg.Matrix {
	b := linalg.New(1, d)
	for j := range 10 {
		b.Set(0, j, .1+(.4-.1)*g.uniform())
	}
	return b
}

// weightsOfSix are those of two directions; the second has three negative ones.
func weightsOfSix(g *generator, d int) linalg.Matrix {
	b := linalg.New(2, d)
	for k := range 2 {
		for j := range 6 {
			weight := .3 + (.6-.3)*g.uniform()
			if k == 1 && j >= 3 {
				weight = -weight
			}
			b.Set(k, j, weight)
		}
	}
	return b
}

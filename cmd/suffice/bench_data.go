package main

import (
	"context"
	"math/rand/v2"

	"suffice/internal/linalg"
	"suffice/internal/simulations"
	"suffice/rows"
)

// problem is generated data whose answer is known: the first dim inputs.
type problem struct {
	n, d, dim int
	seed      uint64
}

// maxNumbers keeps a slip of the finger from filling memory: 8 GB of them.
const maxNumbers = 1_000_000_000

// draw makes standard normal inputs and y = x₁² + x₂ + x₃² + … + 0.1 e with dim terms.
func (p problem) draw(ctx context.Context) (*rows.Matrix, []float64, error) {
	random := rand.New(rand.NewPCG(p.seed, 0xbe9c4))
	x, y := make([]float64, p.n*p.d), make([]float64, p.n)
	for i := range y {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		row := x[i*p.d : (i+1)*p.d]
		for j := range row {
			row[j] = random.NormFloat64()
		}
		y[i] = simulations.SquaresAndOne(row[:p.dim]) + .1*random.NormFloat64()
	}
	matrix, err := rows.NewMatrix(p.d, x)
	return matrix, y, err
}

// truth is the answer as a frame.
func (p problem) truth() linalg.Matrix {
	w := linalg.New(p.dim, p.d)
	for k := range p.dim {
		w.Set(k, k, 1)
	}
	return w
}

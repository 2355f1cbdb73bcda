package main

import (
	"context"
	"math/rand/v2"

	"suffice/internal/cluster"
	"suffice/internal/linalg"
	"suffice/lab/truth"
)

// problem is generated data whose answer is known: the first dim inputs.
type problem struct {
	n, d, dim int
	seed      uint64
}

// maxNumbers keeps a slip of the finger from filling memory: 8 GB of them.
const maxNumbers = 1_000_000_000

// draw makes standard normal inputs and y = x₁² + x₂ + x₃² + … + 0.1 e with dim terms.
func (p problem) draw(ctx context.Context) (truth.Table, error) {
	random := rand.New(rand.NewPCG(p.seed, 0xbe9c4))
	t := truth.Table{X: linalg.New(p.n, p.d), Y: make([]float64, p.n), Directions: linalg.New(p.dim, p.d)}
	for k := range p.dim {
		t.Directions.Set(k, k, 1)
	}
	for i := range t.Y {
		if i%4096 == 0 && ctx.Err() != nil {
			return t, ctx.Err()
		}
		row := t.X.Row(i)
		for j := range row {
			row[j] = random.NormFloat64()
		}
		t.Y[i] = cluster.SquaresAndOne(row[:p.dim]) + .1*random.NormFloat64()
	}
	return t, nil
}

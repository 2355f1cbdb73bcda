package predictor

import (
	"math"
	"math/rand/v2"

	"suffice/internal/draw"
	"suffice/internal/linalg"
)

// Machine is kernel ridge regression that has learnt: f(z) = Mean + Σ_c Weights_c K(|Scales ∘ z - c|).
type Machine struct {
	Kernel  Kernel
	Scales  []float64     // what components are multiplied by: one over the width of the kernel
	Centres linalg.Matrix // a row each, scaled
	Weights linalg.Matrix // of the centres, a column for each of y
	Mean    []float64     // of y
}

// Kernel is a function of the distance r to a centre.
type Kernel string

// The Gaussian is for what bends, Laplace for what jumps.
const (
	Gaussian Kernel = "gaussian" // exp(-r²/2)
	Laplace  Kernel = "laplace"  // exp(-r)
)

// Kernels are all that there are.
func Kernels() []Kernel { return []Kernel{Gaussian, Laplace} }

// of overwrites squared distances with the kernel.
func (k Kernel) of(squared linalg.Matrix) {
	linalg.Parallel(squared.Rows, 64, func(from, to int) {
		for i := from; i < to; i++ {
			k.row(squared.Row(i))
		}
	})
}

func (k Kernel) row(squared []float64) {
	if k == Gaussian {
		linalg.Gaussian(squared, squared, .5)
		return
	}
	for l, v := range squared {
		squared[l] = math.Sqrt(v)
	}
	linalg.Gaussian(squared, squared, 1)
}

// Settings say how a machine learns.
type Settings struct {
	Centres int    // at most
	Apart   bool   // each column of y has a ridge of its own
	Seed    uint64 // of the rows drawn
}

// Learn finds the machine that predicts y from the rows of z. Kernel, width and ridge, and
// how much each component counts, are those that predict the rows best, each by the others:
// the first by some of the rows, the width and the ridge then once more by all.
func Learn(z, y linalg.Matrix, s Settings) (*Machine, error) {
	random := rand.New(rand.NewPCG(s.Seed, 0x3a9))
	r := ridge{y: y.Clone()}
	mean := r.centre()
	found, err := tune(z, r.y, s.Apart, random)
	if err != nil {
		return nil, err
	}
	at := draw.Rows(z.Rows, s.Centres, random)
	best := problem{z: z, y: r.y, at: at, apart: s.Apart}.newTrial()
	for _, narrower := range []float64{1, 2, .5} {
		scales := multiplied(found.scales, narrower)
		if err := best.try(found.kernel, scales, true); err != nil {
			return nil, err
		}
	}
	centres := linalg.New(len(at), z.Cols)
	for k, i := range at {
		copy(centres.Row(k), z.Row(i))
		linalg.Products(centres.Row(k), centres.Row(k), best.scales)
	}
	return &Machine{best.kernel, best.scales, centres, best.weights, mean}, nil
}

// Predict returns f of the rows of z. A row's prediction depends on nothing but the row.
func (m *Machine) Predict(z linalg.Matrix) linalg.Matrix {
	out := linalg.New(z.Rows, len(m.Mean))
	centres := m.Centres.Transposed()
	linalg.Parallel(z.Rows, 64, func(from, to int) {
		scaled, k := make([]float64, z.Cols), make([]float64, m.Centres.Rows)
		for i := from; i < to; i++ {
			linalg.Products(scaled, z.Row(i), m.Scales)
			linalg.Squares(k, scaled, centres)
			m.Kernel.row(k)
			to := out.Row(i)
			copy(to, m.Mean)
			for c, v := range k {
				linalg.Axpy(v, m.Weights.Row(c), to)
			}
		}
	})
	return out
}

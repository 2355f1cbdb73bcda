package predictor

import (
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/draw"
	"suffice/internal/linalg"
)

const (
	tuningRows    = 1000
	tuningCentres = 200
	mostTuned     = 12   // components, at most, of which each is given a scale of its own
	sweeps        = 2    // over the components
	worthwhile    = .997 // of the loss must be left at most for another scale
)

// problem is rows to predict, each by the others.
type problem struct {
	z, y  linalg.Matrix // y centred
	at    []int         // rows that are centres
	apart bool          // each column of y has a ridge of its own
}

// trial is the best of some kernels and scales.
type trial struct {
	problem
	least   float64
	kernel  Kernel
	scales  []float64
	weights linalg.Matrix // of the centres, where they are asked for
}

func (p problem) newTrial() *trial { return &trial{problem: p, least: math.Inf(1)} }

// tune finds a kernel and scales by some of the rows: first one width for all components,
// then whether one of them should count more or less.
func tune(z, y linalg.Matrix, apart bool, random *rand.Rand) (*trial, error) {
	some := draw.Rows(z.Rows, tuningRows, random)
	p := problem{z: linalg.New(len(some), z.Cols), y: linalg.New(len(some), y.Cols), apart: apart}
	for k, i := range some {
		copy(p.z.Row(k), z.Row(i))
		copy(p.y.Row(k), y.Row(i))
	}
	p.at = draw.Rows(len(some), tuningCentres, random)
	t := p.newTrial()
	median := medianDistance(distances(p.centres(p.z), p.centres(p.z)))
	ones := slices.Repeat([]float64{1}, z.Cols)
	for _, kernel := range Kernels() {
		for _, multiple := range widths {
			if kernel == Laplace {
				multiple *= 2 // it falls sooner, and further on more slowly
			}
			if err := t.try(kernel, multiplied(ones, 1/(multiple*median)), false); err != nil {
				return nil, err
			}
		}
	}
	if z.Cols < 2 || z.Cols > mostTuned {
		return t, nil
	}
	for range sweeps {
		before := t.least
		if err := t.sweep(); err != nil || t.least == before {
			return t, err
		}
	}
	return t, nil
}

// sweep makes components count twice or half as much, one after the other, where that is
// worthwhile.
func (t *trial) sweep() error {
	for j := range t.scales {
		for _, factor := range []float64{.5, 2} {
			other := *t
			scales := slices.Clone(t.scales)
			scales[j] *= factor
			if err := other.try(t.kernel, scales, false); err != nil {
				return err
			}
			if other.least < worthwhile*t.least {
				*t = other
				break
			}
		}
	}
	return nil
}

func multiplied(scales []float64, by float64) []float64 {
	out := slices.Clone(scales)
	linalg.ScaleRow(by, out)
	return out
}

// centres are the rows of z that are.
func (p problem) centres(z linalg.Matrix) linalg.Matrix {
	out := linalg.New(len(p.at), z.Cols)
	for k, i := range p.at {
		copy(out.Row(k), z.Row(i))
	}
	return out
}

// try looks at all ridges for a kernel and scales. The weights are found only where they are
// asked for.
func (t *trial) try(kernel Kernel, scales []float64, weigh bool) error {
	scaled := t.z.Clone()
	for i := range scaled.Rows {
		linalg.Products(scaled.Row(i), scaled.Row(i), scales)
	}
	k := distances(scaled, t.centres(scaled))
	kernel.of(k)
	s, err := decompose(k, t.at)
	if err != nil {
		return err
	}
	products := linalg.New(s.q.Cols, t.y.Cols) // Qᵀ y
	linalg.TMul(products, s.q, t.y)
	least, ridges := t.ridges(s, products)
	if !(least < t.least) {
		return nil
	}
	t.least, t.kernel, t.scales = least, kernel, scales
	if weigh {
		for j, half := range ridges {
			for k, v := range s.inverse(half) {
				products.Set(k, j, v*products.At(k, j))
			}
		}
		t.weights = s.atCentres(products)
	}
	return nil
}

// ridges finds the best one for each column of y, or for all together, and what the loss
// then is.
func (t *trial) ridges(s *spectrum, products linalg.Matrix) (least float64, ridges []int) {
	best := slices.Repeat([]float64{math.Inf(1)}, t.y.Cols)
	ridges = make([]int, t.y.Cols)
	for half := range halfDecades + 1 {
		inverse := s.inverse(half)
		losses := t.losses(s, products, inverse)
		if !t.apart {
			if sum(losses) < sum(best) {
				copy(best, losses)
				for j := range ridges {
					ridges[j] = half
				}
			}
			continue
		}
		for j, l := range losses {
			if l < best[j] {
				best[j], ridges[j] = l, half
			}
		}
	}
	return sum(best), ridges
}

// losses are the squared errors of each column, each row predicted by the others.
func (t *trial) losses(s *spectrum, products linalg.Matrix, inverse []float64) []float64 {
	weights := products.Clone()
	for k, v := range inverse {
		linalg.ScaleRow(v, weights.Row(k))
	}
	predicted := linalg.Times(s.q, weights)
	losses := make([]float64, t.y.Cols)
	for i := range t.y.Rows {
		without := 1 / max(1e-9, 1-linalg.Dot(s.squares.Row(i), inverse))
		for j, y := range t.y.Row(i) {
			off := (y - predicted.At(i, j)) * without
			losses[j] += off * off
		}
	}
	return losses
}

func sum(values []float64) (sum float64) {
	for _, v := range values {
		sum += v
	}
	return sum
}

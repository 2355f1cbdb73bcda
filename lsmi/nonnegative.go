package lsmi

import (
	"errors"
	"fmt"
	"math"

	"suffice/internal/linalg"
)

// errCycling says that the exchange of the active set did not end; the last-index
// rule makes that impossible in exact arithmetic.
var errCycling = errors.New("lsmi: the non-negative solution was not found")

// nonNegative sets alpha to the exact minimiser of ½ αᵀ(H + λI)α - hᵀα over α ≥ 0
// by block principal pivoting (Júdice and Pires 1994): guess which α are positive,
// solve for them, exchange all that contradict the guess, and fall back to
// exchanging one at a time where that stops making progress. passive is the first
// guess, and on return the set of positive α.
func (sys System) nonNegative(alpha []float64, lambda float64, passive []bool) error {
	b := len(alpha)
	tolerance := 1e-13 * maxAbs(sys.h)
	solver := passiveSolver{sys: sys, lambda: lambda, slope: make([]float64, b)}
	fewest, patience := b+1, 3
	for range 50 + 10*b {
		if err := solver.solve(alpha, passive); err != nil {
			return err
		}
		wrong := 0
		last := -1
		for i := range b {
			if solver.contradicts(i, alpha, passive, tolerance) {
				wrong++
				last = i
			}
		}
		switch {
		case wrong == 0:
			clip(alpha)
			return nil
		case wrong < fewest:
			fewest, patience = wrong, 3
		case patience > 0:
			patience--
		default:
			passive[last] = !passive[last]
			continue
		}
		for i := range b {
			if solver.contradicts(i, alpha, passive, tolerance) {
				passive[i] = !passive[i]
			}
		}
	}
	return errCycling
}

// passiveSolver solves for the α that are taken to be positive.
type passiveSolver struct {
	sys    System
	lambda float64
	slope  []float64 // gradient of the objective at the α that are taken to be 0
	index  []int
	matrix []float64
	x      []float64
}

// contradicts reports whether α_i is negative though taken to be positive, or would
// grow though taken to be 0.
func (p *passiveSolver) contradicts(i int, alpha []float64, passive []bool, tolerance float64) bool {
	if passive[i] {
		return alpha[i] < 0
	}
	return p.slope[i] < -tolerance
}

// solve sets alpha to the minimiser with α = 0 outside the passive set, and slope to
// the gradient there.
func (p *passiveSolver) solve(alpha []float64, passive []bool) error {
	p.index = p.index[:0]
	for i, in := range passive {
		if in {
			p.index = append(p.index, i)
		}
	}
	k := len(p.index)
	if cap(p.matrix) < k*k {
		p.matrix = make([]float64, len(alpha)*len(alpha))
		p.x = make([]float64, len(alpha))
	}
	a := linalg.Of(k, k, p.matrix[:k*k])
	x := p.x[:k]
	for r, i := range p.index {
		row, from := a.Row(r), p.sys.H.Row(i)
		for c := r; c < k; c++ {
			row[c] = from[p.index[c]]
		}
		row[r] += p.lambda
		x[r] = p.sys.h[i]
	}
	if err := linalg.Cholesky(a); err != nil {
		return fmt.Errorf("lsmi: %w at λ=%g", err, p.lambda)
	}
	linalg.CholeskySolve(a, x)
	clear(alpha)
	for r, i := range p.index {
		alpha[i] = x[r]
	}
	p.gradient(alpha, passive)
	return nil
}

// gradient sets slope = Hα - h where α is taken to be 0.
func (p *passiveSolver) gradient(alpha []float64, passive []bool) {
	for i := range p.slope {
		p.slope[i] = -p.sys.h[i]
	}
	for i := range p.slope {
		row := p.sys.H.Row(i)
		if passive[i] {
			linalg.Axpy(alpha[i], row[i+1:], p.slope[i+1:])
		} else {
			p.slope[i] += linalg.Dot(row[i+1:], alpha[i+1:])
		}
	}
}

func maxAbs(v []float64) float64 {
	var most float64
	for _, a := range v {
		most = max(most, math.Abs(a))
	}
	return most
}

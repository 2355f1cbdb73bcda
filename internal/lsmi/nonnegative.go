package lsmi

import (
	"errors"
	"fmt"
	"math"

	"suffice/internal/linalg"
)

// errStuck says that rounding kept the active set from settling.
var errStuck = errors.New("lsmi: the non-negative solution was not found: rounding hides it; use clipped α")

// nonNegative sets alpha to the exact minimiser of ½ αᵀ(H + λI)α - hᵀα over α ≥ 0
// by block principal pivoting (Júdice and Pires 1994): guess which α are positive,
// solve for them, and exchange all that contradict the guess. That settles in a few
// rounds unless H is all but singular; then the active-set method takes over, which
// is slower and descends in every step. passive is the first guess, and on
// return the set of positive α.
func (sys System) nonNegative(alpha []float64, lambda float64, passive []bool) error {
	solver := newPassiveSolver(sys, lambda)
	fewest, patience := len(alpha)+1, 5
	for patience > 0 {
		if err := solver.solve(alpha, passive); err != nil {
			return err
		}
		wrong := 0
		for i := range passive {
			if solver.contradicts(i, alpha, passive) {
				wrong++
				passive[i] = !passive[i]
			}
		}
		if wrong == 0 {
			clip(alpha)
			return nil
		}
		if wrong < fewest {
			fewest, patience = wrong, 5
		} else {
			patience--
		}
	}
	return solver.activeSet(alpha, passive)
}

// activeSet is the method of Lawson and Hanson (1974): from α = 0, let the α grow whose
// growth gains most, solve for all that are positive, and on the way there drop those
// that reach 0. The objective falls in every step.
func (p *passiveSolver) activeSet(alpha []float64, passive []bool) error {
	current := make([]float64, len(alpha))
	clear(passive)
	if err := p.solve(alpha, passive); err != nil {
		return err
	}
	for range 10 * (len(alpha) + 1) {
		next := -1
		for i := range passive {
			if !passive[i] && p.slope[i] < -p.tinySlope && (next < 0 || p.slope[i] < p.slope[next]) {
				next = i
			}
		}
		if next < 0 {
			clip(alpha)
			return nil
		}
		passive[next] = true
		copy(current, alpha)
		if err := p.retreat(alpha, current, passive, next); err != nil {
			return err
		}
	}
	return errStuck
}

// retreat solves for the passive α; as long as some of them come out negative, it goes
// only as far from the current ones as all stay non-negative, and drops the first that
// reach 0.
func (p *passiveSolver) retreat(alpha, current []float64, passive []bool, added int) error {
	for {
		if err := p.solve(alpha, passive); err != nil {
			return err
		}
		step := 1.
		for i := range alpha {
			if passive[i] && alpha[i] < 0 {
				step = min(step, current[i]/(current[i]-alpha[i]))
			}
		}
		if step == 1 {
			return nil
		}
		dropped := false
		for i := range alpha {
			current[i] += step * (alpha[i] - current[i])
			if passive[i] && alpha[i] < 0 && current[i] <= p.tinyAlpha {
				current[i], passive[i], dropped = 0, false, true
			}
		}
		if !dropped { // rounding: the one just added has no room to grow
			passive[added] = false
		}
	}
}

// passiveSolver solves for the α that are taken to be positive.
type passiveSolver struct {
	sys    System
	lambda float64
	slope  []float64 // gradient of the objective at the α that are taken to be 0
	index  []int
	matrix []float64
	x      []float64

	diagonal  float64 // the largest of H
	tinyAlpha float64 // what rounding may make of an α that is 0
	tinySlope float64 // what it may make of a slope that is 0
}

func newPassiveSolver(sys System, lambda float64) *passiveSolver {
	p := &passiveSolver{sys: sys, lambda: lambda, slope: make([]float64, len(sys.h))}
	for i := range sys.h {
		p.diagonal = max(p.diagonal, sys.H.At(i, i))
	}
	return p
}

// contradicts reports whether α_i is negative though taken to be positive, or would
// grow though taken to be 0.
func (p *passiveSolver) contradicts(i int, alpha []float64, passive []bool) bool {
	if passive[i] {
		return alpha[i] < -p.tinyAlpha
	}
	return p.slope[i] < -p.tinySlope
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
	var total float64
	for r, i := range p.index {
		alpha[i] = x[r]
		total += math.Abs(x[r])
	}
	p.tinySlope = 1e-15 * (p.diagonal*total + linalg.Largest(p.sys.h)) * float64(len(alpha))
	p.tinyAlpha = p.tinySlope / (p.diagonal + p.lambda)
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

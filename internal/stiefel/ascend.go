package stiefel

import (
	"cmp"
	"context"
	"math"

	"suffice/internal/linalg"
)

// Function depends on W only through its row space.
type Function interface {
	// Value returns the function at W.
	Value(ctx context.Context, w linalg.Matrix) (float64, error)
	// Gradient sets dst to the derivative with respect to W at the W of the last
	// call of Value.
	Gradient(ctx context.Context, dst linalg.Matrix) error
}

// Ascent says when to stop; the zero value is usable.
type Ascent struct {
	Steps     int     // at most this many steps; 0 means 40
	Tolerance float64 // stop when a step gains less than this; 0 means 1e-6
	FirstMove float64 // length of the first step, as an angle; 0 means 0.05

	// Curvature, where not nil, is what an earlier ascent has learnt of a function that
	// curves alike, from where this one starts. What this one learns is added to it.
	Curvature *Curvature
}

const (
	memory    = 8     // pairs that the quasi-Newton direction remembers, unless it is told
	armijo    = 1e-4  // share of the linear gain that a step must reach
	maxMove   = 0.7   // no step turns the subspace further than this angle
	maxShrink = 12    // how often a step is shortened before giving up
	rounding  = 1e-13 // share of the gradient below which its tangent part is no direction
)

// Run climbs f from the frame w and returns the best frame and its value. It is a
// limited-memory quasi-Newton method on the Grassmann manifold: directions are
// tangent, steps are followed by orthonormalisation, and the remembered pairs are
// carried along by projection on the new tangent space. (Absil, Mahony and
// Sepulchre 2008, chapters 4 and 8.)
func (a Ascent) Run(ctx context.Context, f Function, w linalg.Matrix) (linalg.Matrix, float64, error) {
	steps, tolerance, first := a.defaults()
	w = w.Clone()
	value, err := f.Value(ctx, w)
	if err != nil {
		return w, value, err
	}
	g := linalg.New(w.Rows, w.Cols)
	past := cmp.Or(a.Curvature, new(Curvature))
	past.begin(w)
	for range steps {
		if err := f.Gradient(ctx, g); err != nil {
			return w, value, err
		}
		whole := linalg.Norm(g)
		Tangent(g, w)
		past.complete(g, w)
		length := linalg.Norm(g)
		if length <= rounding*whole {
			break
		}
		p := past.direction(g)
		if linalg.Inner(p, g) <= 1e-8*length*linalg.Norm(p) { // not an ascent: start afresh
			past.pairs = nil
			p = g.Clone()
		}
		t := 1.0
		if len(past.pairs) == 0 {
			t = first / linalg.Norm(p)
		}
		next, higher, t, err := climb(ctx, f, retract, w, value, g, p, min(t, maxMove/linalg.Norm(p)))
		if err != nil {
			return w, value, err
		}
		if t == 0 {
			if len(past.pairs) == 0 {
				break
			}
			past.pairs = nil
			if _, err := f.Value(ctx, w); err != nil { // Gradient speaks of the last Value
				return w, value, err
			}
			continue
		}
		past.remember(p, t, g)
		gain := higher - value
		w, value = next, higher
		if gain < tolerance {
			break
		}
	}
	return w, value, nil
}

func (a Ascent) defaults() (steps int, tolerance, first float64) {
	return cmp.Or(a.Steps, 40), cmp.Or(a.Tolerance, 1e-6), cmp.Or(a.FirstMove, .05)
}

// climb looks along p for a step that gains enough, shortening it by the minimum of
// the parabola through what it has seen; move(w, p, t) is the frame that a step t leads
// to. The last Value it asks for is that of the frame it returns; t is 0 where no step
// gains.
func climb(ctx context.Context, f Function, move func(w, p linalg.Matrix, t float64) linalg.Matrix, w linalg.Matrix, value float64, g, p linalg.Matrix, t float64) (linalg.Matrix, float64, float64, error) {
	slope := linalg.Inner(g, p)
	for range maxShrink {
		next := move(w, p, t)
		higher, err := f.Value(ctx, next)
		if err != nil {
			return w, value, 0, err
		}
		if higher >= value+armijo*t*slope {
			return next, higher, t, nil
		}
		parabola := slope * t * t / (2 * (value + slope*t - higher))
		t = max(t/10, min(t/2, parabola))
		if math.IsNaN(t) {
			break
		}
	}
	return w, value, 0, nil
}

// retract returns the frame of w + t p.
func retract(w, p linalg.Matrix, t float64) linalg.Matrix {
	next := w.Clone()
	linalg.AddScaled(next, t, p)
	// p is orthogonal to w, so the rows of w + t p are independent.
	_ = Orthonormalize(next)
	return next
}

// Curvature is what an ascent has learnt of how the function curves: the steps and the
// changes of the gradient of the last few moves.
type Curvature struct {
	Memory int // it remembers so many moves; 0 means 8

	pairs   []pair
	step    linalg.Matrix // the last move, its change of gradient still to come
	before  linalg.Matrix
	pending bool
}

// pair is a step s and the fall y of the gradient along it, with 1/sᵀy.
type pair struct {
	s, y linalg.Matrix
	rho  float64
}

// Clone returns a copy, for another ascent.
func (h *Curvature) Clone() *Curvature {
	other := &Curvature{Memory: h.Memory}
	for _, p := range h.pairs {
		other.pairs = append(other.pairs, pair{s: p.s.Clone(), y: p.y.Clone(), rho: p.rho})
	}
	return other
}

// remember notes the move t p from the point with gradient g.
func (h *Curvature) remember(p linalg.Matrix, t float64, g linalg.Matrix) {
	h.step, h.before, h.pending = p.Clone(), g.Clone(), true
	linalg.Scale(t, h.step)
}

// begin carries all pairs to the tangent space at w, where another function is to be
// climbed: what was pending speaks of the last one.
func (h *Curvature) begin(w linalg.Matrix) {
	h.pending = false
	h.carry(w)
}

// complete carries all pairs to the tangent space at w, and forms the pair of the
// last move from the gradient g there.
func (h *Curvature) complete(g, w linalg.Matrix) {
	if !h.pending {
		return
	}
	h.pending = false
	Tangent(h.before, w)
	linalg.AddScaled(h.before, -1, g)
	h.pairs = append(h.pairs, pair{s: h.step, y: h.before})
	h.carry(w)
}

// carry projects all pairs on the tangent space at w, and keeps the last few along which
// the function curves down.
func (h *Curvature) carry(w linalg.Matrix) {
	kept := h.pairs[:0]
	for _, p := range h.pairs {
		Tangent(p.s, w)
		Tangent(p.y, w)
		sy := linalg.Inner(p.s, p.y)
		if sy > 1e-10*linalg.Norm(p.s)*linalg.Norm(p.y) {
			p.rho = 1 / sy
			kept = append(kept, p)
		}
	}
	h.pairs = kept[max(0, len(kept)-cmp.Or(h.Memory, memory)):]
}

// direction is the two-loop recursion of L-BFGS (Nocedal 1980), for an ascent.
func (h *Curvature) direction(g linalg.Matrix) linalg.Matrix {
	q := g.Clone()
	if len(h.pairs) == 0 {
		return q
	}
	a := make([]float64, len(h.pairs))
	for i := len(h.pairs) - 1; i >= 0; i-- {
		p := h.pairs[i]
		a[i] = p.rho * linalg.Inner(p.s, q)
		linalg.AddScaled(q, -a[i], p.y)
	}
	last := h.pairs[len(h.pairs)-1]
	gamma := 1 / (last.rho * linalg.Inner(last.y, last.y))
	linalg.Scale(gamma, q)
	for i, p := range h.pairs {
		linalg.AddScaled(q, a[i]-p.rho*linalg.Inner(p.y, q), p.s)
	}
	return q
}

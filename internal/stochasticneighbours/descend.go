package stochasticneighbours

import (
	"context"
	"math"

	"suffice/internal/linalg"
)

// Descent says when to stop.
type Descent struct {
	Steps     int     // at most so many
	Tolerance float64 // stop where a step gains less than this share of the loss

	Size func(w linalg.Matrix) float64 // what W changes, of which the first step is a share
}

// function is a loss of W with its derivative.
type function func(ctx context.Context, w, slope linalg.Matrix) (float64, error)

const (
	firstMove  = .1   // the share of W by which the first step moves it
	remembered = 10   // steps that tell how the loss curves
	sufficient = 1e-4 // share of the gain that the slope promises (Armijo)
	halvings   = 20
)

// Run goes down from W by limited-memory quasi-Newton steps (Nocedal 1980), and tells of
// each. It returns where it ends, and the loss there.
func (d Descent) Run(ctx context.Context, f function, w linalg.Matrix, told func(step int, loss float64)) (linalg.Matrix, float64, error) {
	slope, next := linalg.New(w.Rows, w.Cols), linalg.New(w.Rows, w.Cols)
	value, err := f(ctx, w, slope)
	var h memory
	for step := 1; err == nil && step <= d.Steps; step++ {
		direction := h.times(slope)
		promised := -linalg.Inner(direction, slope)
		if !(promised < 0) {
			break
		}
		length, moved, loss := 1., w, value
		if step == 1 {
			length = firstMove * d.Size(w) / d.Size(direction)
		}
		for range halvings {
			moved = w.Clone()
			linalg.AddScaled(moved, -length, direction)
			if loss, err = f(ctx, moved, next); err != nil || loss <= value+sufficient*length*promised {
				break
			}
			length /= 2
		}
		if err != nil || !(loss < value) {
			break
		}
		gain := value - loss
		h.learn(difference(moved, w), difference(next, slope))
		w, value = moved, loss
		slope, next = next, slope
		told(step, value)
		if gain <= d.Tolerance*math.Abs(value) {
			break
		}
	}
	return w, value, err
}

func difference(a, b linalg.Matrix) linalg.Matrix {
	out := a.Clone()
	linalg.AddScaled(out, -1, b)
	return out
}

// memory is the last steps s and the changes of the slope g.
type memory struct{ s, g []linalg.Matrix }

// learn remembers a step along which the slope has grown.
func (h *memory) learn(s, g linalg.Matrix) {
	if !(linalg.Inner(s, g) > 1e-12*linalg.Inner(g, g)) {
		return
	}
	h.s, h.g = append(h.s, s), append(h.g, g)
	if len(h.s) > remembered {
		h.s, h.g = h.s[1:], h.g[1:]
	}
}

// times is the slope times the inverse of the second derivative, as far as it is known.
func (h *memory) times(slope linalg.Matrix) linalg.Matrix {
	q := slope.Clone()
	shares := make([]float64, len(h.s))
	for k := len(h.s) - 1; k >= 0; k-- {
		shares[k] = linalg.Inner(h.s[k], q) / linalg.Inner(h.s[k], h.g[k])
		linalg.AddScaled(q, -shares[k], h.g[k])
	}
	if last := len(h.s) - 1; last >= 0 {
		linalg.Scale(linalg.Inner(h.s[last], h.g[last])/linalg.Inner(h.g[last], h.g[last]), q)
	}
	for k := range h.s {
		back := linalg.Inner(h.g[k], q) / linalg.Inner(h.s[k], h.g[k])
		linalg.AddScaled(q, shares[k]-back, h.s[k])
	}
	return q
}

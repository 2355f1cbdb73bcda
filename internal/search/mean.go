package search

import (
	"math"

	"suffice/internal/linalg"
)

// part is a subspace with its weight in a mean; the weights of all add up to 1.
type part struct {
	weight float64
	frame  linalg.Matrix
}

// parts are the subspaces of a view, which share a weight.
func (v *view) parts(weight float64) []part {
	parts := make([]part, len(v.frames))
	for i, w := range v.frames {
		parts[i] = part{weight / float64(len(parts)), w}
	}
	return parts
}

// meanOf is the subspace that is nearest to the mean of the projectors.
func meanOf(parts []part) (linalg.Matrix, error) {
	d, m := parts[0].frame.Cols, parts[0].frame.Rows
	sum := linalg.New(d, d)
	for _, p := range parts {
		linalg.AddTMul(sum, p.weight, p.frame, p.frame)
	}
	_, w, err := linalg.Leading(sum, m)
	return w, err
}

// spread is the root mean square distance |P - P'|_F / √(2m) of the parts from a subspace:
// 0 where all agree, 1 where none has anything in common with it.
func spread(parts []part, w linalg.Matrix) float64 {
	var squares float64
	for _, p := range parts {
		common := linalg.TimesT(p.frame, w)
		squares += p.weight * max(0, 1-linalg.Inner(common, common)/float64(w.Rows))
	}
	return math.Sqrt(squares)
}

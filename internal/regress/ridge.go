package regress

import (
	"math"
	"math/rand/v2"

	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/internal/linalg"
)

// ridges are those that are tried.
var ridges = []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1}

// judged is how many rows, at most, they are judged by.
const judged = 500

// BestRidge is the ridge with the smallest leave-one-out error among the rows u with
// functions y. With K = QΛQᵀ the regression is H Y, H = QΛ(Λ + nε)⁻¹Qᵀ, and what it is wrong
// by without row i is (y_i - (HY)_i) / (1 - H_ii). Rows with weights w are √w y, and K is
// √w K √w, in all of this; nil means that all count the same.
func BestRidge(u, y linalg.Matrix, width float64, weights []float64) (float64, error) {
	if u.Rows > judged {
		some := draw.Rows(u.Rows, judged, rand.New(rand.NewPCG(uint64(u.Rows), 0x10)))
		weights = blocks.Some(weights, some)
		u, y = linalg.FromSlices(draw.Pick(u.Slices(), some)), linalg.FromSlices(draw.Pick(y.Slices(), some))
	}
	gram := Settings{Width: width}.gram(u)
	if weights != nil {
		y = y.Clone()
		blocks.ScaleRoots(y, weights)
		blocks.ScaleRoots(gram, weights)
		gram = gram.Transposed()
		blocks.ScaleRoots(gram, weights)
	}
	values, q, err := linalg.Leading(gram, u.Rows)
	if err != nil {
		return 0, err
	}
	along := linalg.Times(q, y)
	best, least := 0., math.Inf(1)
	for _, ridge := range ridges {
		if loss := leftOut(q, along, y, values, ridge); loss < least {
			best, least = ridge, loss
		}
	}
	return best, nil
}

// leftOut is the sum of the squared errors.
func leftOut(q, along, y linalg.Matrix, values []float64, ridge float64) float64 {
	n := q.Cols
	weights, leverage := along.Clone(), make([]float64, n)
	for k, v := range values {
		share := max(0, v) / (max(0, v) + float64(n)*ridge)
		linalg.ScaleRow(share, weights.Row(k))
		for i, e := range q.Row(k) {
			leverage[i] += share * e * e
		}
	}
	fitted := linalg.New(n, y.Cols)
	linalg.TMul(fitted, q, weights)
	var loss float64
	for i, h := range leverage {
		rest := max(1e-7, 1-h)
		for k, v := range y.Row(i) {
			e := (v - fitted.At(i, k)) / rest
			loss += e * e
		}
	}
	return loss
}

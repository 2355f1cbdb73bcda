package predictor

import (
	"math"

	"suffice/internal/linalg"
)

// spectrum is a kernel between rows and centres, turned so that all ridges are easy. With T
// such that T TᵀK(centres) = 1, the rows of Φ = K T are features whose products are the
// kernel, and Q = Φ V has orthogonal columns of squared lengths μ. The ridge λ predicts
// Σ q_k q_kᵀy / (μ_k + λ); its leverage of row i is h_i = Σ q_ik² / (μ_k + λ), and without
// row i its residual is 1/(1 - h_i) times as large.
type spectrum struct {
	q, squares linalg.Matrix // Q, and the squares of its elements
	mu         []float64
	t, v       linalg.Matrix // V by rows
}

// decompose does so for a kernel whose centres are the given rows.
func decompose(k linalg.Matrix, at []int) (*spectrum, error) {
	t, err := whitening(k, at)
	if err != nil {
		return nil, err
	}
	features := linalg.Times(k, t)
	gram := linalg.New(t.Cols, t.Cols)
	linalg.TMul(gram, features, features)
	mu, v, err := linalg.Leading(gram, gram.Rows)
	if err != nil {
		return nil, err
	}
	q := linalg.TimesT(features, v)
	squares := q.Clone()
	linalg.Hadamard(squares, q)
	return &spectrum{q, squares, mu, t, v}, nil
}

// inverse is 1/(μ + λ) for the ridge λ of so many half decades below the number of rows.
func (s *spectrum) inverse(half int) []float64 {
	lambda := float64(s.q.Rows) * math.Pow(10, -float64(half)/2)
	inverse := make([]float64, len(s.mu))
	for k, mu := range s.mu {
		inverse[k] = 1 / (max(0, mu) + lambda)
	}
	return inverse
}

// atCentres turns weights of the columns of Q into those of the centres.
func (s *spectrum) atCentres(weights linalg.Matrix) linalg.Matrix {
	back := linalg.New(s.v.Cols, weights.Cols)
	linalg.TMul(back, s.v, weights)
	return linalg.Times(s.t, back)
}

// whitening is T with T TᵀK = 1 for the kernel of the centres among themselves, which are
// the given rows of k, but for what is lost in rounding.
func whitening(k linalg.Matrix, at []int) (linalg.Matrix, error) {
	own := linalg.New(len(at), len(at))
	for l, i := range at {
		copy(own.Row(l), k.Row(i))
	}
	values, vectors, err := linalg.Leading(own, len(at))
	if err != nil {
		return linalg.Matrix{}, err
	}
	rank := linalg.CountAbove(values, rankLevel*values[0])
	for l := range rank {
		linalg.ScaleRow(1/math.Sqrt(values[l]), vectors.Row(l))
	}
	return vectors.Slice(0, rank).Transposed(), nil
}

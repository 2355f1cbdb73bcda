package predictor

import (
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/draw"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

const (
	rankLevel   = 1e-12 // eigenvalues of the kernel below this share of the largest are left out
	halfDecades = 14    // ridges are 1, 10^-½, …, 10^-7 times the number of rows
)

// widths of the Gaussian kernel to choose from, as multiples of the median distance.
var widths = []float64{4, 2, 1, .5, .25, .125, .0625}

// Ridge predicts the test rows by kernel ridge regression of y with a Gaussian kernel on z
// as it is, at so many centres, drawn from the rows of z where these are more. Width and
// ridge are those that predict the rows of z best, each by the others: with centres and
// width given, what leaving out a row does is known without another fit.
func Ridge(z, test, y linalg.Matrix, most int) (linalg.Matrix, error) {
	// The same rows are centres for all methods.
	at := draw.Rows(z.Rows, most, rand.New(rand.NewPCG(uint64(z.Rows), 0x21d9e)))
	centres := linalg.New(len(at), z.Cols)
	for k, i := range at {
		copy(centres.Row(k), z.Row(i))
	}
	r := ridge{y: y.Clone(), at: at, least: math.Inf(1), squared: distances(z, centres)}
	means := r.centre()
	median := medianDistance(distances(centres, centres))
	for worse, i := 0, 0; i < len(widths) && worse < 2; i++ { // after two that are worse there are no better ones
		before := r.least
		if err := r.try(widths[i] * median); err != nil {
			return linalg.Matrix{}, err
		}
		if worse++; r.least < before {
			worse = 0
		}
	}
	k := distances(test, centres)
	kernel.Gaussian.Matrix(k, k, r.width)
	predicted := linalg.Times(k, r.weights)
	for i := range predicted.Rows {
		linalg.Axpy(1, means, predicted.Row(i))
	}
	return predicted, nil
}

// ridge is a regression in the making.
type ridge struct {
	y       linalg.Matrix // centred
	squared linalg.Matrix // distances of rows to centres
	at      []int         // rows that are centres

	least   float64       // loss so far,
	width   float64       // where,
	weights linalg.Matrix // and the weights of the centres there
}

// centre takes the means off y, and returns them.
func (r *ridge) centre() []float64 {
	means := make([]float64, r.y.Cols)
	for i := range r.y.Rows {
		linalg.Axpy(1/float64(r.y.Rows), r.y.Row(i), means)
	}
	for i := range r.y.Rows {
		linalg.Axpy(-1, means, r.y.Row(i))
	}
	return means
}

// try looks at all ridges for a width.
func (r *ridge) try(width float64) error {
	k := r.squared.Clone()
	kernel.Gaussian.Matrix(k, k, width)
	s, err := decompose(k, r.at)
	if err != nil {
		return err
	}
	products := linalg.New(s.q.Cols, r.y.Cols) // Qᵀ y
	linalg.TMul(products, s.q, r.y)
	for half := range halfDecades + 1 {
		inverse := s.inverse(half)
		weights := products.Clone()
		for k, v := range inverse {
			linalg.ScaleRow(v, weights.Row(k))
		}
		if l := r.loss(s.q, s.squares, weights, inverse); l < r.least {
			r.least, r.width = l, width
			r.weights = s.atCentres(weights)
		}
	}
	return nil
}

// loss is that of predictions for each row by the others.
func (r *ridge) loss(q, squares, weights linalg.Matrix, inverse []float64) (sum float64) {
	predicted := linalg.Times(q, weights)
	for i := range r.y.Rows {
		without := 1 / max(1e-9, 1-linalg.Dot(squares.Row(i), inverse))
		for j, y := range r.y.Row(i) {
			off := (y - predicted.At(i, j)) * without
			sum += off * off
		}
	}
	return sum
}

func distances(z, v linalg.Matrix) linalg.Matrix {
	squared := linalg.New(z.Rows, v.Rows)
	kernel.SquaredDistances(squared, z, v)
	return squared
}

// medianDistance is that of different centres; those at the same place do not count.
func medianDistance(squared linalg.Matrix) float64 {
	var apart []float64
	for i := range squared.Rows {
		for _, v := range squared.Row(i)[:i] {
			if v > 0 {
				apart = append(apart, v)
			}
		}
	}
	if len(apart) == 0 {
		return 1
	}
	slices.Sort(apart)
	return math.Sqrt(apart[len(apart)/2])
}

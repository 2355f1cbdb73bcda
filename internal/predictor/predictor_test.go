package predictor

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"suffice/internal/linalg"
)

// sample is rows of z with their y, and others to predict.
type sample struct {
	z, test linalg.Matrix
	y, true linalg.Matrix
	loss    Loss
}

// curve are rows whose y, a number or a class, bends with the first of two components, a
// third of them test rows.
func curve(n int, classes bool) sample {
	random := rand.New(rand.NewPCG(7, uint64(n)))
	z, y := linalg.New(n, 2), linalg.New(n, 1)
	if classes {
		y = linalg.New(n, 3)
	}
	for i := range n {
		z.Set(i, 0, random.NormFloat64())
		z.Set(i, 1, random.NormFloat64()/3)
		v := math.Sin(2*z.At(i, 0)) + .1*random.NormFloat64()
		if classes {
			y.Set(i, min(1, max(-1, int(2*v)))+1, 1)
		} else {
			y.Set(i, 0, v)
		}
	}
	m, loss := n*2/3, SquaredError
	if classes {
		loss = Wrong
	}
	return sample{z.Slice(0, m), z.Slice(m, n), y.Slice(0, m), y.Slice(m, n), loss}
}

// left is the share of the squares of the true y that predictions miss.
func (s sample) left(predicted linalg.Matrix) float64 {
	return SquaredError(s.true, predicted) / SquaredError(s.true, linalg.New(s.true.Rows, s.true.Cols))
}

// naiveNeighbours sorts all distances, and leaves each row out to choose k.
func naiveNeighbours(s sample) linalg.Matrix {
	z, test := s.z, s.test
	predict := func(at []float64, k, without int) []float64 {
		var order []int
		for i := range z.Rows {
			if i != without {
				order = append(order, i)
			}
		}
		away := func(i int) float64 { return math.Hypot(z.At(i, 0)-at[0], z.At(i, 1)-at[1]) }
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(away(i), away(j)) })
		mean := make([]float64, s.y.Cols)
		for _, i := range order[:k] {
			for c := range mean {
				mean[c] += s.y.At(i, c) / float64(k)
			}
		}
		return mean
	}
	best, least := 0, math.Inf(1)
	for _, k := range []int{1, 3, 5, 10, 20, 40} {
		predicted := linalg.New(z.Rows, s.y.Cols)
		for i := range z.Rows {
			copy(predicted.Row(i), predict(z.Row(i), k, i))
		}
		sum := s.loss(s.y, predicted)
		if sum <= least {
			best, least = k, sum
		}
	}
	out := linalg.New(test.Rows, s.y.Cols)
	for i := range out.Rows {
		copy(out.Row(i), predict(test.Row(i), best, -1))
	}
	return out
}

func TestNeighboursMatchTheDefinition(t *testing.T) {
	for _, classes := range []bool{false, true} {
		s := curve(120, classes)
		wantNear(t, Neighbours(s.z, s.test, s.y, s.loss), naiveNeighbours(s), 1e-12)
	}
}

// naiveRidge solves for all rows but one, again and again.
func naiveRidge(t *testing.T, s sample) linalg.Matrix {
	z, test := s.z, s.test
	n, q := z.Rows, s.y.Cols
	y := s.y.Clone()
	means := (&ridge{y: y}).centre()
	median := medianDistance(distances(z, z))
	k := func(u, v []float64, width float64) float64 {
		r := math.Hypot(u[0]-v[0], u[1]-v[1]) / width
		return math.Exp(-r * r / 2)
	}
	solve := func(width, lambda float64, without int) func(at []float64) []float64 {
		var rows []int
		for i := range n {
			if i != without {
				rows = append(rows, i)
			}
		}
		gram, weights := linalg.New(len(rows), len(rows)), linalg.New(len(rows), q)
		for r, i := range rows {
			copy(weights.Row(r), y.Row(i))
			for c, j := range rows {
				gram.Set(r, c, k(z.Row(i), z.Row(j), width))
			}
		}
		linalg.AddDiagonal(gram, lambda)
		if err := linalg.Cholesky(gram); err != nil {
			t.Fatal(err)
		}
		linalg.CholeskySolveAll(gram, weights)
		return func(at []float64) []float64 {
			sum := make([]float64, q)
			for r, i := range rows {
				linalg.Axpy(k(z.Row(i), at, width), weights.Row(r), sum)
			}
			return sum
		}
	}
	var chosen func([]float64) []float64
	least := math.Inf(1)
	for _, multiple := range widths {
		for half := range 15 {
			width, lambda := multiple*median, float64(n)*math.Pow(10, -float64(half)/2)
			var sum float64
			for i := range n {
				for c, v := range solve(width, lambda, i)(z.Row(i)) {
					sum += math.Pow(v-y.At(i, c), 2)
				}
			}
			if sum < least {
				least, chosen = sum, solve(width, lambda, -1)
			}
		}
	}
	out := linalg.New(test.Rows, q)
	for i := range out.Rows {
		copy(out.Row(i), chosen(test.Row(i)))
		linalg.Axpy(1, means, out.Row(i))
	}
	return out
}

// Eigenvalues below 1e-12 of the largest are left out, which the least ridge, 1e-7 of their
// sum, hides.
func TestRidgeMatchesTheDefinition(t *testing.T) {
	for _, classes := range []bool{false, true} {
		s := curve(45, classes)
		got, err := Ridge(s.z, s.test, s.y, 500)
		if err != nil {
			t.Fatal(err)
		}
		wantNear(t, got, naiveRidge(t, s), 1e-5)
	}
}

// With more rows than centres, both ways see most of what there is: noise of .1 against a
// sine, whose variance is about ½.
func TestManyRows(t *testing.T) {
	s := curve(1200, false)
	predicted, err := Ridge(s.z, s.test, s.y, 500)
	if err != nil {
		t.Fatal(err)
	}
	if share := s.left(predicted); share > .05 {
		t.Errorf("ridge regression leaves %v", share)
	}
	if share := s.left(Neighbours(s.z, s.test, s.y, s.loss)); share > .1 {
		t.Errorf("neighbours leave %v", share)
	}
}

// Components that are the same for all rows predict the mean.
func TestConstantComponents(t *testing.T) {
	s := curve(60, false)
	s.z.Zero()
	s.test.Zero()
	predicted, err := Ridge(s.z, s.test, s.y, 500)
	if err != nil {
		t.Fatal(err)
	}
	if share := s.left(predicted); math.Abs(share-1) > .2 {
		t.Errorf("got %v", share)
	}
}

func wantNear(t *testing.T, got, want linalg.Matrix, tolerance float64) {
	t.Helper()
	for i := range want.Rows {
		for j, v := range want.Row(i) {
			if math.Abs(got.At(i, j)-v) > tolerance {
				t.Fatalf("row %d, column %d: got %v, want %v", i, j, got.At(i, j), v)
			}
		}
	}
}

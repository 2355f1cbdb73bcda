package realtables

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"suffice/internal/linalg"
	"suffice/output"
)

// curve are rows of z and a y that bends with the first of them, a third of them test rows.
func curve(n int, classes bool) (z, test linalg.Matrix, a answers) {
	random := rand.New(rand.NewPCG(7, uint64(n)))
	points, y := linalg.New(n, 2), &output.Target{Names: []string{"y"}, Kind: output.KindNumber}
	for i := range n {
		points.Set(i, 0, random.NormFloat64())
		points.Set(i, 1, random.NormFloat64()/3)
		v := math.Sin(2*points.At(i, 0)) + .1*random.NormFloat64()
		y.Values, y.Class = append(y.Values, v), append(y.Class, min(1, max(-1, int(2*v)))+1)
	}
	if classes {
		y.Kind, y.Classes = output.KindClass, []string{"low", "middle", "high"}
	}
	var training, testing []int
	for i := range n {
		if i < n*2/3 {
			training = append(training, i)
		} else {
			testing = append(testing, i)
		}
	}
	return points.Slice(0, len(training)).Clone(), points.Slice(len(training), n).Clone(), newAnswers(y, training, testing)
}

// naiveNeighbours sorts all distances, and leaves each row out to choose k.
func naiveNeighbours(z, test linalg.Matrix, a answers) linalg.Matrix {
	predict := func(at []float64, k, without int) []float64 {
		var order []int
		for i := range z.Rows {
			if i != without {
				order = append(order, i)
			}
		}
		away := func(i int) float64 { return math.Hypot(z.At(i, 0)-at[0], z.At(i, 1)-at[1]) }
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(away(i), away(j)) })
		mean := make([]float64, a.train.Cols)
		for _, i := range order[:k] {
			for c := range mean {
				mean[c] += a.train.At(i, c) / float64(k)
			}
		}
		return mean
	}
	best, least := 0, math.Inf(1)
	for _, k := range []int{1, 3, 5, 10, 20, 40} {
		var sum float64
		for i := range z.Rows {
			mean := predict(z.Row(i), k, i)
			if a.classes && largest(mean) != largest(a.train.Row(i)) {
				sum++
			}
			for c := 0; c < len(mean) && !a.classes; c++ {
				sum += math.Pow(mean[c]-a.train.At(i, c), 2)
			}
		}
		if sum <= least {
			best, least = k, sum
		}
	}
	out := linalg.New(test.Rows, a.train.Cols)
	for i := range out.Rows {
		copy(out.Row(i), predict(test.Row(i), best, -1))
	}
	return out
}

func TestNeighboursMatchTheDefinition(t *testing.T) {
	for _, classes := range []bool{false, true} {
		z, test, a := curve(120, classes)
		wantNear(t, byNeighbours(z, test, a), naiveNeighbours(z, test, a), 1e-12)
	}
}

// naiveRidge solves for all rows but one, again and again.
func naiveRidge(t *testing.T, z, test linalg.Matrix, a answers) linalg.Matrix {
	n, q := z.Rows, a.train.Cols
	y := a.train.Clone()
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
		z, test, a := curve(45, classes)
		got, err := byRidge(z, test, a)
		if err != nil {
			t.Fatal(err)
		}
		wantNear(t, got, naiveRidge(t, z, test, a), 1e-5)
	}
}

// With more rows than centres, both ways see most of what there is: noise of .1 against a
// sine, whose variance is about ½.
func TestManyRows(t *testing.T) {
	z, test, a := curve(1200, false)
	predicted, err := byRidge(z, test, a)
	if err != nil {
		t.Fatal(err)
	}
	if share := a.shareOf(predicted); share > .05 {
		t.Errorf("ridge regression leaves %v", share)
	}
	if share := a.shareOf(byNeighbours(z, test, a)); share > .1 {
		t.Errorf("neighbours leave %v", share)
	}
}

// Components that are the same for all rows predict the mean.
func TestConstantComponents(t *testing.T) {
	z, test, a := curve(60, false)
	z.Zero()
	test.Zero()
	predicted, err := byRidge(z, test, a)
	if err != nil {
		t.Fatal(err)
	}
	if share := a.shareOf(predicted); math.Abs(share-1) > .2 {
		t.Errorf("got %v", share)
	}
}

func TestShares(t *testing.T) {
	numbers := answers{train: linalg.Of(2, 2, []float64{-1, -1, 1, 1}), test: linalg.Of(2, 2, []float64{1, 2, -1, 0})}
	// The first target is missed by a half of its squares, the second by nothing.
	if got := numbers.shareOf(linalg.Of(2, 2, []float64{0, 2, -1, 0})); math.Abs(got-.25) > 1e-15 {
		t.Errorf("numbers: got %v", got)
	}
	classes := answers{classes: true, train: linalg.Of(3, 2, []float64{1, 0, 1, 0, 0, 1}), test: linalg.Of(3, 2, []float64{1, 0, 0, 1, 0, 1})}
	// Two rows are not of the most frequent class; one is wrong here.
	if got := classes.shareOf(linalg.Of(3, 2, []float64{.6, .4, .3, .7, .8, .2})); got != .5 || classes.oneRow() != .5 {
		t.Errorf("classes: got %v, one row %v", got, classes.oneRow())
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

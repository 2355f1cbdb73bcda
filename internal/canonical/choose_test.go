package canonical

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/output"
)

// leaveOneOutLoss is the mean of e_i e_iᵀ over all rows, e_i = y_i - ŷ_i, and of what
// division by the share of each adds to it over those that are left out, by the hat matrix H = 11ᵀ/n + K_c (K_cᵀK_c + n(λK_vv + jitter))⁻¹ K_cᵀ written out.
func (p instance) leaveOneOutLoss(width, lambda float64) linalg.Matrix {
	n := p.x.Rows
	k, kvv := centred(gaussian(p.z(), p.v(), width)), gaussian(p.v(), p.v(), width)
	c := plus(times(k.Transposed(), k), float64(n)*lambda, kvv)
	c = plus(c, float64(n)*jitterZ, linalg.Identity(c.Rows))
	solved, _ := solve(c, k.Transposed())
	hat := times(k, solved)
	e := plus(p.Y, -1, times(hat, p.Y)) // the mean of y is 0
	mean := plus(linalg.New(e.Cols, e.Cols), 1/float64(n), times(e.Transposed(), e))
	held := leftOut(n, leastOut)
	for _, i := range held {
		share := p.By.share(hat.At(i, i) + 1/float64(n))
		row := linalg.Of(1, e.Cols, e.Row(i))
		mean = plus(mean, (1/(share*share)-1)/float64(len(held)), times(row.Transposed(), row))
	}
	return mean
}

// score is (1 + δ) times -½ Σ log(t_j + δ) + ½ Σ log(1 + δ) over the errors t_j of loss below
// 1 - threshold, and the least.
func (p instance) score(t rapid.TB, loss linalg.Matrix) (sum float64, kept int) {
	values, _, err := linalg.Leading(plus(linalg.New(loss.Rows, loss.Cols), -1, loss), loss.Rows)
	if err != nil {
		t.Fatal(err)
	}
	for j, v := range values {
		if j == 0 || -v < 1-p.By.Threshold {
			sum += math.Log((1+p.By.Floor)/(max(-v, jitterT)+p.By.Floor)) / 2
			kept++
		}
	}
	return (1 + p.By.Floor) * sum, kept
}

// wantBest fails unless got has the best score, found with the hat matrix, of every other
// width, or of all neighbours that a search near an earlier choice could have moved on to.
func (p instance) wantBest(t rapid.TB, got Choice, median float64, near *Choice) {
	const tolerance = 1e-9
	points := everyOther()
	if near != nil {
		points = neighbours(near.at)
		if got.at != near.at && distance(got.at, near.at) <= moves {
			points = append(points, neighbours(got.at)...)
		}
		if distance(got.at, near.at) > 1+moves {
			t.Fatalf("moved from %v to %v", near.at, got.at)
		}
	}
	for _, at := range points {
		s, _ := p.score(t, p.leaveOneOutLoss(learn.Widths[at.width]*median, learn.Ridges[at.lambda]))
		if !(s <= got.Score+tolerance) {
			t.Fatalf("score %v at %v, but %v at %v", got.Score, got.at, s, at)
		}
	}
	if got.Width != learn.Widths[got.at.width]*median || got.Lambda != learn.Ridges[got.at.lambda] {
		t.Fatalf("width %v and λ %v at %v", got.Width, got.Lambda, got.at)
	}
	loss := p.leaveOneOutLoss(got.Width, got.Lambda)
	want, kept := p.score(t, loss)
	if !(math.Abs(got.Score-want) <= tolerance) || got.Directions.Rows != kept || got.Directions.Cols != p.Y.Cols {
		t.Fatalf("score %v in %d directions at width %v and λ %v, want %v in %d", got.Score, got.Directions.Rows, got.Width, got.Lambda, want, kept)
	}
	// The directions make the loss diagonal, the least errors first.
	diagonal := times(times(got.Directions, loss), got.Directions.Transposed())
	unit := times(got.Directions, got.Directions.Transposed())
	for i := range kept {
		for j := range kept {
			if i != j && math.Abs(diagonal.At(i, j)) > tolerance || math.Abs(unit.At(i, j)-linalg.Identity(kept).At(i, j)) > 1e-14 {
				t.Fatalf("directions have errors %v and products %v", diagonal.Data, unit.Data)
			}
		}
		if i > 0 && (diagonal.At(i, i) < diagonal.At(i-1, i-1)-tolerance || diagonal.At(i, i) > 1-p.By.Threshold+tolerance) {
			t.Fatalf("directions have errors %v", diagonal.Data)
		}
	}
}

// Few rows for their centres bring leverages near 1, where the share is held up.
func TestChooseMatchesTheHatMatrix(t *testing.T) {
	for seed, c := range []struct {
		n, d, m, r, b int
		median        float64
		by            Criterion
	}{
		{40, 1, 1, 1, 1, 1, Criterion{}},
		{60, 2, 1, 2, 3, .5, Criterion{Threshold: .05}},
		{30, 3, 2, 3, 5, 1, Criterion{}},
		{50, 4, 3, 3, 7, 1.5, Criterion{Threshold: .05, Floor: .03}},
		{50, 5, 2, 2, 6, 2, Criterion{Threshold: .5}},
		{60, 1, 1, 3, 6, .7, Criterion{Threshold: .5}}, // here the threshold leaves out a direction that predicts a little
		{10, 4, 3, 2, 8, .5, Criterion{Leverage: 1}},
		{8, 3, 3, 1, 8, 1, Criterion{Threshold: .5}},
	} {
		p := drawn(t, c.n, c.d, c.m, c.r, c.b, rand.New(rand.NewPCG(uint64(seed), 1)))
		p.By = c.by
		got, err := p.Choose(context.Background(), p.w, p.u, c.median, nil)
		if err != nil {
			t.Fatal(err)
		}
		p.wantBest(t, got, c.median, nil)
		finer, err := p.Choose(context.Background(), p.w, p.u, c.median, &got)
		if err != nil {
			t.Fatal(err)
		}
		p.wantBest(t, finer, c.median, &got)
	}
}

// 2500 rows are several parts, of which only 1024 rows are left out in turn.
func TestChooseOverManyRows(t *testing.T) {
	p := drawn(t, 2500, 4, 2, 2, 5, rand.New(rand.NewPCG(1, 0)))
	p.By.Threshold = .02
	got, err := p.Choose(context.Background(), p.w, p.u, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	loss, exact := p.newSearchAt(t, 1, got.at), p.leaveOneOutLoss(got.Width, got.Lambda)
	if off := linalg.Norm(plus(loss, -1, exact)); off > 1e-10 {
		t.Errorf("loss %v, want %v", loss.Slices(), exact.Slices())
	}
}

// newSearchAt is the loss at one point of the grid.
func (p instance) newSearchAt(t *testing.T, median float64, at point) linalg.Matrix {
	s, err := p.newSearch(context.Background(), p.w, p.u, median, leastOut)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.try(context.Background(), []point{at}); err != nil {
		t.Fatal(err)
	}
	loss := s.loss(at)
	linalg.Symmetrize(loss)
	return loss
}

// distance is how many moves apart two points are.
func distance(a, b point) int {
	return max(a.width-b.width, b.width-a.width, a.lambda-b.lambda, b.lambda-a.lambda)
}

// Of one function of y that z determines and two that are noise, the first counts.
func TestChooseFindsWhatCanBePredicted(t *testing.T) {
	p := drawn(t, 300, 2, 1, 3, 20, rand.New(rand.NewPCG(2, 0)))
	p.Y = normal(300, 3, rand.New(rand.NewPCG(3, 0)))
	p.w = linalg.FromSlices([][]float64{{1, 0}})
	for i := range 300 {
		p.Y.Set(i, 1, math.Sqrt2*math.Sin(2*p.x.At(i, 0)))
	}
	p.Y = centred(p.Y)
	p.By.Threshold = .1
	got, err := p.Choose(context.Background(), p.w, p.u, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := got.Directions; d.Rows != 1 || math.Abs(d.At(0, 1)) < .99 {
		t.Errorf("directions %v, want the second alone", d.Slices())
	}
	finer, err := p.Choose(context.Background(), p.w, p.u, 1, &got)
	if err != nil {
		t.Fatal(err)
	}
	if finer.Score < 2 { // 1 - ρ² below e⁻⁴ = .02: there is no noise, only few rows in the tails
		t.Errorf("score %v of a function without noise", finer.Score)
	}
}

func TestChooseStopsOnACancelledContext(t *testing.T) {
	p := drawn(t, 20, 3, 1, 1, 4, rand.New(rand.NewPCG(3, 0)))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Choose(ctx, p.w, p.u, 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// Noise must not pass for something that can be predicted, also where only some rows are
// left out in turn, rare classes are among the others, or the file has a rhythm.
func TestChooseScoresNoiseAsNothing(t *testing.T) {
	const n = 4096
	random := rand.New(rand.NewPCG(5, 5))
	number, rare, rhythm := make([]float64, n), make([]int, n), make([]int, n)
	for i := range n {
		number[i], rare[i], rhythm[i] = random.NormFloat64(), random.IntN(2), i%4
	}
	for k, i := range random.Perm(n)[:30] {
		rare[i] = 2 + k%2
	}
	p := drawn(t, n, 2, 1, 1, 40, random)
	for name, y := range map[string]output.Output{
		"number": output.Numbers(number), "rare class": output.Classes(rare), "rhythm": output.Classes(rhythm),
	} {
		features, _, err := target.FunctionsOf(context.Background(), y, nil, random.Perm(n)[:100], target.NarrowWidth)
		if err != nil {
			t.Fatal(err)
		}
		p.Y, p.By.Threshold = features, 3/math.Sqrt(n)
		got, err := p.Choose(context.Background(), p.w, p.u, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.Score > .02 || got.Directions.Rows > 1 {
			t.Errorf("%s: noise scores %v in %d directions", name, got.Score, got.Directions.Rows)
		}
	}
}

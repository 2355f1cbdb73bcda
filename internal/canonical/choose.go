package canonical

import (
	"context"
	"errors"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
)

// Choice is the settings of the regression of y on z.
type Choice struct {
	Width, Lambda float64
	at            point
	Directions    linalg.Matrix // k x r: the directions among the functions of y that count; none means all
	Score         float64       // the leave-one-out estimate of the criterion
}

// point is a place in the grid: the numbers of a width and of a ridge.
type point struct{ width, lambda int }

// moves is how often a search near an earlier choice may move on to a better neighbour.
const moves = 2

// Choose returns the settings with the best leave-one-out score at z = W x for the
// centres u. median is the median distance between rows and centres in z. near, from an
// earlier choice, is where the search starts: it goes from there to the best neighbour in
// the grid, and on, for a few moves. Without it, every other width and every other ridge is tried.
func (p Problem) Choose(ctx context.Context, w, u linalg.Matrix, median float64, near *Choice) (Choice, error) {
	s, err := p.newSearch(ctx, w, u, median, min(leaveOut, max(leastOut, leaveOutEach*u.Rows)))
	if err != nil {
		return Choice{}, err
	}
	defer s.release()
	if near == nil {
		err = s.try(ctx, everyOther())
	} else {
		err = s.climb(ctx, near.at, neighbours)
	}
	return s.best, s.found(err)
}

// found is why nothing was found, or nil.
func (s *search) found(err error) error {
	if err == nil && math.IsInf(s.best.Score, -1) {
		err = errors.New("canonical: no widths of the grid give a finite score; check the inputs for extreme values")
	}
	return err
}

// everyOther lists the points of every other width and ridge.
func everyOther() []point {
	var points []point
	for i := 0; i < len(learn.Widths); i += 2 {
		for j := 0; j < len(learn.Ridges); j += 2 {
			points = append(points, point{i, j})
		}
	}
	return points
}

// neighbours lists a point of the grid and those next to it, of the same width or the same ridge.
func neighbours(at point) []point { return append(nextRidges(at), nextWidths(at, 1)...) }

// farther is the same with points that are two apart.
func farther(at point) []point {
	points := nextWidths(at, 2)
	for j := at.lambda % 2; j < len(learn.Ridges); j += 2 {
		points = append(points, point{at.width, j})
	}
	return points
}

// nextRidges are the point and those with the next ridges.
func nextRidges(at point) []point {
	points := []point{at}
	for _, j := range []int{at.lambda - 1, at.lambda + 1} {
		if j >= 0 && j < len(learn.Ridges) {
			points = append(points, point{at.width, j})
		}
	}
	return points
}

// nextWidths are the points whose widths are so many places off.
func nextWidths(at point, step int) (points []point) {
	for _, i := range []int{at.width - step, at.width + step} {
		if i >= 0 && i < len(learn.Widths) {
			points = append(points, point{i, at.lambda})
		}
	}
	return points
}

// search is the grid at one W, as far as it has been tried.
type search struct {
	Problem
	p      *kernel.Projected
	median float64
	vv     linalg.Matrix           // squared distances among the centres
	sums   map[int]*regressionSums // by the number of the width
	tried  map[point]bool
	yy     linalg.Matrix // YᵀY/n
	held   held
	best   Choice
}

// So many rows, drawn at random, show by how much leaving a row out makes its residual larger: some
// for each centre, within these bounds. The residuals themselves, and the regressions, are of all
// rows.
const (
	leaveOutEach = 3
	leastOut     = 200
	leaveOut     = 512
)

// held is the rows that are left out in turn.
type held struct {
	squared linalg.Matrix // b x rows: squared distances in z, the centres down
	y       linalg.Matrix
	weights []float64 // nil means that all count the same
}

// total is the sum of the weights.
func (h held) total() float64 {
	var sum float64
	for i := range h.y.Rows {
		sum += linalg.Weight(h.weights, i)
	}
	return sum
}

func (p Problem) newSearch(ctx context.Context, w, u linalg.Matrix, median float64, most int) (*search, error) {
	s := &search{
		Problem: p, p: kernel.Project(w, u), median: median,
		sums: map[int]*regressionSums{}, tried: map[point]bool{}, best: Choice{Score: math.Inf(-1)},
	}
	s.vv = linalg.Borrow(u.Rows, u.Rows)
	kernel.SquaredDistances(s.vv, s.p.V, s.p.V)
	n := p.X.Len()
	s.yy = p.covariance()
	which := leftOut(n, most)
	s.held.weights = aggregate.Some(p.X.Weights(), which)
	s.held.y = p.Y.Pick(which)
	x, err := p.X.Select(ctx, which)
	if err != nil {
		return nil, err
	}
	z := kernel.Project(w, x).V
	s.held.squared = linalg.Borrow(u.Rows, len(which))
	kernel.SquaredDistances(s.held.squared, s.p.V, z)
	return s, nil
}

// leftOut draws the rows to leave out, in order: the same ones of as many rows.
func leftOut(n, most int) []int {
	return sampling.Rows(n, most, sampling.Random(uint64(n), 0x1ea7e))
}

func (s *search) release() {
	linalg.Return(s.held.squared, s.vv)
	for _, sums := range s.sums {
		if sums != nil {
			linalg.Return(sums.all)
		}
	}
}

// climb tries a point with those around it, then those around the best of them.
func (s *search) climb(ctx context.Context, at point, around func(point) []point) error {
	for range 1 + moves {
		if err := s.try(ctx, around(at)); err != nil {
			return err
		}
		if math.IsInf(s.best.Score, -1) || s.best.at == at {
			return nil
		}
		at = s.best.at
	}
	return nil
}

// try scores the points that have not been tried.
func (s *search) try(ctx context.Context, points []point) error {
	var fresh []point
	var unread []int // widths
	for _, at := range points {
		if s.tried[at] {
			continue
		}
		s.tried[at] = true
		fresh = append(fresh, at)
		if _, ok := s.sums[at.width]; !ok {
			s.sums[at.width] = nil
			unread = append(unread, at.width)
		}
	}
	if err := s.read(ctx, unread); err != nil {
		return err
	}
	losses := make([]linalg.Matrix, len(fresh))
	linalg.Parallel(len(fresh), 1, func(i, _ int) {
		if ctx.Err() == nil {
			losses[i] = s.loss(fresh[i])
		}
	})
	for i, at := range fresh {
		if err := s.improve(at, losses[i]); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (s *search) width(at int) float64 { return learn.Widths[at] * s.median }

// read takes the sums over all rows for the given widths.
func (s *search) read(ctx context.Context, which []int) error {
	if len(which) == 0 {
		return nil
	}
	b := s.p.V.Rows
	q := &regressions{Place: Place{s.X.Units(), s.p, s.Y.Cols, len(which) * b * b}}
	for _, at := range which {
		q.Widths = append(q.Widths, s.width(at))
		kernel.CountMatrix(s.X.Len(), b, s.p.V.Cols)
	}
	sum, err := aggregate.Sum[*regression](ctx, s.X.Source, q, aggregate.InMemory{Matrix: s.Y})
	if err != nil {
		return err
	}
	sum.finish()
	for i, at := range which {
		sum.sums[i].centre()
		s.sums[at] = sum.sums[i]
	}
	return nil
}

// heldPiece is how many rows are left out at a time.
const heldPiece = 192

// loss is the mean outer product of the leave-one-out residuals e_i / (1 - h_i), e_i =
// y_i - ŷ_i, h the leverage, made dearer:
//
//	mean e_i e_iᵀ  +  mean e_i e_iᵀ (1/(1 - h_i)² - 1),
//
// the first over all rows, which the sums give, and the second over the held ones. With
// RᵀR = K_cᵀK_c/n + λK_vv + jitter, P = R⁻ᵀM and g_i = R⁻ᵀ k_i, k_i centred, ŷ_i = Pᵀ g_i and
// h_i = |g_i|²/n + 1/n, both times the weight of the row, by which means are taken too. It is
// empty where there is no such R.
func (s *search) loss(at point) linalg.Matrix {
	sums, width, n := s.sums[at.width], s.width(at.width), float64(s.X.Len())
	b, r := s.p.V.Rows, s.Y.Cols
	kvv, root, memory := linalg.Borrow(b, b), linalg.Borrow(b, b), linalg.Borrow(b, heldPiece)
	defer linalg.Return(kvv, root, memory)
	kernel.Gaussian.Matrix(kvv, s.vv, width)
	if sums.factor(root, kvv, learn.Ridges[at.lambda]) != nil {
		return linalg.Matrix{}
	}
	predict := sums.ky.Clone()
	linalg.ForwardSolveAll(root, predict)

	more, fitted := linalg.New(r, r), linalg.New(heldPiece, r)
	var leverage [heldPiece]float64
	for from := 0; from < s.held.y.Rows; from += heldPiece {
		to := min(from+heldPiece, s.held.y.Rows)
		g, fitted, leverage := memory.Columns(0, to-from), fitted.Slice(0, to-from), leverage[:to-from]
		kernel.Gaussian.Matrix(g, s.held.squared.Columns(from, to), width)
		for l, mean := range sums.k1 {
			row := g.Row(l)
			for i := range row {
				row[i] -= mean
			}
		}
		linalg.ForwardSolveAll(root, g)
		clear(leverage)
		for l := range b {
			linalg.AddProducts(leverage, g.Row(l), g.Row(l))
		}
		linalg.TMul(fitted, g, predict)
		for i, h := range leverage {
			weight := linalg.Weight(s.held.weights, from+i)
			share := s.By.share(weight * (h + 1) / n)
			root := math.Sqrt(weight * (1/(share*share) - 1))
			residual := fitted.Row(i)
			for j, v := range s.held.y.Row(from + i) {
				residual[j] = root * (v - residual[j])
			}
		}
		linalg.AddGram(more, fitted)
	}
	linalg.Scale(1/s.held.total(), more)
	linalg.Add(more, s.residual(root, kvv, predict, learn.Ridges[at.lambda]))
	return more
}

// coefficients are those of the regression with the best settings.
func (s *search) coefficients() (linalg.Matrix, error) {
	sums, b := s.sums[s.best.at.width], s.p.V.Rows
	kvv, root := linalg.Borrow(b, b), linalg.Borrow(b, b)
	defer linalg.Return(kvv, root)
	kernel.Gaussian.Matrix(kvv, s.vv, s.best.Width)
	if err := sums.factor(root, kvv, s.best.Lambda); err != nil {
		return root, err
	}
	beta := sums.ky.Clone()
	linalg.CholeskySolveAll(root, beta)
	return beta, nil
}

// residual is EᵀE/n = YᵀY/n - PᵀP - Bᵀ(λK_vv + jitter)B, B = R⁻¹P, over all rows.
func (s *search) residual(root, kvv, predict linalg.Matrix, lambda float64) linalg.Matrix {
	beta, e := predict.Clone(), s.yy.Clone()
	linalg.BackwardSolveAll(root, beta)
	linalg.AddTMul(e, -1, predict, predict)
	linalg.AddTMul(e, -lambda, beta, linalg.Times(kvv, beta))
	linalg.AddTMul(e, -jitterZ, beta, beta)
	return e
}

// improve replaces the best choice by the given point, if that is better.
func (s *search) improve(at point, loss linalg.Matrix) error {
	if loss.Rows == 0 {
		return nil
	}
	score, directions, err := s.By.score(loss, s.yy)
	if err == nil && score > s.best.Score {
		s.best = Choice{Width: s.width(at.width), Lambda: learn.Ridges[at.lambda], at: at, Directions: directions, Score: score}
	}
	return err
}

package lsmi

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/output"
)

// Settings are the widths of the kernels and the ridge.
type Settings struct {
	WidthZ float64 `json:"width_z"`
	WidthY float64 `json:"width_y,omitempty"` // unused for outputs without a width
	Lambda float64 `json:"lambda"`
}

// Grid lists the settings to choose from. For outputs without a width, WidthY is
// ignored.
type Grid struct {
	WidthZ, WidthY, Lambda []float64
}

// Scored is settings with their held-out estimate of SMI.
type Scored struct {
	Settings
	Score float64 `json:"score"`

	losses []float64 // the held-out J of each fold
}

var errNoScore = errors.New("lsmi: no widths of the grid give a finite score; check the inputs for extreme values")

// foldSums are the sums of one fold for all widths of a grid at once: KᵀK is needed once a
// width of z, LᵀL once a width of y, and the column sums of K ∘ L once a pair.
type foldSums struct {
	n      float64 // rows, by their weights
	kk, ll []linalg.Matrix
	kl     [][][]float64
}

func newFoldSums(widthsZ, widthsY, b int) *foldSums {
	f := &foldSums{kk: make([]linalg.Matrix, widthsZ), kl: make([][][]float64, widthsZ)}
	for iz := range f.kk {
		f.kk[iz] = linalg.Borrow(b, b)
		f.kk[iz].Zero()
		f.kl[iz] = make([][]float64, widthsY)
		for iy := range f.kl[iz] {
			f.kl[iz][iy] = make([]float64, b)
		}
	}
	return f
}

func (f *foldSums) release() { linalg.Return(f.kk...) }

func (f *foldSums) merge(other *foldSums) {
	f.n += other.n
	for iz := range f.kk {
		linalg.Add(f.kk[iz], other.kk[iz])
		for iy := range f.kl[iz] {
			linalg.Axpy(1, other.kl[iz][iy], f.kl[iz][iy])
		}
	}
}

// add adds rows, given K for width iz of z and L for every width of y, whose rows are in
// another order, by their weights. It changes K where there are any.
func (f *foldSums) add(iz int, k linalg.Matrix, l []linalg.Matrix, order []int, weights []float64) {
	aggregate.ScaleRoots(k, weights)
	linalg.AddGram(f.kk[iz], k)
	aggregate.ScaleRoots(k, weights)
	for iy := range l {
		addProducts(f.kl[iz][iy], k, l[iy], order)
	}
}

// Validate returns the settings of the grid with the best held-out score at z = W x
// (z = x where w has no rows), the unweighted mean over folds of -J less the
// constant, and the α of all rows at these settings. With many rows, settings that do
// badly on the first fold are not tried on the others.
func (s *Sample) Validate(ctx context.Context, w linalg.Matrix, k kernel.Kind, grid Grid, allowed Alpha) (Scored, Solution, error) {
	grid, err := s.checked(grid)
	if err != nil {
		return Scored{}, Solution{}, err
	}
	total, all, err := s.score(ctx, w, k, grid, allowed, s.x.Len() >= raceRows)
	if err != nil {
		return Scored{}, Solution{}, err
	}
	defer total.release()
	best := 0
	for i := range all {
		if all[i].Score > all[best].Score {
			best = i
		}
	}
	if score := all[best].Score; math.IsInf(score, 0) || math.IsNaN(score) {
		return Scored{}, Solution{}, errNoScore
	}
	iz, iy := best/(len(grid.Lambda)*len(grid.WidthY)), best/len(grid.Lambda)%len(grid.WidthY)
	fit, err := s.solution(total, iz, iy, all[best].Settings, allowed)
	return all[best], fit, err
}

// solution fits α to the sums of all rows.
func (s *Sample) solution(total *foldSums, iz, iy int, at Settings, allowed Alpha) (Solution, error) {
	b := len(s.centres)
	sys := System{H: linalg.New(b, b), h: make([]float64, b)}
	sys.fill(total.n, total.kk[iz], total.ll[iy], total.kl[iz][iy])
	alpha, err := sys.Solve(at.Lambda, allowed)
	return Solution{Settings: at, Alpha: alpha, SMI: smi(sys.h, alpha, s.y.Signed())}, err
}

// Scores returns the held-out score of every point of the grid: for each width of
// z, for each width of y, for each λ.
func (s *Sample) Scores(ctx context.Context, w linalg.Matrix, k kernel.Kind, grid Grid, allowed Alpha) ([]Scored, error) {
	grid, err := s.checked(grid)
	if err != nil {
		return nil, err
	}
	total, all, err := s.score(ctx, w, k, grid, allowed, false)
	if err != nil {
		return nil, err
	}
	total.release()
	return all, nil
}

// Smoothest returns, among the points of the grid that are not distinguishably worse
// than the best, the one with the largest λ, and the best of these: those whose score
// is within one standard error of the difference over folds (Breiman, Friedman, Olshen
// and Stone 1984). A method that climbs the estimate follows the noise of a small λ,
// which the held-out score at a given W hardly shows.
func (s *Sample) Smoothest(ctx context.Context, w linalg.Matrix, k kernel.Kind, grid Grid, allowed Alpha) (Scored, error) {
	all, err := s.Scores(ctx, w, k, grid, allowed)
	if err != nil {
		return Scored{}, err
	}
	best := slices.MaxFunc(all, func(a, b Scored) int { return cmp.Compare(a.Score, b.Score) })
	if math.IsInf(best.Score, 0) || math.IsNaN(best.Score) {
		return best, errNoScore
	}
	smooth := best
	for _, one := range all {
		if one.Lambda < smooth.Lambda || best.Score-one.Score > standardError(best.losses) {
			continue
		}
		if one.Lambda > smooth.Lambda || one.Score > smooth.Score {
			smooth = one
		}
	}
	return smooth, nil
}

// standardError is that of the mean of v.
func standardError(v []float64) float64 {
	n, mean := float64(len(v)), linalg.Sum(v)/float64(len(v))
	var squares float64
	for _, a := range v {
		squares += (a - mean) * (a - mean)
	}
	return math.Sqrt(squares / (n * max(1, n-1)))
}

// checked returns the grid for the output at hand.
func (s *Sample) checked(grid Grid) (Grid, error) {
	if _, ok := s.y.(output.Metric); !ok {
		grid.WidthY = []float64{0}
	}
	if len(grid.WidthZ) == 0 || len(grid.WidthY) == 0 || len(grid.Lambda) == 0 {
		return grid, errors.New("lsmi: the grid is empty")
	}
	return grid, nil
}

// score returns the sums over all rows and the score of every point of the grid.
func (s *Sample) score(ctx context.Context, w linalg.Matrix, k kernel.Kind, grid Grid, allowed Alpha, race bool) (*foldSums, []Scored, error) {
	folds, err := s.sums(ctx, w, k, grid)
	if err != nil {
		return nil, nil, err
	}
	total := newFoldSums(len(grid.WidthZ), len(grid.WidthY), len(s.centres))
	for _, f := range folds {
		total.merge(f)
	}
	total.ll = s.outputs.total(grid.WidthY)
	all, err := s.scoreGrid(ctx, total, folds, grid, allowed, race)
	for _, f := range folds {
		f.release()
	}
	return total, all, err
}

// sums takes the sums of each fold for all widths at once.
func (s *Sample) sums(ctx context.Context, w linalg.Matrix, k kernel.Kind, grid Grid) ([]*foldSums, error) {
	if err := s.outputs.prepare(ctx, grid.WidthY); err != nil {
		return nil, err
	}
	at := &foldSumsAt{s.place(w, k, len(grid.WidthY)), grid.WidthZ}
	sum, err := aggregate.Sum[*foldPartial](ctx, s.x.Source, at, s.aligned(grid.WidthY...)...)
	if err != nil {
		return nil, err
	}
	defer sum.Release()
	for f, fold := range sum.folds {
		fold.n = sum.counts[f]
		fold.ll = s.outputs.fold(grid.WidthY, f)
	}
	for range grid.WidthZ {
		kernel.CountSums(s.x.Len(), len(s.centres))
		kernel.CountMatrix(s.x.Len(), len(s.centres), at.P.V.Cols)
	}
	return sum.folds, nil
}

// raceRows is from how many rows on Validate drops settings that do badly on the first
// fold.
const raceRows = 500

// scoreGrid solves on the rows outside each fold and scores on the fold. With race, the
// settings that are not among the best quarter on the first fold are left at -∞.
func (s *Sample) scoreGrid(ctx context.Context, total *foldSums, folds []*foldSums, grid Grid, allowed Alpha, race bool) ([]Scored, error) {
	ny, nl := len(grid.WidthY), len(grid.Lambda)
	points := make([]int, len(grid.WidthZ)*ny*nl) // by width of z, width of y, λ
	losses := make([][]float64, len(points))      // by fold
	for p := range points {
		points[p], losses[p] = p, make([]float64, len(folds))
	}
	try := func(points []int, from, to int) {
		pairs := pairsOf(points, nl)
		linalg.Parallel(len(pairs)*(to-from), 1, func(i, _ int) {
			if ctx.Err() != nil {
				return
			}
			pair, f := pairs[i/(to-from)], from+i%(to-from)
			cell := newCell(total, folds[f], pair[0]/(nl*ny), pair[0]/nl%ny)
			defer cell.release()
			for _, p := range pair {
				losses[p][f] = cell.loss(grid.Lambda[p%nl], allowed)
			}
		})
	}
	if race {
		try(points, 0, 1)
		points = bestQuarter(points, func(p int) float64 { return losses[p][0] })
		try(points, 1, len(folds))
	} else {
		try(points, 0, len(folds))
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	scored := make([]Scored, len(losses))
	for p := range scored {
		at := Settings{WidthZ: grid.WidthZ[p/(nl*ny)], WidthY: grid.WidthY[p/nl%ny], Lambda: grid.Lambda[p%nl]}
		scored[p] = Scored{Settings: at, Score: math.Inf(-1)}
	}
	for _, p := range points {
		var loss float64
		for _, l := range losses[p] {
			loss += l / float64(len(folds))
		}
		scored[p].Score, scored[p].losses = -loss-constant(s.y.Signed()), losses[p]
	}
	return scored, nil
}

// pairsOf groups points, in order, by their pair of widths.
func pairsOf(points []int, lambdas int) [][]int {
	var pairs [][]int
	for _, p := range points {
		if last := len(pairs) - 1; last >= 0 && pairs[last][0]/lambdas == p/lambdas {
			pairs[last] = append(pairs[last], p)
		} else {
			pairs = append(pairs, []int{p})
		}
	}
	return pairs
}

// bestQuarter returns the quarter of the points, and at least eight, with the least
// loss, in their order.
func bestQuarter(points []int, loss func(int) float64) []int {
	best := slices.Clone(points)
	slices.SortStableFunc(best, func(p, q int) int { return cmp.Compare(loss(p), loss(q)) })
	best = best[:min(len(best), max(8, len(best)/4))]
	slices.Sort(best)
	return best
}

// cell is the memory for one pair of widths and one fold.
type cell struct {
	train, test System
	work        linalg.Matrix
	alpha       []float64
}

// newCell has the systems of a pair of widths, without the fold and of it.
func newCell(total, fold *foldSums, iz, iy int) *cell {
	b := total.kk[iz].Rows
	system := func() System { return System{H: linalg.Borrow(b, b), h: make([]float64, b)} }
	c := &cell{train: system(), test: system(), work: linalg.Borrow(b, b), alpha: make([]float64, b)}
	c.train.fillDifference(total, fold, iz, iy)
	c.test.fill(fold.n, fold.kk[iz], fold.ll[iy], fold.kl[iz][iy])
	return c
}

func (c *cell) release() { linalg.Return(c.train.H, c.test.H, c.work) }

// loss is the held-out J for one λ. A system that cannot be solved, as may be for a
// tiny λ, counts as an infinite loss.
func (c *cell) loss(lambda float64, allowed Alpha) float64 {
	if c.train.solve(c.alpha, lambda, allowed, c.work) != nil {
		return math.Inf(1)
	}
	if loss := c.test.loss(c.alpha); !math.IsNaN(loss) {
		return loss
	}
	return math.Inf(1)
}

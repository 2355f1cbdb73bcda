package lsmi

import (
	"context"
	"errors"
	"math"
	"sync"

	"suffice/internal/linalg"
	"suffice/internal/work"
	"suffice/kernel"
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
}

// foldSums are the [Sums] of one fold for all widths of a grid at once: KᵀK is
// needed once a width of z, LᵀL once a width of y, K ∘ L once a pair.
type foldSums struct {
	n      int
	kk, ll []linalg.Matrix
	kl     [][][]float64
}

func newFoldSums(widthsZ, widthsY, b int) *foldSums {
	f := &foldSums{kk: make([]linalg.Matrix, widthsZ), kl: make([][][]float64, widthsZ)}
	for iz := range f.kk {
		f.kk[iz] = linalg.New(b, b)
		f.kl[iz] = make([][]float64, widthsY)
		for iy := range f.kl[iz] {
			f.kl[iz][iy] = make([]float64, b)
		}
	}
	return f
}

func (f *foldSums) merge(other *foldSums) {
	f.n += other.n
	for iz := range f.kk {
		linalg.Add(f.kk[iz], other.kk[iz])
		for iy := range f.kl[iz] {
			linalg.Axpy(1, other.kl[iz][iy], f.kl[iz][iy])
		}
	}
}

// add adds rows, given K for width iz of z and, from row from on, L for every width of y.
func (f *foldSums) add(iz int, k linalg.Matrix, l []linalg.Matrix, from int) {
	linalg.AddGram(f.kk[iz], k)
	for iy := range l {
		addProducts(f.kl[iz][iy], k, l[iy].Slice(from, from+k.Rows))
	}
}

// Validate returns the settings of the grid with the best held-out score at z = W x
// (z = x where w has no rows), the unweighted mean over folds of -J less the
// constant, and the α of all rows at these settings.
func (s *Sample) Validate(ctx context.Context, w linalg.Matrix, k kernel.Kind, grid Grid, allowed Alpha) (Scored, Solution, error) {
	grid, err := s.checked(grid)
	if err != nil {
		return Scored{}, Solution{}, err
	}
	total, all, err := s.score(ctx, w, k, grid, allowed)
	if err != nil {
		return Scored{}, Solution{}, err
	}
	best := 0
	for i := range all {
		if all[i].Score > all[best].Score {
			best = i
		}
	}
	if score := all[best].Score; math.IsInf(score, 0) || math.IsNaN(score) {
		return Scored{}, Solution{}, errors.New("lsmi: no widths of the grid give a finite score; check the inputs for extreme values")
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
	_, all, err := s.score(ctx, w, k, grid, allowed)
	return all, err
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
func (s *Sample) score(ctx context.Context, w linalg.Matrix, k kernel.Kind, grid Grid, allowed Alpha) (*foldSums, []Scored, error) {
	folds, err := s.sums(ctx, w, k, grid)
	if err != nil {
		return nil, nil, err
	}
	total := newFoldSums(len(grid.WidthZ), len(grid.WidthY), len(s.centres))
	for _, f := range folds {
		total.merge(f)
	}
	total.ll = s.outputs.total(grid.WidthY)
	all, err := s.scoreGrid(ctx, total, folds, grid, allowed)
	return total, all, err
}

// foldPiece is how many rows a core takes at a time: their kernel values stay in the
// cache.
const foldPiece = 256

// sums takes the sums of each fold for all widths in one reading of the rows.
func (s *Sample) sums(ctx context.Context, w linalg.Matrix, k kernel.Kind, grid Grid) ([]*foldSums, error) {
	if err := s.outputs.prepare(ctx, grid.WidthY); err != nil {
		return nil, err
	}
	b, nz := len(s.centres), len(grid.WidthZ)
	folds := make([]*foldSums, s.folds)
	for f := range folds {
		folds[f] = newFoldSums(nz, len(grid.WidthY), b)
		folds[f].ll = s.outputs.fold(grid.WidthY, f)
	}
	size, p := min(s.block, s.x.Len()), kernel.Project(w, s.u)
	squared, z, memory := linalg.New(size, b), linalg.New(size, w.Rows), make([]linalg.Matrix, len(grid.WidthY))
	pool := sync.Pool{New: func() any { K := linalg.New(foldPiece, b); return &K }}
	from := 0
	err := s.each(ctx, func(part []int, x linalg.Matrix) error {
		squared := squared.Slice(0, x.Rows)
		p.Distances(squared, z, x)
		L, segments := s.outputs.blocks(memory, from, part, grid.WidthY), s.segments(part)
		linalg.Parallel(nz*len(segments), 1, func(i, _ int) {
			iz, at := i%nz, segments[i/nz]
			K := pool.Get().(*linalg.Matrix)
			defer pool.Put(K)
			for a := at.from; a < at.to; a += foldPiece {
				z := min(a+foldPiece, at.to)
				K := K.Slice(0, z-a)
				k.Matrix(K, squared.Slice(a, z), grid.WidthZ[iz])
				folds[at.fold].add(iz, K, L, a)
			}
		})
		for _, at := range segments {
			folds[at.fold].n += at.to - at.from
		}
		from += len(part)
		return ctx.Err()
	})
	for range nz {
		work.Sums(s.x.Len(), b)
		work.Kernel(s.x.Len(), b, p.V.Cols)
	}
	return folds, err
}

// scoreGrid solves on the rows outside each fold and scores on the fold.
func (s *Sample) scoreGrid(ctx context.Context, total *foldSums, folds []*foldSums, grid Grid, allowed Alpha) ([]Scored, error) {
	nz, ny, nl := len(grid.WidthZ), len(grid.WidthY), len(grid.Lambda)
	losses := make([]float64, nz*ny*len(folds)*nl) // by width of z, width of y, fold, λ
	pool := sync.Pool{New: func() any { return newCell(len(s.centres)) }}
	linalg.Parallel(nz*ny*len(folds), 1, func(c, _ int) {
		if ctx.Err() != nil {
			return
		}
		cell := pool.Get().(*cell)
		defer pool.Put(cell)
		iz, iy, f := c/(ny*len(folds)), c/len(folds)%ny, c%len(folds)
		cell.losses(losses[c*nl:(c+1)*nl], total, folds[f], iz, iy, grid.Lambda, allowed)
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var scored []Scored
	for iz := range nz {
		for iy := range ny {
			for il := range nl {
				var loss float64
				for f := range folds {
					loss += losses[((iz*ny+iy)*len(folds)+f)*nl+il] / float64(len(folds))
				}
				scored = append(scored, Scored{
					Settings: Settings{WidthZ: grid.WidthZ[iz], WidthY: grid.WidthY[iy], Lambda: grid.Lambda[il]},
					Score:    -loss - constant(s.y.Signed()),
				})
			}
		}
	}
	return scored, nil
}

// cell is the memory for one pair of widths and one fold.
type cell struct {
	train, test System
	work        linalg.Matrix
	alpha       []float64
}

func newCell(b int) *cell {
	system := func() System { return System{H: linalg.New(b, b), h: make([]float64, b)} }
	return &cell{train: system(), test: system(), work: linalg.New(b, b), alpha: make([]float64, b)}
}

// losses sets dst to the held-out J of each λ. A system that cannot be solved, as may be
// for a tiny λ, counts as an infinite loss.
func (c *cell) losses(dst []float64, total, fold *foldSums, iz, iy int, lambdas []float64, allowed Alpha) {
	c.train.fillDifference(total, fold, iz, iy)
	c.test.fill(fold.n, fold.kk[iz], fold.ll[iy], fold.kl[iz][iy])
	for il, lambda := range lambdas {
		dst[il] = math.Inf(1)
		if c.train.solve(c.alpha, lambda, allowed, c.work) == nil {
			dst[il] = c.test.loss(c.alpha)
		}
	}
}

package lsmi

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"suffice/internal/linalg"
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
		add(f.kk[iz], other.kk[iz])
		for iy := range f.kl[iz] {
			linalg.Axpy(1, other.kl[iz][iy], f.kl[iz][iy])
		}
	}
}

// Validate returns the settings of the grid with the best held-out score at z = W x
// (z = x where w has no rows), the unweighted mean over folds of -J less the
// constant.
func (s *Sample) Validate(ctx context.Context, w linalg.Matrix, k kernel.Kind, grid Grid, allowed Alpha) (Scored, error) {
	all, err := s.Scores(ctx, w, k, grid, allowed)
	if err != nil {
		return Scored{}, err
	}
	best := all[0]
	for _, one := range all[1:] {
		if one.Score > best.Score {
			best = one
		}
	}
	if math.IsInf(best.Score, 0) || math.IsNaN(best.Score) {
		return Scored{}, errors.New("lsmi: no widths of the grid give a finite score; check the inputs for extreme values")
	}
	return best, nil
}

// Scores returns the held-out score of every point of the grid: for each width of
// z, for each width of y, for each λ.
func (s *Sample) Scores(ctx context.Context, w linalg.Matrix, k kernel.Kind, grid Grid, allowed Alpha) ([]Scored, error) {
	if _, ok := s.y.(output.Metric); !ok {
		grid.WidthY = []float64{0}
	}
	if len(grid.WidthZ) == 0 || len(grid.WidthY) == 0 || len(grid.Lambda) == 0 {
		return nil, fmt.Errorf("lsmi: the grid is empty")
	}
	folds, err := s.sums(ctx, w, k, grid)
	if err != nil {
		return nil, err
	}
	total := newFoldSums(len(grid.WidthZ), len(grid.WidthY), len(s.centres))
	for _, f := range folds {
		total.merge(f)
	}
	total.ll = s.outputs.total(grid.WidthY)
	return s.scoreGrid(ctx, total, folds, grid, allowed)
}

// sums takes the sums of each fold for all widths in one reading of the rows.
func (s *Sample) sums(ctx context.Context, w linalg.Matrix, k kernel.Kind, grid Grid) ([]*foldSums, error) {
	if err := s.outputs.prepare(ctx, grid.WidthY); err != nil {
		return nil, err
	}
	b := len(s.centres)
	folds := make([]*foldSums, s.folds)
	for f := range folds {
		folds[f] = newFoldSums(len(grid.WidthZ), len(grid.WidthY), b)
		folds[f].ll = s.outputs.fold(grid.WidthY, f)
	}
	size := min(s.block, s.x.Len())
	p, K, dst := s.project(w), linalg.New(size, b), linalg.New(size, b)
	from := 0
	err := s.each(ctx, func(part []int, x linalg.Matrix) error {
		_, squared := p.Distances(x)
		K := K.Slice(0, x.Rows)
		for iz, width := range grid.WidthZ {
			k.Matrix(K, squared, width)
			s.segments(part, func(f, a, z int) {
				linalg.AddGram(folds[f].kk[iz], K.Slice(a, z))
			})
			for iy, width := range grid.WidthY {
				L := s.outputs.block(dst, from, part, width)
				s.segments(part, func(f, a, z int) {
					addProducts(folds[f].kl[iz][iy], K.Slice(a, z), L.Slice(a, z))
				})
			}
		}
		s.segments(part, func(f, a, z int) { folds[f].n += z - a })
		from += len(part)
		return ctx.Err()
	})
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

package lsmi

import (
	"context"
	"fmt"
	"math/rand/v2"

	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// DefaultCentres is how many kernel centres there are unless asked otherwise.
const DefaultCentres = 200

// Options are the settings of [Estimate]; the zero value is a full configuration.
type Options struct {
	Centres int         // kernel centres; 0 means DefaultCentres
	Kernel  kernel.Kind // on x; the zero value is Gaussian
	NoScale bool        // keep the columns' own units instead of scaling each to standard deviation 1
	Seed    uint64      // of the random centres and folds
}

// Dependence is how much x says about y.
type Dependence struct {
	Scored         // the chosen settings, and the held-out estimate of SMI at them
	SMI    float64 // the estimate from all rows, which is larger where it fits noise
}

// Estimate answers "how dependent are x and y?" by the squared-loss mutual
// information: 0 for none. Score is the honest answer, SMI the optimistic one.
func Estimate(ctx context.Context, x rows.Source, y output.Output, options Options) (Dependence, error) {
	if options.Centres < 0 {
		return Dependence{}, fmt.Errorf("%d kernel centres, but there must be at least 1; 0 means the default", options.Centres)
	}
	if err := y.Check(); err != nil {
		return Dependence{}, err
	}
	standard, err := blocks.Standardize(ctx, x, options.NoScale)
	if err != nil {
		return Dependence{}, err
	}
	if len(standard.Constant) == x.Width() {
		return Dependence{}, fmt.Errorf("the inputs are the same in every row, so they say nothing about the output")
	}
	centres := options.Centres
	if centres == 0 {
		centres = DefaultCentres
	}
	s, err := Draw(ctx, standard, y, centres, rand.New(rand.NewPCG(options.Seed, 0x151)))
	if err != nil {
		return Dependence{}, err
	}
	s = s.Centred()
	grid, err := s.Wide(ctx, linalg.Matrix{})
	if err != nil {
		return Dependence{}, err
	}
	best, fit, err := s.Validate(ctx, linalg.Matrix{}, options.Kernel, grid, s.Natural())
	return Dependence{Scored: best, SMI: fit.SMI}, err
}

// Natural is the right α for the output: non-negative, as a density ratio is, where
// L ≥ 0, and free where L takes both signs.
func (s *Sample) Natural() Alpha {
	if s.y.Signed() {
		return Free
	}
	return NonNegative
}

// Wide is the grid for a score at any z = W x: widths from a twentieth of the median
// distances to well above them.
func (s *Sample) Wide(ctx context.Context, w linalg.Matrix) (Grid, error) {
	return s.Around(ctx, w, []float64{.1, .2, .4, .75, 1.5}, []float64{.05, .1, .2, .4, .8}, []float64{1e-4, 1e-3, 1e-2, 1e-1})
}

// Around is the grid with the given factors of the median distances in z = W x and y.
func (s *Sample) Around(ctx context.Context, w linalg.Matrix, widthsZ, widthsY, lambdas []float64) (Grid, error) {
	z, err := s.MedianZ(ctx, w)
	if err != nil {
		return Grid{}, err
	}
	y, err := s.MedianY()
	if err != nil {
		return Grid{}, err
	}
	return Grid{WidthZ: times(widthsZ, z), WidthY: times(widthsY, y), Lambda: lambdas}, nil
}

func times(factors []float64, unit float64) []float64 {
	out := make([]float64, len(factors))
	scale(out, factors, unit)
	return out
}

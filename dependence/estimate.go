// Package dependence answers "how much does x say about y?" for any inputs and any
// output, by the squared-loss mutual information
//
//	SMI(X, Y) = ½ E_{p(x)p(y)} [ ( p(x,y) / (p(x)p(y)) - 1 )² ],
//
// which is 0 exactly when X and Y are independent. [Estimate] gives it, and [Test]
// whether it can be chance. See docs/lsmi.md and docs/dependence.md.
package dependence

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// DefaultCentres is how many kernel centres there are unless asked otherwise.
const DefaultCentres = lsmi.DefaultCentres

// Options are the settings of [Estimate]; the zero value is a full configuration.
type Options struct {
	Centres int    // kernel centres; 0 means DefaultCentres
	NoScale bool   // keep the columns' own units instead of scaling each to standard deviation 1
	Seed    uint64 // of the random centres and folds

	// Rows of one group belong together, and those that follow each other in time; by row, nil where
	// that is not so. Whole groups are put into random order then, or all rows moved on in time.
	// Rows that have a block are put into random order within it.
	Group []int
	Time  []float64
	Block []int
}

// Estimated is how much x says about y.
type Estimated struct {
	Score  float64 // the held-out estimate of SMI at the settings below
	SMI    float64 // the estimate from all rows, which is larger where it fits noise
	WidthX float64 // of the Gaussian on x
	WidthY float64 // of the kernel on y, where it has one
	Lambda float64 // the ridge
}

// Estimate answers "how dependent are x and y?" by the squared-loss mutual
// information: 0 for none. Score is the honest answer, SMI the optimistic one.
func Estimate(ctx context.Context, x rows.Source, y output.Output, options Options) (Estimated, error) {
	if options.Centres < 0 {
		return Estimated{}, fmt.Errorf("%d kernel centres, but there must be at least 1; 0 means the default", options.Centres)
	}
	if err := check(x, y); err != nil {
		return Estimated{}, err
	}
	x, y, err := target.Held(ctx, x, y)
	if err != nil {
		return Estimated{}, err
	}
	standard, err := aggregate.Standardize(ctx, x, options.NoScale)
	if err != nil {
		return Estimated{}, err
	}
	if len(standard.Constant) == x.Width() {
		return Estimated{}, fmt.Errorf("the inputs are the same in every row, so they say nothing about the output")
	}
	s, err := lsmi.Draw(ctx, standard, y, options.centres(), sampling.Random(options.Seed, 0x151))
	if err != nil {
		return Estimated{}, err
	}
	s = s.Centred()
	grid, err := s.Wide(ctx, linalg.Matrix{})
	if err != nil {
		return Estimated{}, err
	}
	best, fit, err := s.Validate(ctx, linalg.Matrix{}, kernel.Gaussian, grid, s.Natural())
	return Estimated{Score: best.Score, SMI: fit.SMI, WidthX: best.WidthZ, WidthY: best.WidthY, Lambda: best.Lambda}, err
}

// check finds what is wrong with what is to be compared.
func check(x rows.Source, y output.Output) error {
	switch {
	case x == nil || y == nil:
		return errors.New("there is no table, or no output, to estimate a dependence of")
	case x.Len() != y.Len():
		return fmt.Errorf("%d rows of inputs, but %d of outputs", x.Len(), y.Len())
	}
	return y.Check()
}

func (o Options) centres() int { return cmp.Or(o.Centres, DefaultCentres) }

package suffice

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// SelectOptions say how [SelectInputs] chooses.
type SelectOptions struct {
	Halves   int     // of the rows; 0 means 50
	Share    float64 // of these in which an input must be chosen; 0 means 0.75
	Least    int     // inputs that are chosen in any case, those chosen most often
	Seed     uint64  // of the halves
	Progress func(done, all int)
}

// SelectResult is which inputs were selected.
type SelectResult struct {
	Inputs []int     `json:"inputs"` // counted from 0, in order
	Shares []float64 `json:"shares"` // of the halves in which each input, selected or not, was chosen
	Halves int       `json:"halves"`
}

const (
	usualHalves  = 50
	usualShare   = .75
	mostSelected = sampling.ToStart // rows that halves are drawn from
)

// SelectInputs selects the inputs that HSIC Lasso ([ScreenInputs]) chooses in most
// halves of the rows, drawn at random: what it chooses by chance is another input each time
// (stability selection; Meinshausen and Bühlmann 2010). The number it chooses is cross-validated
// in each half. With the same seed, the selection is the same on any number of threads.
func SelectInputs(ctx context.Context, x rows.Source, y output.Output, options SelectOptions) (*SelectResult, error) {
	halves, share := cmp.Or(options.Halves, usualHalves), cmp.Or(options.Share, usualShare)
	switch {
	case y == nil:
		return nil, errNoOutput
	case x.Len() != y.Len():
		return nil, fmt.Errorf("%d rows of inputs, but %d of outputs", x.Len(), y.Len())
	case x.Len() < leastResampled:
		return nil, fmt.Errorf("%d rows are too few to select inputs by halves of them; it takes %d", x.Len(), leastResampled)
	case halves < 2:
		return nil, fmt.Errorf("%d halves, but at least 2 are needed", halves)
	case share < 0 || share > 1:
		return nil, fmt.Errorf("an input must be chosen in a share of %g of the halves, but shares are from 0 to 1", share)
	}
	some := sampling.Many(x.Len(), mostSelected, sampling.Random(options.Seed, 0x5e1ec))
	b := &halfSamples{}
	var err error
	if b.x, b.y, err = target.Take(ctx, x, y, some); err != nil {
		return nil, err
	}
	var told func(done int)
	if options.Progress != nil {
		told = func(done int) { options.Progress(done, halves) }
	}
	chosen := make([][]int, halves)
	err = linalg.Each(ctx, halves, told, func(k int) (err error) {
		chosen[k], err = b.screenHalf(ctx, sampling.Random(options.Seed, 0x5e1ec0000+uint64(k)))
		return err
	})
	if err != nil {
		return nil, err
	}
	return newSelection(chosen, x.Width(), share, options.Least), nil
}

// screenHalf chooses inputs by half of the rows.
func (b *halfSamples) screenHalf(ctx context.Context, random *rand.Rand) ([]int, error) {
	which := b.draw(random, b.x.Len()/2)
	x, err := rows.Take(ctx, b.x, which)
	if err != nil {
		return nil, err
	}
	return ScreenInputs(ctx, x, output.Some(b.y, which), 0)
}

func newSelection(chosen [][]int, d int, share float64, least int) *SelectResult {
	s := &SelectResult{Shares: make([]float64, d), Halves: len(chosen)}
	for _, inputs := range chosen {
		for _, j := range inputs {
			s.Shares[j] += 1 / float64(len(chosen))
		}
	}
	for k, j := range sampling.Descending(s.Shares) {
		if k < least || s.Shares[j] >= share-1e-9 {
			s.Inputs = append(s.Inputs, j)
		}
	}
	slices.Sort(s.Inputs)
	return s
}

package evaluate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"suffice"
	"suffice/internal/aggregate"
	"suffice/internal/crossfit"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// AugmentResult tells how much weight components put on inputs of pure noise: a component
// that is real puts hardly any there, one that is not cannot tell them from the others
// (Luo and Li 2021, who add the like of it to the eigenvalues of methods that have some).
type AugmentResult struct {
	Dim    int       `json:"dim"`    // components, from the first, that put less than half as much there as by chance
	Shares []float64 `json:"shares"` // of the squared weights of each component, averaged over draws
	Chance float64   `json:"chance"` // the share that noise has among the inputs
	Draws  int       `json:"draws"`
}

const augmentDraws = 3

// Augment fits options.Dim components with inputs of noise beside those of x, drawn anew a few
// times, on no more rows than a fit of [suffice.Assess] sees.
func Augment(ctx context.Context, x rows.Source, y output.Output, method suffice.Method, options suffice.Options) (*AugmentResult, error) {
	dim := options.Dim
	if dim < 1 || dim > x.Width() {
		return nil, fmt.Errorf("%d components, but there must be from 1 to %d, as many as inputs", dim, x.Width())
	}
	if method.KeepsInputs {
		return nil, errors.New("a method that keeps all inputs has no components that could be noise")
	}
	random := sampling.Random(options.Seed, 0xa09)
	some := sampling.Many(x.Len(), crossfit.UsualTrain, random)
	held, y, err := target.Take(ctx, x, y, some)
	if err != nil {
		return nil, err
	}
	d, noise := x.Width(), max(5, x.Width()/4)
	a := &AugmentResult{Chance: float64(noise) / float64(d+noise), Draws: augmentDraws, Shares: make([]float64, dim)}
	for draw := range augmentDraws {
		wide, err := augmented(ctx, held, noise, random)
		if err != nil {
			return nil, err
		}
		own := options
		own.Quick, own.Progress, own.Seed = true, nil, options.Seed+uint64(draw)
		model, err := method.New(own).Fit(ctx, wide, y)
		if err != nil {
			return nil, err
		}
		for k, weights := range model.Components {
			a.Shares[k] += linalg.Dot(weights[d:], weights[d:]) / linalg.Dot(weights, weights) / augmentDraws
		}
	}
	real := func(share float64) bool { return share < a.Chance/2 }
	if a.Dim = slices.IndexFunc(a.Shares, func(share float64) bool { return !real(share) }); a.Dim < 0 {
		a.Dim = dim
	}
	return a, nil
}

// augmented has columns of noise behind those of x.
func augmented(ctx context.Context, x rows.Source, noise int, random *rand.Rand) (rows.Source, error) {
	d := x.Width()
	values, err := x.Block(ctx, 0, x.Len(), nil)
	if err != nil {
		return nil, err
	}
	out := make([]float64, 0, x.Len()*(d+noise))
	for i := range x.Len() {
		out = append(out, values[i*d:(i+1)*d]...)
		for range noise {
			out = append(out, random.NormFloat64())
		}
	}
	wide, err := rows.NewMatrix(d+noise, out)
	if err != nil {
		return nil, err
	}
	return aggregate.ByWeights(wide, rows.Weights(x))
}

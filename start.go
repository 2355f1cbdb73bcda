package suffice

import (
	"context"
	"math/rand/v2"

	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/internal/stiefel"
	"suffice/output"
)

// firstStep returns dim components to start a search from: those of SCA(0), orthonormal
// on the space. The sample may be of some of the rows.
func firstStep(ctx context.Context, sample *lsmi.Sample, in *space, y output.Output, dim int) (linalg.Matrix, error) {
	f := &scaFit{SCA: SCA{Dim: dim, Stop: AfterFirstStep}, space: in, y: y, lead: sample, kernel: kernel.Epanechnikov, alpha: lsmi.Clipped, rough: true}
	step, err := f.pass(ctx, f.metric.whole(), linalg.Matrix{})
	if err != nil {
		return linalg.Matrix{}, err
	}
	w := f.metric.inputs(step.next).Clone()
	return w, stiefel.Orthonormalize(w)
}

// randomStarts returns up to count random frames of dim components. They are
// combinations of rows of x, so that they turn with x and stay within the directions
// along which it varies.
func randomStarts(ctx context.Context, x *blocks.Standard, dim, count int, random *rand.Rand) ([]linalg.Matrix, error) {
	const most = 100 // rows that make a start
	var starts []linalg.Matrix
	for range count {
		some, err := x.Select(ctx, random.Perm(x.Len())[:min(most, x.Len())])
		if err != nil {
			return nil, err
		}
		weights, w := linalg.New(dim, some.Rows), linalg.New(dim, some.Cols)
		for i := range weights.Data {
			weights.Data[i] = random.NormFloat64()
		}
		linalg.Mul(w, weights, some)
		if stiefel.Orthonormalize(w) == nil { // equal rows have no start in them
			starts = append(starts, w)
		}
	}
	return starts, nil
}

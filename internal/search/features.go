package search

import (
	"context"
	"math"
	"slices"

	"suffice/internal/canonical"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
)

// featureRounds is how often a recursive feature machine learns anew.
const featureRounds = 8

// features is the frame that a recursive feature machine finds (Radhakrishnan, Beaglehole,
// Pandit and Belkin 2024): kernel ridge regressions on M^½ x, where M = G^½ is learnt from
// the mean outer product G of the gradients of the one before. It starts without knowing
// anything of the subspace, and looks at x as it is, not whitened. G of the best
// leave-one-out error counts.
func (a *ascent) features(ctx context.Context, problem canonical.Problem) (linalg.Matrix, error) {
	some := a.scouts()
	slices.Sort(some)
	problem, err := problem.Subset(ctx, some)
	if err != nil {
		return linalg.Matrix{}, err
	}
	problem.By = canonical.SquaredError
	root, best, highest := linalg.Identity(a.few.Width()), linalg.Matrix{}, math.Inf(-1)
	for range featureRounds {
		u, err := problem.X.Select(ctx, a.Random.Perm(len(some))[:min(len(some), a.Centres)])
		if err != nil {
			return best, err
		}
		median, err := a.Scoring.MedianZ(ctx, root)
		if err != nil {
			return best, err
		}
		at, err := problem.Choose(ctx, root, u, median, nil)
		if err != nil {
			return best, err
		}
		g, err := problem.Gradients(ctx, root, u, at)
		if err != nil {
			return best, err
		}
		g = linalg.Times(linalg.Times(root, g), root)
		if at.Score > highest {
			best, highest = g, at.Score
		}
		if root, err = quarterRoot(g); err != nil {
			return best, err
		}
	}
	_, v, err := linalg.Leading(best, a.Dim)
	if err != nil {
		return v, err
	}
	w := a.Whitening.FromInputs(v)
	return w, stiefel.Orthonormalize(w)
}

// quarterRoot is the square root of M = G^½, scaled to the trace d, with no eigenvalue 0.
func quarterRoot(g linalg.Matrix) (linalg.Matrix, error) {
	const least = 1e-6
	d := g.Rows
	values, vectors, err := linalg.Leading(g, d)
	if err != nil {
		return g, err
	}
	var trace float64
	for k, v := range values {
		values[k] = math.Sqrt(max(v, 0))
		trace += values[k]
	}
	if trace == 0 { // nothing was learnt
		return linalg.Identity(d), nil
	}
	scaled := vectors.Clone()
	for k, v := range values {
		linalg.ScaleRow(math.Sqrt(v*float64(d)/trace+least), scaled.Row(k))
	}
	return linalg.Times(vectors.Transposed(), scaled), nil
}

package search

import (
	"context"
	"errors"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// Components are turned and scaled by what they predict out of sample (relevance).
//
// With z = W x and functions φ of y whose products are its kernel, φ is regressed on z,
// f(z) ≈ φ(y), by kernel ridge regression at the settings with the smallest leave-one-out
// error. Its gradients make the mean outer product
//
//	G = (1/n) Σ_i Σ_k ∇f_k(z_i) ∇f_k(z_i)ᵀ,
//
// m x m. A step v in z changes f² by vᵀGv on average, so that √λ_k, λ_k being the k-th
// eigenvalue of G, is how much f changes along the k-th eigenvector. The regression is
// repeated on z scaled by these lengths, as its kernel then need not tell irrelevant
// directions from others, and the G of the best regression counts (the recursive feature
// machine of Radhakrishnan et al. 2024, in the few dimensions of z).
//
// The relevance of a component is (λ_k / max λ)^(p/2). Of p = 0, ½ and 1, the one counts
// with which the mean of a row's nearest neighbours in scaled z tells φ best; p = 0, where
// all are 1, unless another is clearly better.

const (
	mostRows      = sampling.ToCompare // to turn components by
	enoughRows    = sampling.ToScale   // to scale those that are not turned
	mostCentres   = 75                 // of a regression
	leastRelevant = 12                 // with fewer nothing can be judged
	rounds        = 3                  // of regressions, the first on z as it is
	least         = 1e-3               // relevance
	clearly       = 1.03               // how much larger an error must be than another
)

// Judged is how to turn and scale z.
type Judged struct {
	Turn      linalg.Matrix // orthonormal rows: the components in z, the one that predicts most first
	Relevance []float64     // of each, the largest 1
}

// Judge finds out what the components w of the standardised inputs x predict of y. Where
// turn is not wanted, as the components have a meaning and an order of their own, they are
// scaled as they are. It returns nil where there are too few rows to tell, or nothing to
// predict.
func Judge(ctx context.Context, x *aggregate.Standard, y output.Output, w linalg.Matrix, turn bool) (*Judged, error) {
	j, err := newJudgement(ctx, x, y, w, turn)
	if err != nil || j == nil {
		return nil, err
	}
	axes, lengths, err := j.axes(ctx)
	if err != nil || lengths == nil {
		return nil, err
	}
	relevance, err := j.relevance(ctx, axes, lengths)
	if err != nil {
		return nil, err
	}
	return &Judged{Turn: axes, Relevance: relevance}, nil
}

// Turn is how Judge turns components; none where it cannot tell.
func Turn(ctx context.Context, x *aggregate.Standard, y output.Output, w linalg.Matrix) (linalg.Matrix, error) {
	j, err := newJudgement(ctx, x, y, w, true)
	if err != nil || j == nil {
		return linalg.Matrix{}, err
	}
	axes, _, err := j.axes(ctx)
	return axes, err
}

func newJudgement(ctx context.Context, x *aggregate.Standard, y output.Output, w linalg.Matrix, turn bool) (*judgement, error) {
	if comparable := target.CheckKernel(y) == nil; x.Len() < leastRelevant || !comparable {
		return nil, nil
	}
	most := mostRows
	if !turn {
		most = enoughRows
	}
	which := sampling.Many(x.Len(), most, sampling.Random(uint64(x.Len()), 0x7e1e))
	weights, err := x.WeightsOf(ctx, which)
	if err != nil {
		return nil, err
	}
	weights = aggregate.MeanOne(weights)
	some, err := target.Subset(ctx, y, which)
	if err != nil {
		return nil, err
	}
	functions, err := target.Leading(ctx, some, weights)
	if errors.Is(err, output.ErrConstant) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	z, err := project(ctx, x, w, which)
	if err != nil {
		return nil, err
	}
	return &judgement{z: z, y: functions, weights: weights, turn: turn}, nil
}

// project is w x of the given rows. The others are left out before where they are many, and
// afterwards where inputs may be.
func project(ctx context.Context, x *aggregate.Standard, w linalg.Matrix, which []int) (linalg.Matrix, error) {
	all := x.Len() <= sampling.ForAll
	if !all {
		taken, err := aggregate.Take(ctx, rows.Unweighted(x.Source), which)
		if err != nil {
			return linalg.Matrix{}, err
		}
		x = &aggregate.Standard{Source: taken, Mean: x.Mean, Scale: x.Scale, Constant: x.Constant}
	}
	z := linalg.New(x.Len(), w.Rows)
	if err := x.Times(ctx, z, w); err != nil || !all {
		return z, err
	}
	return z.Pick(which), nil
}

type judgement struct {
	z, y    linalg.Matrix
	weights []float64 // of the rows; nil means that all count the same
	turn    bool
}

// axes returns the eigenvectors of the best G, as rows, and how much f changes along each:
// the one first along which f varies most over the rows. There are none where no regression
// could be made.
func (j *judgement) axes(ctx context.Context) (axes linalg.Matrix, lengths []float64, err error) {
	smallest := math.Inf(1)
	scaling := linalg.Identity(j.z.Cols)
	for range rounds {
		if err := ctx.Err(); err != nil {
			return axes, nil, err
		}
		z := linalg.TimesT(j.z, scaling)
		fit, err := learn.FitRidge(z, j.y, j.regression())
		if err != nil {
			return axes, lengths, err
		}
		found, along, err := j.directions(fit.Gradients(z, j.weights), scaling)
		if err != nil || along == nil {
			return axes, lengths, err
		}
		if fit.Loss >= smallest {
			break
		}
		smallest, axes, lengths = fit.Loss, found, along
		scaling = scaled(found, powers(along, 1))
	}
	return axes, lengths, nil
}

// regression is how y is regressed on z.
func (j *judgement) regression() learn.RidgeOptions {
	n := j.z.Rows
	centres := sampling.Rows(n, min(mostCentres, max(n/3, min(n, 20))), sampling.Random(uint64(n), 0xce17))
	return learn.RidgeOptions{Centres: centres, Weights: j.weights, Leverage: learn.KimGu}
}

// directions takes the G of z scaled to that of z, S being the scaling: SᵀGS.
func (j *judgement) directions(g, scaling linalg.Matrix) (linalg.Matrix, []float64, error) {
	whole := linalg.TTimes(scaling, linalg.Times(g, scaling))
	m := whole.Rows
	values, axes := make([]float64, m), linalg.Identity(m)
	for k := range values {
		values[k] = whole.At(k, k)
	}
	if j.turn {
		var err error
		if values, axes, err = linalg.Leading(whole, m); err != nil {
			return axes, nil, err
		}
	}
	if !(slices.Max(values) > 0) {
		return axes, nil, nil
	}
	lengths := make([]float64, m)
	for k, v := range values {
		lengths[k] = math.Sqrt(max(0, v))
	}
	if j.turn {
		axes, lengths = j.byVariation(axes, lengths)
	}
	return axes, lengths, nil
}

// byVariation puts the axes in the order of how much f varies along them: the length times
// the standard deviation of z.
func (j *judgement) byVariation(axes linalg.Matrix, lengths []float64) (linalg.Matrix, []float64) {
	along := linalg.TimesT(j.z, axes)
	aggregate.CentreBy(along, j.weights)
	aggregate.ScaleRoots(along, j.weights)
	variation := make([]float64, len(lengths))
	for i := range along.Rows {
		for k, v := range along.Row(i) {
			variation[k] += v * v
		}
	}
	for k, length := range lengths {
		variation[k] = length * math.Sqrt(variation[k])
	}
	order := sampling.Descending(variation)
	return axes.Pick(order), sampling.Pick(lengths, order)
}

// relevance tries the powers of the lengths.
func (j *judgement) relevance(ctx context.Context, axes linalg.Matrix, lengths []float64) ([]float64, error) {
	var best []float64
	smallest := math.Inf(1)
	for _, power := range []float64{0, .5, 1} {
		relevance := powers(lengths, power)
		loss, err := neighbourLoss(ctx, linalg.TimesT(j.z, scaled(axes, relevance)), j.y, j.weights)
		if err != nil {
			return nil, err
		}
		if power > 0 {
			loss *= clearly
		}
		if loss < smallest || best == nil {
			smallest, best = loss, relevance
		}
	}
	return best, nil
}

// powers are those of the lengths relative to the largest, at least the least relevance.
func powers(lengths []float64, power float64) []float64 {
	largest, out := slices.Max(lengths), make([]float64, len(lengths))
	for k, length := range lengths {
		out[k] = max(least, math.Pow(length/largest, power))
	}
	return out
}

// scaled is the axes, each times its relevance.
func scaled(axes linalg.Matrix, relevance []float64) linalg.Matrix {
	out := axes.Clone()
	for k, r := range relevance {
		linalg.ScaleRow(r, out.Row(k))
	}
	return out
}

// neighbourCounts are how many neighbours are tried; the best number counts.
var neighbourCounts = []int{3, 8, 20}

// neighbourLoss is the mean squared distance between the functions of y of a row and their
// mean over its nearest other rows in z, by the weights of rows where these are not nil.
func neighbourLoss(ctx context.Context, z, y linalg.Matrix, weights []float64) (float64, error) {
	lists, err := learn.Nearest(ctx, z, z, slices.Max(neighbourCounts), true)
	if err != nil {
		return 0, err
	}
	var losses []float64
	for _, count := range neighbourCounts {
		if count >= z.Rows && losses != nil {
			break
		}
		losses = append(losses, meanError(y, learn.Means(lists, y, weights, count), weights))
	}
	return slices.Min(losses), nil
}

// meanError is the mean of the squared errors over the rows.
func meanError(y, predicted linalg.Matrix, weights []float64) (mean float64) {
	for i := range y.Rows {
		var loss float64
		for j, v := range y.Row(i) {
			e := v - predicted.At(i, j)
			loss += e * e
		}
		mean += loss * linalg.Weight(weights, i) / float64(y.Rows)
	}
	return mean
}

package evaluate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"suffice"
	"suffice/internal/crossfit"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// RankOptions say how [RankInputs] tests.
type RankOptions struct {
	Method   suffice.Method  // whose components predict
	Options  suffice.Options // of the method; Dim is the number of components
	Folds    int             // 0 means 2, with which p is exact: see RankInputs
	Train    int             // rows that a fit sees at most; 0 means 2000
	Copies   int             // of each input; 0 means 50
	Group    []int           // rows of one group belong together; nil means that none do
	Time     []float64       // when each row was made; nil means that it does not matter
	Progress func(done, all int)
}

// RankResult is what the inputs are worth beside each other.
type RankResult struct {
	Method string        `json:"method"`
	Dim    int           `json:"dim"`
	Rows   int           `json:"rows"`   // that were predicted
	Copies int           `json:"copies"` // that each input was compared with
	Inputs []RankedInput `json:"inputs"` // the surest first
}

// RankedInput is a column, with all its levels where it is nominal.
type RankedInput struct {
	Column   string  `json:"column"`
	Loss     float64 `json:"loss"`     // share of the variance of y that is lost without what it alone says
	P        float64 `json:"p"`        // the chance of such a loss if y is independent of it given the others
	Adjusted float64 `json:"adjusted"` // p, adjusted for as many columns as there are (Holm)
}

const usualCopies = 50

// RankInputs tests for each column whether y is independent of it given the others. Half of
// the rows find components, and the others are predicted from these: as they are, and with
// the column replaced by copies that keep what the others say of it (a linear prediction) and
// take the rest from other rows (the holdout randomization test; Tansey, Veitch, Zhang,
// Rabadan and Blei 2022). Where y does not need the column, its values and the copies are
// alike, and P is uniform; P compares its loss with those of the copies by Student's t. Then the
// halves change places, and losses are added. With more folds P of noise would not be uniform,
// because rows to predict would be among those that found the components of others.
//
// Adjusted is by Holm (1979): if the columns below some level are taken to matter, the chance
// that any of them does not is that level at most.
func RankInputs(ctx context.Context, x rows.Source, y output.Output, options RankOptions) (*RankResult, error) {
	options.Folds, options.Copies = cmp.Or(options.Folds, 2), cmp.Or(options.Copies, usualCopies)
	switch {
	case options.Method.New == nil:
		return nil, errors.New("there is no method to find components with")
	case options.Options.Dim < 1 || options.Options.Dim > x.Width():
		return nil, fmt.Errorf("%d components, but there must be from 1 to %d, as many as inputs", options.Options.Dim, x.Width())
	case options.Copies < 3:
		return nil, fmt.Errorf("%d copies of each input, but there must be at least 3", options.Copies)
	case x.Width() > mostRanked:
		return nil, fmt.Errorf("%d inputs are too many to be ranked beside each other; leave some out, or choose up to %d", x.Width(), mostRanked)
	}
	folds, err := crossfit.Divide(ctx, x, y, crossfit.Options{Folds: options.Folds, Train: options.Train, Seed: options.Options.Seed, Group: options.Group, Time: options.Time})
	if err != nil {
		return nil, err
	}
	r := &inputRanking{RankOptions: options, folds: folds, groups: rows.Columns(x)}
	return r.run(ctx)
}

// mostRanked is how many inputs are affordable.
const mostRanked = 1000

// inputRanking is one at work.
type inputRanking struct {
	RankOptions
	folds  *crossfit.Folds
	groups []rows.Column

	given   float64       // loss with the columns as they are
	guessed float64       // loss of a guess without inputs
	copied  linalg.Matrix // loss of each copy of each group
}

func (r *inputRanking) run(ctx context.Context) (*RankResult, error) {
	r.copied = linalg.New(len(r.groups), r.Copies)
	for k := range r.folds.Parts {
		if err := r.judge(ctx, k); err != nil {
			return nil, err
		}
	}
	result := &RankResult{Method: r.Method.Name, Dim: r.Options.Dim, Rows: r.folds.Rows, Copies: r.Copies}
	for g, group := range r.groups {
		loss, p := r.compare(r.copied.Row(g))
		result.Inputs = append(result.Inputs, RankedInput{Column: group.Name, Loss: loss, P: p})
	}
	slices.SortStableFunc(result.Inputs, func(a, b RankedInput) int {
		return cmp.Or(cmp.Compare(a.P, b.P), cmp.Compare(b.Loss, a.Loss))
	})
	holm(result.Inputs)
	return result, nil
}

// compare tells how much is lost with copies, and how probable that is if the given values
// are one more copy.
func (r *inputRanking) compare(copies []float64) (loss, p float64) {
	mean, variance := learn.Moments(copies)
	n := float64(len(copies))
	sd := math.Sqrt(variance * (1 + 1/n))
	if loss = (mean - r.given) / r.guessed; !(sd > 1e-12*r.given) { // it has no weight
		return loss, 1
	}
	return loss, learn.StudentSurvival((mean-r.given)/sd, n-1)
}

// holm adjusts p, the least of which comes first.
func holm(all []RankedInput) {
	least := 0.
	for i := range all {
		least = max(least, min(1, all[i].P*float64(len(all)-i)))
		all[i].Adjusted = least
	}
}

// judge adds the losses of a fold.
func (r *inputRanking) judge(ctx context.Context, k int) error {
	part := r.folds.Parts[k]
	own := r.Options
	if r.Method.Most != nil {
		own.Dim = max(1, min(own.Dim, r.Method.Most(part.YTrain)))
	}
	own.Quick, own.Progress, own.Seed = true, nil, own.Seed+uint64(k)
	model, err := r.Method.New(own).Fit(ctx, part.XTrain, part.YTrain)
	if err != nil {
		return err
	}
	train, err := standardised(ctx, model, part.XTrain)
	if err != nil {
		return err
	}
	test, err := standardised(ctx, model, part.XTest)
	if err != nil {
		return err
	}
	f := &rankedFold{inputRanking: r, part: part, w: linalg.FromSlices(model.Weights()), test: test, random: sampling.Random(r.Options.Seed, 0x4a2f0000+uint64(k))}
	f.z, f.zTest = linalg.TimesT(train, f.w), linalg.TimesT(test, f.w)
	constant := linalg.MeanRow(part.Train.Matrix, nil)
	for i := range part.Test.Rows {
		r.guessed += part.Test.Square(part.Test.Row(i), constant)
	}
	if r.given, err = f.addLoss(r.given, f.zTest); err != nil {
		return err
	}
	return f.replaceEach(ctx, precision(train), func(done int) {
		if r.Progress != nil {
			r.Progress(k*len(r.groups)+done, len(r.folds.Parts)*len(r.groups))
		}
	})
}

// standardised is all rows of x in the units of a model.
func standardised(ctx context.Context, model *suffice.Projection, x rows.Source) (linalg.Matrix, error) {
	held, err := rows.Subset(ctx, x, sampling.All(x.Len()))
	if err != nil {
		return linalg.Matrix{}, err
	}
	out := linalg.New(x.Len(), x.Width())
	for i := range out.Rows {
		for j, v := range held.Row(i) {
			out.Set(i, j, (v-model.Mean[j])/model.Scale[j])
		}
	}
	return out, nil
}

// precision is the inverse of the covariance, with a small ridge: column j of x times it is
// what the others do not say of x_j, but for a factor.
func precision(x linalg.Matrix) linalg.Matrix {
	const ridge = 1e-3
	c := linalg.TTimes(x, x)
	linalg.Scale(1/float64(x.Rows), c)
	linalg.AddDiagonal(c, ridge*max(1, 100*float64(x.Cols)/float64(x.Rows)))
	inverse := linalg.Identity(x.Cols)
	if linalg.Cholesky(c) == nil {
		linalg.CholeskySolveAll(c, inverse)
	}
	return inverse
}

// rankedFold is a fold at work.
type rankedFold struct {
	*inputRanking
	part           crossfit.Part
	w              linalg.Matrix
	test, z, zTest linalg.Matrix
	random         *rand.Rand
}

// replaceEach adds the losses with copies of each column.
func (f *rankedFold) replaceEach(ctx context.Context, inverse linalg.Matrix, told func(done int)) error {
	n, m := f.zTest.Rows, f.zTest.Cols
	for g, group := range f.groups {
		if err := ctx.Err(); err != nil {
			return err
		}
		own := f.ownPart(inverse, group.Places) // n x m: what z has of the column alone
		copies := linalg.New(n*f.Copies, m)
		for c := range f.Copies {
			for i, other := range f.part.Units.Order(n, f.random) {
				row := copies.Row(c*n + i)
				copy(row, f.zTest.Row(i))
				linalg.Axpy(-1, own.Row(i), row)
				linalg.Axpy(1, own.Row(other), row)
			}
		}
		predicted, err := f.part.Train.PredictSteady(f.z, copies, f.Options.Seed, crossfit.Tuned{})
		if err != nil {
			return err
		}
		for c := range f.Copies {
			loss := f.copied.At(g, c)
			for i := range n {
				loss += f.part.Test.Square(f.part.Test.Row(i), predicted.Row(c*n+i))
			}
			f.copied.Set(g, c, loss)
		}
		told(g + 1)
	}
	return nil
}

// ownPart is what a column adds to z that the other columns do not say: its residual of a
// linear regression on them, X Ω_G Ω_GG⁻¹, times its weights.
func (f *rankedFold) ownPart(inverse linalg.Matrix, places []int) linalg.Matrix {
	size := len(places)
	own, among, weights := linalg.New(inverse.Rows, size), linalg.New(size, size), linalg.New(size, f.w.Rows)
	for k, j := range places {
		for i := range inverse.Rows {
			own.Set(i, k, inverse.At(i, j))
		}
		for l, other := range places {
			among.Set(k, l, inverse.At(j, other))
		}
		for c := range f.w.Rows {
			weights.Set(k, c, f.w.At(c, j))
		}
	}
	if linalg.Cholesky(among) == nil {
		linalg.CholeskySolveAll(among, weights)
	}
	return linalg.Times(f.test, linalg.Times(own, weights))
}

// addLoss adds the squared error of predictions from z to a sum.
func (f *rankedFold) addLoss(sum float64, z linalg.Matrix) (float64, error) {
	predicted, err := f.part.Train.PredictSteady(f.z, z, f.Options.Seed, crossfit.Tuned{})
	if err != nil {
		return sum, err
	}
	for i := range z.Rows {
		sum += f.part.Test.Square(f.part.Test.Row(i), predicted.Row(i))
	}
	return sum, nil
}

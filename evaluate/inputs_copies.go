package evaluate

import (
	"context"
	"math/rand/v2"

	"suffice"
	"suffice/internal/crossfit"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/rows"
)

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
	f.z = linalg.TimesT(test, f.w)
	if f.predict, err = part.Train.LearnSteady(linalg.TimesT(train, f.w), r.Options.Seed, crossfit.Tuned{}); err != nil {
		return err
	}
	predicted, constant := f.predict(f.z), linalg.MeanRow(part.Train.Matrix, nil)
	for i := range part.Test.Rows {
		truth := part.Test.Row(i)
		r.guessed += part.Test.Square(truth, constant)
		r.given += part.Test.Square(truth, predicted.Row(i))
		r.wrong += part.Test.Loss(truth, predicted.Row(i))
	}
	inverse := precision(test) // of the rows that copies are of: errors of the others' would tell x from its copies
	for done, b := range r.all {
		if err := ctx.Err(); err != nil {
			return err
		}
		f.replace(b, f.ownPart(inverse, b.places))
		if r.Progress != nil {
			r.Progress(k*len(r.all)+done+1, len(r.folds.Parts)*len(r.all))
		}
	}
	return nil
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
	part    crossfit.Part
	w       linalg.Matrix
	test, z linalg.Matrix // of the rows to judge on
	predict func(z linalg.Matrix) linalg.Matrix
	random  *rand.Rand
}

// replace adds the losses with copies of columns, whose own part of z (n x m) comes from other rows.
func (f *rankedFold) replace(b *bundle, own linalg.Matrix) {
	n, m := f.z.Rows, f.z.Cols
	copies := linalg.New(n*f.Copies, m)
	for c := range f.Copies {
		for i, other := range f.part.Units.Order(n, f.random) {
			row := copies.Row(c*n + i)
			copy(row, f.z.Row(i))
			linalg.Axpy(-1, own.Row(i), row)
			linalg.Axpy(1, own.Row(other), row)
		}
	}
	predicted := f.predict(copies)
	for i := range n {
		truth, mean := f.part.Test.Row(i), make([]float64, predicted.Cols)
		for c := range f.Copies {
			by := predicted.Row(c*n + i)
			b.copied[c] += f.part.Test.Square(truth, by)
			linalg.Axpy(1/float64(f.Copies), by, mean)
		}
		b.averaged += f.part.Test.Square(truth, mean)
	}
}

// ownPart is what columns add to z that the others do not say: their residuals of a linear
// regression on these, X Ω_G Ω_GG⁻¹, times their weights.
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

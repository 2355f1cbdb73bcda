package coords

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/internal/linalg"
)

// Each step towards least squares follows the rows more closely, and with as many inputs
// as rows soon their noise. How many help is found out on a fifth of the rows, which the
// directions are found without.
const heldOutShare = 5

// bestSteps is how many steps from XᵀF, beside the directions there are, predict f best,
// or -1 where these alone predict it best: what XᵀF then adds is the noise of the rows that
// it is made of, which the same rows could not be told to leave out.
func (b *directionsOf) bestSteps(ctx context.Context, f linalg.Matrix) (int, error) {
	trial := &directionsOf{x: b.x, axes: b.axes.Clone(), count: b.count, unseen: make([]bool, b.x.Len())}
	for _, i := range draw.Random(searchSeed, 2).Perm(f.Rows)[:f.Rows/heldOutShare] {
		trial.unseen[i] = true
	}
	r := &stepwise{unseen: trial.unseen, weights: b.x.Weights(), f: f, z: linalg.New(f.Rows, b.axes.Rows)}
	best, err := r.along(ctx, b.x, b.axes.Slice(0, b.count))
	if err != nil {
		return 0, err
	}
	block, err := trial.alongFunctions(ctx, f, b.room())
	if err != nil {
		return 0, err
	}
	steps := -1
	for step := range mostKrylov + 1 {
		fresh, err := trial.add(block, trial.room())
		if err != nil || fresh.Rows == 0 {
			return steps, err
		}
		explained, err := r.along(ctx, b.x, fresh)
		if err != nil {
			return 0, err
		}
		if explained > best {
			best, steps = explained, step
		}
		if trial.room() == 0 || step > max(steps, 0)+1 { // or it has become worse twice
			return steps, nil
		}
		if block, err = trial.step(ctx, fresh); err != nil {
			return 0, err
		}
	}
	return steps, nil
}

// stepwise is a regression of f on more and more columns z, fitted to the rows that are
// seen and judged by the others.
type stepwise struct {
	unseen  []bool
	weights []float64     // of the rows; nil means that all count the same
	f, z    linalg.Matrix // z has room for all columns
	count   int           // of columns so far
}

// along adds the coordinates of the rows along directions, and returns what take does.
func (r *stepwise) along(ctx context.Context, x *blocks.Standard, v linalg.Matrix) (float64, error) {
	if v.Rows == 0 {
		return 0, nil
	}
	z := linalg.New(x.Len(), v.Rows)
	if err := x.Times(ctx, z, v); err != nil {
		return 0, err
	}
	return r.take(z), nil
}

// take adds columns and returns how much of f in the rows that are not seen the
// regression explains: |f|² - |f - z b|².
func (r *stepwise) take(z linalg.Matrix) float64 {
	from := r.count
	r.count += z.Cols
	r.z.Columns(from, r.count).Copy(z)
	all := r.z.Columns(0, r.count)
	seenGram, seenCross := linalg.New(r.count, r.count), linalg.New(r.count, r.f.Cols) // zᵀz and zᵀf
	gram, cross := linalg.New(r.count, r.count), linalg.New(r.count, r.f.Cols)         // the same of the others
	// Row by row: the columns are few.
	for i, unseen := range r.unseen {
		g, c := seenGram, seenCross
		if unseen {
			g, c = gram, cross
		}
		for k, v := range all.Row(i) {
			if r.weights != nil {
				v *= r.weights[i]
			}
			linalg.Axpy(v, all.Row(i)[k:], g.Row(k)[k:])
			linalg.Axpy(v, r.f.Row(i), c.Row(k))
		}
	}
	if linalg.Cholesky(seenGram) != nil {
		return 0 // what follows from the columns before explains no more
	}
	linalg.Symmetrize(gram)
	b := seenCross
	linalg.CholeskySolveAll(seenGram, b)
	return 2*linalg.Inner(b, cross) - linalg.Inner(b, linalg.Times(gram, b))
}

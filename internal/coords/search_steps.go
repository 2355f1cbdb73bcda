package coords

import (
	"context"
	"math/rand/v2"

	"suffice/internal/blocks"
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
	for _, i := range rand.New(rand.NewPCG(searchSeed, 2)).Perm(f.Rows)[:f.Rows/heldOutShare] {
		trial.unseen[i] = true
	}
	r := newStepwise(trial.unseen, f, b.axes.Rows)
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
	unseen    []bool
	f, z      linalg.Matrix // z has room for all columns
	count     int           // of columns so far
	seenCross linalg.Matrix // zᵀf
	seenGram  linalg.Matrix // zᵀz
	cross     linalg.Matrix // the same of the others
	gram      linalg.Matrix
}

func newStepwise(unseen []bool, f linalg.Matrix, most int) *stepwise {
	return &stepwise{
		unseen: unseen, f: f, z: linalg.New(f.Rows, most),
		seenCross: linalg.New(most, f.Cols), cross: linalg.New(most, f.Cols),
		seenGram: linalg.New(most, most), gram: linalg.New(most, most),
	}
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
	r.gram.Zero()
	r.seenGram.Zero()
	r.cross.Zero()
	r.seenCross.Zero()
	all := r.z.Columns(0, r.count)
	for i, unseen := range r.unseen { // row by row: the columns are few
		gram, cross := r.seenGram, r.seenCross
		if unseen {
			gram, cross = r.gram, r.cross
		}
		for k, v := range all.Row(i) {
			linalg.Axpy(v, all.Row(i)[k:], gram.Row(k)[k:r.count])
			linalg.Axpy(v, r.f.Row(i), cross.Row(k))
		}
	}
	corner := func(a linalg.Matrix) linalg.Matrix { return a.Slice(0, r.count).Columns(0, r.count) }
	gram := corner(r.gram).Clone()
	linalg.Symmetrize(gram)
	factor := corner(r.seenGram).Clone()
	if linalg.Cholesky(factor) != nil {
		return 0 // what follows from the columns before explains no more
	}
	b := r.seenCross.Slice(0, r.count).Clone()
	linalg.CholeskySolveAll(factor, b)
	applied := linalg.Times(gram, b)
	return 2*linalg.Inner(b, r.cross.Slice(0, r.count)) - linalg.Inner(b, applied)
}

package coords

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
)

// Where rows and inputs are both too many for a square matrix, methods search among a
// few dozen directions, which are found by products with the rows alone; where rows are many, a
// search does among as many as they can tell, up to a thousand:
//
//   - those along which x varies most, by steps XᵀX from random combinations of the rows or inputs;
//   - XᵀF for functions F of y, which classes, labels and trends show along, and
//     XᵀX XᵀF, (XᵀX)² XᵀF, …, as many as help: they take into account that inputs are
//     correlated, and least squares is among them after some steps, as conjugate gradients
//     find it.
//
// More directions would hold more, but each is also one more along which chance can pass
// for dependence.
const (
	fewestAxes   = 16 // of either kind
	mostAxes     = 32
	mostSearched = 1024    // of the first kind, where rows can tell so many
	searchValues = 1 << 25 // along either kind, for all rows or inputs, at most
	powerSteps   = 3       // that random combinations of rows take
	mostKrylov   = 16      // steps from functions of y
	searchSeed   = 7       // any: the space is to be the same each time
)

// searchSpace finds the directions to look for dim components among, and the coordinates
// of the rows along them. With trends, XᵀF is among them even where it predicts nothing.
func (l Limits) searchSpace(ctx context.Context, x *aggregate.Standard, y output.Output, dim int, need Need) (*Axes, error) {
	x, err := x.WeightsHere(ctx) // as the coordinates of all rows will be
	if err != nil {
		return nil, err
	}
	held := searchValues / max(x.Len(), x.Width())
	half := max(fewestAxes, min(mostAxes, held), dim)
	b := &directionsOf{x: x, axes: linalg.New(2*half, x.Width())}
	if err := b.varying(ctx, half); err != nil {
		return nil, err
	}
	if most := min(mostSearched, held, directionsTold(x.Len(), dim), x.Width()-half); need >= Whitened && x.Width() <= l.square() && most > half {
		if err := b.varyingMore(ctx, most, l.Decide(x.Len(), x.Width(), need) != Directions); err != nil {
			return nil, err
		}
	}
	f, err := target.CentredFunctions(ctx, y, x.Weights())
	if err == nil && f.Cols > 0 {
		err = b.towards(ctx, f, need == Trends)
	}
	if err != nil {
		return nil, err
	}
	return b.along(ctx)
}

// searchedWithin says that a search space is not all.
func searchedWithin(a *Axes) string {
	return fmt.Sprintf("%s are too many to search in all directions: the components are those found within %s that the output and the largest variances of the inputs suggest", humanize.Count(a.x.Width(), "input"), humanize.Count(a.rank(), "direction"))
}

// directionsOf is orthonormal directions, as they are found.
type directionsOf struct {
	x      *aggregate.Standard
	axes   linalg.Matrix // with room for all
	count  int           // so far
	unseen []bool        // rows that count for nothing; nil means none
}

// room is how many directions are still to be found.
func (b *directionsOf) room() int { return b.axes.Rows - b.count }

// towards takes directions from functions of y, by as many steps as predict y best.
func (b *directionsOf) towards(ctx context.Context, f linalg.Matrix, trends bool) error {
	steps, err := b.bestSteps(ctx, f)
	if trends {
		steps = max(steps, 0)
	}
	if err != nil || steps < 0 {
		return err
	}
	block, err := b.alongFunctions(ctx, f, b.room())
	if err != nil {
		return err
	}
	return b.grow(ctx, block, steps)
}

// alongFunctions returns the leading directions of XᵀF, at most so many.
func (b *directionsOf) alongFunctions(ctx context.Context, f linalg.Matrix, most int) (linalg.Matrix, error) {
	const weak = 1e-3 // share of the strongest below which functions of y are left out
	block, err := b.x.CombineAligned(ctx, aggregate.InMemory{Matrix: b.seen(f)})
	if err != nil {
		return block, err
	}
	values, u, err := Strongest(linalg.TimesT(block, block), most, 0)
	if err != nil || len(values) == 0 {
		return linalg.New(0, b.x.Width()), err
	}
	return linalg.Times(u.Slice(0, CountReal(values, weak*values[0])), block), nil
}

// seen returns f with 0 in the rows that count for nothing.
func (b *directionsOf) seen(f linalg.Matrix) linalg.Matrix {
	if b.unseen == nil {
		return f
	}
	f = f.Clone()
	for i, unseen := range b.unseen {
		if unseen {
			clear(f.Row(i))
		}
	}
	return f
}

// varying takes directions along which x varies most.
func (b *directionsOf) varying(ctx context.Context, count int) error {
	random := sampling.Random(searchSeed, 1)
	f := linalg.New(b.x.Len(), count)
	for i := range f.Data {
		f.Data[i] = random.NormFloat64()
	}
	block, err := b.x.Combine(ctx, f)
	for range powerSteps {
		if err != nil {
			return err
		}
		if block, err = orthonormalPart(block, 0); err == nil {
			block, err = b.step(ctx, block)
		}
	}
	if err != nil {
		return err
	}
	_, err = b.add(block, count)
	return err
}

// varyingMore takes more of them instead, at most so many: all, or those with more variance than chance
// alone would give one of so many directions of equal variances (Marchenko and Pastur 1967), where the
// last of those so far has. The covariance of x, and steps with it, cost less than so many steps with the rows.
func (b *directionsOf) varyingMore(ctx context.Context, most int, all bool) error {
	const steps = 10
	total, err := b.x.MeanSquare(ctx)
	if err != nil {
		return err
	}
	inChance := func(variances []float64) int { // how many stand out of it
		rest, d, n := total, b.x.Width()-len(b.x.Constant), float64(b.x.Len())
		for k, v := range variances {
			left := float64(d - k)
			if edge := 1 + math.Sqrt(left/n); v <= rest/left*edge*edge {
				return k
			}
			rest -= v
		}
		return len(variances)
	}
	if !all {
		few, err := (&directionsOf{x: b.x, axes: b.axes.Clone(), count: b.count}).along(ctx)
		if err != nil || inChance(few.variances) < b.count {
			return err
		}
	}
	c, _, err := covariance(ctx, b.x)
	if err != nil {
		return err
	}
	random := sampling.Random(searchSeed, 1)
	block := linalg.New(most, c.Rows)
	for i := range block.Data {
		block.Data[i] = random.NormFloat64()
	}
	for range steps {
		if block, err = orthonormalPart(linalg.Times(block, c), 0); err != nil {
			return err
		}
	}
	variances, turn, err := Strongest(linalg.TimesT(linalg.Times(block, c), block), most, 0)
	if err != nil {
		return err
	}
	if !all {
		turn = turn.Slice(0, max(b.count, inChance(variances)))
	}
	room := b.room()
	b.axes, b.count = linalg.New(turn.Rows+room, c.Rows), 0
	_, err = b.add(linalg.Times(turn, block), turn.Rows)
	return err
}

// grow adds directions, and what steps make of them, while there is room.
func (b *directionsOf) grow(ctx context.Context, block linalg.Matrix, steps int) error {
	for step := 0; ; step++ {
		fresh, err := b.add(block, b.room())
		if err != nil || fresh.Rows == 0 || b.room() == 0 || step == steps {
			return err
		}
		if block, err = b.step(ctx, fresh); err != nil {
			return err
		}
	}
}

// step is XᵀX/n applied to directions.
func (b *directionsOf) step(ctx context.Context, v linalg.Matrix) (linalg.Matrix, error) {
	z := linalg.New(b.x.Len(), v.Rows)
	if err := b.x.Times(ctx, z, v); err != nil {
		return linalg.Matrix{}, err
	}
	linalg.Scale(1/float64(z.Rows), z)
	return b.x.CombineAligned(ctx, aggregate.InMemory{Matrix: b.seen(z)})
}

// add takes what directions have beside those so far, at most so many of them, and
// returns it.
func (b *directionsOf) add(block linalg.Matrix, most int) (linalg.Matrix, error) {
	if block.Rows == 0 {
		return block, nil
	}
	before := linalg.Inner(block, block)
	takeAway(block, b.axes.Slice(0, b.count))
	fresh, err := orthonormalPart(block, spent*before)
	if err != nil || fresh.Rows == 0 {
		return fresh, err
	}
	fresh = fresh.Slice(0, min(fresh.Rows, most))
	takeAway(fresh, b.axes.Slice(0, b.count))
	if err := OrthonormalRows(fresh); err != nil {
		return fresh, err
	}
	b.axes.Slice(b.count, b.count+fresh.Rows).Copy(fresh)
	b.count += fresh.Rows
	return fresh, nil
}

// along takes the coordinates of the rows along the directions, and turns both so that
// they are uncorrelated.
func (b *directionsOf) along(ctx context.Context) (*Axes, error) {
	axes := b.axes.Slice(0, b.count)
	n := b.x.Len()
	z := linalg.New(n, b.count)
	if err := b.x.Times(ctx, z, axes); err != nil {
		return nil, err
	}
	covariance := linalg.Gram(aggregate.Rooted(z, b.x.Weights()))
	linalg.Scale(1/float64(n), covariance)
	values, turn, err := Strongest(covariance, b.count, 0)
	if err != nil {
		return nil, err
	}
	a := &Axes{x: b.x, variances: values, axes: turnedRows(axes, turn)}
	if a.total, err = b.x.MeanSquare(ctx); err != nil {
		return nil, err
	}
	if err := a.put(turnedColumns(z, turn)); err != nil {
		return nil, err
	}
	return a, ctx.Err()
}

// Each step towards least squares follows the rows more closely, and with as many inputs
// as rows soon their noise. How many help is found out on a fifth of the rows, which the
// directions are found without.
const heldOutShare = 5

// bestSteps is how many steps from XᵀF, beside the directions there are, predict f best,
// or -1 where these alone predict it best: what XᵀF then adds is the noise of the rows that
// it is made of, which the same rows could not be told to leave out.
func (b *directionsOf) bestSteps(ctx context.Context, f linalg.Matrix) (int, error) {
	trial := &directionsOf{x: b.x, axes: b.axes.Clone(), count: b.count, unseen: make([]bool, b.x.Len())}
	for _, i := range sampling.Random(searchSeed, 2).Perm(f.Rows)[:f.Rows/heldOutShare] {
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
func (r *stepwise) along(ctx context.Context, x *aggregate.Standard, v linalg.Matrix) (float64, error) {
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

package suffice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/stiefel"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// IntervalOptions say how [Intervals] finds out how sure components are.
type IntervalOptions struct {
	Method    Method  // that made the model
	Options   Options // with these
	Resamples int     // halves of the rows; 0 means 200
	Seeds     int     // other seeds to fit all rows with; 0 means 3, less than 0 none
	Seed      uint64  // of the halves
	Progress  func(done, all int)

	// Each is told the components of half k, in order, once all are found: those of the model,
	// moved as far as those of the half are from those of all rows. It may be nil.
	Each func(k int, components [][]float64)
}

const (
	usualResamples = 200
	usualSeeds     = 3
	intervalLevel  = .95
	normalQuantile = 1.959964           // of intervalLevel, on both sides
	mostResampled  = sampling.ToCompare // rows, drawn at random: errors of more are as much smaller as roots of rows say
	leastResampled = 20
)

// Intervals tells how sure the components of a model are. Half of the rows, drawn at random
// again and again, have components that differ from those of all rows about as much as those
// of all rows differ from the truth (the delete-half jackknife; Shao and Wu 1989): the rows
// that are left out are as many as those that are kept. Intervals of weights are
//
//	w ± 1.96 f √(mean (w_half - w)²),
//
// with a factor f of about 1 that takes account of how fast errors fall with the rows, by parts
// of three quarters of them (as Bertail, Politis and Romano 1999 estimate a rate),
// after each half's components were turned to those of the model: within the subspace where
// the method knows the subspace only, and by order and sign where each component has a
// meaning of its own. Drawing rows with replacement instead, the usual bootstrap, would put
// the same row on both sides of every cross-validation.
//
// A method that can climb on from its components does ([Refitter]); others are fitted
// wholly. With the same seed, the result is the same on any number of threads.
func Intervals(ctx context.Context, d *Data, model *Projection, options IntervalOptions) (*Bootstrap, error) {
	x, y := d.X, d.Y
	b := &halfSamples{IntervalOptions: options, model: model, n: x.Len(), group: d.Group}
	b.Resamples = cmp.Or(b.Resamples, usualResamples)
	switch {
	case y == nil:
		return nil, errNoOutput
	case b.Resamples < 2:
		return nil, fmt.Errorf("%d resamples, but at least 2 are needed", b.Resamples)
	case x.Len() != y.Len():
		return nil, fmt.Errorf("%d rows of inputs, but %d of outputs", x.Len(), y.Len())
	case x.Len() < leastResampled:
		return nil, fmt.Errorf("%d rows are too few to tell how sure components are; it takes %d", x.Len(), leastResampled)
	case b.Method.New == nil:
		return nil, errors.New("there is no method to fit the halves with")
	}
	if b.Seeds = cmp.Or(b.Seeds, usualSeeds); b.Seeds < 0 || !b.Method.Uses.Seed {
		b.Seeds = 0
	}
	return b.run(ctx, x, y)
}

// halfSamples are parts of the rows, with components of their own.
type halfSamples struct {
	IntervalOptions
	model *Projection
	n     int   // rows of the table
	group []int // of its rows, and then of those that halves are drawn from; nil means that each is one of its own
	x     rows.Source
	y     output.Output // of the rows that halves are drawn from
	refit *Refit

	done int // fits
}

func (b *halfSamples) run(ctx context.Context, x rows.Source, y output.Output) (*Bootstrap, error) {
	if err := b.hold(ctx, x, y); err != nil {
		return nil, err
	}
	all := linalg.FromSlices(b.model.Components)
	if b.refit != nil {
		all = linalg.FromSlices(b.refit.All)
	}
	found := make([]linalg.Matrix, b.Resamples+b.larger()) // with halves, and with three quarters of the rows
	if err := b.each(ctx, len(found), func(k int) (err error) {
		found[k], err = b.part(ctx, k)
		return err
	}); err != nil {
		return nil, err
	}
	result := &Bootstrap{Resamples: b.Resamples, Rows: b.x.Len(), Level: intervalLevel, Turned: b.turns(), Seed: b.Seed}
	if err := b.sumUp(result, all, found); err != nil {
		return nil, err
	}
	var err error
	if result.Seeds, err = b.seeds(ctx, x, y); err != nil {
		return nil, err
	}
	result.Doubts, err = b.doubts(ctx, result, found[:b.Resamples])
	return result, err
}

// hold draws the rows that halves are drawn from.
func (b *halfSamples) hold(ctx context.Context, x rows.Source, y output.Output) (err error) {
	some := sampling.Many(x.Len(), mostResampled, sampling.Random(b.Seed, 0xb007))
	if b.x, b.y, err = target.Take(ctx, x, y, some); err != nil {
		return err
	}
	if b.group != nil {
		b.group = sampling.Pick(b.group, some)
	}
	if err := b.y.Check(); err != nil {
		return err
	}
	if refitter, ok := b.reducer(b.Options.Seed).(Refitter); ok {
		b.refit, err = refitter.Refit(ctx, b.x, b.y, b.model)
	}
	return err
}

func (b *halfSamples) reducer(seed uint64) Reducer {
	options := b.Options
	options.Dim, options.Seed, options.Progress = b.model.Dim(), seed, nil
	return b.Method.New(options)
}

// each does the work of all numbers below n side by side and tells of it.
func (b *halfSamples) each(ctx context.Context, n int, work func(k int) error) error {
	return linalg.Each(ctx, n, func(int) {
		if b.done++; b.Progress != nil {
			b.Progress(b.done, b.Resamples+b.larger()+b.Seeds)
		}
	}, work)
}

// larger is how many parts of three quarters of the rows there are beside the halves.
func (b *halfSamples) larger() int { return max(10, b.Resamples/2) }

// part is the components of the k-th part of the rows: halves come first.
func (b *halfSamples) part(ctx context.Context, k int) (linalg.Matrix, error) {
	random := sampling.Random(b.Seed, 0xb0070000+uint64(k))
	size := b.x.Len() / 2
	if k >= b.Resamples {
		size = b.x.Len() * 3 / 4
	}
	which := b.draw(random, size)
	if b.refit != nil {
		w, err := b.refit.Some(ctx, which)
		return linalg.FromSlices(w), err
	}
	x, err := rows.Take(ctx, b.x, which)
	if err != nil {
		return linalg.Matrix{}, err
	}
	p, err := b.reducer(b.Options.Seed).Fit(ctx, x, output.Some(b.y, which))
	if err != nil {
		return linalg.Matrix{}, fmt.Errorf("with %d of %d rows: %w", size, b.x.Len(), err)
	}
	return b.inUnits(p), nil
}

// draw takes so many of the rows such that y varies among them; of groups whole ones, until there
// are at least so many.
func (b *halfSamples) draw(random *rand.Rand, size int) []int {
	const tries = 20
	var which []int
	for range tries {
		which = random.Perm(b.x.Len())[:size]
		if b.group != nil {
			which = wholeGroups(b.group, size, random)
		}
		if slices.Sort(which); output.Some(b.y, which).Check() == nil {
			break
		}
	}
	return which
}

// wholeGroups are the rows of random groups, as many as it takes to have so many rows.
func wholeGroups(group []int, size int, random *rand.Rand) (which []int) {
	groups := sampling.Groups(group)
	for _, k := range random.Perm(len(groups)) {
		if len(which) < size {
			which = append(which, groups[k]...)
		}
	}
	return which
}

// inUnits is the components of a model of some rows as weights on inputs in the units of the
// given model, each as long as before.
func (b *halfSamples) inUnits(p *Projection) linalg.Matrix {
	w := linalg.FromSlices(p.Components)
	for k := range w.Rows {
		row := w.Row(k)
		length := math.Sqrt(linalg.Dot(row, row))
		for j := range row {
			row[j] *= b.model.Scale[j] / p.Scale[j]
		}
		if now := math.Sqrt(linalg.Dot(row, row)); now > 0 {
			linalg.ScaleRow(length/now, row)
		}
	}
	return w
}

// turns reports whether the method knows the subspace only: its components have no values
// that order them.
func (b *halfSamples) turns() bool { return len(b.model.Values) == 0 }

// align turns components to those of all rows.
func (b *halfSamples) align(w, all linalg.Matrix) (linalg.Matrix, error) {
	if w.Rows < all.Rows { // a method may find fewer in half of the rows
		more := linalg.New(all.Rows, all.Cols)
		more.Slice(0, w.Rows).Copy(w)
		w = more
	}
	if !b.turns() {
		return inOrder(w, all), nil
	}
	if err := stiefel.Orthonormalize(w); err != nil {
		return w, err
	}
	return stiefel.Align(w, all)
}

// inOrder puts components in the order and with the signs of others: the pair that is most
// alike first, and so on.
func inOrder(w, all linalg.Matrix) linalg.Matrix {
	out := linalg.New(all.Rows, all.Cols)
	type pair struct {
		to, from int
		cosine   float64
	}
	var pairs []pair
	for i := range all.Rows {
		for k := range w.Rows {
			pairs = append(pairs, pair{i, k, cosine(all.Row(i), w.Row(k))})
		}
	}
	slices.SortStableFunc(pairs, func(p, q pair) int { return cmp.Compare(math.Abs(q.cosine), math.Abs(p.cosine)) })
	placed, taken := make([]bool, all.Rows), make([]bool, w.Rows)
	for _, p := range pairs {
		if !placed[p.to] && !taken[p.from] {
			placed[p.to], taken[p.from] = true, true
			linalg.Axpy(math.Copysign(1, p.cosine), w.Row(p.from), out.Row(p.to))
		}
	}
	return out
}

func cosine(a, b []float64) float64 {
	if size := math.Sqrt(linalg.Dot(a, a) * linalg.Dot(b, b)); size > 0 {
		return linalg.Dot(a, b) / size
	}
	return 0
}

const degrees = 180 / math.Pi

// sumUp sets the intervals and the bounds.
func (b *halfSamples) sumUp(result *Bootstrap, all linalg.Matrix, found []linalg.Matrix) error {
	m := all.Rows
	squares, angles := linalg.New(m, all.Cols), make([][]float64, m+1) // the last are of the subspace
	var halves, larger float64                                         // mean square deviations
	for i, w := range found {
		w, err := b.align(w.Clone(), all)
		if err != nil {
			return err
		}
		if i >= b.Resamples {
			linalg.AddScaled(w, -1, all)
			larger += linalg.Inner(w, w) / float64(b.larger())
			continue
		}
		if b.Each != nil {
			b.Each(i, b.moved(w, all))
		}
		for k := range m {
			for j, v := range w.Row(k) {
				squares.Set(k, j, squares.At(k, j)+(v-all.At(k, j))*(v-all.At(k, j)))
			}
			angles[k] = append(angles[k], degrees*math.Acos(min(1, math.Abs(cosine(w.Row(k), all.Row(k))))))
		}
		angle, err := angleBetween(w, all)
		if err != nil {
			return err
		}
		angles[m] = append(angles[m], degrees*angle)
	}
	for _, square := range squares.Data {
		halves += square / float64(b.Resamples)
	}
	factor := b.factor(halves, larger)
	for k := range m {
		low, high := slices.Clone(b.model.Components[k]), slices.Clone(b.model.Components[k])
		for j := range low {
			reach := normalQuantile * factor * math.Sqrt(squares.At(k, j)/float64(b.Resamples))
			low[j], high[j] = low[j]-reach, high[j]+reach
		}
		result.Low, result.High = append(result.Low, low), append(result.High, high)
		result.Angles = append(result.Angles, bound(angles[k], factor))
	}
	result.Angle = bound(angles[m], factor)
	return nil
}

// moved is the components of the model, as far from there as those of a half are from those of
// all rows.
func (b *halfSamples) moved(half, all linalg.Matrix) [][]float64 {
	moved := linalg.FromSlices(b.model.Components)
	linalg.AddScaled(moved, 1, half)
	linalg.AddScaled(moved, -1, all)
	return moved.Slices()
}

// factor is by what the deviations of halves are to be multiplied to be errors of all rows. If
// errors of r rows have variances of V (r - d)^-β, then the variance of deviations of a part
// from all is V (n - d)^-β (((n - d)/(r - d))^β - 1). A regression has β = 1, so that with few
// inputs halves deviate as much as all err; methods that smooth get better faster. Halves and three
// quarters of the rows together tell β, but not well, so that a third of what it is above 1 counts. Where rows were drawn from many, errors are smaller by
// the root of their share.
func (b *halfSamples) factor(halves, larger float64) float64 {
	n := float64(b.x.Len())
	free := n - min(float64(b.x.Width()), n/8)
	half, quarters := free/(free-n/2), free/(free-n/4)
	more := func(beta, ratio float64) float64 { return math.Pow(ratio, beta) - 1 }
	low, high := 1., 3.
	for range 40 {
		beta := (low + high) / 2
		if more(beta, half)*larger < more(beta, quarters)*halves {
			low = beta
		} else {
			high = beta
		}
	}
	return math.Sqrt(n / float64(b.n) / more((2+low)/3, half))
}

// bound is what a share of the angles, times the factor, is not above.
func bound(angles []float64, factor float64) float64 {
	slices.Sort(angles)
	at := min(len(angles)-1, int(math.Ceil(intervalLevel*float64(len(angles)))))
	return min(90, factor*angles[at])
}

// angleBetween is the largest angle between what the rows of two matrices span.
func angleBetween(a, b linalg.Matrix) (float64, error) {
	a, b = a.Clone(), b.Clone()
	if stiefel.Orthonormalize(a) != nil || stiefel.Orthonormalize(b) != nil {
		return math.Pi / 2, nil //nolint:nilerr // one of them spans less
	}
	return stiefel.Angle(a, b)
}

// seeds is how far from the model the subspaces are that fits with other seeds find.
func (b *halfSamples) seeds(ctx context.Context, x rows.Source, y output.Output) ([]float64, error) {
	angles := make([]float64, b.Seeds)
	err := b.each(ctx, len(angles), func(k int) error {
		method := b.reducer(b.Options.Seed + 1 + uint64(k))
		if sca, ok := method.(SCA); ok {
			sca.subspace = true
			method = sca
		}
		p, err := method.Fit(ctx, x, y)
		if err != nil {
			return err
		}
		angle, err := angleBetween(b.inUnits(p), linalg.FromSlices(b.model.Components))
		angles[k] = degrees * angle
		return err
	})
	return angles, err
}

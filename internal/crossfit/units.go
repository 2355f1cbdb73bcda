package crossfit

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// Where rows belong together, what is independent of the others is not a row but a unit: a group,
// or a stretch of time.

const (
	stretches    = 16   // of time that are to be judged
	shortest     = 8    // rows of a stretch, at least
	fewestUnits  = 5    // that p may be of: there are 2^5 ways to change their signs, so that it can be .02
	mostWhitened = 1000 // inputs, for trends within groups
	mostWaved    = 1000 // inputs times columns of the target, for waves of each input within groups
	together     = 8    // groups at least whose target is put into random order, as far as there are so many
)

// unitsOf numbers the unit of each row: its group, or the stretch of time that it is in, for the
// rows that are judged; nil where each row is a unit of its own.
func (f *Folds) unitsOf(folds []learn.Fold) []int {
	switch {
	case f.Group != nil:
		return f.Group
	case f.Time == nil:
		return nil
	}
	judged := 0
	for _, fold := range folds {
		judged += len(fold.Test)
	}
	units, unit := make([]int, len(f.Time)), 0
	for _, fold := range folds {
		parts := max(1, len(fold.Test)/max(shortest, judged/stretches))
		of, count := sampling.Stretches(sampling.Pick(f.Time, fold.Test), parts)
		for k, i := range fold.Test {
			units[i] = unit + of[k]
		}
		unit += count
	}
	return units
}

// Units is how many independent units the rows that are judged are of.
func (f *Folds) Units() int { return f.unitsAmong(f.Parts) }

func (f *Folds) unitsAmong(parts []Part) (count int) {
	seen := map[int]bool{}
	for _, p := range parts {
		for _, i := range p.tested {
			if f.units == nil {
				count++
			} else if u := f.units[i]; !seen[u] {
				seen[u] = true
				count++
			}
		}
	}
	return count
}

// standardError is that of the mean of values, which have this mean, by what the units of their
// rows sum up to. Nil units mean that each row is one.
func standardError(values []float64, units []int) (mean, se float64) {
	mean, variance := learn.Moments(values)
	if units == nil {
		return mean, math.Sqrt(variance / float64(len(values)))
	}
	sums := map[int]float64{}
	var order []int
	for i, v := range values {
		if _, known := sums[units[i]]; !known {
			order = append(order, units[i])
		}
		sums[units[i]] += v - mean
	}
	var squares float64
	for _, u := range order {
		squares += sums[u] * sums[u]
	}
	n := float64(len(order))
	if n < 2 {
		return mean, math.Inf(1)
	}
	return mean, math.Sqrt(squares*n/(n-1)) / float64(len(values))
}

// unit is what was predicted of the rows of a unit, on average, and the truth; and how they differ
// from these, by components of all rows, and by those of differences alone.
type unit struct {
	predicted, truth []float64
	within, apart    differences
}

// differences are those of rows from the means of their unit, predicted and true.
type differences struct{ predicted, truth linalg.Matrix }

// agreement is how much differences agree, in that order of the true ones.
func (d differences) agreement(order []int) (sum float64) {
	for i := range d.truth.Rows {
		sum += linalg.Dot(d.predicted.Row(i), d.truth.Row(order[i]))
	}
	return sum
}

// unitsIn are the units of a fold. In time, differences are from a straight line: slow changes of
// both are no evidence.
func unitsIn(p predicted, by linalg.Matrix) (units []unit) {
	steady := p.steady()
	for _, among := range sampling.Groups(p.units) {
		d := differences{by.Columns(steady, by.Cols).Pick(among), p.Columns(steady, p.Cols).Pick(among)}
		u := unit{within: d, predicted: lessMean(d.predicted), truth: lessMean(d.truth)}
		if p.times != nil {
			times := linalg.Of(len(among), 1, sampling.Pick(p.times, among))
			lessMean(times)
			lessLine(d.predicted, times.Data)
			lessLine(d.truth, times.Data)
		}
		units = append(units, u)
	}
	return units
}

// lessMean takes the mean row off all rows and returns it.
func lessMean(values linalg.Matrix) []float64 {
	mean := linalg.MeanRow(values, nil)
	for i := range values.Rows {
		linalg.Axpy(-1, mean, values.Row(i))
	}
	return mean
}

// lessLine takes a line along centred times off centred columns.
func lessLine(values linalg.Matrix, times []float64) {
	square := linalg.Dot(times, times)
	if square == 0 {
		return
	}
	slope := make([]float64, values.Cols)
	for i, t := range times {
		linalg.Axpy(t/square, values.Row(i), slope)
	}
	for i, t := range times {
		linalg.Axpy(-t, slope, values.Row(i))
	}
}

// chance is the probability that units that are predicted from others agree so much by chance. If
// inputs and target have nothing to do with each other, the levels of the target belong to any of
// the units (where levels count); and within a unit, its differences to any of the rows where these
// can be exchanged, and else they agree as often as they disagree. p is the share of random orders
// and signs with which the largest of the three sums, each in units of its standard deviation over
// these, is as large as it is.
func chance(units []unit, levels, exchangeable bool, random *rand.Rand) float64 {
	if len(units) < fewestUnits {
		return math.NaN()
	}
	const sums = 3
	var drawn [sums][]float64
	order, inside := sampling.All(len(units)), make([][]int, len(units))
	within, apart := make([]float64, len(units)), make([]float64, len(units))
	for k, u := range units {
		inside[k] = sampling.All(u.within.truth.Rows)
		within[k], apart[k] = u.within.agreement(inside[k]), u.apart.agreement(inside[k])
	}
	for draw := range orders + 1 {
		if draw > 0 { // the first is as it is
			shuffle(order, random)
		}
		var sum [sums]float64
		for k, u := range units {
			if levels {
				sum[0] += linalg.Dot(u.predicted, units[order[k]].truth)
			}
			w, a := within[k], apart[k]
			switch {
			case draw == 0:
			case exchangeable:
				shuffle(inside[k], random)
				w, a = u.within.agreement(inside[k]), u.apart.agreement(inside[k])
			case random.IntN(2) == 1:
				w, a = -w, -a
			}
			sum[1], sum[2] = sum[1]+w, sum[2]+a
		}
		for s := range sums {
			drawn[s] = append(drawn[s], sum[s])
		}
	}
	return chanceOfLargest(drawn[:])
}

// chanceOfLargest is the share of draws, after the first, which is the true one, of which the largest of
// several figures, each in its standard deviations over all draws, is as large as it.
func chanceOfLargest(drawn [][]float64) float64 {
	largest := slices.Repeat([]float64{math.Inf(-1)}, len(drawn[0]))
	for _, values := range drawn {
		mean, variance := learn.Moments(values)
		for draw, v := range values {
			if variance > 0 {
				largest[draw] = max(largest[draw], (v-mean)/math.Sqrt(variance))
			}
		}
	}
	if math.IsInf(largest[0], -1) {
		return 1
	}
	return shareAbove(largest[0], largest[1:], 1e-9)
}

func shuffle(order []int, random *rand.Rand) {
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
}

// shareAbove is the share of values, itself among them, that are as large as a value; those that
// are equal to it count half.
func shareAbove(found float64, values []float64, equal float64) float64 {
	count := .5
	for _, v := range values {
		switch {
		case v > found+equal:
			count++
		case v >= found-equal:
			count += .5
		}
	}
	return count / float64(len(values)+1)
}

// exchangeable reports whether the rows of a group can be put into any order: those that follow
// each other are not more alike in y than others of the group, by two standard errors.
func (f *Folds) exchangeable() bool {
	y := f.firstWave()
	var sum, variance float64
	for _, among := range sampling.Groups(f.Group) {
		of := y.Pick(among)
		lessMean(of)
		n, square := float64(of.Rows), linalg.Dot(of.Data, of.Data)
		for i := 1; i < of.Rows; i++ {
			sum += linalg.Dot(of.Row(i-1), of.Row(i))
		}
		sum += square / n
		variance += (n - 1) * (square / n) * (square / n)
	}
	return sum <= 2*math.Sqrt(variance)
}

// firstWave is the first wave of each number, and of other targets all there is.
func (f *Folds) firstWave() linalg.Matrix {
	told := f.targets.told()
	if f.targets.waved {
		return f.targets.Columns(told, 2*told)
	}
	return f.targets.Matrix
}

// chanceOfTrends is the probability that x and y of the same rows go along with each other so much
// within groups, or blocks, by chance. y is the first wave of it, or all classes, less the means of their
// groups, whose rows are put into random order within these. Two figures tell: the squares of its products
// with the whitened inputs, less the means of their groups; and the largest, over the inputs, of those
// with the waves over the ranks of one, which see what is no straight line, and another one in each
// group. All rows take part, so that a few groups are enough. It is NaN where there is no such test.
func (f *Folds) chanceOfTrends(ctx context.Context, y linalg.Matrix, random *rand.Rand) (float64, error) {
	if f.x.Width() > mostWhitened {
		return math.NaN(), nil
	}
	x, err := target.Dense(ctx, f.x)
	if err != nil {
		return 0, err
	}
	var white linalg.Matrix // waves of the inputs, one after the other, and then the inputs
	if x.Cols*y.Cols <= mostWaved {
		for j := range x.Cols {
			white = below(white, whiteWithin(wavesOf(x.Columns(j, j+1).Clone().Data), f.alike()))
		}
	}
	first := white.Rows // of the inputs
	white = below(white, whiteWithin(x, f.alike()))
	y = y.Clone()
	LessMeans(y, f.alike())
	if linalg.Norm(white) == 0 {
		return math.NaN(), nil
	}
	drawn, order := make([][]float64, 2), sampling.All(y.Rows)
	for draw := range orders + 1 {
		if draw > 0 {
			order = sampling.Units{Block: f.alike()}.Order(y.Rows, random)
		}
		trends, largest := linalg.Times(white, y.Pick(order)), 0.
		square := func(from, to int) float64 {
			these := trends.Slice(from, to)
			return linalg.Dot(these.Data, these.Data)
		}
		for k := 0; k < first; k += waves {
			largest = max(largest, square(k, k+waves))
		}
		drawn[0], drawn[1] = append(drawn[0], square(first, white.Rows)), append(drawn[1], largest)
	}
	return chanceOfLargest(drawn), ctx.Err()
}

// alike are the groups or the blocks of the rows.
func (f *Folds) alike() []int {
	if f.Block != nil {
		return f.Block
	}
	return f.Group
}

// whiteWithin are columns less the means of their groups, uncorrelated and of sum of squares 1, as rows.
func whiteWithin(columns linalg.Matrix, group []int) linalg.Matrix {
	LessMeans(columns, group)
	gram := linalg.Gram(columns)
	var trace float64
	for j := range columns.Cols {
		trace += gram.At(j, j) / float64(columns.Cols)
	}
	linalg.AddDiagonal(gram, .01*trace)
	white := columns.Transposed()
	if trace == 0 || linalg.Cholesky(gram) != nil {
		white.Zero() // they tell nothing
		return white
	}
	linalg.ForwardSolveAll(gram, white)
	return white
}

// distinct are the rows that are not exactly as another one of their group, in x and in what is
// predicted: copies tell nothing.
func distinct(ctx context.Context, x rows.Source, y linalg.Matrix, group []int) ([]int, error) {
	if x.Width() > target.MostDense {
		return sampling.All(x.Len()), nil
	}
	values, err := target.Dense(ctx, x)
	if err != nil {
		return nil, err
	}
	var kept []int
	for _, among := range sampling.Groups(group) {
		var seen []int
		for _, i := range among {
			same := func(k int) bool {
				return slices.Equal(values.Row(k), values.Row(i)) && slices.Equal(y.Row(k), y.Row(i))
			}
			if !slices.ContainsFunc(seen, same) {
				seen = append(seen, i)
			}
		}
		kept = append(kept, seen...)
	}
	slices.Sort(kept)
	return kept, nil
}

// apart are folds of the same rows, with numbers less the means of their groups; nil where the target
// does not vary within these.
func (f *Folds) apart(ctx context.Context) (*Folds, error) {
	x, err := target.Dense(ctx, f.x)
	if err != nil {
		return nil, err
	}
	LessMeans(x, f.alike())
	inputs, err := rows.NewMatrix(x.Cols, x.Data)
	if err != nil {
		return nil, err
	}
	y := f.y
	if f.targets.Kind.Numeric() {
		numbers := f.targets.Columns(0, f.targets.told()).Clone()
		LessMeans(numbers, f.alike())
		if y, err = output.Columns(numbers.Cols, numbers.Data); err != nil {
			return nil, err
		}
	}
	if !varies(y) {
		return nil, nil
	}
	targets, err := NewTargets(ctx, y, nil)
	if err != nil {
		return nil, err
	}
	apart := &Folds{Options: f.Options, All: f.All, Rows: f.Rows, x: inputs, y: y, targets: targets.withWaves(), units: f.units}
	for k, p := range f.Parts {
		part, err := apart.part(ctx, p.train, p.tested, k)
		if err != nil {
			return nil, err
		}
		apart.Parts = append(apart.Parts, part)
	}
	return apart, nil
}

func varies(y output.Output) bool { return y.Check() == nil }

// Pieces numbers pieces of blocks, which folds do not divide: so there is something to exchange in
// each. Small blocks are whole.
func Pieces(block []int, random *rand.Rand) []int {
	const size = 5
	of, count := make([]int, len(block)), 0
	for _, among := range sampling.Groups(block) {
		parts := max(1, len(among)/size)
		for at, k := range random.Perm(len(among)) {
			of[among[k]] = count + at%parts
		}
		count += parts
	}
	return of
}

// LessMeans takes the means of the groups off.
func LessMeans(values linalg.Matrix, group []int) {
	for _, among := range sampling.Groups(group) {
		mean := linalg.MeanRow(values.Pick(among), nil)
		for _, i := range among {
			linalg.Axpy(-1, mean, values.Row(i))
		}
	}
}

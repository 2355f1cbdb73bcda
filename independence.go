package suffice

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/crossfit"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/rows"
)

// What is said of rows that were not seen holds where rows are independent. Those of a person, a
// batch or a week are not: they are alike in the inputs and in the target, also in what the inputs
// do not tell of it. So pairs of rows are looked at that may belong together: those that follow each
// other, and those with the same value of a column.

const (
	togetherRows   = 1000 // that are looked at,
	togetherRun    = 20   // so many in a row
	togetherLeast  = 40   // rows, of which anything can be said
	togetherInputs = 200  // columns that are looked at
	likeness       = .12  // correlation of a pair in the target, at least,
	likenessInputs = .03  // and in the inputs, on average
	likenessSD     = 4    // standard deviations, over random orders, that both are above that of chance
	randomOrders   = 100  // for these
	copiesShare    = .1   // of the rows that are exactly as another one
	fewestMarks    = 5    // values of a column that may mark what belongs together, where its rows follow each other,
	severalMarks   = 20   // and where they do not
	farOut         = 4    // standard deviations, that values count for at most
	mostMarks      = 30   // columns that are looked at for such
)

// Together says that rows seem to belong together, and by what; "" where nothing speaks against
// their being independent. It is not for data with groups or times, where they do, nor with blocks.
func (d *Data) Together(ctx context.Context, seed uint64) (string, error) {
	if d.Group != nil || d.Time != nil || d.Block != nil || d.Independent || d.Len() < togetherLeast || !d.paired() {
		return "", nil
	}
	t, err := d.pairsOfRows(ctx, seed)
	if err != nil {
		return "", err
	}
	if copies := t.copies(); copies >= copiesShare {
		return fmt.Sprintf("%s of the rows are exact copies of others; leave out those of what was measured once, or name the column that tells what they belong to, such as a person or batch", percent(copies)), nil
	}
	candidates := t.candidates()
	marks := slices.DeleteFunc(slices.Clone(candidates), func(m mark) bool { return !m.inRuns() })
	if found, err := t.alike(ctx, t.inOrder(), marks); err != nil || found {
		if len(marks) > 0 {
			return fmt.Sprintf("rows that follow each other are alike, and %q marks them: if its values are persons, batches or the like, name it as the group", marks[0].Name), err
		}
		return "rows that follow each other are alike, as those of a person, a batch or a time are: name the column that tells which or when", err
	}
	for _, column := range candidates {
		if column.levels < severalMarks {
			continue
		}
		found, err := t.alike(ctx, t.pairsBy(column), []mark{column})
		if err != nil {
			return "", err
		}
		if found {
			return fmt.Sprintf("rows of the same %q are alike: if its values are persons, batches or the like, name it as the group", column.Name), nil
		}
	}
	return "", nil
}

// paired reports whether there is a target of as many rows, and no more inputs than can be looked at.
func (d *Data) paired() bool {
	return d.Y != nil && d.Y.Len() == d.X.Len() && d.X.Width() <= target.MostDense
}

// pairsOfRows are rows that may belong together, as they follow each other.
type pairsOfRows struct {
	raw     linalg.Matrix // inputs as they are,
	x, y    linalg.Matrix // and both standardised, ranks of numbers
	run     []int         // that a row is of: rows of one follow each other
	columns []rows.Column
	made    map[string]rows.Made
	names   []string
	seed    uint64
}

func (d *Data) pairsOfRows(ctx context.Context, seed uint64) (*pairsOfRows, error) {
	which, run := runsOfRows(d.Len())
	x, y, err := target.Take(ctx, d.X, d.Y, which)
	if err != nil {
		return nil, err
	}
	targets, err := crossfit.NewTargets(ctx, y, nil)
	if err != nil {
		return nil, err
	}
	raw, err := target.Dense(ctx, x)
	if err != nil {
		return nil, err
	}
	t := &pairsOfRows{raw: raw, run: run, columns: rows.Columns(x), made: d.Recipe.Made, names: rows.Names(x), seed: seed}
	t.x, t.y = t.raw.Clone(), targets.Clone()
	if targets.Kind.Numeric() {
		ranked(t.y)
	}
	standardise(t.x, farOut)
	standardise(t.y, farOut)
	return t, nil
}

// runsOfRows are all rows, or runs of them where they are many.
func runsOfRows(n int) (which, run []int) {
	if n <= togetherRows {
		return sampling.All(n), make([]int, n)
	}
	const runs = togetherRows / togetherRun
	for k := range runs {
		from := k * (n - togetherRun) / (runs - 1)
		for i := range togetherRun {
			if at := from + i; len(which) == 0 || at > which[len(which)-1] {
				which, run = append(which, at), append(run, k)
			}
		}
	}
	return which, run
}

// copies is the share of the rows that are exactly as another one, in inputs and target, though the
// column with the most values would tell them apart: rows that are the same in all others nearly
// always are the same in that, too.
func (t *pairsOfRows) copies() float64 {
	n, d := t.raw.Rows, t.raw.Cols
	telling, most := -1, 0
	for j := range d {
		if values := distinctValues(t.raw.Columns(j, j+1).Clone().Data); values > most {
			telling, most = j, values
		}
	}
	if most < 20 || d < 2 {
		return 0
	}
	same, all := map[string][]int{}, 0
	copied := make([]bool, n)
	var pairs, equal int
	key := make([]byte, 0, 8*(d+t.y.Cols))
	for i := range n {
		key = key[:0]
		for j, v := range t.raw.Row(i) {
			if j != telling {
				key = appendBits(key, v)
			}
		}
		for _, v := range t.y.Row(i) {
			key = appendBits(key, v)
		}
		others := same[string(key)]
		for _, k := range others[:min(len(others), 10)] {
			pairs++
			if t.raw.At(k, telling) == t.raw.At(i, telling) {
				equal++
				copied[i], copied[k] = true, true
			}
		}
		same[string(key)] = append(others, i)
	}
	if float64(equal) < .9*float64(pairs) {
		return 0
	}
	for _, is := range copied {
		if is {
			all++
		}
	}
	return float64(all) / float64(n)
}

func appendBits(key []byte, v float64) []byte {
	bits := math.Float64bits(v + 0)
	for range 8 {
		key = append(key, byte(bits))
		bits >>= 8
	}
	return key
}

// pairing is an order of rows, in which those that follow each other may be a pair.
type pairing struct {
	order  []int
	paired []bool // with the one before
	folds  []int  // of the rows in their order, so that no pair is in two
	inTurn bool   // folds follow each other: what is next to one is not learnt from
}

func (t *pairsOfRows) inOrder() pairing {
	const folds = 10
	n := t.x.Rows
	p := pairing{order: sampling.All(n), paired: make([]bool, n), folds: make([]int, n), inTurn: true}
	for i := 1; i < n; i++ {
		p.paired[i] = t.run[i] == t.run[i-1]
	}
	for i := range n {
		p.folds[i] = i * folds / n
		if t.run[0] != t.run[n-1] { // whole runs
			p.folds[i] = t.run[i] * folds / (t.run[n-1] + 1)
		}
	}
	return p
}

// mark is a column whose values may mark rows that belong together.
type mark struct {
	rows.Column
	values []float64
	levels int // different ones
}

// candidates are such columns: their values are many, and each is there several times.
func (t *pairsOfRows) candidates() (some []mark) {
	for _, c := range t.columns {
		if made, is := t.made[c.Name]; is && made.Part != "" || len(some) == mostMarks {
			continue
		}
		values := valuesOf(t.raw, c)
		if levels := distinctValues(slices.Clone(values)); levels >= fewestMarks && 2*levels <= t.raw.Rows {
			some = append(some, mark{c, values, levels})
		}
	}
	return some
}

// inRuns reports whether each value is in one run of rows that follow each other, nearly.
func (m mark) inRuns() bool {
	changes := 1
	for i := 1; i < len(m.values); i++ {
		if m.values[i] != m.values[i-1] {
			changes++
		}
	}
	return changes <= m.levels*11/10
}

func (t *pairsOfRows) pairsBy(c mark) pairing {
	const folds = 10
	values := c.values
	random := sampling.Random(t.seed, 0x9e5)
	p := pairing{order: random.Perm(len(values)), paired: make([]bool, len(values)), folds: make([]int, len(values))}
	slices.SortStableFunc(p.order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	group := 0
	for at, i := range p.order {
		if at > 0 {
			if p.paired[at] = values[i] == values[p.order[at-1]]; !p.paired[at] {
				group++
			}
		}
		p.folds[at] = group
	}
	deal := random.Perm(group + 1)
	for at := range p.folds {
		p.folds[at] = deal[p.folds[at]] % min(folds, group+1)
	}
	return p
}

// alike reports whether pairs are alike in the inputs, as far as the target does not tell them, and
// in the target, as far as what is predicted from other rows does not tell it. Columns by which rows
// are a pair are left out, and so are those that rise or fall all along; smooth functions of those
// that are numbers are taken off all others.
func (t *pairsOfRows) alike(ctx context.Context, p pairing, marks []mark) (bool, error) {
	random := sampling.Random(t.seed, 0x9e6)
	y := t.y.Pick(p.order)
	if p.sorted(y) {
		return false, nil
	}
	if !p.like(y, likeness, random) {
		return false, nil
	}
	x := t.x.Pick(p.order)
	var smooth, without []int
	for _, c := range marks {
		without = append(without, c.Places...)
	}
	for _, c := range t.columns {
		marked := slices.Contains(without, c.Places[0])
		if j := c.Places[0]; len(c.Places) == 1 && t.made[t.names[j]].Form == "" && (marked || inTheOrder(x, j)) {
			smooth = append(smooth, j)
		}
	}
	if len(smooth) > 0 {
		powers := powersOf(columnsOf(x, smooth), 5)
		lessRegression(y, powers)
		lessRegression(x, powers)
		if !p.like(y, likeness, random) {
			return false, nil
		}
	}
	for _, j := range append(without, smooth...) {
		for i := range x.Rows {
			x.Set(i, j, 0)
		}
	}
	besides := x.Clone()
	lessRegression(besides, powersOf(y, 3))
	if besides.Cols > togetherInputs {
		besides = besides.Columns(0, togetherInputs).Clone()
	}
	if !p.like(besides, likenessInputs, random) {
		return false, nil
	}
	left, err := p.leftBy(ctx, x, y)
	if err != nil {
		return false, err
	}
	share := linalg.Dot(left.Data, left.Data) / linalg.Dot(y.Data, y.Data)
	return p.like(left, likeness/share, random), nil
}

// sorted reports whether the rows are in the order of the target, or one class after the other: then
// that they follow each other tells nothing.
func (p pairing) sorted(y linalg.Matrix) bool {
	rises, falls, changes := 0, 0, 0
	for i := 1; i < y.Rows; i++ {
		if !slices.Equal(y.Row(i), y.Row(i-1)) {
			changes++
		}
		if v, before := y.At(i, 0), y.At(i-1, 0); v > before {
			rises++
		} else if v < before {
			falls++
		}
	}
	return changes < 2*y.Cols+1 && y.Cols > 1 || y.Cols == 1 && min(rises, falls) <= y.Rows/50
}

// like reports whether pairs of rows are more alike than rows in a random order are.
func (p pairing) like(m linalg.Matrix, least float64, random *rand.Rand) bool {
	order := sampling.All(m.Rows)
	square := linalg.Dot(m.Data, m.Data)
	pairs := 0
	for _, is := range p.paired {
		if is {
			pairs++
		}
	}
	if square == 0 || pairs < togetherLeast/4 {
		return false
	}
	scale := float64(m.Rows) / square / float64(pairs)
	correlation := func() (sum float64) {
		for at := 1; at < len(order); at++ {
			if p.paired[at] {
				sum += linalg.Dot(m.Row(order[at-1]), m.Row(order[at]))
			}
		}
		return sum * scale
	}
	found := correlation()
	if found < least {
		return false
	}
	drawn := make([]float64, randomOrders)
	for k := range drawn {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		drawn[k] = correlation()
	}
	mean, variance := learn.Moments(drawn)
	return found-mean > likenessSD*math.Sqrt(variance)
}

// leftBy is y less what is predicted of the rows of each fold from the others, as far as that is
// better than the mean.
func (p pairing) leftBy(ctx context.Context, x, y linalg.Matrix) (linalg.Matrix, error) {
	left := y.Clone()
	var like *learn.Ridge
	var product, square float64
	by := linalg.New(y.Rows, y.Cols)
	for fold := range slices.Max(p.folds) + 1 {
		var train, test []int
		for i, f := range p.folds {
			switch {
			case f == fold:
				test = append(test, i)
			case !p.inTurn || f < fold-1 || f > fold+1:
				train = append(train, i)
			}
		}
		if len(test) == 0 || len(train) < 2 {
			continue
		}
		machine, err := learn.Tune(x.Pick(train), y.Pick(train), learn.TuneOptions{Centres: 100, Seed: 1, Like: like})
		if err != nil {
			return left, err
		}
		like = machine
		predicted := machine.Predict(x.Pick(test))
		for k, i := range test {
			copy(by.Row(i), predicted.Row(k))
		}
	}
	for i, v := range by.Data {
		product, square = product+v*y.Data[i], square+v*v
	}
	if square > 0 {
		linalg.Axpy(-max(0, min(1, product/square)), by.Data, left.Data)
	}
	return left, ctx.Err()
}

// inTheOrder reports whether a standardised column rises or falls along the rows, nearly: they are
// sorted by it.
func inTheOrder(x linalg.Matrix, j int) bool {
	const nearly = .95
	ranks := x.Columns(j, j+1).Clone()
	ranked(ranks)
	place := linalg.New(x.Rows, 1)
	for i := range place.Data {
		place.Data[i] = float64(i)
	}
	standardise(ranks, farOut)
	standardise(place, farOut)
	return math.Abs(linalg.Dot(ranks.Data, place.Data)) > nearly*float64(x.Rows-1)
}

package crossfit

import (
	"context"
	"math"
	"math/rand/v2"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
)

// orders is how many random orders of y the p of a fold is of.
const orders = 999

// later are rows that are predicted from those of the folds before them, by the mean of what
// several numbers of components predict.
type later struct {
	folds [][]predicted // by number of components
	apart [][]predicted // the same of folds with numbers less the means of their groups, or nil
	trend float64       // p of trends within groups; NaN where there is none

	exchangeable bool // rows of a group can be put into any order
}

// tested are the folds that are predicted together from those before them: the first of each, and
// the first that is not among them.
func (f *Folds) tested() (blocks [][2]int) {
	all := len(f.Parts)
	if f.Time != nil { // each is later than those before
		for k := range all {
			blocks = append(blocks, [2]int{k, k + 1})
		}
		return blocks
	}
	from, groups := all/2, 0 // there are some folds before it to learn from
	for k := from; k < all; k++ {
		groups += f.unitsAmong(f.Parts[k : k+1])
		if f.Group == nil || groups >= together {
			blocks, from, groups = append(blocks, [2]int{from, k + 1}), k+1, 0
		}
	}
	switch last := len(blocks) - 1; {
	case from == all:
	case last < 0:
		blocks = [][2]int{{from, all}}
	default:
		blocks[last][1] = all
	}
	return blocks
}

// testing is the work of predicting folds from those before them. The last one is among the
// scores, if these are of the method that is tested.
func (w *assessing) testing(ctx context.Context, dims []int) (*later, []func(context.Context) error, error) {
	l, same := &later{trend: math.NaN()}, w.Tested.Name == w.Method.Name
	var work []func(context.Context) error
	add := func(folds *Folds, block [2]int) (predictions []predicted) {
		predictions = make([]predicted, len(dims))
		for at, dim := range dims {
			work = append(work, func(ctx context.Context) error {
				part, err := folds.before(ctx, block[0], block[1])
				if err == nil {
					predictions[at], err = folds.predict(ctx, part, w.Tested, dim, folds.Seed+uint64(block[1]-1), true)
				}
				return err
			})
		}
		return predictions
	}
	var apart *Folds
	if several := w.folds.Group != nil && w.folds.Units() < w.folds.Rows; (several || w.folds.Block != nil) && w.folds.x.Width() <= target.MostDense {
		var err error
		if apart, err = w.folds.apart(ctx); err != nil {
			return nil, nil, err
		}
	}
	if apart != nil {
		var err error
		if l.exchangeable = w.folds.Block != nil || apart.exchangeable(); l.exchangeable {
			if l.trend, err = w.folds.chanceOfTrends(ctx, apart.firstWave(), sampling.Random(w.folds.Seed, 0x9e4)); err != nil {
				return nil, nil, err
			}
		}
	}
	if w.folds.Block != nil {
		apart = nil // components are of rows as they are
	}
	all := len(w.folds.Parts)
	for _, block := range w.folds.tested() {
		if same && (w.folds.Time != nil || block[0] == all-1) {
			l.folds = append(l.folds, make([]predicted, len(dims)))
		} else {
			l.folds = append(l.folds, add(w.folds, block))
		}
		if apart != nil {
			l.apart = append(l.apart, add(apart, block))
		}
	}
	return l, work, nil
}

// take takes what the scores have predicted of the folds that were not done.
func (l *later) take(scores []*Score) {
	for i, dims := range l.folds {
		for at := range dims {
			if dims[at].by.Rows == 0 {
				all := scores[at].folds
				dims[at] = all[len(all)-len(l.folds)+i]
			}
		}
	}
}

// mean is the mean of what several numbers of components predict.
func mean(dims []predicted) (predicted, linalg.Matrix) {
	by := dims[0].by.Clone()
	for _, other := range dims[1:] {
		linalg.Add(by, other.by)
	}
	linalg.ScaleRow(1/float64(len(dims)), by.Data)
	return dims[0], by
}

// p is the probability that noise is predicted so well. Of each fold it is the share of the
// random orders of its rows of y that agree with the predictions as much as the true one; those
// that agree as much count half. Where rows belong together, it is by their units.
func (l *later) p(random *rand.Rand) float64 {
	var sum float64
	var stretches []unit
	for k, dims := range l.folds {
		of, by := mean(dims)
		switch {
		case of.times != nil:
			stretches = append(stretches, unitsIn(of, by)...)
		case of.units != nil:
			units := unitsIn(of, by)
			if l.apart != nil {
				for at, u := range unitsIn(mean(l.apart[k])) {
					units[at].apart = u.within
				}
			}
			sum += learn.NormalQuantile(1 - chance(units, true, l.exchangeable, random))
		default:
			sum += learn.NormalQuantile(1 - chanceOfRows(of, by, random))
		}
	}
	if stretches != nil {
		return chance(stretches, false, false, random)
	}
	p := learn.NormalSurvival(sum / math.Sqrt(float64(len(l.folds))))
	if !math.IsNaN(p) && l.trend <= 1 { // the smaller of two (Bonferroni), of which trends have two thirds
		p = min(1, 3*p, 1.5*l.trend)
	}
	return p
}

// chanceOfRows is the p of a fold whose rows are independent, or can be exchanged within blocks.
func chanceOfRows(of predicted, by linalg.Matrix, random *rand.Rand) float64 {
	order, steady := sampling.All(of.Rows), of.steady()
	agreement := func() (sum float64) {
		for i, k := range order {
			sum += linalg.Dot(by.Row(i)[steady:], of.Row(k)[steady:])
		}
		return sum
	}
	found, sums := agreement(), make([]float64, orders)
	for draw := range sums {
		if of.blocks == nil {
			shuffle(order, random)
		} else {
			order = sampling.Units{Block: of.blocks}.Order(of.Rows, random)
		}
		sums[draw] = agreement()
	}
	return shareAbove(found, sums, 1e-12*linalg.Norm(by)*linalg.Norm(of.Matrix))
}

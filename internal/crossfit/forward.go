package crossfit

import (
	"context"
	"math"
	"math/rand/v2"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
)

// orders is how many random orders of y the p of a fold is of.
const orders = 999

// later are the folds that are predicted from those before them, by the mean of what several
// numbers of components predict.
type later struct {
	folds [][]predicted // by fold, and then by number of components
}

// testing is the work of predicting folds from those before them. The last one is among the
// scores, if these are of the method that is tested.
func (w *assessing) testing(dims []int) (*later, []func(context.Context) error) {
	all := len(w.folds.Parts)
	first := all / 2 // there are some folds before it to learn from
	l := &later{folds: make([][]predicted, all-first)}
	var work []func(context.Context) error
	for i := range l.folds {
		l.folds[i] = make([]predicted, len(dims))
		k := first + i
		if k == all-1 && w.Tested.Name == w.Method.Name {
			break
		}
		for at, dim := range dims {
			work = append(work, func(ctx context.Context) error {
				part, err := w.folds.before(ctx, k)
				if err == nil {
					l.folds[i][at], err = w.folds.predict(ctx, part, w.Tested, dim, w.folds.Seed+uint64(k), true)
				}
				return err
			})
		}
	}
	return l, work
}

// take takes what the scores have predicted of the last fold, where it was not done.
func (l *later) take(scores []*Score) {
	last := l.folds[len(l.folds)-1]
	for at := range last {
		if last[at].by.Rows == 0 {
			last[at] = scores[at].folds[len(scores[at].folds)-1]
		}
	}
}

// p is the probability that noise is predicted so well. Of each fold it is the share of the
// random orders of its rows of y that agree with the predictions as much as the true one; those
// that agree as much count half.
func (l *later) p(random *rand.Rand) float64 {
	var sum float64
	for _, dims := range l.folds {
		truth, by := dims[0].Matrix, dims[0].by.Clone()
		for _, other := range dims[1:] {
			linalg.Add(by, other.by)
		}
		order, steady := sampling.All(truth.Rows), dims[0].steady()
		agreement := func() (sum float64) {
			for i, k := range order {
				sum += linalg.Dot(by.Row(i)[steady:], truth.Row(k)[steady:])
			}
			return sum
		}
		found, count := agreement(), .5
		equal := 1e-12 * linalg.Norm(by) * linalg.Norm(truth)
		for range orders {
			random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			switch more := agreement() - found; {
			case more > equal:
				count++
			case more >= -equal:
				count += .5
			}
		}
		sum += learn.NormalQuantile(1 - count/(orders+1))
	}
	return learn.NormalSurvival(sum / math.Sqrt(float64(len(l.folds))))
}

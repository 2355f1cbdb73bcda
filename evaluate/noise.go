package evaluate

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
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
	all := len(w.folds.parts)
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
					l.folds[i][at], err = w.folds.predict(ctx, part, w.Tested, dim, w.Seed+uint64(k))
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
// random orders of its rows of y that agree with the predictions as much as the true one;
// those that agree as much count half.
func (l *later) p(random *rand.Rand) float64 {
	var sum float64
	for _, dims := range l.folds {
		truth, by := dims[0].answers.Matrix, dims[0].by.Clone()
		for _, other := range dims[1:] {
			linalg.Add(by, other.by)
		}
		order, steady := make([]int, truth.Rows), dims[0].answers.steady()
		agreement := func() (sum float64) {
			for i, k := range order {
				sum += linalg.Dot(by.Row(i)[steady:], truth.Row(k)[steady:])
			}
			return sum
		}
		for i := range order {
			order[i] = i
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
		sum += distuv.UnitNormal.Quantile(1 - count/(orders+1))
	}
	return distuv.UnitNormal.Survival(sum / math.Sqrt(float64(len(l.folds))))
}

// oneSided is the probability of a mean at least so large, if the true one were 0.
func oneSided(mean, se float64) float64 {
	if mean <= 0 && se == 0 {
		return 1
	}
	return distuv.UnitNormal.Survival(mean / se)
}

// enough is how many random orders of y must do as well for p to be known well enough.
const enough = 10

// permute makes the p of whole fits, with y in random order each time. It stops where p is
// clearly large (Besag and Clifford 1991).
func (w *assessing) permute(ctx context.Context, x rows.Source, y output.Output) error {
	x, y, err := target.Held(ctx, x, y)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(w.Seed, 0x9e3))
	found, better := w.gained(), 0
	again := w.Assessing
	again.Permutations, again.Method = 0, w.Tested
	for w.orders = 0; w.orders < w.Permutations && better < enough; w.orders++ {
		folds, err := again.Divide(ctx, x, output.Some(y, random.Perm(y.Len())))
		if err != nil {
			return err
		}
		noise := &assessing{Assessing: again, folds: folds, most: w.most}
		if err := noise.run(ctx); err != nil {
			return err
		}
		if noise.gained() >= found {
			better++
		}
	}
	w.p = float64(better+1) / float64(w.orders+1)
	if better == enough {
		w.p = float64(enough) / float64(w.orders)
	}
	return nil
}

// gained is the share of the squared error of a guess that the best number of components
// does without.
func (w *assessing) gained() float64 {
	best := math.Inf(-1)
	for _, s := range w.scores {
		if s.Err == nil {
			left, _ := Moments(s.squares)
			all, _ := Moments(s.guessed())
			best = max(best, 1-left/all)
		}
	}
	return best
}

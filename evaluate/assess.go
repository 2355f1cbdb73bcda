package evaluate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"suffice"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// Assessing says how the components of a method are judged.
type Assessing struct {
	CrossFit
	Method suffice.Method
	Dim    int // number of components; 0 means as many as predict best
	Most   int // components that are tried at most where their number is to be found; 0 means 10

	// Tested is the method by which noise is told from a finding; that without a name is
	// Method. Where Method was chosen by the same rows, it must be one that was not.
	Tested suffice.Method

	// Permutations is how often, at most, all is done again with y in random order. 0 means
	// not at all: the order of y is changed in the held-out rows only.
	Permutations int
	Progress     func(Progress) // told after each fit, by one goroutine at a time; may be nil
}

// Assessment is what components are worth.
type Assessment struct {
	Dim     int                 // number of components that predict best, or that was asked for; the verdict says if it is any better than noise
	Scores  []*Score            // with 1, 2, … components, or with those asked for alone
	Curve   []suffice.Dimension // the same for a model, with the p of each component, where their number was to be found
	Verdict suffice.Verdict
}

const (
	usualMost = 10
	level     = .05 // of P, below which there is a finding
)

// Assess tells how well components predict rows that they were found without, beside a guess
// and beside all inputs, and whether noise would do as well.
//
// The rows are divided into folds. Each is predicted from components found with all others,
// and these predictions make the score. For P they must not have seen the rows either in
// one way or the other: there, each of the last folds is predicted from components found
// with the folds before it, and its rows of y are put into random order again and again.
// Without a dependence all orders are alike, whatever the method has picked up before; so
// the p of the folds are independent, and their normal scores add up.
func Assess(ctx context.Context, x rows.Source, y output.Output, j Assessing) (*Assessment, error) {
	if j.Dim < 0 || j.Dim > x.Width() {
		return nil, fmt.Errorf("%d components, but there must be from 1 to %d, as many as inputs", j.Dim, x.Width())
	}
	if j.Tested.Name == "" {
		j.Tested = j.Method
	}
	folds, err := j.Divide(ctx, x, y)
	if err != nil {
		return nil, err
	}
	w := &assessing{Assessing: j, folds: folds, most: cmp.Or(j.Most, usualMost)}
	if j.Method.Most != nil {
		w.most = min(w.most, j.Method.Most(y))
	}
	if w.Dim == 0 {
		if w.most, err = folds.mostDim(ctx, w.most); err != nil {
			return nil, err
		}
	}
	if err := w.run(ctx); err != nil {
		return nil, err
	}
	if j.Permutations > 0 {
		if err := w.permute(ctx, x, y); err != nil {
			return nil, err
		}
	}
	return w.assessment(), nil
}

// assessing is a judgement at work.
type assessing struct {
	Assessing
	folds  *Folds
	most   int
	scores []*Score // of the method
	inputs *Score   // of all inputs
	p      float64  // of noise
	orders int      // of y, that p is of

	mu        sync.Mutex
	done, all int
}

// run fits what there is to fit.
func (w *assessing) run(ctx context.Context) error {
	none, err := suffice.MethodNamed("none")
	if err != nil {
		return err
	}
	w.inputs = w.folds.begin(none, w.folds.parts[0].xTrain.Width())
	tested := []int{w.Dim}
	if w.Dim == 0 {
		tested = []int{1, 2}[:min(2, w.most)]
	}
	var work []func(context.Context) error
	work = append(work, w.scoring(w.inputs, none)...)
	for _, dim := range tested {
		w.scores = append(w.scores, w.folds.begin(w.Method, dim))
		work = append(work, w.scoring(w.scores[len(w.scores)-1], w.Method)...)
	}
	later, testing := w.testing(tested)
	if err := w.do(ctx, append(work, testing...)); err != nil {
		return err
	}
	if err := w.failure(); err != nil {
		return err
	}
	later.take(w.scores)
	w.p, w.orders = later.p(rand.New(rand.NewPCG(w.Seed, 0x9e2))), orders
	if w.Dim == 0 {
		return w.goOn(ctx)
	}
	return nil
}

// leap is a number of components that is tried at once where few do not predict as well as
// all inputs: some dependence shows only if all of its directions are there.
const leap = 5

// goOn tries more components as long as they help.
func (w *assessing) goOn(ctx context.Context) error {
	climb := func(to int) error {
		for len(w.scores) < w.most && (len(w.scores) < to || w.another()) {
			if err := w.try(ctx, len(w.scores)+1); err != nil {
				return err
			}
		}
		return nil
	}
	if err := climb(0); err != nil || len(w.scores) >= min(leap, w.most) || !w.behind() {
		return err
	}
	tried, best := slices.Clone(w.scores), w.scores[w.choose()-1]
	if err := w.try(ctx, min(leap, w.most)); err != nil {
		return err
	}
	far := w.scores[len(tried)]
	w.scores = tried
	if !far.better(best) {
		return nil
	}
	if err := climb(far.Dim - 1); err != nil {
		return err
	}
	if len(w.scores) < far.Dim {
		w.scores = append(w.scores, far)
	}
	return climb(0)
}

// better reports whether squared errors are clearly less than another's.
func (s *Score) better(other *Score) bool {
	if s.Err != nil {
		return false
	}
	gain, se := less(s.squares, other.squares)
	return gain > margin*se
}

// behind reports whether all inputs predict better than the best number of components yet.
func (w *assessing) behind() bool {
	gain, _ := less(w.inputs.squares, w.scores[w.choose()-1].squares)
	return gain > 0
}

// try scores one more number of components.
func (w *assessing) try(ctx context.Context, dim int) error {
	w.scores = append(w.scores, w.folds.begin(w.Method, dim))
	return w.do(ctx, w.scoring(w.scores[len(w.scores)-1], w.Method))
}

// scoring is the work of a score, fold by fold.
func (w *assessing) scoring(s *Score, method suffice.Method) (work []func(context.Context) error) {
	s.folds = make([]predicted, len(w.folds.parts))
	var mu sync.Mutex
	for k, part := range w.folds.parts {
		work = append(work, func(ctx context.Context) error {
			made, err := w.folds.predict(ctx, part, method, s.Dim, w.Seed+uint64(k))
			mu.Lock()
			defer mu.Unlock()
			s.folds[k], s.Err = made, cmp.Or(s.Err, err)
			return nil
		})
	}
	return work
}

// do does the work side by side.
func (w *assessing) do(ctx context.Context, work []func(context.Context) error) error {
	w.all += len(work)
	errs := make([]error, len(work))
	linalg.Parallel(len(work), 1, func(from, to int) {
		for i := from; i < to; i++ {
			if ctx.Err() == nil {
				errs[i] = work[i](ctx)
				w.tell()
			}
		}
	})
	for _, s := range append(w.scores, w.inputs) {
		s.complete()
	}
	return cmp.Or(ctx.Err(), errors.Join(errs...))
}

func (w *assessing) tell() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done++; w.Progress != nil {
		w.Progress(Progress{Done: w.done, All: w.all, Method: w.Method.Name, Dim: len(w.scores)})
	}
}

// failure is why the first numbers of components cannot be judged.
func (w *assessing) failure() error {
	for _, s := range append(w.scores, w.inputs) {
		if s.Err != nil {
			return s.Err
		}
	}
	return nil
}

// another reports whether one more component may predict still better: the last one has
// helped; or there are but two, of which neither has, for it may take several together.
func (w *assessing) another() bool {
	tried := len(w.scores)
	if tried >= w.most || w.scores[tried-1].Err != nil {
		return false
	}
	best := w.choose()
	return best == tried || tried == 2 && w.p >= level
}

// margin is the standard errors by which more components must predict better than fewer.
const margin = 1.5

// choose is the least number of components whose predictions are not clearly worse than the
// best ones.
func (w *assessing) choose() int {
	best := w.scores[0]
	for _, s := range w.scores {
		if gain, _ := less(s.squares, best.squares); s.Err == nil && (best.Err != nil || gain > 0) {
			best = s
		}
	}
	for _, s := range w.scores {
		if s.Err == nil && !best.better(s) {
			return s.Dim
		}
	}
	return best.Dim
}

func (w *assessing) assessment() *Assessment {
	j := &Assessment{Dim: w.Dim, Scores: w.scores, Curve: w.curve()}
	s := w.scores[0]
	if w.Dim == 0 {
		j.Dim = w.choose()
		s = w.scores[j.Dim-1]
	}
	j.Verdict = suffice.Verdict{
		Found: w.p < level, P: w.p, Measure: s.Measure, Value: s.Value, SE: s.SE, AllInputs: w.inputs.Value, Baseline: s.Baseline,
		Rows: len(s.Losses), Permutations: w.orders,
	}
	return j
}

// curve tells what each number of components is worth. A component adds something if
// squared errors are less than with one component less.
func (w *assessing) curve() (curve []suffice.Dimension) {
	if w.Dim != 0 {
		return nil
	}
	before := w.scores[0].guessed()
	for _, s := range w.scores {
		if s.Err != nil {
			break
		}
		gain, se := less(s.squares, before)
		curve = append(curve, suffice.Dimension{Dim: s.Dim, Value: s.Value, SE: s.SE, P: oneSided(gain, se)})
		before = s.squares
	}
	return curve
}

package crossfit

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/output"
)

// Assessing says how the components of a method are judged.
type Assessing struct {
	Method Method
	Inputs Method // that keeps all inputs, to compare with
	Dim    int    // number of components; 0 means as many as predict best
	Most   int    // components that are tried at most where their number is to be found

	// Tested is the method by which noise is told from a finding; that without a name is
	// Method. Where Method was chosen by the same rows, it must be one that was not.
	Tested Method
	NoTest bool // do not tell noise from a finding, nor compare with all inputs

	Known        *Score                                      // of Method and Dim, where there is one
	Permutations int                                         // whole fits with y in random order, for P; 0 means none
	Progress     func(done, all int, method string, dim int) // told after each fit, by one goroutine at a time; may be nil
}

// Assessment is what components are worth.
type Assessment struct {
	Dim    int       // number of components that predict best, or that was asked for
	Scores []*Score  // with 1, 2, … components, or with those asked for alone
	Inputs *Score    // of all inputs
	Steps  []float64 // p of each component, beside one less, where their number was to be found
	P      float64   // of noise
	Orders int       // of y, that P is of
	Folds  *Folds

	keeps Method // that keeps all inputs
}

// Level is that of P, below which there is a finding.
const Level = .05

// Of is the score of so many components, or nil.
func (a *Assessment) Of(dim int) *Score {
	for _, s := range a.Scores {
		if s.Dim == dim && s.Err == nil {
			return s
		}
	}
	return nil
}

// Assess tells how well components predict rows that they were found without, beside a guess
// and beside all inputs, and whether noise would do as well.
//
// Each fold is predicted from components found with all others, and these predictions make the
// score. For P they must not have seen the rows either in one way or the other: there, each of
// the last folds is predicted from components found with the folds before it (forward
// chaining), and its rows of y are permuted. Without a dependence all orders are alike, whatever
// the method has picked up before; so the p of the folds are independent, and their normal
// scores add up (Stouffer 1949).
func Assess(ctx context.Context, folds *Folds, a Assessing) (*Assessment, error) {
	if a.Tested.Name == "" {
		a.Tested = a.Method
	}
	w := &assessing{Assessing: a, folds: folds}
	if a.Method.Most != nil {
		w.Most = min(w.Most, a.Method.Most(folds.y))
	}
	if w.Dim == 0 {
		var err error
		if w.Most, err = folds.mostDim(ctx, w.Most); err != nil {
			return nil, err
		}
	}
	if err := w.run(ctx); err != nil {
		return nil, err
	}
	if a.Permutations > 0 {
		if err := w.permute(ctx); err != nil {
			return nil, err
		}
	}
	return w.assessment(), nil
}

// assessing is a judgement at work.
type assessing struct {
	Assessing
	folds  *Folds
	scores []*Score // of the method
	inputs *Score   // of all inputs
	p      float64  // of noise
	orders int      // of y, that p is of

	mu        sync.Mutex
	done, all int
}

// run fits what there is to fit.
func (w *assessing) run(ctx context.Context) error {
	dims := []int{w.Dim}
	if w.Dim == 0 {
		dims = []int{1, 2}[:min(2, w.Most)]
	}
	var work []func(context.Context) error
	for _, dim := range dims {
		if w.Known != nil && w.Known.Dim == dim {
			w.scores = append(w.scores, w.Known)
			continue
		}
		w.scores = append(w.scores, w.folds.begin(w.Method, dim))
		work = append(work, w.scoring(w.scores[len(w.scores)-1], w.Method)...)
	}
	var later *later
	if !w.NoTest {
		w.inputs = w.folds.begin(w.Inputs, w.folds.x.Width())
		work = append(work, w.scoring(w.inputs, w.Inputs)...)
		var testing []func(context.Context) error
		var err error
		if later, testing, err = w.testing(ctx, dims); err != nil {
			return err
		}
		work = append(work, testing...)
	}
	if err := w.do(ctx, work); err != nil {
		return err
	}
	if err := w.failure(); err != nil {
		return err
	}
	if later != nil {
		later.take(w.scores)
		w.p, w.orders = later.p(sampling.Random(w.folds.Seed, 0x9e2)), orders
	}
	if w.Dim == 0 {
		return w.goOn(ctx)
	}
	return nil
}

// leap is a number of components that is tried at once where few do not predict as well as all
// inputs: some dependence shows only if all of its directions are there.
const leap = 5

// goOn tries more components as long as they help.
func (w *assessing) goOn(ctx context.Context) error {
	climb := func(to int) error {
		for len(w.scores) < w.Most && (len(w.scores) < to || w.another()) {
			if err := w.try(ctx, len(w.scores)+1); err != nil {
				return err
			}
		}
		return nil
	}
	if err := climb(0); err != nil || len(w.scores) >= min(leap, w.Most) || !w.behind() {
		return err
	}
	tried, best := slices.Clone(w.scores), w.scores[w.choose()-1]
	if err := w.try(ctx, min(leap, w.Most)); err != nil {
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

// behind reports whether all inputs predict better than the best number of components yet.
func (w *assessing) behind() bool {
	if w.inputs == nil {
		return false
	}
	gain, _ := less(w.inputs.squares, w.scores[w.choose()-1].squares, nil)
	return gain > 0
}

// beaten is the standard errors by which half of the folds must be predicted worse for the others not
// to be tried. With 0, cve6 has the right number on 13 of 20 tables (401 to 420), with 2 on 17, as
// without it; docs/dims.md.
const beaten = 2

// try scores one more number of components: by half of the folds, which share a search, and by the
// others unless these are predicted clearly worse than by the best number yet. In time the first
// folds have few rows to learn from, and cannot tell.
func (w *assessing) try(ctx context.Context, dim int) error {
	best, s := w.best(), w.folds.begin(w.Method, dim)
	w.scores = append(w.scores, s)
	work := w.scoring(s, w.Method)
	all, half := s.folds, len(work)/2
	if w.folds.Time == nil {
		s.folds = all[:half]
		if err := w.do(ctx, work[:half]); err != nil || s.Err != nil {
			return err
		}
		if gain, se := less(s.squares, best.squares, s.units); gain < -beaten*se {
			s.Err = ErrBehind
			return nil
		}
		s.folds, s.Losses, work = all, nil, work[half:]
	}
	return w.do(ctx, work)
}

// scoring is the work of a score, fold by fold.
func (w *assessing) scoring(s *Score, method Method) (work []func(context.Context) error) {
	s.folds, s.failures = make([]predicted, len(w.folds.Parts)), make([]error, len(w.folds.Parts))
	for k, part := range w.folds.Parts {
		work = append(work, func(ctx context.Context) error {
			s.folds[k], s.failures[k] = w.folds.predict(ctx, part, method, s.Dim, w.folds.Seed+uint64(k), false)
			return nil
		})
	}
	return work
}

// do does the work side by side.
func (w *assessing) do(ctx context.Context, work []func(context.Context) error) error {
	w.all += len(work)
	errs := make([]error, len(work))
	linalg.Parallel(len(work), 1, func(i, _ int) {
		if ctx.Err() == nil {
			errs[i] = work[i](ctx)
			w.tell()
		}
	})
	if err := cmp.Or(ctx.Err(), cmp.Or(errs...)); err != nil {
		return err
	}
	for _, s := range w.judged() {
		if s.Err = cmp.Or(s.Err, cmp.Or(s.failures...)); s.Err == nil && len(s.Losses) == 0 {
			s.sumUp()
		}
	}
	return nil
}

// judged are all scores there are.
func (w *assessing) judged() []*Score {
	if w.inputs == nil {
		return w.scores
	}
	return append(slices.Clip(w.scores), w.inputs)
}

func (w *assessing) tell() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done++; w.Progress != nil {
		w.Progress(w.done, w.all, w.Method.Name, len(w.scores))
	}
}

// failure is why the first numbers of components cannot be judged.
func (w *assessing) failure() error {
	for _, s := range w.judged() {
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
	if tried >= w.Most || w.scores[tried-1].Err != nil {
		return false
	}
	best := w.choose()
	return best == tried || tried == 2 && w.p >= Level
}

// margin is the standard errors by which more components must predict better than fewer.
const margin = 1.5

// choose is the least number of components whose predictions are not clearly worse than the
// best ones.
func (w *assessing) choose() int {
	best := w.best()
	for _, s := range w.scores {
		if s.Err == nil && !best.better(s) {
			return s.Dim
		}
	}
	return best.Dim
}

// best is the score whose predictions are best.
func (w *assessing) best() *Score {
	best := w.scores[0]
	for _, s := range w.scores {
		if gain, _ := less(s.squares, best.squares, nil); s.Err == nil && (best.Err != nil || gain > 0) {
			best = s
		}
	}
	return best
}

func (w *assessing) assessment() *Assessment {
	a := &Assessment{Dim: w.Dim, Scores: w.scores, Inputs: w.inputs, P: w.p, Orders: w.orders, Folds: w.folds, keeps: w.Inputs}
	if w.Dim > 0 {
		return a
	}
	a.Dim = w.choose()
	before := w.scores[0].guessed
	for _, s := range w.scores { // a component adds something if squared errors are less than with one less
		if s.Err != nil {
			break
		}
		gain, se := less(s.squares, before, s.units)
		a.Steps, before = append(a.Steps, oneSided(gain, se)), s.squares
	}
	return a
}

// oneSided is the probability of a mean at least so large, if the true one were 0.
func oneSided(mean, se float64) float64 {
	if mean <= 0 && se == 0 {
		return 1
	}
	return learn.NormalSurvival(mean / se)
}

// enough is how many random orders of y must do as well for p to be known well enough.
const enough = 10

// permute makes the p of whole fits, with y in random order each time. It stops where p is
// clearly large (Besag and Clifford 1991).
func (w *assessing) permute(ctx context.Context) error {
	random := sampling.Random(w.folds.Seed, 0x9e3)
	again := w.Assessing
	again.Permutations, again.Method, again.Known = 0, w.Tested, nil
	found, better := w.gained(), 0
	if w.Tested.Name != w.Method.Name { // what noise is compared with must be of the same method
		same := &assessing{Assessing: again, folds: w.folds}
		if err := same.run(ctx); err != nil {
			return err
		}
		found = same.gained()
	}
	for w.orders = 0; w.orders < w.Permutations && better < enough; w.orders++ {
		order := sampling.Units{Block: w.folds.Block}.Order(w.folds.y.Len(), random)
		folds, err := Divide(ctx, w.folds.x, output.Some(w.folds.y, order), w.folds.Options)
		if err != nil {
			return err
		}
		noise := &assessing{Assessing: again, folds: folds}
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

// gained is the share of the squared error of a guess that the best number of components does
// without.
func (w *assessing) gained() float64 {
	best := math.Inf(-1)
	for _, s := range w.scores {
		if s.Err == nil {
			best = max(best, s.Skill)
		}
	}
	return best
}

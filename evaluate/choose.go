package evaluate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"

	"suffice"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// Choosing says how a method is chosen.
type Choosing struct {
	CrossFit
	Dim      int              // number of components
	Methods  []suffice.Method // the first is the one to beat; nil means the candidates among [suffice.Methods]
	Margin   float64          // standard errors by which a method must be better than the first; 0 means 2
	Progress func(Progress)   // told after each fit, by one goroutine at a time; may be nil
}

// Chosen is the method that was chosen, and why.
type Chosen struct {
	Method suffice.Method
	Scores []*Score // of all methods, in their order; where one fails, or was given up, it says so
	Rows   int      // that were judged

	near  []suffice.Method // those that are as good, the chosen one first
	folds *Folds
}

// Dropped names the methods that have failed or were given up.
func (c *Chosen) Dropped() (names []string) {
	for _, s := range c.Scores {
		if s.Err != nil {
			names = append(names, s.Method)
		}
	}
	return names
}

// MarshalJSON writes the name of the method, with the scores of all.
func (c *Chosen) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Method string   `json:"method"`
		Rows   int      `json:"rows"`
		Scores []*Score `json:"scores"`
	}{c.Method.Name, c.Rows, c.Scores})
}

// ErrBehind is why a method was not judged on all folds.
var ErrBehind = errors.New("far behind the best, so given up")

// hopeless is by how many standard errors a method must be worse than the best for it not
// to be tried on the folds that are left.
const hopeless = 3

// usualMargin is what the best of several must be ahead of the first by: one of them often
// is by one standard error, by chance.
const usualMargin = 2

// Choose takes the method whose components predict best what they were found without; but
// the first method, unless another is better by more than the margin. A method that cannot
// find so many components of y is not tried, and one that is far behind is given up. With
// the same seed, the choice is the same on any number of threads.
func Choose(ctx context.Context, x rows.Source, y output.Output, c Choosing) (*Chosen, error) {
	if c.Dim < 1 || c.Dim > x.Width() {
		return nil, fmt.Errorf("%d components, but there must be from 1 to %d, as many as inputs", c.Dim, x.Width())
	}
	if c.Methods == nil {
		c.Methods = affordable(x.Width())
	}
	race := &race{Choosing: c, many: x.Len() >= enoughRows*c.Dim*x.Width()}
	for _, m := range c.Methods {
		if m.Most == nil || m.Most(y) >= c.Dim {
			race.methods = append(race.methods, m)
		}
	}
	if len(race.methods) == 0 {
		return nil, errors.New("there is no method to choose")
	}
	var err error
	if race.folds, err = c.Divide(ctx, x, y); err != nil {
		return nil, err
	}
	if err := race.run(ctx); err != nil {
		return nil, err
	}
	return race.chosen()
}

// affordable are the candidates that are affordable for so many inputs.
func affordable(inputs int) (methods []suffice.Method) {
	for _, m := range suffice.Methods() {
		if m.Candidate && (m.MostInputs == 0 || inputs <= m.MostInputs) {
			methods = append(methods, m)
		}
	}
	return methods
}

// race is a choice at work.
type race struct {
	Choosing
	methods []suffice.Method
	many    bool // rows for each weight
	folds   *Folds
	scores  []*Score
	mu      sync.Mutex
	done    int
}

// run judges all methods fold by fold, without those that have failed or are far behind.
func (r *race) run(ctx context.Context) error {
	for _, m := range r.methods {
		r.scores = append(r.scores, r.folds.begin(m, r.Dim))
	}
	for k := range r.folds.parts {
		linalg.Parallel(len(r.methods), 1, func(i, _ int) {
			if ctx.Err() == nil {
				r.folds.judge(ctx, r.scores[i], r.methods[i], k)
				r.tell(i)
			}
		})
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, s := range r.scores {
			s.shrink()
		}
		if k > 0 { // predictions are drawn towards the constant from the second fold on
			r.giveUp()
		}
	}
	return nil
}

func (r *race) tell(i int) {
	if r.Progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done++
	r.Progress(Progress{Done: r.done, All: len(r.methods) * len(r.folds.parts), Method: r.methods[i].Name, Dim: r.Dim})
}

// giveUp gives up what is far behind the best.
func (r *race) giveUp() {
	best := r.best()
	for _, s := range r.scores {
		if s.Err != nil || best < 0 {
			continue
		}
		if gain, se := r.scores[best].Over(s); gain > hopeless*se {
			s.Err = ErrBehind
		}
	}
}

// best is the place of the score with the least mean loss among those that are left, or -1.
func (r *race) best() int {
	best, least := -1, math.Inf(1)
	for i, s := range r.scores {
		if mean, _ := Moments(s.Losses); s.Err == nil && mean < least {
			best, least = i, mean
		}
	}
	return best
}

func (r *race) chosen() (*Chosen, error) {
	best, first := r.best(), r.scores[0]
	if best < 0 {
		return nil, fmt.Errorf("no method could do it; %s: %w", first.Method, first.Err)
	}
	if gain, se := r.scores[best].Over(first); first.Err == nil && gain <= cmp.Or(r.Margin, usualMargin)*se {
		best = 0
	}
	for _, s := range r.scores {
		s.sumUp()
	}
	c := &Chosen{Method: r.methods[best], Scores: r.scores, Rows: r.folds.Rows(), near: []suffice.Method{r.methods[best]}, folds: r.folds}
	if !r.many {
		return c, nil
	}
	for i, s := range r.scores {
		if gain, se := s.Over(r.scores[best]); i != best && s.Err == nil && gain >= -alike*se {
			c.near = append(c.near, r.methods[i])
		}
	}
	return c, nil
}

// alike is the standard errors by which a method may be behind the chosen one and still be
// as good.
const alike = 1

// enoughRows is how many rows there must be for each weight of the components for what they
// predict of these very rows to tell which are better, rather than which follow them more.
const enoughRows = 20

// Fit fits the chosen method to all rows and, where these are many, those that are as good: a
// search can end in a worse place with one set of rows than it usually does. What the
// components predict tells, row by row, with the same components for all rows. The model is
// the chosen method's unless another's leaves less of the error by a tenth.
func (c *Chosen) Fit(ctx context.Context, x rows.Source, y output.Output, options suffice.Options) (*suffice.Projection, error) {
	const less = .9
	var best *suffice.Projection
	least := math.Inf(1)
	for _, method := range c.near {
		model, err := method.New(options).Fit(ctx, x, y)
		if err != nil && best == nil || ctx.Err() != nil {
			return nil, cmp.Or(ctx.Err(), err)
		}
		if err != nil || len(c.near) == 1 {
			best = cmp.Or(best, model)
			continue
		}
		loss, err := c.folds.within(ctx, model)
		if err != nil {
			return nil, err
		}
		if best == nil || loss < less*least {
			best, least, c.Method = model, loss, method
		}
	}
	return best, nil
}

// within is the mean loss of predictions of the rows of each fold from the others, with the
// components of one model for all.
func (f *Folds) within(ctx context.Context, model *suffice.Projection) (float64, error) {
	made, err := model.Transform(ctx, f.x)
	if err != nil {
		return 0, err
	}
	z := view(made, 0, made.Len())
	s := &Score{Measure: ScoreMeasure(f.answers.kind)}
	for _, testing := range f.lists {
		training := learn.Others(z.Rows, testing)
		p := predicted{answers: f.answers.of(testing), constant: guess(f.answers.some(training), nil)}
		if p.by, err = f.answers.predict(some(z, training), some(z, testing), f.answers.some(training)); err != nil {
			return 0, err
		}
		s.add(p)
	}
	s.shrink()
	loss, _ := Moments(s.Losses)
	return loss, nil
}

// some are rows of z.
func some(z linalg.Matrix, which []int) linalg.Matrix { return answers{Matrix: z}.some(which) }

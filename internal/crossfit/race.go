package crossfit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/output"
)

// Race is a choice between methods by what their components predict.
type Race struct {
	Folds    *Folds
	Methods  []Method // the first is the one to beat
	Dim      int      // number of components
	Margin   float64  // standard errors by which a method must be better than the first
	Progress func(done, all int, method string)

	Scores []*Score // of the methods, in their order; where one fails, or was given up, it says so
	mu     sync.Mutex
	done   int
}

// ErrBehind is why a method was not judged on all folds.
var ErrBehind = errors.New("far behind the best, so given up")

const (
	hopeless = 3 // standard errors by which a method must be worse than the best not to be tried on the folds that are left
	alike    = 1 // by which a method may be behind the chosen one and still be as good
)

// Run judges all methods fold by fold, without those that have failed or are far behind, and
// returns the place of the best, which is the first unless another is better by the margin.
func (r *Race) Run(ctx context.Context) (best int, err error) {
	for _, m := range r.Methods {
		r.Scores = append(r.Scores, r.Folds.begin(m, r.Dim))
	}
	for k := range r.Folds.Parts {
		linalg.Parallel(len(r.Methods), 1, func(i, _ int) {
			if ctx.Err() == nil {
				r.Folds.judge(ctx, r.Scores[i], r.Methods[i], k)
				r.Scores[i].judgeNear(r.Folds.Parts[k])
				r.tell(i)
			}
		})
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		for _, s := range r.Scores {
			s.sumUp()
		}
		if k > 0 { // predictions are drawn towards the constant from the second fold on
			r.giveUp()
		}
	}
	if best = r.best(); best < 0 {
		return 0, fmt.Errorf("no method could do it; %s: %w", r.Scores[0].Method, r.Scores[0].Err)
	}
	first := r.Scores[0]
	if gain, se := r.Scores[best].Over(first); first.Err == nil && gain <= r.Margin*se {
		best = 0
	}
	return best, nil
}

func (r *Race) tell(i int) {
	if r.Progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done++
	r.Progress(r.done, len(r.Methods)*len(r.Folds.Parts), r.Methods[i].Name)
}

// giveUp gives up what is far behind the best.
func (r *Race) giveUp() {
	best := r.best()
	for _, s := range r.Scores {
		if s.Err != nil || best < 0 {
			continue
		}
		if gain, se := r.Scores[best].Over(s); gain > hopeless*se {
			s.Err = ErrBehind
		}
	}
}

// judgeNear predicts the last fold from its nearest neighbours, too: what the one predictor makes of components
// is not all that can be made of them.
func (s *Score) judgeNear(of Part) {
	if s.Err != nil {
		return
	}
	p, loss := s.folds[len(s.folds)-1], learn.SquaredError
	if p.Kind == output.KindClass {
		loss = learn.Wrong
	}
	p.by = linalg.New(p.Rows, p.Cols)
	p.by.Columns(0, p.told()).Copy(learn.Neighbours(p.on.train, p.on.test, of.Train.Columns(0, p.told()).Clone(), loss))
	if p.blocks != nil {
		p = within([]predicted{p})[0]
	}
	for i := range p.Rows {
		s.near = append(s.near, p.weight(i)*p.Loss(p.Row(i), p.by.Row(i)))
	}
}

// best is the place of the score with the least mean loss among those that are left, or -1.
func (r *Race) best() int {
	best, least := -1, math.Inf(1)
	for i, s := range r.Scores {
		if mean, _ := s.meanLoss(); s.Err == nil && mean < least {
			best, least = i, mean
		}
	}
	return best
}

// Near are the places of the methods that are as good as the best one.
func (r *Race) Near(best int) (near []int) {
	for i, s := range r.Scores {
		if gain, se := s.Over(r.Scores[best]); i != best && s.Err == nil && gain >= -alike*se {
			near = append(near, i)
		}
	}
	return near
}

// Within is the mean loss of predictions of the rows of each fold from the others, with the same
// components for all.
func (f *Folds) Within(ctx context.Context, project Project) (float64, error) {
	s := f.begin(Method{}, 0)
	for k, p := range f.Parts {
		z, test, err := project.both(ctx, p)
		if err != nil {
			return 0, err
		}
		by, err := p.Train.predict(z, test, f.Seed+uint64(k), Tuned{})
		if err != nil {
			return 0, err
		}
		s.folds = append(s.folds, predicted{Targets: p.Test, constant: linalg.MeanRow(p.Train.Matrix, nil), by: by})
	}
	s.sumUp()
	loss, _ := s.meanLoss()
	return loss, nil
}

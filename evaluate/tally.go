package evaluate

import (
	"context"

	"suffice"
	"suffice/internal/predictor"
	"suffice/output"
	"suffice/rows"
)

// Tally is what there is to know of a model's predictions of some rows to judge it, in sums:
// those of rows in several places are merged. It can be sent as JSON.
type Tally struct {
	Model, Guess *predictor.Tally
	Covered      int // numbers within the interval of 90 percent
	Unlike       int // rows that are unlike the training rows
}

// NewTally is that of no rows.
func NewTally(m *suffice.Projection) *Tally {
	p := m.Predictor
	return &Tally{Model: predictor.NewTally(p.Kind, len(p.Names)), Guess: predictor.NewTally(p.Kind, len(p.Names))}
}

// TallyOf is that of the given rows with their target.
func TallyOf(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target) (*Tally, error) {
	truth, predicted, unlike, err := predictions(ctx, m, x, y)
	if err != nil {
		return nil, err
	}
	t := NewTally(m)
	t.Unlike = unlike
	t.Model.Add(truth, predicted)
	t.Guess.Add(truth, guesses(m.Predictor, truth.Rows))
	if half, ok := m.Predictor.Half(90); ok {
		t.Covered = covered(truth, predicted, half)
	}
	return t, nil
}

// Merge takes in that of other rows, and reports whether it is of the same model.
func (t *Tally) Merge(o *Tally) bool {
	if o.Model == nil || o.Guess == nil || !t.Model.Like(o.Model) || !t.Guess.Like(o.Guess) {
		return false
	}
	t.Model.Merge(o.Model)
	t.Guess.Merge(o.Guess)
	t.Covered, t.Unlike = t.Covered+o.Covered, t.Unlike+o.Unlike
	return true
}

// Judged is what the sums say, as [Model] has it.
func (t *Tally) Judged(m *suffice.Projection) *Judged {
	p := m.Predictor
	j := &Judged{Rows: t.Model.Rows, Unlike: t.Unlike, Measures: t.Model.Measures(p.Spread), Baseline: t.Guess.Measures(p.Spread)}
	if _, ok := p.Half(90); ok {
		j.Measures["coverage_90"] = float64(t.Covered) / float64(t.Model.Rows*len(p.Names))
	}
	if p.Kind == output.KindNumbers {
		j.Targets = map[string]map[string]float64{}
		for c, name := range p.Names {
			j.Targets[name] = t.Model.Column(c)
		}
	}
	return j
}

package evaluate

import (
	"context"
	"encoding/json"

	"suffice"
	"suffice/internal/predictor"
	"suffice/output"
	"suffice/rows"
)

// Tally is what there is to know of a model's predictions of some rows to judge it, in sums:
// those of rows in several places are merged. It can be sent as JSON.
type Tally struct{ sums tallySums }

type tallySums struct {
	Model, Guess *predictor.Tally
	Covered      int // numbers within the interval of 90 percent
	Unlike       int // rows that are unlike the training rows
}

// MarshalJSON gives the sums.
func (t *Tally) MarshalJSON() ([]byte, error) { return json.Marshal(t.sums) }

// UnmarshalJSON reads what MarshalJSON gave.
func (t *Tally) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &t.sums) }

// NewTally is that of no rows.
func NewTally(m *suffice.Projection) *Tally {
	p := m.Predictor
	return &Tally{tallySums{Model: predictor.NewTally(p.Kind, len(p.Names)), Guess: predictor.NewTally(p.Kind, len(p.Names))}}
}

// TallyOf is that of the given rows with their target.
func TallyOf(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target) (*Tally, error) {
	truth, predicted, unlike, err := predictions(ctx, m, x, y)
	if err != nil {
		return nil, err
	}
	t := NewTally(m)
	t.sums.Unlike = unlike
	t.sums.Model.Add(truth, predicted)
	t.sums.Guess.Add(truth, guesses(m.Predictor, truth.Rows))
	if half, ok := m.Predictor.Half(90); ok {
		t.sums.Covered = covered(truth, predicted, half)
	}
	return t, nil
}

// Merge takes in that of other rows, and reports whether it is of the same model.
func (t *Tally) Merge(o *Tally) bool {
	s, other := &t.sums, o.sums
	if other.Model == nil || other.Guess == nil || !s.Model.Like(other.Model) || !s.Guess.Like(other.Guess) {
		return false
	}
	s.Model.Merge(other.Model)
	s.Guess.Merge(other.Guess)
	s.Covered, s.Unlike = s.Covered+other.Covered, s.Unlike+other.Unlike
	return true
}

// Judged is what the sums say, as [Model] has it.
func (t *Tally) Judged(m *suffice.Projection) *Judged {
	p, s := m.Predictor, t.sums
	j := &Judged{Rows: s.Model.Rows, Unlike: s.Unlike, Measures: s.Model.Measures(p.Spread), Baseline: s.Guess.Measures(p.Spread)}
	if _, ok := p.Half(90); ok {
		j.Measures["coverage_90"] = float64(s.Covered) / float64(s.Model.Rows*len(p.Names))
	}
	if p.Kind == output.KindNumbers {
		j.Targets = map[string]map[string]float64{}
		for c, name := range p.Names {
			j.Targets[name] = s.Model.Column(c)
		}
	}
	return j
}

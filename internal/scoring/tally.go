package scoring

import (
	"context"
	"encoding/binary"
	"errors"

	"suffice"
	"suffice/internal/metrics"
	"suffice/output"
	"suffice/rows"
)

// Tally is what there is to know of a model's predictions of some rows to judge it, in sums:
// those of rows in several places are merged. It has a binary form, to be sent.
type Tally struct {
	model, guess *metrics.Tally
	covered      int // numbers within the interval of 90 percent
	unlike       int // rows that are unlike the training rows
}

// AppendBinary appends the binary form.
func (t *Tally) AppendBinary(to []byte) ([]byte, error) {
	to = binary.AppendUvarint(binary.AppendUvarint(to, uint64(t.covered)), uint64(t.unlike))
	return t.guess.Append(t.model.Append(to)), nil
}

// UnmarshalBinary makes a tally of no rows, which is that of a model, the one that AppendBinary
// has written of the same model.
func (t *Tally) UnmarshalBinary(data []byte) error {
	for _, to := range []*int{&t.covered, &t.unlike} {
		n, size := binary.Uvarint(data)
		if size <= 0 {
			return errors.New("the sums of an evaluation are cut short or damaged")
		}
		*to, data = int(n), data[size:]
	}
	data, err := t.model.Read(data)
	if err == nil {
		data, err = t.guess.Read(data)
	}
	if err == nil && (len(data) > 0 || t.model.Rows != t.guess.Rows) {
		err = errors.New("the sums of an evaluation are damaged")
	}
	return err
}

// NewTally is that of no rows.
func NewTally(m *suffice.Projection) *Tally { return newTally(m, metrics.NewTally) }

// empty makes the tally of no rows.
type empty func(kind output.Kind, columns int, spread []float64) *metrics.Tally

func newTally(m *suffice.Projection, none empty) *Tally {
	p := m.Predictor
	return &Tally{model: none(p.Kind, len(p.Names), p.Spread), guess: none(p.Kind, len(p.Names), p.Spread)}
}

// TallyOf is that of the given rows with their target. It predicts a block of them at a time.
func TallyOf(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target) (*Tally, error) {
	return tallyOf(ctx, m, x, y, metrics.NewTally)
}

func tallyOf(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target, none empty) (*Tally, error) {
	if err := checkJudging(m, x, y); err != nil {
		return nil, err
	}
	t := newTally(m, none)
	half, hasHalf := m.Predictor.Half(90)
	guess := metrics.Guess(min(tallied, x.Len()), m.Predictor.Baseline)
	for from := 0; from < x.Len(); from += tallied {
		which := make([]int, min(tallied, x.Len()-from))
		for k := range which {
			which[k] = from + k
		}
		block, err := rows.Only(x, which)
		if err != nil {
			return nil, err
		}
		truth, predicted, unlike, err := predictions(ctx, m, block, y.Subset(which))
		if far, ok := errors.AsType[*suffice.NotFinite](err); ok {
			return nil, &suffice.NotFinite{Row: from + far.Row}
		}
		if err != nil {
			return nil, err
		}
		t.unlike += unlike
		t.model.Add(truth, predicted, nil)
		t.guess.Add(truth, guess.Slice(0, truth.Rows), nil)
		if hasHalf {
			t.covered += covered(truth, predicted, half)
		}
	}
	return t, nil
}

// tallied is how many rows are predicted at a time.
const tallied = 1 << 12

// Merge takes in that of other rows. It fails where that is of another model.
func (t *Tally) Merge(o *Tally) error {
	if !t.model.Like(o.model) || !t.guess.Like(o.guess) {
		return errors.New("the sums are of other models")
	}
	t.model.Merge(o.model)
	t.guess.Merge(o.guess)
	t.covered, t.unlike = t.covered+o.covered, t.unlike+o.unlike
	return nil
}

// Result is what the sums say, as [Model] has it.
func (t *Tally) Result(m *suffice.Projection) *Result {
	p, n := m.Predictor, t.model.Rows
	j := &Result{Rows: n, Unlike: t.unlike, Measures: t.model.Measures(), Baseline: t.guess.Measures()}
	if _, ok := p.Half(90); ok {
		j.Measures[metrics.Coverage90] = float64(t.covered) / float64(n*len(p.Names))
	}
	if p.Kind == output.KindNumbers {
		j.Targets = map[string]map[string]float64{}
		for c, name := range p.Names {
			j.Targets[name] = t.model.Column(c)
		}
	}
	return j
}

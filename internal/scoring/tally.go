package scoring

import (
	"context"
	"encoding/binary"
	"errors"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/output"
	"suffice/rows"
)

// Tally is what there is to know of a model's predictions of some rows to judge it, in sums:
// those of rows in several places are merged. It has a binary form, to be sent.
type Tally struct {
	model, guess *metrics.Tally
	covered      []metrics.Coverage // of each number, by intervals of 90 percent; none where there are no such
	unlike       int                // rows that are unlike the training rows
}

// AppendBinary appends the binary form.
func (t *Tally) AppendBinary(to []byte) ([]byte, error) {
	to = t.guess.Append(t.model.Append(binary.AppendUvarint(to, uint64(t.unlike))))
	for _, c := range t.covered {
		to = c.Append(to)
	}
	return to, nil
}

// UnmarshalBinary makes a tally of no rows, which is that of a model, the one that AppendBinary
// has written of the same model.
func (t *Tally) UnmarshalBinary(data []byte) error {
	unlike, size := binary.Uvarint(data)
	if size <= 0 {
		return errors.New("the sums of an evaluation are cut short or damaged")
	}
	t.unlike = int(unlike)
	data, err := t.model.Read(data[size:])
	if err == nil {
		data, err = t.guess.Read(data)
	}
	for k := 0; err == nil && k < len(t.covered); k++ {
		data, err = t.covered[k].Read(data, t.model.Rows)
	}
	if err == nil && (len(data) > 0 || t.model.Rows != t.guess.Rows) {
		err = errors.New("the sums of an evaluation are damaged")
	}
	return err
}

// NewTally is that of no rows.
func NewTally(m *suffice.Projection) *Tally { return newTally(m, false) }

// newTally is exact, or holds as little as is sent.
func newTally(m *suffice.Projection, exact bool) *Tally {
	p, none := m.Predictor, metrics.NewTally
	if exact {
		none = metrics.Exact
	}
	t := &Tally{model: none(p.Kind, len(p.Names), p.Spread), guess: none(p.Kind, len(p.Names), p.Spread)}
	if p.HasInterval(coverage) {
		for range p.Names {
			t.covered = append(t.covered, metrics.NewCoverage(len(p.Names), exact))
		}
	}
	return t
}

// coverage is the percent of the intervals that are looked at.
const coverage = 90

// cover takes in how often the truth is within intervals.
func (t *Tally) cover(p *suffice.Predictor, of predictions) {
	for j, c := range t.covered {
		for i := range of.truth.Rows {
			v := of.truth.At(i, j)
			c.Add((of.predicted.At(i, j)-p.Baseline[j])/p.Spread[j], of.lower.At(i, j) <= v && v <= of.upper.At(i, j))
		}
	}
}

// TallyOf is that of the given rows with their target. It predicts a block of them at a time.
func TallyOf(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target) (*Tally, error) {
	return tallyOf(ctx, m, x, y, false, false)
}

// tallyOf is the tally of rows, or of what is within the block that they are: numbers, true and
// predicted, less their means, and the guess that is best there.
func tallyOf(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target, exact, block bool) (*Tally, error) {
	if err := checkJudging(m, x, y); err != nil {
		return nil, err
	}
	t, at := newTally(m, exact), tallied
	if block {
		at = x.Len()
	}
	for from := 0; from < x.Len(); from += at {
		which := make([]int, min(at, x.Len()-from))
		for k := range which {
			which[k] = from + k
		}
		some, err := rows.Only(x, which)
		if err != nil {
			return nil, err
		}
		of, err := predictionsOf(ctx, m, some, y.Subset(which))
		if far, ok := errors.AsType[*suffice.NotFinite](err); ok {
			return nil, &suffice.NotFinite{Row: from + far.Row}
		}
		if err != nil {
			return nil, err
		}
		t.unlike += of.unlike
		t.cover(m.Predictor, of)
		guess := m.Predictor.Baseline
		if block {
			guess = linalg.MeanRow(of.truth, nil)
			if m.Predictor.Kind.Numeric() {
				linalg.AddRow(of.truth, -1, guess)
				linalg.AddRow(of.predicted, -1, linalg.MeanRow(of.predicted, nil))
				guess = make([]float64, len(guess))
			}
		}
		t.model.Add(of.truth, of.predicted, nil)
		t.guess.Add(of.truth, metrics.Guess(len(which), guess), nil)
	}
	return t, nil
}

// tallied is how many rows are predicted at a time.
const tallied = 1 << 12

// Merge takes in that of other rows. It fails where that is of another model.
func (t *Tally) Merge(o *Tally) error {
	if !t.model.Like(o.model) || !t.guess.Like(o.guess) || len(t.covered) != len(o.covered) {
		return errors.New("the sums are of other models")
	}
	t.model.Merge(o.model)
	t.guess.Merge(o.guess)
	t.unlike += o.unlike
	for k, c := range t.covered {
		c.Merge(o.covered[k])
	}
	return nil
}

// Result is what the sums say, as [Model] has it.
func (t *Tally) Result(m *suffice.Projection) *Result {
	p, n := m.Predictor, t.model.Rows
	j := &Result{Rows: n, Unlike: t.unlike, Measures: t.model.Measures(), Baseline: t.guess.Measures()}
	j.coverage(t.covered)
	if p.Kind == output.KindNumbers {
		j.Targets = map[string]map[string]float64{}
		for c, name := range p.Names {
			j.Targets[name] = t.model.Column(c)
		}
	}
	return j
}

// coverage sets what there is to say of intervals: means over columns.
func (j *Result) coverage(covered []metrics.Coverage) {
	var all float64
	thirds, ok := make([]float64, 3), len(covered) > 0
	for _, c := range covered {
		all += c.Share() / float64(len(covered))
		shares, has := c.Thirds()
		ok = ok && has
		for k, share := range shares {
			thirds[k] += share / float64(len(covered))
		}
	}
	if len(covered) > 0 {
		j.Measures[metrics.Coverage90] = all
	}
	if ok {
		j.Thirds = thirds
	}
}

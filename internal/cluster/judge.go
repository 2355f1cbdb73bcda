package cluster

import (
	"bytes"
	"context"
	"errors"

	"suffice"
	"suffice/internal/scoring"
	"suffice/table"
)

// Judge tells how well a model predicts the rows, by sums over all of them.
func (r *Rows) Judge(ctx context.Context, m *suffice.Projection) (*scoring.Result, error) {
	var model bytes.Buffer
	if err := m.Write(&model); err != nil {
		return nil, err
	}
	q := r.question
	q.Task, q.state = taskJudge, model.Bytes()
	q.Wanted.Classes = table.WantedBy(m).Classes // as the model writes them; there may be others
	q.model = m
	all, err := merged(ctx, r.engine, &q, q.readTally)
	if err != nil {
		return nil, err
	}
	judged := all.Result(m)
	if judged.Rows != r.Len() {
		return nil, errPack
	}
	return judged, nil
}

// readTally reads the sums of a part.
func (q *question) readTally(data []byte) (*scoring.Tally, error) {
	t := scoring.NewTally(q.model)
	return t, t.UnmarshalBinary(data)
}

// judge is the sums of a part.
func (l *loaded) judge(ctx context.Context, q *question) ([]byte, error) {
	if q.model == nil {
		var err error
		if q.model, err = suffice.ReadModel(bytes.NewReader(q.state)); err != nil {
			return nil, err
		}
		if q.model.Predictor == nil {
			return nil, errPack
		}
	}
	if l.rows() == 0 {
		return scoring.NewTally(q.model).AppendBinary(nil)
	}
	tally, err := scoring.TallyOf(ctx, q.model, l.choice.X, l.truth)
	if far, ok := errors.AsType[*suffice.NotFinite](err); ok {
		return nil, &table.Error{Source: l.table.Source(), Row: l.choice.RowOf(far.Row) + 1, Problem: far.Problem()}
	}
	if err != nil {
		return nil, err
	}
	return tally.AppendBinary(nil)
}

package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"suffice"
	"suffice/evaluate"
	"suffice/table"
)

// Judge tells how well a model predicts the rows, by sums over all of them.
func (r *Rows) Judge(ctx context.Context, m *suffice.Projection) (*evaluate.Judged, error) {
	var model bytes.Buffer
	if err := m.Write(&model); err != nil {
		return nil, err
	}
	q := r.question
	q.Task, q.state = taskJudge, model.Bytes()
	q.Wanted.Classes = table.WantedBy(m).Classes // as the model writes them; there may be others
	all := evaluate.NewTally(m)
	err := ask(ctx, r.engine, &q, func(_ int, head answerHead, result []byte) error {
		if head.Rows == 0 {
			return nil
		}
		var part evaluate.Tally
		if json.Unmarshal(result, &part) != nil || !all.Merge(&part) {
			return errPack
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return all.Judged(m), nil
}

// judge is the sums of a part.
func (l *loaded) judge(ctx context.Context, q *question) ([]byte, error) {
	if l.rows() == 0 {
		return []byte("null"), nil
	}
	m, err := suffice.ReadModel(bytes.NewReader(q.state))
	if err != nil {
		return nil, err
	}
	tally, err := evaluate.TallyOf(ctx, m, l.choice.X, l.truth)
	if far, ok := errors.AsType[*suffice.NotFinite](err); ok {
		return nil, &table.Error{Source: l.table.Source(), Row: l.choice.RowOf(far.Row) + 1, Problem: far.Problem()}
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(tally)
}

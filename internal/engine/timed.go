package engine

import (
	"context"
	"fmt"
	"time"

	"suffice/internal/blocks"
	costs "suffice/internal/cluster"
	"suffice/internal/parts"
)

// Timed is workers of this machine with a clock: it keeps what each question cost.
type Timed struct {
	*Processes
	Asked []costs.Question
}

// Ask implements Engine.
func (t *Timed) Ask(ctx context.Context, question []byte, answered func(Frame) error) error {
	asked := costs.Question{Bytes: len(question), Parts: make([]costs.Part, len(t.Files))}
	var err error
	if asked.Kind, asked.Gives, err = kindOf(question); err != nil {
		return err
	}
	t.answered = func(part int, took time.Duration) { asked.Parts[part].Seconds = took.Seconds() }
	began := time.Now()
	err = t.Processes.Ask(ctx, question, func(f Frame) error {
		came := time.Now()
		err := answered(f)
		asked.Merge += time.Since(came).Seconds()
		var head answerHead
		if _, problem := unpack(f.Data, &head); err == nil && problem == nil {
			asked.Parts[f.Part].Rows, asked.Parts[f.Part].Bytes = head.Rows, len(f.Data)
		}
		return err
	})
	asked.Seconds = time.Since(began).Seconds()
	t.Asked = append(t.Asked, asked)
	return err
}

// kindOf is what a question asks for: its task, or of a sum the statistic, with how many rows that
// draws, if it does; and what the answers are.
func kindOf(data []byte) (kind string, gives costs.Gives, err error) {
	q, err := readQuestion(data)
	if err != nil {
		return "", "", err
	}
	if q.Task != taskSum {
		return q.Task, costs.Pieces, nil
	}
	s, err := blocks.Decode(q.state, parts.Statistics()...)
	if err != nil {
		return "", "", err
	}
	if only := s.Plan(q.First[len(q.First)-1], 1).Only; only != nil {
		return fmt.Sprintf("%s, %d drawn", s.Kind(), len(only)), costs.Drawn, nil
	}
	return s.Kind(), costs.Sums, nil
}

package cluster

import (
	"context"
	"fmt"
	"time"

	"suffice/internal/aggregate"
	"suffice/internal/parts"
)

// Timed is workers of this machine with a clock: it keeps what each question cost.
type Timed struct {
	*Processes
	Asked []Question
}

// Question is one that was asked of all parts.
type Question struct {
	Kind    string // the task, or of a sum the statistic, with how many rows it draws
	Gives   AnswersOf
	Bytes   int     // of the question
	Parts   []Part  // in the order of the table
	Seconds float64 // until all answers were merged,
	Merge   float64 // of which the driver merged
}

// AnswersOf is what the answers to a question are.
type AnswersOf string

// What answers are.
const (
	AnswersSums   AnswersOf = "sums"   // those of neighbours can be added up, to one of the same size
	AnswersDrawn  AnswersOf = "drawn"  // rows, as many in all whatever the number of parts
	AnswersPieces AnswersOf = "pieces" // the driver needs each
)

// Part is what a part of the table had to do with a question.
type Part struct {
	Rows, Bytes int     // Bytes are those of the answer
	Seconds     float64 // of the worker
}

// Ask implements Engine.
func (t *Timed) Ask(ctx context.Context, question []byte, answered func(Frame) error) error {
	asked := Question{Bytes: len(question), Parts: make([]Part, len(t.Files))}
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
func kindOf(data []byte) (kind string, gives AnswersOf, err error) {
	q, err := readQuestion(data)
	if err != nil {
		return "", "", err
	}
	if q.Task != taskSum {
		return q.Task, AnswersPieces, nil
	}
	s, err := aggregate.Decode(q.state, parts.Statistics()...)
	if err != nil {
		return "", "", err
	}
	if only := s.Plan(q.First[len(q.First)-1], 1).Only; only != nil {
		return fmt.Sprintf("%s, %d drawn", s.Kind(), len(only)), AnswersDrawn, nil
	}
	return s.Kind(), AnswersSums, nil
}

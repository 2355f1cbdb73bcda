package cluster

import (
	"context"
	_ "embed" // programs go with the binary that they run
	"encoding/json"
	"fmt"
)

// Engine has a table in parts, and workers that answer questions about them.
type Engine interface {
	// Parts are the names of the parts, in the order of the table.
	Parts() []string
	// Ask puts a question to all parts. It hands over each answer as it comes, in any order,
	// one at a time, and stops where that fails.
	Ask(ctx context.Context, question []byte, answered func(Frame) error) error
}

// ask puts a question to all parts and calls each with the answers in the order of the parts,
// as soon as all before are there. Answers to other questions, of other parts, of another number
// of rows than the question says, and second answers are errors.
func ask(ctx context.Context, e Engine, q *question, each func(part int, head answerHead, result []byte) error) error {
	data, err := q.packed()
	if err != nil {
		return err
	}
	r := &inOrder{id: idOf(data), waiting: map[int]Frame{}, count: len(e.Parts()), first: q.First, together: 1, each: each}
	if q.adds() {
		r.together = neighbours(r.count)
	}
	if err := e.Ask(ctx, data, r.take); err != nil {
		return err
	}
	if r.next-r.merged < r.count {
		return fmt.Errorf("part %d of %d has not answered", r.next-r.merged+1, r.count)
	}
	return nil
}

// inOrder puts answers in order.
type inOrder struct {
	id      string
	waiting map[int]Frame // those that came before others
	next    int           // the part that is next
	merged  int           // parts before it whose sums come with the next answer

	together int // parts that may be answered together
	count    int
	first    starts // the row that each part begins with, where it is known
	each     func(part int, head answerHead, result []byte) error
}

func (r *inOrder) take(f Frame) error {
	if f.Part < 0 || f.Part >= r.count {
		return fmt.Errorf("part %d has answered, but there are only %d", f.Part+1, r.count)
	}
	if _, waits := r.waiting[f.Part]; waits || f.Part < r.next {
		return fmt.Errorf("part %d has answered twice", f.Part+1)
	}
	if f.Kind == Problem {
		return r.problem(f)
	}
	r.waiting[f.Part] = f
	for ; r.next < r.count; r.next++ {
		f, there := r.waiting[r.next]
		if !there {
			break
		}
		delete(r.waiting, r.next)
		if err := r.read(f); err != nil {
			return err
		}
	}
	return nil
}

func (r *inOrder) read(f Frame) error {
	var head answerHead
	pieces, err := unpack(f.Data, &head)
	switch {
	case err != nil:
		return err
	case f.Kind == Merged && len(pieces) == 0 && head.Question == r.id:
		r.merged++
		return nil
	case f.Kind != Answers || len(pieces) != 1:
		return fmt.Errorf("part %d has given no answer, but a frame of kind %q", f.Part+1, rune(f.Kind))
	case head.Question != r.id:
		return r.other(f.Part)
	case !r.isWhole(f.Part, head):
		return fmt.Errorf("part %d has answered for other parts than were put together", f.Part+1)
	}
	if r.first != nil {
		from := f.Part + 1 - max(1, head.Parts)
		if want := r.first[f.Part+1] - r.first[from]; head.Rows != want {
			return fmt.Errorf("part %d has %d rows, but had %d before; the rows must stay the same until all is done", f.Part+1, head.Rows, want)
		}
	}
	r.merged = 0
	return r.each(f.Part, head, pieces[0])
}

// isWhole reports whether an answer is of one part, or of all neighbours up to this one.
func (r *inOrder) isWhole(part int, head answerHead) bool {
	parts := max(1, head.Parts)
	first := part + 1 - parts
	return parts == r.merged+1 && (parts == 1 || first%r.together == 0 && parts == min(r.together, r.count-first))
}

func (r *inOrder) problem(f Frame) error {
	var p problem
	if err := json.Unmarshal(f.Data, &p); err != nil {
		return errPack
	}
	if p.Question != r.id && p.Question != "" {
		return r.other(f.Part)
	}
	return p.err()
}

func (r *inOrder) other(part int) error {
	return fmt.Errorf("part %d has answered another question than it was asked", part+1)
}

// Spark is a PySpark program that runs suffice as a job.
//
//go:embed suffice_spark.py
var Spark string

// Dask is a Python program that runs suffice on the workers of a Dask cluster.
//
//go:embed suffice_dask.py
var Dask string

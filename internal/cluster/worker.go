package cluster

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/parts"
	"suffice/internal/target"
	"suffice/rows"
	"suffice/table"
)

// Worker answers questions about parts of a table that it is given.
type Worker struct {
	// Memory is how many bytes of parts it keeps for the next question; 0 means 256 MiB.
	Memory int64
	// Words are those that a program has for remedies; nil for those of the library.
	Words func(table.Remedy) string
	// Began, where not nil, is told when the work on a part begins.
	Began func(part int)

	asked *question
	wrong error // with the question
	kept  shelf
	group group // of neighbours that it is given
}

// Run answers until there are no more questions. It fails where what it reads is no question,
// or nobody takes its answers; what is wrong with data is an answer.
func (w *Worker) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	from, to := bufio.NewReaderSize(in, 1<<16), bufio.NewWriterSize(out, 1<<16)
	w.wrong = errors.New("a part came before a question")
	defer w.kept.close()
	for {
		f, err := ReadFrame(from)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
		switch f.Kind {
		case Asks:
			w.asked, w.wrong = readQuestion(f.Data)
			w.group = group{}
		case Together:
			if w.group, err = readGroup(f); err != nil {
				return err
			}
		case AtPath, InBytes:
			answer, err := w.answer(ctx, f)
			if err == nil {
				_, err = answer.WriteTo(to)
			}
			if err == nil {
				err = to.Flush()
			}
			if err != nil {
				return err
			}
		default:
			return fmt.Errorf("a worker got a frame of kind %q, which is not for it", rune(f.Kind))
		}
	}
}

// answer is that to the question about a part.
func (w *Worker) answer(ctx context.Context, f Frame) (Frame, error) {
	if w.Began != nil {
		w.Began(f.Part)
	}
	id, kind := "", Answers
	data, err := []byte(nil), w.wrong
	if err == nil {
		id = w.asked.id
		kind, data, err = w.work(ctx, f)
	}
	if ctx.Err() != nil {
		return Frame{}, ctx.Err()
	}
	if err == nil {
		return Frame{kind, f.Part, data}, nil
	}
	text, failed := json.Marshal(problemOf(id, err, w.Words))
	return Frame{Problem, f.Part, text}, failed
}

func (w *Worker) work(ctx context.Context, f Frame) (Kind, []byte, error) {
	p, err := readPart(f)
	if err != nil {
		return 0, nil, err
	}
	result, rows, err := w.result(ctx, p)
	if err != nil {
		return 0, nil, err
	}
	if w.group.merges(w.asked, p.number) {
		return w.group.add(w.asked, p.number, result, rows)
	}
	data, err := pack(answerHead{Question: w.asked.id, Rows: rows}, result)
	return Answers, data, err
}

// result is what a part tells, and how many rows it has.
func (w *Worker) result(ctx context.Context, p part) (result []byte, rows int, err error) {
	q := w.asked
	if result, rows, err = q.without(p.number); result != nil || err != nil {
		return result, rows, err
	}
	loaded, err := w.kept.load(ctx, p, q, w.most())
	if err != nil {
		return nil, 0, err
	}
	switch q.Task {
	case taskOutline:
		result, err = loaded.outline(q)
	case taskSpread:
		result, err = loaded.spread(p.number, q)
	case taskPrepare:
		result, err = loaded.prepare()
	case taskBeside:
		result, err = loaded.beside(p.number, q)
	case taskJudge:
		result, err = loaded.judge(ctx, q)
	default:
		result, err = loaded.sum(ctx, p.number, q)
	}
	return result, loaded.rows(), err
}

func (w *Worker) most() int64 {
	if w.Memory > 0 {
		return w.Memory
	}
	return 256 << 20
}

// outline is that of the columns; null where there are no rows.
func (l *loaded) outline(q *question) ([]byte, error) {
	if l.table == nil {
		return []byte("null"), nil
	}
	o, err := tables.Outline(l.table, q.Roles)
	if err != nil {
		return nil, err
	}
	return json.Marshal(o)
}

// prepared is what the parts tell of a choice before it can be summed over.
type prepared struct {
	Rows    int       // that count
	All     int       // with those of weight 0
	Classes []string  // that the target has
	Sums    []float64 // of the inputs over rows that have them,
	Present []int     // and how many these are

	Weights *weighing `json:",omitempty"` // of the rows that count, where a column has their weights
}

func (l *loaded) prepare() ([]byte, error) {
	p := prepared{Rows: l.rows(), Weights: weighingOf(l.weights)}
	if l.complete != nil {
		var err error
		p.All = l.complete.X.Len()
		if p.Sums, p.Present, err = tables.PresentSums(l.complete); err != nil {
			return nil, err
		}
		for k, v := range p.Sums {
			p.Sums[k] = finite(v)
		}
		p.Classes = l.complete.Target().Classes
	}
	return json.Marshal(p)
}

// without is the answer to a question that a part need not be read for, as none of its rows are
// asked for, and how many these are; nil where it has to be read.
func (q *question) without(number int) ([]byte, int, error) {
	if q.Task != taskSum {
		return nil, 0, nil
	}
	if number+1 >= len(q.First) {
		return nil, 0, fmt.Errorf("there were %d parts before, but this is part %d; the parts must stay the same until all is done", len(q.First)-1, number+1)
	}
	if q.statistic == nil {
		var err error
		if q.statistic, err = aggregate.Decode(q.state, parts.Statistics()...); err != nil {
			return nil, 0, err
		}
	}
	from, to, n := q.First[number], q.First[number+1], q.First[len(q.First)-1]
	if aggregate.Wants(q.statistic, from, to, n) {
		return nil, 0, nil
	}
	return aggregate.EncodeSum(q.statistic, q.statistic.Zero()), to - from, nil
}

// finite is the nearest number that JSON has.
func finite(v float64) float64 { return max(-math.MaxFloat64, min(v, math.MaxFloat64)) }

// sum is the statistic that is asked for, over the rows of the part.
func (l *loaded) sum(ctx context.Context, number int, q *question) ([]byte, error) {
	first, n := q.First[number], q.First[len(q.First)-1]
	if q.First[number+1]-first != l.rows() {
		return nil, fmt.Errorf("part %d has %d rows, but had another number before; the rows must stay the same until all is done", number+1, l.rows())
	}
	numbers, err := l.target(q.Wanted)
	if err != nil {
		return nil, err
	}
	own := aggregate.Shifted{Aligned: numbers, First: first}
	var weights aggregate.Aligned
	if l.weights != nil {
		weights = aggregate.Shifted{Aligned: aggregate.InMemory{Matrix: linalg.Of(len(l.weights), 1, l.weights)}, First: first}
	}
	var beside []aggregate.Aligned
	for _, data := range q.beside {
		y, err := aggregate.DecodeAligned(data, n, own, weights, target.KnownFunctions())
		if err != nil {
			return nil, err
		}
		beside = append(beside, y)
	}
	x := rows.Source(l.choice.X)
	if len(q.Columns) > 0 {
		if slices.Min(q.Columns) < 0 || slices.Max(q.Columns) >= x.Width() {
			return nil, errPack
		}
		x = aggregate.Columns(x, q.Columns)
	}
	sum, err := aggregate.SumPart(ctx, x, first, n, q.statistic, beside...)
	if err != nil {
		return nil, err
	}
	return aggregate.EncodeSum(q.statistic, sum), nil
}

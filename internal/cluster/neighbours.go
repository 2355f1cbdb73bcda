package cluster

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"strconv"

	"suffice/internal/aggregate"
	"suffice/internal/scoring"
)

// mostGroups is how many sums the driver is given at most: so many that a thousand workers have
// several parts each, unless the environment has another number.
var mostGroups = func() int {
	if n, err := strconv.Atoi(os.Getenv("SUFFICE_GROUPS")); err == nil && n > 0 {
		return n
	}
	return 8192
}()

// neighbours is how many parts, from a multiple of it on, are added up before they are added to
// others: 1, 2, 4, … so that there are no more than mostGroups groups. It depends on nothing but the number
// of parts, so that sums are the same bits whoever adds them up: a worker that is given neighbours, which
// spares the driver their answers, or the driver.
func neighbours(parts int) int {
	n := 1
	for n*mostGroups < parts {
		n *= 2
	}
	return n
}

// merges is a sum that takes in others.
type merges[T any] interface{ Merge(T) error }

// merging adds up sums in the order in which they come.
type merging[T merges[T]] struct {
	sum   T
	count int
}

func (m *merging[T]) add(one T) error {
	if m.count++; m.count == 1 {
		m.sum = one
		return nil
	}
	return m.sum.Merge(one)
}

// merged asks all parts for sums, and adds them up.
func merged[T merges[T]](ctx context.Context, e Engine, q *question, read func([]byte) (T, error)) (T, error) {
	var all, near merging[T]
	count := len(e.Parts())
	err := ask(ctx, e, q, func(part int, _ answerHead, result []byte) error {
		one, err := read(result)
		if err == nil {
			err = near.add(one)
		}
		if err == nil && ((part+1)%neighbours(count) == 0 || part+1 == count) {
			err = all.add(near.sum)
			near = merging[T]{}
		}
		return err
	})
	return all.sum, err
}

// group is neighbours that a worker is given one after the other.
type group struct {
	from, to int // parts
	next     int // of these, after those that came
	rows     int // of those
	sum      adding
}

// adding is the sum of answers, of whatever it is one.
type adding interface {
	add(answer []byte) error
	answer() ([]byte, error)
}

// answers adds up sums of a kind, given how they are read and written.
type answers[T merges[T]] struct {
	merging[T]
	read  func([]byte) (T, error)
	write func(T) ([]byte, error)
}

func (a *answers[T]) add(answer []byte) error {
	one, err := a.read(answer)
	if err != nil {
		return err
	}
	return a.merging.add(one)
}

func (a *answers[T]) answer() ([]byte, error) { return a.write(a.sum) }

// adds reports whether answers are sums that are added up, and newSum is the one of none.
func (q *question) adds() bool { return q.Task == taskSum || q.Task == taskJudge }

func (q *question) newSum() adding {
	if q.Task == taskJudge {
		return &answers[*scoring.Tally]{read: q.readTally, write: func(t *scoring.Tally) ([]byte, error) { return t.AppendBinary(nil) }}
	}
	return &answers[aggregate.Partial]{
		read:  func(data []byte) (aggregate.Partial, error) { return aggregate.DecodeSum(q.statistic, data) },
		write: func(sum aggregate.Partial) ([]byte, error) { return aggregate.EncodeSum(q.statistic, sum), nil },
	}
}

// frame says to a worker that it is given the group.
func (g *group) frame() Frame {
	return Frame{Together, g.from, binary.LittleEndian.AppendUint32(nil, uint32(g.to-g.from))}
}

func readGroup(f Frame) (group, error) {
	if len(f.Data) != 4 {
		return group{}, errPack
	}
	return group{from: f.Part, next: f.Part, to: f.Part + int(binary.LittleEndian.Uint32(f.Data))}, nil
}

// merges reports whether the part is one of the group, and the question asks for sums, which are
// added up over such groups.
func (g *group) merges(q *question, number int) bool {
	return q.adds() && number >= g.from && number < g.to && g.to-g.from > 1
}

// add adds the sums of a part. Only with the last one there is an answer.
func (g *group) add(q *question, number int, result []byte, rows int) (Kind, []byte, error) {
	if number != g.next {
		return 0, nil, errors.New("parts that are neighbours came in another order; use the same suffice everywhere")
	}
	if g.sum == nil {
		g.sum = q.newSum()
	}
	if err := g.sum.add(result); err != nil {
		return 0, nil, err
	}
	g.next, g.rows = g.next+1, g.rows+rows
	if g.next < g.to {
		data, err := pack(answerHead{Question: q.id, Rows: rows})
		return Merged, data, err
	}
	sum, err := g.sum.answer()
	if err != nil {
		return 0, nil, err
	}
	data, err := pack(answerHead{Question: q.id, Rows: g.rows, Parts: g.to - g.from}, sum)
	*g = group{}
	return Answers, data, err
}

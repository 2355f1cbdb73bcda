package engine

import (
	"encoding/binary"
	"errors"
	"os"
	"strconv"

	"suffice/internal/blocks"
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

// merging adds up sums in the order in which they come.
type merging struct{ sum blocks.Partial }

func (m *merging) add(one blocks.Partial) error {
	if m.sum == nil {
		m.sum = one
		return nil
	}
	return m.sum.Merge(one)
}

// group is neighbours that a worker is given one after the other.
type group struct {
	from, to int // parts
	next     int // of these, after those that came
	rows     int // of those
	merging
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
	return q.Task == taskSum && number >= g.from && number < g.to && g.to-g.from > 1
}

// add adds the sums of a part. Only with the last one there is an answer.
func (g *group) add(q *question, number int, result []byte, rows int) (Kind, []byte, error) {
	if number != g.next {
		return 0, nil, errors.New("parts that are neighbours came in another order; use the same suffice everywhere")
	}
	one, err := blocks.DecodeSum(q.statistic, result)
	if err == nil {
		err = g.merging.add(one)
	}
	if err != nil {
		return 0, nil, err
	}
	g.next, g.rows = g.next+1, g.rows+rows
	if g.next < g.to {
		data, err := pack(answerHead{Question: q.id, Rows: rows})
		return Merged, data, err
	}
	data, err := pack(answerHead{Question: q.id, Rows: g.rows, Parts: g.to - g.from}, blocks.EncodeSum(q.statistic, g.sum))
	*g = group{}
	return Answers, data, err
}

package metrics

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"

	"suffice/internal/aggregate"
)

var errForm = errors.New("the sums of predictions are cut short or damaged")

// Append appends the binary form of the tally: the length of the sums and these, as package aggregate
// has them, and the scores of each column.
func (t *Tally) Append(to []byte) []byte {
	sums := aggregate.AppendBinary(nil, &t.sums)
	to = append(binary.AppendUvarint(to, uint64(len(sums))), sums...)
	for _, s := range t.scores {
		s.limit(s.most)
		to = s.appendTo(to)
	}
	return to
}

// Read makes a tally of no rows the one that Append has written, and returns what follows.
func (t *Tally) Read(data []byte) ([]byte, error) {
	length, size := binary.Uvarint(data)
	if size <= 0 || length > uint64(len(data)-size) {
		return nil, errForm
	}
	empty := NewTally(t.kind, t.columns, t.spread)
	if err := aggregate.ReadBinary(data[size:size+int(length)], &t.sums); err != nil {
		return nil, err
	}
	if !t.like(&empty.sums) {
		return nil, errForm
	}
	data = data[size+int(length):]
	for _, s := range t.scores {
		var err error
		if data, err = s.read(data); err != nil {
			return nil, err
		}
		if math.Abs(s.all.ones+s.all.zeros-t.Weight) > 1e-9*t.Weight {
			return nil, errForm
		}
	}
	return data, nil
}

// appendTo appends how many intervals there are, and each in order: how many of the 63 halvings it
// lacks (1 byte), how many of its length it is after the one before, and its rows, all in as few bytes as
// they take.
func (s *scores) appendTo(to []byte) []byte {
	to = binary.AppendUvarint(to, uint64(len(s.rows)))
	before := interval(1).first()
	for _, one := range s.inOrder() {
		lacks := bits.LeadingZeros64(uint64(one.interval))
		to = binary.AppendUvarint(append(to, byte(lacks)), uint64(one.interval-before>>lacks))
		for _, rows := range []float64{one.ones, one.zeros} {
			to = binary.AppendUvarint(to, bits.ReverseBytes64(math.Float64bits(rows))) // short for small whole numbers
		}
		before = one.first()
	}
	return to
}

// read is the inverse of appendTo. It returns what follows.
func (s *scores) read(data []byte) ([]byte, error) {
	wrong := false
	next := func() uint64 {
		n, size := binary.Uvarint(data)
		if size <= 0 {
			wrong = true
			return 0
		}
		data = data[size:]
		return n
	}
	rows := func() float64 { return math.Float64frombits(bits.ReverseBytes64(next())) }
	const mostRows = 1 << 48 // so that no digit is lost
	before, count := interval(1), next()
	for k := uint64(0); k < count && !wrong; k++ {
		if len(data) == 0 || data[0] > 63 {
			return nil, errForm
		}
		lacks := int(data[0])
		data = data[1:]
		after := next()
		one := placed{before.first()>>lacks + interval(after), seen{rows(), rows()}}
		inOrder := bits.LeadingZeros64(uint64(one.interval)) == lacks && (k == 0 || byPlace(before, one.interval) < 0)
		if !inOrder || after >= 1<<63 || !(one.ones >= 0 && one.zeros >= 0 && one.ones+one.zeros+s.all.ones+s.all.zeros <= mostRows) {
			return nil, errForm
		}
		s.count(one.interval, one.seen)
		before = one.interval
	}
	if wrong {
		return nil, errForm
	}
	return data, nil
}

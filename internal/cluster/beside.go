package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"

	"suffice/internal/sampling"
	"suffice/table"
)

// dividing is a column that rows are divided by: groups, or times. It is asked for of the rows
// that were drawn.
type dividing struct {
	Column string
	Time   bool
	Every  string
	Drawn  draws
}

// groups is [table.Table.Groups] of rows that were drawn.
func (r *Rows) groups(ctx context.Context, column string, drawn draws) ([]int, error) {
	if column == "" {
		return nil, nil
	}
	values, err := r.beside(ctx, dividing{Column: column, Every: r.every, Drawn: drawn})
	if err != nil {
		return nil, err
	}
	number, groups := map[uint64]int{}, make([]int, len(values))
	for i, v := range values {
		text := math.Float64bits(v)
		if _, known := number[text]; !known {
			number[text] = len(number)
		}
		groups[i] = number[text]
	}
	return groups, nil
}

// beside asks for a column of the rows that were drawn.
func (r *Rows) beside(ctx context.Context, by dividing) ([]float64, error) {
	q := r.question
	q.Task, q.Beside = taskBeside, &by
	var values []float64
	err := ask(ctx, r.engine, &q, func(_ int, _ answerHead, result []byte) error {
		values = append(values, numbersOfBytes(result)...)
		return nil
	})
	if err == nil && len(values) != min(by.Drawn.Most, r.Len()) {
		err = errPack
	}
	return values, err
}

// beside is a column of the drawn rows of the part: times, or numbers that are equal where
// texts are.
func (l *loaded) beside(number int, q *question) ([]byte, error) {
	if l.rows() == 0 || q.Beside == nil {
		return nil, nil
	}
	if number+1 >= len(q.First) {
		return nil, errPack
	}
	first, n := q.First[number], q.First[len(q.First)-1]
	var own []int // rows of the part
	for _, i := range q.Beside.Drawn.of(n) {
		if i >= first && i < first+l.rows() {
			own = append(own, i-first)
		}
	}
	if q.Beside.Time {
		times, err := l.table.Times(q.Beside.Column, l.choice.Rows)
		if err != nil {
			return nil, l.lacking(q.Beside.Column, err)
		}
		return numbersAsBytes(sampling.Pick(times, own)), nil
	}
	if q.Beside.Every != "" {
		stretches, err := l.table.Stretches(q.Beside.Column, q.Beside.Every, l.choice.Rows)
		if err != nil {
			return nil, l.lacking(q.Beside.Column, err)
		}
		var values []float64
		for _, i := range own {
			values = append(values, float64(stretches[i]))
		}
		return numbersAsBytes(values), nil
	}
	if _, err := l.table.Groups(q.Beside.Column, l.choice.Rows); err != nil { // where some are missing
		return nil, l.lacking(q.Beside.Column, err)
	}
	texts, err := l.table.Texts(q.Beside.Column)
	if err != nil {
		return nil, err
	}
	var data []byte
	for _, i := range own {
		sum := sha256.Sum256([]byte(texts[l.choice.RowOf(i)]))
		data = binary.LittleEndian.AppendUint64(data, binary.LittleEndian.Uint64(sum[:8]))
	}
	return data, nil
}

// lacking is the error of a column that rows are divided by, with the first row that lacks it,
// where that is the error.
func (l *loaded) lacking(column string, err error) error {
	at, ok := errors.AsType[*table.Error](err)
	texts, failed := l.table.Texts(column)
	if !ok || failed != nil {
		return err
	}
	for i := range l.rows() {
		if row := l.choice.RowOf(i); texts[row] == "" && at.Row == 0 && at.Line == 0 {
			own := *at
			own.Row = row + 1
			return &own
		}
	}
	return err
}

// numbersAsBytes is numbers of 8 bytes each, and numbersOfBytes these numbers.
func numbersAsBytes(values []float64) []byte {
	data, _ := binary.Append(nil, binary.LittleEndian, values) // numbers cannot fail
	return data
}

func numbersOfBytes(data []byte) []float64 {
	values := make([]float64, len(data)/8)
	_, _ = binary.Decode(data, binary.LittleEndian, values) // there are as many
	return values
}

package engine

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"

	"suffice/internal/draw"
	"suffice/rows"
)

// dividing is a column that rows are divided by: groups, or times.
type dividing struct {
	Column string
	Time   bool
}

// GroupsOf is [table.Table.Groups] of rows that were drawn.
func GroupsOf(ctx context.Context, x rows.Source, column string) ([]int, error) {
	values, err := beside(ctx, x, dividing{Column: column})
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

// TimesOf is [table.Table.Times] of rows that were drawn.
func TimesOf(ctx context.Context, x rows.Source, column string) ([]float64, error) {
	return beside(ctx, x, dividing{Column: column, Time: true})
}

// beside asks for a column of all rows, 8 bytes each, and takes those of the drawn ones.
func beside(ctx context.Context, x rows.Source, by dividing) ([]float64, error) {
	drawn, ok := x.(inMemory)
	if !ok {
		return nil, errors.New("these rows were not drawn")
	}
	q := drawn.from.question
	q.Task, q.Beside = taskBeside, &by
	all := make([]float64, 0, drawn.from.Len())
	err := ask(ctx, drawn.from.engine, &q, func(part int, _ answerHead, result []byte) error {
		if len(result) != 8*(q.First[part+1]-q.First[part]) {
			return errPack
		}
		all = append(all, numbersOfBytes(result)...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return draw.Pick(all, drawn.which), nil
}

// beside is a column of the part: times, or numbers that are equal where texts are.
func (l *loaded) beside(q *question) ([]byte, error) {
	if l.rows() == 0 || q.Beside == nil {
		return nil, nil
	}
	if q.Beside.Time {
		times, err := l.table.Times(q.Beside.Column, l.choice.Rows)
		return numbersAsBytes(times), err
	}
	if _, err := l.table.Groups(q.Beside.Column, l.choice.Rows); err != nil { // where some are missing
		return nil, err
	}
	texts, err := l.table.Texts(q.Beside.Column)
	if err != nil {
		return nil, err
	}
	var data []byte
	for i := range l.choice.X.Len() {
		sum := sha256.Sum256([]byte(texts[l.choice.RowOf(i)]))
		data = binary.LittleEndian.AppendUint64(data, binary.LittleEndian.Uint64(sum[:8]))
	}
	return data, nil
}

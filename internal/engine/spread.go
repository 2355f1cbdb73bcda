package engine

import (
	"context"

	"suffice/table"
)

// Spread asks for the numbers of which medians are told, and gives them to the table that
// Describe has found.
func Spread(ctx context.Context, e Engine, t *table.Table, options table.Options, roles table.Roles) error {
	of := t.Spreading()
	if of == nil {
		return nil
	}
	all, sparse := make([]table.Spread, len(of.Columns)), false
	q := &question{Task: taskSpread, Reading: readingOf(options), Roles: roles, Spread: of, First: t.FirstRows()}
	err := ask(ctx, e, q, func(_ int, head answerHead, result []byte) error {
		found, err := readSpread(result)
		if err != nil || head.Rows > 0 && len(found) != len(all) && len(found) != 0 {
			return errPack
		}
		sparse = sparse || head.Rows > 0 && len(found) == 0
		for k, one := range found {
			all[k].Values, all[k].AtMax = append(all[k].Values, one.Values...), all[k].AtMax+one.AtMax
		}
		return nil
	})
	if err == nil && !sparse { // else they are not those of all parts
		t.TakeSpread(all)
	}
	return err
}

// spread is some numbers of the part: how many of each column are the largest, and for each
// column the numbers, 8 bytes each.
func (l *loaded) spread(number int, q *question) ([]byte, error) {
	if l.table == nil || q.Spread == nil || number >= len(q.First) {
		return pack([]int{})
	}
	found, err := l.table.Spread(q.Spread, q.First[number])
	if err != nil {
		return nil, err
	}
	most, pieces := make([]int, len(found)), make([][]byte, len(found))
	for k, one := range found {
		most[k], pieces[k] = one.AtMax, numbersAsBytes(one.Values)
	}
	return pack(most, pieces...)
}

// readSpread reads what spread has written.
func readSpread(data []byte) ([]table.Spread, error) {
	var most []int
	pieces, err := unpack(data, &most)
	if err != nil || len(pieces) != len(most) {
		return nil, errPack
	}
	found := make([]table.Spread, len(most))
	for k, piece := range pieces {
		found[k] = table.Spread{AtMax: most[k], Values: numbersOfBytes(piece)}
	}
	return found, nil
}

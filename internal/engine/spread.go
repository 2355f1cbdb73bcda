package engine

import (
	"suffice/internal/offers"
	"suffice/internal/parts"
	"suffice/table"
)

// Spread asks for the numbers of which medians are told; nil where some part has none to give.
func (a *asker) Spread(t *table.Table, of *parts.SpreadOf, dates map[string]string) ([]parts.Spread, error) {
	options := a.options
	options.DatesOf = dates
	all, sparse := make([]parts.Spread, len(of.Columns)), false
	q := &question{Task: taskSpread, Reading: options, Roles: a.roles, Spread: of, First: tables.FirstRows(t)}
	err := ask(a.ctx, a.engine, q, func(_ int, head answerHead, result []byte) error {
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
	if sparse { // these are not those of all parts
		all = nil
	}
	return all, err
}

// spread is some numbers of the part: how many of each column are the largest, and for each
// column the numbers, 8 bytes each.
func (l *loaded) spread(number int, q *question) ([]byte, error) {
	if l.table == nil || q.Spread == nil || number >= len(q.First) {
		return pack([]int{})
	}
	found, err := tables.Spread(l.table, q.Spread, q.First[number])
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
func readSpread(data []byte) ([]parts.Spread, error) {
	var most []int
	pieces, err := unpack(data, &most)
	if err != nil || len(pieces) != len(most) {
		return nil, errPack
	}
	found := make([]parts.Spread, len(most))
	for k, piece := range pieces {
		found[k] = parts.Spread{AtMax: most[k], Values: numbersOfBytes(piece)}
	}
	return found, nil
}

// asking is what package table asks in turn.
type asking = interface {
	Prepare(*table.Table, *table.Choice, table.Roles, table.Wanted) error
	Spread(t *table.Table, of *parts.SpreadOf, dates map[string]string) ([]parts.Spread, error)
}

// tables is what package table does with parts of tables.
var tables = offers.Take[interface {
	Outline(*table.Table, table.Roles) (*parts.Outline, error)
	Join(source string, options table.Options, outlines []*parts.Outline, asks asking) (*table.Table, error)
	FirstRows(*table.Table) []int
	Spread(t *table.Table, of *parts.SpreadOf, first int) ([]parts.Spread, error)
	FillWith(c *table.Choice, values []float64)
	PresentSums(*table.Choice) (sums []float64, counts []int, err error)
	Modes(c *table.Choice, sums []float64, present []int) []float64
	CheckRows(t *table.Table, n, counting int, weights string) ([]table.Message, error)
	ClassesOf(t *table.Table, target string, names []string) []string
}]()

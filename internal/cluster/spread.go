package cluster

import (
	"context"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/offers"
	"suffice/internal/parts"
	"suffice/internal/sampling"
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

// noNumber stands for a missing value; no table has it.
const noNumber = -1.2345678987654321e308

// medians are those of the inputs over the rows that have them, as far as rows drawn tell; of the
// levels of a column, the most frequent is 1 and the others 0.
func (c *choosing) medians(ctx context.Context) ([]float64, error) {
	medians := tables.Modes(c.Choice, c.sums, c.present)
	all, err := c.drawInputs(ctx)
	if err != nil {
		return nil, err
	}
	column, d := make([]float64, 0, len(all)/len(medians)), len(medians)
	for k := range medians {
		if !math.IsNaN(medians[k]) { // of a level
			continue
		}
		column = column[:0]
		for i := k; i < len(all); i += d {
			if all[i] != noNumber {
				column = append(column, all[i])
			}
		}
		slices.Sort(column)
		if n := len(column); n > 0 {
			medians[k] = column[(n-1)/2]/2 + column[n/2]/2
		} else { // it is too rare
			medians[k] = finite(c.sums[k]) / float64(max(1, c.present[k]))
		}
	}
	return medians, nil
}

// drawInputs is the inputs of rows drawn, with those of weight 0.
func (c *choosing) drawInputs(ctx context.Context) ([]float64, error) {
	wanted, d := c.wanted, c.X.Width()
	wanted.Weights, wanted.Fill = "", slices.Repeat([]float64{noNumber}, d)
	x := &Rows{Inputs: c.X, engine: c.engine, question: question{Task: taskSum, Reading: c.reading, Wanted: wanted, First: c.firstOfAll}}
	taken, err := aggregate.Take(ctx, x, sampling.Many(x.Len(), sampling.Enough(d), sampling.Random(uint64(x.Len()), 0x3ed)))
	if err != nil {
		return nil, err
	}
	return taken.Block(ctx, 0, taken.Len(), nil)
}

package engine

import (
	"context"
	"math"
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/draw"
)

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
	taken, err := blocks.Take(ctx, x, draw.Many(x.Len(), draw.Enough(d), draw.Random(uint64(x.Len()), 0x3ed)))
	if err != nil {
		return nil, err
	}
	return taken.Block(ctx, 0, taken.Len(), nil)
}

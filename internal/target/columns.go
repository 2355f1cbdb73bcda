package target

import (
	"context"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// Columns are functions of y, aligned with the rows: at first its columns, as
// [output.Columnar] has them, which then are centred, scaled and turned.
type Columns struct {
	x      rows.Source
	target aggregate.Aligned
	linear *linear
}

// ColumnsOf are the columns of an output that has some, beside the rows of x. It fails where
// they are too many.
func ColumnsOf(x rows.Source, y output.Output) (*Columns, error) {
	if d, apart := describe(y); apart {
		return d.columns(x), nil
	}
	if err := CheckColumns(y); err != nil {
		return nil, err
	}
	width, data := y.(output.Columnar).Columns()
	return inMemory(x, linalg.Of(y.Len(), width, data)), nil
}

func (d description) columns(x rows.Source) *Columns {
	return &Columns{x, d.Target, &linear{Values: d.Values}}
}

func inMemory(x rows.Source, data linalg.Matrix) *Columns {
	return &Columns{x: x, target: aggregate.InMemory{Matrix: data}, linear: &linear{Values: &Values{Columns: data.Cols}}}
}

// FactorOf are these columns, beside the rows of x. It fails where they are too many.
func FactorOf(x rows.Source, y output.Output) (*Columns, error) {
	if d, apart := describe(y); apart {
		c := d.columns(x)
		if d.Values.Labels {
			c.linear.Unit = true
			c.linear.Steps = []step{{subtract, d.Values.shares()}}
		}
		return c, nil
	}
	if err := CheckColumns(y); err != nil {
		return nil, err
	}
	width, data := y.(output.Factored).Factor()
	return inMemory(x, linalg.Of(y.Len(), width, data)), nil
}

// Len is the number of rows.
func (c *Columns) Len() int { return c.x.Len() }

// Width implements aggregate.Aligned.
func (c *Columns) Width() int { return c.linear.Width() }

// Aligned is the columns beside the rows.
func (c *Columns) Aligned() aggregate.Aligned { return aggregate.Apply(c.linear, c.target) }

// then is the same with one step more.
func (c *Columns) then(op operation, by []float64) *Columns {
	next, more := *c, *c.linear
	more.Steps = append(slices.Clone(more.Steps), step{op, by})
	next.linear = &more
	return &next
}

// Centred is the columns less their means, by the weights of the rows. They are counted from
// the first row, so that a large offset costs no digits.
func (c *Columns) Centred(ctx context.Context) (*Columns, error) {
	first, err := aggregate.TakeAligned(ctx, c.x, c.Aligned(), []int{0})
	if err != nil {
		return nil, err
	}
	c = c.then(subtract, first.Data)
	sums, err := c.Sums(ctx, nil, false)
	if err != nil {
		return nil, err
	}
	return c.then(subtract, sums.Mean), nil
}

// Times is the columns times a number.
func (c *Columns) Times(by float64) *Columns {
	if c.linear.Directions.Rows > 0 {
		next, more := *c, *c.linear
		more.After *= by
		next.linear = &more
		return &next
	}
	all := make([]float64, c.Width())
	for j := range all {
		all[j] = by
	}
	return c.then(multiply, all)
}

// Turned is the columns in the given directions, by rows.
func (c *Columns) Turned(directions linalg.Matrix) *Columns {
	next := *c
	turned := *c.linear
	turned.Directions, turned.After = directions, 1
	next.linear = &turned
	return &next
}

// Largest is the largest absolute number of each column.
func (c *Columns) Largest(ctx context.Context) ([]float64, error) {
	seen, err := Look(ctx, c.x, c.Aligned())
	if err != nil {
		return nil, err
	}
	for j, low := range seen.Low {
		seen.High[j] = max(-low, seen.High[j])
	}
	return seen.High, nil
}

// Scaled is the columns, each that varies scaled to standard deviation 1.
func (c *Columns) Scaled(ctx context.Context) (*Columns, error) {
	by, err := c.Largest(ctx)
	if err != nil {
		return nil, err
	}
	sums, err := c.Sums(ctx, by, false)
	if err != nil {
		return nil, err
	}
	for j, square := range sums.Squares {
		by[j] *= math.Sqrt(square / float64(c.Len()))
		if !(square > 0) {
			by[j] = 1
		}
	}
	return c.then(divide, by), nil
}

package remote

import (
	"math"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
)

// column is one of the columns of the values or, where Away says so, its distance from a
// number.
type column struct {
	Values *Values
	Column int
	Away   bool
	From   float64
}

func (c *column) Kind() string { return "column" }

func (c *column) Takes() int { return c.Values.Takes() }

func (c *column) Width() int { return 1 }

func (c *column) Complete() error {
	return blocks.Consistent(c.Column >= 0, c.Column < c.Values.Width())
}

func (c *column) Of(dst, target linalg.Matrix, _ int) {
	all := make([]float64, c.Values.Width())
	for i := range target.Rows {
		c.Values.row(all, target.Row(i))
		v := all[c.Column]
		if c.Away {
			v = math.Abs(v - c.From)
		}
		dst.Set(i, 0, v)
	}
}

// column is the jth column of the output.
func (y *Output) column(j int) *column { return &column{Values: y.values, Column: j} }

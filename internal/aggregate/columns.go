package aggregate

import (
	"context"

	"suffice/internal/sampling"
	"suffice/rows"
)

// IsApart reports whether the rows of x are elsewhere, and are summed over there.
func IsApart(x rows.Source) bool {
	_, apart := rows.Unweighted(x).(Aggregator)
	return apart
}

// Columns is x with some of its columns alone. Where the rows are elsewhere, the others stay
// there too.
func Columns(x rows.Source, which []int) rows.Source {
	if far := farWeights(x); far != nil {
		own := *far
		own.Aggregator = Columns(far.Aggregator, which).(Aggregator)
		return &own
	}
	if picks, ok := x.(Picker); ok {
		return picks.PickColumns(which)
	}
	return someColumns{x, which}
}

// Picker is an Aggregator that can leave out columns.
type Picker interface {
	Aggregator
	PickColumns(which []int) Aggregator
}

// someColumns is a table without the other columns.
type someColumns struct {
	rows.Source
	columns []int
}

func (s someColumns) Width() int { return len(s.columns) }

// Names are those of the columns.
func (s someColumns) Names() []string { return sampling.Pick(rows.Names(s.Source), s.columns) }

// Levels are those of the columns.
func (s someColumns) Levels() map[string]rows.Level {
	return sampling.PickNamed(rows.Levels(s.Source), s.Names())
}

// Weights and Unweighted are those of the rows.
func (s someColumns) Weights() []float64 { return rows.Weights(s.Source) }
func (s someColumns) Unweighted() rows.Source {
	return someColumns{rows.Unweighted(s.Source), s.columns}
}

// Block picks the columns of a block.
func (s someColumns) Block(ctx context.Context, from, to int, _ []float64) ([]float64, error) {
	d := s.Source.Width()
	block, err := s.Source.Block(ctx, from, to, make([]float64, (to-from)*d))
	if err != nil {
		return nil, err
	}
	out := make([]float64, 0, (to-from)*len(s.columns))
	for i := range to - from {
		for _, j := range s.columns {
			out = append(out, block[i*d+j])
		}
	}
	return out, nil
}

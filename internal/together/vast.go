package together

import (
	"context"
	"fmt"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/remote"
	"suffice/output"
	"suffice/rows"
)

// Vast is a table that says it has the rows of a small one many times over, to see what is asked
// of so many. Sums over all rows cost those over the small table and a few merges.
type Vast struct {
	*Table
	times int

	Answer int // the largest sum over all rows, in bytes
}

// NewVast is a table with a target, so many times.
func NewVast(x rows.Source, target *output.Target, times int) *Vast {
	return &Vast{Table: newTable(x, target, 1), times: times}
}

// Weighed is the table by its weights, where it has any.
func (v *Vast) Weighed() rows.Source { return v.weighed(v) }

// Len implements rows.Source.
func (v *Vast) Len() int { return v.hidden.Len() * v.times }

// Aggregate implements blocks.Aggregator.
func (v *Vast) Aggregate(ctx context.Context, s blocks.Statistic, y ...blocks.Aligned) (blocks.Partial, error) {
	question := v.ask(s, v.Len(), y)
	s, err := blocks.Decode(question[0], remote.Statistics()...)
	if err != nil {
		return nil, err
	}
	x, target, weights := v.hidden, blocks.Aligned(blocks.InMemory{Matrix: v.target}), blocks.Aligned(blocks.InMemory{Matrix: v.weights})
	only := s.Plan(v.Len(), x.Width()).Only != nil
	if only {
		x, target, weights = again{x, v.times}, againAligned{v.target}, againAligned{v.weights}
	}
	if v.weights.Rows == 0 {
		weights = nil
	}
	if kind := s.Kind(); !only && (kind == "rows" || kind == "beside rows" || kind == "times") {
		return nil, fmt.Errorf("%s: all rows were asked for, or something of each", kind)
	}
	beside, err := besides(question[1:], v.Len(), target, weights)
	if err != nil {
		return nil, err
	}
	sum, err := blocks.SumPart(ctx, x, 0, v.Len(), s, beside...)
	if err != nil || only {
		return sum, err
	}
	v.Answer = max(v.Answer, len(blocks.EncodeSum(s, sum)))
	return times(s, sum, v.times)
}

// Largest is the largest question, in bytes.
func (v *Vast) Largest() (kind string, size int) {
	for name, bytes := range v.Questions {
		if bytes > size {
			kind, size = name, bytes
		}
	}
	return kind, size
}

// times is so many of a sum, merged.
func times(s blocks.Statistic, sum blocks.Partial, count int) (blocks.Partial, error) {
	one := blocks.EncodeSum(s, sum)
	if count == 1 {
		return blocks.DecodeSum(s, one)
	}
	half, err := times(s, sum, count/2)
	if err != nil {
		return nil, err
	}
	parts := [][]byte{blocks.EncodeSum(s, half), one}
	for _, part := range parts[:1+count%2] {
		more, err := blocks.DecodeSum(s, part)
		if err == nil {
			err = half.Merge(more)
		}
		if err != nil {
			return nil, err
		}
	}
	return half, nil
}

// again is rows, many times.
type again struct {
	rows.Source
	times int
}

func (a again) Len() int { return a.Source.Len() * a.times }

func (a again) Block(ctx context.Context, from, to int, dst []float64) ([]float64, error) {
	d := a.Width()
	for i := from; i < to; i++ {
		at := i % a.Source.Len()
		row, err := a.Source.Block(ctx, at, at+1, make([]float64, d))
		if err != nil {
			return nil, err
		}
		copy(dst[(i-from)*d:], row)
	}
	return dst[:(to-from)*d], nil
}

// againAligned is what is aligned with them.
type againAligned struct{ linalg.Matrix }

func (a againAligned) Width() int { return a.Cols }

func (a againAligned) Rows(from, to int, memory *[]float64) []float64 {
	out := linalg.Of(to-from, a.Cols, blocks.Room(memory, (to-from)*a.Cols))
	for i := range out.Rows {
		copy(out.Row(i), a.Row((from+i)%a.Matrix.Rows))
	}
	return out.Data
}

package target

import (
	"context"
	"math"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// Look asks what there is to know of numbers beside the rows at first sight.
func Look(ctx context.Context, x rows.Source, y blocks.Aligned) (*Survey, error) {
	return blocks.Sum[*Survey](ctx, x, &surveyOf{y.Width()}, y)
}

// surveyOf asks what there is to know of numbers beside the rows at first sight.
type surveyOf struct{ Width int }

func (s *surveyOf) Kind() string { return "survey" }

func (s *surveyOf) Weighs() bool { return false }

func (s *surveyOf) Plan(n, _ int) blocks.Plan {
	return blocks.Plan{Parts: blocks.Divide(n, s.Width, 3*s.Width), Beside: true}
}

func (s *surveyOf) Complete() error { return blocks.Consistent(s.Width >= 1) }

func (s *surveyOf) Zero() blocks.Partial {
	v := &Survey{of: s, Low: make([]float64, s.Width), High: make([]float64, s.Width), Sum: make([]float64, s.Width)}
	for j := range s.Width {
		v.Low[j], v.High[j] = math.Inf(1), math.Inf(-1)
	}
	return v
}

// Survey is the smallest and the largest number of each column, their sum, and the first
// value that is not finite.
type Survey struct {
	Rows           int
	Low, High, Sum []float64
	Bad            []output.NotFinite // none, or one

	of *surveyOf
}

func (s *Survey) Count() int { return s.Rows }

func (s *Survey) Add(block blocks.Block) error {
	if err := block.CheckBeside(s.of.Width); err != nil {
		return err
	}
	s.Rows += block.Rows
	y := linalg.Of(block.Rows, s.of.Width, block.Y[0])
	for i := range y.Rows {
		for j, v := range y.Row(i) {
			if (math.IsNaN(v) || math.IsInf(v, 0)) && len(s.Bad) == 0 {
				s.Bad = []output.NotFinite{{Row: block.From + i, Value: v}}
			}
			s.Low[j], s.High[j] = min(s.Low[j], v), max(s.High[j], v)
			s.Sum[j] += v
		}
	}
	return nil
}

func (s *Survey) Merge(other blocks.Partial) error {
	o, ok := other.(*Survey)
	if !ok || o.of != s.of {
		return blocks.ErrOther(s.of)
	}
	s.Rows += o.Rows
	for j := range s.Low {
		s.Low[j], s.High[j] = min(s.Low[j], o.Low[j]), max(s.High[j], o.High[j])
		s.Sum[j] += o.Sum[j]
	}
	if len(s.Bad) == 0 || len(o.Bad) > 0 && o.Bad[0].Row < s.Bad[0].Row {
		s.Bad = o.Bad
	}
	return nil
}

// blockRows is how many rows are summed at a time, where that is all on one core.
const blockRows = 1 << 16

package target

import (
	"context"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// Numbers are those of a single column, or as many as are enough where they are apart.
func (c *Columns) Numbers(ctx context.Context) ([]float64, error) {
	which := sampling.All(c.Len())
	if _, apart := c.target.(aggregate.Elsewhere); apart {
		which = Sample(c.Len())
	}
	numbers, err := aggregate.TakeAligned(ctx, c.x, c.Aligned(), which)
	return numbers.Data, err
}

// place is how many thresholds are not above v.
func place(thresholds []float64, v float64) int {
	at, _ := slices.BinarySearchFunc(thresholds, v, func(threshold, v float64) int {
		if threshold <= v {
			return -1
		}
		return 1
	})
	return at
}

// SharesBetween are the shares of the rows whose number in a single column is below the first
// threshold, between it and the second, and so on, by the weights of the rows.
func (c *Columns) SharesBetween(ctx context.Context, thresholds []float64) ([]float64, error) {
	sum, err := aggregate.Sum[*shares](ctx, c.x, &sharesOf{thresholds, 1 / float64(c.Len())}, c.Aligned())
	if err != nil {
		return nil, err
	}
	return sum.sums, nil
}

// Counts are how many rows of x, by their weights, are of each of so many groups, whose numbers
// stand beside the rows.
func Counts(ctx context.Context, x rows.Source, groups aggregate.Aligned, count int) ([]float64, error) {
	bounds := make([]float64, count-1)
	for k := range bounds {
		bounds[k] = float64(k + 1)
	}
	sum, err := aggregate.Sum[*shares](ctx, x, &sharesOf{bounds, 1}, groups)
	if err != nil {
		return nil, err
	}
	return sum.sums, nil
}

type sharesOf struct {
	Thresholds []float64
	Share      float64 // of a row
}

func (s *sharesOf) Kind() string { return "shares" }

func (s *sharesOf) Weighs() bool { return true }

func (s *sharesOf) Plan(int, int) aggregate.Plan {
	return aggregate.Plan{Parts: aggregate.InTurn(blockRows), Beside: true}
}

func (s *sharesOf) Complete() error { return aggregate.Consistent(ascending(s.Thresholds)) }

func (s *sharesOf) Zero() aggregate.Partial {
	sums := make([]float64, len(s.Thresholds)+1)
	return &shares{Totals: aggregate.NewTotals(s, aggregate.Vector(sums)), of: s, sums: sums}
}

type shares struct {
	aggregate.Totals
	of   *sharesOf
	sums []float64
}

func (s *shares) Add(block aggregate.Block) error {
	if err := block.CheckBeside(1); err != nil {
		return err
	}
	s.Rows += block.Rows
	for i, v := range block.Y[0] {
		s.sums[place(s.of.Thresholds, v)] += float64(s.of.Share * linalg.Weight(block.Weights, i))
	}
	return nil
}

// steps are functions of one number that are constant between thresholds.
type steps struct {
	Column     *linear // the number
	Thresholds []float64
	Table      linalg.Matrix // what the functions are between those, a row each
}

// Steps are functions of a single column that are constant between thresholds, where they are
// the rows of a table.
func (c *Columns) Steps(thresholds []float64, table linalg.Matrix) aggregate.Aligned {
	return aggregate.Apply(&steps{c.linear, thresholds, table}, c.target)
}

func (s *steps) Kind() string { return "steps" }

func (s *steps) Takes() int { return s.Column.Takes() }

func (s *steps) Width() int { return s.Table.Cols }

func (s *steps) Complete() error {
	return aggregate.Consistent(s.Column.Width() == 1, ascending(s.Thresholds), s.Table.Rows == len(s.Thresholds)+1, s.Table.Cols >= 1)
}

func (s *steps) Of(dst, target linalg.Matrix, from int) {
	var memory []float64
	defer aggregate.Return(&memory)
	values := linalg.Of(target.Rows, 1, aggregate.Room(&memory, target.Rows))
	s.Column.Of(values, target, from)
	for i, v := range values.Data {
		copy(dst.Row(i), s.Table.Row(place(s.Thresholds, v)))
	}
}

// Look asks what there is to know of numbers beside the rows at first sight.
func Look(ctx context.Context, x rows.Source, y aggregate.Aligned) (*Survey, error) {
	return aggregate.Sum[*Survey](ctx, x, &surveyOf{y.Width()}, y)
}

// surveyOf asks what there is to know of numbers beside the rows at first sight.
type surveyOf struct{ Width int }

func (s *surveyOf) Kind() string { return "survey" }

func (s *surveyOf) Weighs() bool { return false }

func (s *surveyOf) Plan(n, _ int) aggregate.Plan {
	return aggregate.Plan{Parts: aggregate.Divide(n, s.Width, 3*s.Width), Beside: true}
}

func (s *surveyOf) Complete() error { return aggregate.Consistent(s.Width >= 1) }

func (s *surveyOf) Zero() aggregate.Partial {
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

func (s *Survey) Add(block aggregate.Block) error {
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

func (s *Survey) Merge(other aggregate.Partial) error {
	o, ok := other.(*Survey)
	if !ok || o.of != s.of {
		return aggregate.ErrOther(s.of)
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

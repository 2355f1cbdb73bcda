package remote

import (
	"maps"
	"math"
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
)

// surveyOf asks what there is to know of numbers beside the rows at first sight.
type surveyOf struct{ Width int }

func (s *surveyOf) Kind() string { return "survey" }

func (s *surveyOf) Weighs() bool { return false }

func (s *surveyOf) Plan(n, _ int) blocks.Plan {
	return blocks.Plan{Parts: blocks.Divide(n, s.Width, 3*s.Width), Beside: true}
}

func (s *surveyOf) Complete() error { return blocks.Consistent(s.Width >= 1) }

func (s *surveyOf) Zero() blocks.Partial {
	v := &survey{of: s, Low: make([]float64, s.Width), High: make([]float64, s.Width), Sum: make([]float64, s.Width)}
	for j := range s.Width {
		v.Low[j], v.High[j] = math.Inf(1), math.Inf(-1)
	}
	return v
}

// survey is the smallest and the largest number of each column, their sum, and the first
// value that is not finite.
type survey struct {
	Rows           int
	Low, High, Sum []float64
	Bad            notFinite

	of *surveyOf
}

type notFinite struct {
	Found bool
	Row   int
	Value float64
}

func (s *survey) Count() int { return s.Rows }

func (s *survey) Add(block blocks.Block) error {
	if err := block.CheckBeside(s.of.Width); err != nil {
		return err
	}
	s.Rows += block.Rows
	y := linalg.Of(block.Rows, s.of.Width, block.Y[0])
	for i := range y.Rows {
		for j, v := range y.Row(i) {
			if (math.IsNaN(v) || math.IsInf(v, 0)) && !s.Bad.Found {
				s.Bad = notFinite{true, block.From + i, v}
			}
			s.Low[j], s.High[j] = min(s.Low[j], v), max(s.High[j], v)
			s.Sum[j] += v
		}
	}
	return nil
}

func (s *survey) Merge(other blocks.Partial) error {
	o, ok := other.(*survey)
	if !ok || o.of != s.of {
		return blocks.ErrOther(s.of)
	}
	s.Rows += o.Rows
	for j := range s.Low {
		s.Low[j], s.High[j] = min(s.Low[j], o.Low[j]), max(s.High[j], o.High[j])
		s.Sum[j] += o.Sum[j]
	}
	if !s.Bad.Found || o.Bad.Found && o.Bad.Row < s.Bad.Row {
		s.Bad = o.Bad
	}
	return nil
}

// varies reports whether a column has different numbers.
func (s *survey) varies(j int) bool { return s.Low[j] != s.High[j] }

// levelsOf asks for the different numbers of a column, unless they are more than so many.
type levelsOf struct{ Most int }

func (l *levelsOf) Kind() string { return "levels" }

func (l *levelsOf) Weighs() bool { return false }

func (l *levelsOf) Plan(int, int) blocks.Plan {
	return blocks.Plan{Parts: blocks.InTurn(blockRows), Beside: true}
}

func (l *levelsOf) Zero() blocks.Partial { return &levels{of: l} }

func (l *levelsOf) Complete() error { return blocks.Consistent(l.Most >= 1) }

// blockRows is how many rows are summed at a time, where that is all on one core.
const blockRows = 1 << 16

// levels are different numbers in order, and how many rows have each.
type levels struct {
	Rows   int
	Many   bool // there are more than asked for, and none is listed
	Values []float64
	Counts []int

	of *levelsOf
}

func (l *levels) Count() int { return l.Rows }

func (l *levels) Finished() bool { return l.Many }

func (l *levels) Add(block blocks.Block) error {
	if err := block.CheckBeside(1); err != nil {
		return err
	}
	l.Rows += block.Rows
	counts := map[float64]int{}
	for _, v := range block.Y[0] {
		if counts[v]++; l.Many || len(counts) > l.of.Most {
			break // they are not listed anyway
		}
	}
	l.take(counts)
	return nil
}

func (l *levels) Merge(other blocks.Partial) error {
	o, ok := other.(*levels)
	if !ok || o.of != l.of {
		return blocks.ErrOther(l.of)
	}
	l.Rows += o.Rows
	l.Many = l.Many || o.Many
	counts := map[float64]int{}
	for k, v := range o.Values {
		counts[v] = o.Counts[k]
	}
	l.take(counts)
	return nil
}

// take adds numbers that so many rows have.
func (l *levels) take(counts map[float64]int) {
	for k, v := range l.Values {
		counts[v] += l.Counts[k]
	}
	l.Values, l.Counts = nil, nil
	if l.Many = l.Many || len(counts) > l.of.Most; l.Many {
		return
	}
	l.Values = slices.Sorted(maps.Keys(counts))
	for _, v := range l.Values {
		l.Counts = append(l.Counts, counts[v])
	}
}

func (l *levels) Complete() error {
	if len(l.Values) != len(l.Counts) {
		return blocks.ErrInconsistent
	}
	sum := 0
	for k, n := range l.Counts {
		if sum += n; n < 1 || k > 0 && !(l.Values[k-1] < l.Values[k]) {
			return blocks.ErrInconsistent
		}
	}
	return blocks.Consistent(l.Many || sum == l.Rows)
}

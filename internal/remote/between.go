package remote

import (
	"math"
	"slices"

	"suffice/internal/blocks"
	"suffice/output"
)

// betweenOf asks how many numbers of each group of rows equal each of its edges, and how many
// lie between them. Where there is more than one group, that of each row is beside it first,
// and the number second. By weight it also asks of how many equal rows these numbers are.
type betweenOf struct {
	Edges [][]float64 // of each group, ascending
	Unit  float64     // of the weights; 0 where all rows count the same
}

func (b *betweenOf) Kind() string { return "between" }

func (b *betweenOf) Weighs() bool { return b.Unit > 0 }

func (b *betweenOf) Plan(n, _ int) blocks.Plan {
	size := 0
	for _, edges := range b.Edges {
		size += 2*len(edges) + 1
	}
	if b.Weighs() {
		size *= 2
	}
	return blocks.Plan{Parts: blocks.Divide(n, 2, size), Beside: true}
}

func (b *betweenOf) Complete() error {
	return blocks.Consistent(ascending(b.Edges) == nil, b.Unit >= 0, !math.IsInf(b.Unit, 0))
}

func ascending(lists [][]float64) error {
	for _, list := range lists {
		for k := range list {
			if k > 0 && !(list[k-1] < list[k]) || list[k] != list[k] {
				return blocks.ErrInconsistent
			}
		}
	}
	return blocks.Consistent(len(lists) >= 1)
}

func (b *betweenOf) Zero() blocks.Partial {
	s := &between{of: b, counts: make([][]float64, len(b.Edges)), by: make([][]float64, len(b.Edges))}
	var totals []blocks.Total
	for g, edges := range b.Edges {
		s.counts[g] = make([]float64, 2*len(edges)+1)
		totals = append(totals, blocks.Vector(s.counts[g]))
		if b.Weighs() {
			s.by[g] = make([]float64, len(s.counts[g]))
			totals = append(totals, blocks.Vector(s.by[g]))
		}
	}
	s.Totals = blocks.NewTotals(b, totals...)
	return s
}

// between is the numbers below the first edge, equal to it, between it and the second, and so
// on. Counts are float64, which are whole up to 2⁵³.
type between struct {
	blocks.Totals
	of     *betweenOf
	counts [][]float64 // rows
	by     [][]float64 // equal rows that these are, by weight
}

func (s *between) Add(block blocks.Block) error {
	groups, values, err := grouped(block, len(s.of.Edges))
	if err == nil {
		err = blocks.Consistent(!s.of.Weighs() || len(block.Weights) == block.Rows)
	}
	if err != nil {
		return err
	}
	s.Rows += block.Rows
	for i, v := range values {
		g := 0
		if groups != nil {
			g = int(groups[i])
		}
		k, equal := slices.BinarySearch(s.of.Edges[g], v)
		k *= 2
		if equal {
			k++
		}
		s.counts[g][k]++
		if s.of.Weighs() {
			s.by[g][k] += output.Unit(s.of.Unit).Count(block.Weights[i])
		}
	}
	return nil
}

// grouped is the groups of the rows, nil where there is one, and their numbers.
func grouped(block blocks.Block, count int) (groups, values []float64, err error) {
	if count == 1 {
		if err := block.CheckBeside(1); err != nil {
			return nil, nil, err
		}
		return nil, block.Y[0], nil
	}
	if err := block.CheckBeside(1, 1); err != nil {
		return nil, nil, err
	}
	for _, g := range block.Y[0] {
		if !(g >= 0 && g < float64(count)) {
			return nil, nil, blocks.ErrInconsistent
		}
	}
	return block.Y[0], block.Y[1], nil
}

// withinOf asks for the numbers of rows of each group that lie within intervals, without
// their ends; by weight also of how many equal rows each is.
type withinOf struct {
	Low, High [][]float64 // of each group's intervals, ascending
	Unit      float64     // of the weights; 0 where all rows count the same
}

func (w *withinOf) Kind() string { return "within" }

func (w *withinOf) Weighs() bool { return w.Unit > 0 }

func (w *withinOf) Plan(int, int) blocks.Plan {
	return blocks.Plan{Parts: blocks.InTurn(blockRows), Beside: true}
}

func (w *withinOf) Zero() blocks.Partial {
	return &within{of: w, Values: make([][]float64, len(w.Low)), By: make([][]float64, len(w.Low))}
}

func (w *withinOf) Complete() error {
	if len(w.Low) != len(w.High) || ascending(w.Low) != nil || ascending(w.High) != nil || !(w.Unit >= 0) || math.IsInf(w.Unit, 0) {
		return blocks.ErrInconsistent
	}
	for g, low := range w.Low {
		for k, v := range low {
			if len(w.High[g]) != len(low) || !(v < w.High[g][k]) {
				return blocks.ErrInconsistent
			}
		}
	}
	return nil
}

// within is these numbers, in any order.
type within struct {
	Rows   int
	Values [][]float64 // of each group
	By     [][]float64 // equal rows that each is, by weight

	of *withinOf
}

func (s *within) Complete() error {
	for g, values := range s.Values {
		want := 0
		if s.of.Weighs() {
			want = len(values)
		}
		if len(s.By[g]) != want {
			return blocks.ErrInconsistent
		}
	}
	return nil
}

func (s *within) Count() int { return s.Rows }

func (s *within) Add(block blocks.Block) error {
	groups, values, err := grouped(block, len(s.of.Low))
	if err == nil {
		err = blocks.Consistent(!s.of.Weighs() || len(block.Weights) == block.Rows)
	}
	if err != nil {
		return err
	}
	s.Rows += block.Rows
	for i, v := range values {
		g := 0
		if groups != nil {
			g = int(groups[i])
		}
		k, equal := slices.BinarySearch(s.of.Low[g], v)
		if !equal && k > 0 && v < s.of.High[g][k-1] {
			s.Values[g] = append(s.Values[g], v)
			if s.of.Weighs() {
				s.By[g] = append(s.By[g], output.Unit(s.of.Unit).Count(block.Weights[i]))
			}
		}
	}
	return nil
}

func (s *within) Merge(other blocks.Partial) error {
	o, ok := other.(*within)
	if !ok || o.of != s.of {
		return blocks.ErrOther(s.of)
	}
	s.Rows += o.Rows
	for g, values := range o.Values {
		s.Values[g], s.By[g] = append(s.Values[g], values...), append(s.By[g], o.By[g]...)
	}
	return nil
}

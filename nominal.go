package suffice

import (
	"cmp"
	"math"
	"slices"
)

// Column is a nominal column as one input: what its levels have together.
type Column struct {
	Name   string    `json:"column"`
	Levels []int     `json:"levels"` // the inputs that stand for its levels, counted from 0
	Weight []float64 `json:"weight"` // in each component: the root of the sum of the squares of their weights
}

// NominalColumns are the nominal columns that have several inputs, the one with the largest
// weight first.
func (p *Projection) NominalColumns() []Column {
	var columns []Column
	at := map[string]int{}
	for j, name := range p.Inputs {
		level, ok := p.Levels[name]
		if !ok {
			continue
		}
		k, seen := at[level.Column]
		if !seen {
			k, at[level.Column] = len(columns), len(columns)
			columns = append(columns, Column{Name: level.Column, Weight: make([]float64, p.Dim())})
		}
		columns[k].Levels = append(columns[k].Levels, j)
		for c, row := range p.Components {
			columns[k].Weight[c] = math.Hypot(columns[k].Weight[c], row[j])
		}
	}
	columns = slices.DeleteFunc(columns, func(c Column) bool { return len(c.Levels) < 2 })
	slices.SortStableFunc(columns, func(a, b Column) int { return cmp.Compare(slices.Max(b.Weight), slices.Max(a.Weight)) })
	return columns
}

package suffice

import (
	"cmp"
	"math"
	"slices"

	"suffice/internal/sampling"
)

// UsedInputs lists, counted from 0, the inputs that have weight in some component. Sparse
// methods leave most inputs out: they have weight exactly 0 in all of them.
func (p *Projection) UsedInputs() []int {
	var used []int
	for j := range p.Inputs {
		if slices.ContainsFunc(p.Components, func(row []float64) bool { return row[j] != 0 }) {
			used = append(used, j)
		}
	}
	return used
}

// Used is the model of the inputs alone that have weight, in its components or the predictor's. Its components are the same, up to
// the rounding of sums.
func (p *Projection) Used() *Projection {
	weights := *p
	if p.Predictor != nil { // which may have components of its own
		weights.Components = slices.Concat(p.Components, p.Predictor.Components)
	}
	used := weights.UsedInputs()
	if len(used) == len(p.Inputs) || len(used) == 0 {
		return p
	}
	less := p.onInputs(used)
	if p.Predictor != nil && len(p.Predictor.Components) > 0 {
		predictor := *p.Predictor
		predictor.Components = pickEach(predictor.Components, used)
		less.Predictor = &predictor
	}
	less.Correlations = pickEach(p.Correlations, used)
	if p.Bootstrap != nil {
		sure := *p.Bootstrap
		sure.Low, sure.High = pickEach(sure.Low, used), pickEach(sure.High, used)
		less.Bootstrap = &sure
	}
	if p.Fill != nil {
		less.Fill = sampling.Pick(p.Fill, used)
	}
	less.Made, less.Levels = sampling.PickNamed(p.Made, less.Inputs), sampling.PickNamed(p.Levels, less.Inputs)
	return &less
}

// WithoutPredictor is the model of the components alone, which may need fewer inputs.
func (p *Projection) WithoutPredictor() *Projection {
	bare := *p
	bare.Predictor = nil
	return &bare
}

// onInputs is the model with the weights of the given inputs alone, and what else there is of it as it is.
func (p *Projection) onInputs(which []int) Projection {
	less := *p
	less.Inputs, less.Mean, less.Scale = sampling.Pick(p.Inputs, which), sampling.Pick(p.Mean, which), sampling.Pick(p.Scale, which)
	less.Components = pickEach(p.Components, which)
	return less
}

// pickEach picks columns of each row.
func pickEach(table [][]float64, columns []int) [][]float64 {
	var less [][]float64
	for _, row := range table {
		less = append(less, sampling.Pick(row, columns))
	}
	return less
}

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

package explore

import (
	"math"
	"slices"
	"strings"

	"suffice"
	"suffice/internal/draw"
	"suffice/internal/results"
	"suffice/table"
)

// Asked is a column that a prediction asks for.
type Asked struct {
	Name   string   `json:"name"`
	Type   string   `json:"type"`
	Levels []string `json:"levels"`
	Mean   *number  `json:"mean"`
}

// askedBy are the columns that a model needs of a row: those of inputs that have weight, or
// where these are many, those of the largest weights.
func (d *data) askedBy(m *suffice.Projection) []Asked {
	all, at, sizes := []Asked{}, map[string]int{}, []float64{}
	used := m.Used()
	weights := used.Weights()
	for j, name := range used.Inputs {
		level, isLevel := used.Levels[name]
		made, isMade := used.Made[name]
		column, kind := columnBehind(used, name), "number"
		switch {
		case isLevel:
			kind = "nominal"
		case isMade:
			kind, _, _ = strings.Cut(made.Form, ",")
		}
		k, known := at[column]
		if !known {
			k, at[column] = len(all), len(all)
			all = append(all, Asked{Name: column, Type: d.typeOf(column, kind), Levels: d.truths(column)})
			sizes = append(sizes, 0)
		}
		for _, row := range weights {
			sizes[k] = max(sizes[k], math.Abs(row[j]))
		}
		switch {
		case isLevel && !slices.Contains(all[k].Levels, level.Value):
			all[k].Levels = append(all[k].Levels, level.Value)
		case !isLevel && !isMade:
			all[k].Mean = new(number(used.Mean[j]))
		}
	}
	if len(all) <= mostAsked {
		return all
	}
	return draw.Pick(all, draw.Descending(sizes)[:mostAsked])
}

// columnBehind is the column of the table that an input is made of.
func columnBehind(m *suffice.Projection, input string) string {
	if level, ok := m.Levels[input]; ok {
		return level.Column
	}
	if made, ok := m.Made[input]; ok {
		return made.Column
	}
	return input
}

// truths are the words that a column has for true and false, where it is such a column.
func (d *data) truths(name string) []string {
	words := []string{}
	if j, err := d.table.Find(name); err == nil && d.described.Columns[j].Type == table.Boolean {
		for _, level := range d.described.Columns[j].Levels {
			words = append(words, level.Value)
		}
	}
	return words
}

// typeOf is the type of a column of the table, or another one where it is not there.
func (d *data) typeOf(name, otherwise string) string {
	j, err := d.table.Find(name)
	if err != nil {
		return otherwise
	}
	if kind := results.TypeOf(d.described.Columns[j]); otherwise == "nominal" || kind != table.Nominal.String() {
		return kind
	}
	return otherwise
}

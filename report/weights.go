package report

import (
	"fmt"
	"math"
	"strings"

	"suffice"
	"suffice/internal/humanize"
	"suffice/internal/sampling"
	"suffice/internal/termtext"
)

const (
	mostInputs     = 40
	mostComponents = 8
)

// weightsOf is the table of the loadings: inputs by their largest weight, and what is left out.
func weightsOf(m *suffice.Projection) termtext.Values {
	shown := m.Components[:min(mostComponents, m.Dim())]
	size := make([]float64, len(m.Inputs)) // the largest weight of each input
	var largest float64
	for _, row := range shown {
		for j, w := range row {
			size[j] = math.Max(size[j], math.Abs(w))
			largest = math.Max(largest, size[j])
		}
	}
	used := m.UsedInputs()
	order := sampling.Pick(used, sampling.Descending(sampling.Pick(size, used)))
	var table []termtext.Values
	for _, j := range order[:min(mostInputs, len(order))] {
		cells := make([]termtext.Values, len(shown))
		for k := range shown {
			cells[k] = weightOf(m, k, j, largest)
		}
		table = append(table, termtext.Values{"input": m.Inputs[j], "cells": cells, "mean": short(m.Mean[j]), "scale": short(m.Scale[j])})
	}
	more, below := len(order)-len(table), ""
	if more > 0 {
		below = short(size[order[mostInputs]])
	}
	return termtext.Values{"names": m.Names()[:len(shown)], "weights": table, "without weight": len(size) - len(order), "more": more, "below": below}
}

// weightOf is a cell of this table. Its bar shows the size, in percent of the largest.
func weightOf(m *suffice.Projection, component, input int, largest float64) termtext.Values {
	w := m.Components[component][input]
	cell := termtext.Values{
		"weight": fmt.Sprintf("%.4f", math.Round(w*1e4)/1e4+0), "per unit": short(w / m.Scale[input]), "share": 0, "negative": w < 0,
		"error": "", "correlation": "",
	}
	if largest > 0 {
		cell["share"] = int(math.Round(100 * math.Abs(w) / largest))
	}
	if m.Bootstrap != nil {
		cell["error"] = fmt.Sprintf("±%.3f", m.Bootstrap.Error(component, input))
	}
	if m.Correlations != nil {
		cell["correlation"] = fmt.Sprintf("%.2f", math.Round(m.Correlations[component][input]*100)/100+0)
	}
	return cell
}

// nominal are the nominal columns and their sizes in the components; nil where there are none.
func nominal(m *suffice.Projection) termtext.Values {
	var columns []termtext.Values
	for _, column := range m.NominalColumns() {
		var sizes []string
		for k, weight := range first(column.Weight) {
			sizes = append(sizes, fmt.Sprintf("%s %.4f", zName(k), weight))
		}
		columns = append(columns, termtext.Values{"column": column.Name, "sizes": strings.Join(sizes, ", ")})
	}
	if columns == nil {
		return nil
	}
	return termtext.Values{"columns": columns}
}

func short(v float64) string { return humanize.Number(v, 4) }

// zName is what component k is called.
func zName(k int) string { return fmt.Sprintf("z%d", k+1) }

// first are those of the components that tables show.
func first(values []float64) []float64 { return values[:min(mostComponents, len(values))] }

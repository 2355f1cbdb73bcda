package report

import (
	"cmp"
	"fmt"
	"slices"

	"suffice/chart"
	"suffice/output"
)

// alone draws a single component: against each number, or as a histogram of each class
// or of the rows that have each label.
func alone(z []float64, y *output.Target) []chart.Panel {
	const name = "z1"
	if y != nil && y.Kind.Numeric() {
		var panels []chart.Panel
		for k := range y.Names[:min(mostLabels, len(y.Names))] {
			panels = append(panels, chart.Points{X: z, Y: valuesOf(y, k), NameX: name, NameY: y.Names[k]})
		}
		return panels
	}
	histograms := chart.Histograms{NameX: name}
	switch {
	case y != nil && y.Kind == output.KindClass:
		histograms.Title, histograms.Groups = y.Names[0], classGroups(z, y)
	case y != nil && y.Kind == output.KindLabels:
		histograms.Title, histograms.Groups, histograms.All = "rows with each label", labelGroups(z, y), z
	default:
		histograms.Groups = []chart.Group{{Name: "rows", Values: z}}
	}
	return []chart.Panel{histograms}
}

// classGroups are the values of z in each class; the smallest of many classes together.
func classGroups(z []float64, y *output.Target) []chart.Group {
	groups := make([]chart.Group, len(y.Classes))
	for i, k := range y.Class {
		groups[k].Values = append(groups[k].Values, z[i])
	}
	var order []int
	for k := range groups {
		groups[k].Name = y.Classes[k]
		if len(groups[k].Values) > 0 {
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(groups[b].Values), len(groups[a].Values)) })
	var rest chart.Group
	if len(order) > mostGroups+1 {
		rest.Other = true
		rest.Name = fmt.Sprintf("%d others", len(order)-mostGroups)
		for _, k := range order[mostGroups:] {
			rest.Values = append(rest.Values, groups[k].Values...)
		}
		order = order[:mostGroups]
	}
	slices.Sort(order)
	var shown []chart.Group
	for _, k := range order {
		shown = append(shown, groups[k])
	}
	if rest.Values != nil {
		shown = append(shown, rest)
	}
	return shown
}

// labelGroups are the values of z in all rows and in those that have each of the most
// frequent labels.
func labelGroups(z []float64, y *output.Target) []chart.Group {
	groups := []chart.Group{{Name: "all rows", Values: z}}
	for _, k := range frequent(y, mostGroups) {
		group := chart.Group{Name: y.Names[k]}
		for i, v := range valuesOf(y, k) {
			if v != 0 {
				group.Values = append(group.Values, z[i])
			}
		}
		if len(group.Values) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

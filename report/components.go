package report

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"suffice/chart"
	"suffice/internal/draw"
	"suffice/internal/wording"
	"suffice/output"
	"suffice/rows"
)

const (
	mostPairs  = 6 // in a matrix of pairs
	mostLabels = 6 // in small multiples
	mostGroups = 10
)

// components draws the rows of z, coloured by y where it can be: one component against y,
// or as a histogram for each class; two against each other; more as pairs. The note says
// what is not shown.
func components(z *rows.Matrix, y *output.Target) (panels []chart.Panel, note string, err error) {
	if z == nil || z.Len() == 0 {
		return nil, "", errors.New("there are no rows to draw")
	}
	if y != nil && y.Len() != z.Len() {
		return nil, "", fmt.Errorf("%d rows of components, but %d of the target", z.Len(), y.Len())
	}
	paints, note := paintsOf(y)
	switch {
	case z.Width() == 1:
		return alone(column(z, 0), y), "", nil
	case z.Width() == 2 || len(paints) > 1:
		if z.Width() > 2 {
			note = wording.Remarks(fmt.Sprintf("the first 2 of %d components", z.Width()), note)
		}
		return scatter(z, paints), note, nil
	}
	if z.Width() > mostPairs {
		note = wording.Remarks(fmt.Sprintf("the first %d of %d components", mostPairs, z.Width()), note)
	}
	return []chart.Panel{pairs(z, paints[0])}, note, nil
}

// scatter draws the first two components, once for each paint.
func scatter(z *rows.Matrix, paints []paint) []chart.Panel {
	first, second := column(z, 0), column(z, 1)
	var panels []chart.Panel
	for _, p := range paints {
		panels = append(panels, chart.Points{
			Title: p.title, X: first, Y: second, NameX: "z1", NameY: "z2",
			Shade: p.shade, Class: p.class, Classes: p.classes, Background: p.background, ShadeLabel: p.label,
		})
	}
	return panels
}

func pairs(z *rows.Matrix, p paint) chart.Panel {
	matrix := chart.Pairs{
		Title: p.title,
		Shade: p.shade, Class: p.class, Classes: p.classes, Background: p.background, ShadeLabel: p.label,
	}
	for k := range min(mostPairs, z.Width()) {
		matrix.Columns = append(matrix.Columns, column(z, k))
		matrix.Names = append(matrix.Names, fmt.Sprintf("z%d", k+1))
	}
	return matrix
}

// column k of z.
func column(z *rows.Matrix, k int) []float64 {
	values := make([]float64, z.Len())
	for i := range values {
		values[i] = z.Row(i)[k]
	}
	return values
}

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

// paint is what colours mean in one picture.
type paint struct {
	title, label string
	shade        []float64
	class        []int
	classes      []string
	background   string
}

// paintsOf are the ways to colour rows by y: one for each of the most frequent labels,
// one for anything else. The note says what is left out.
func paintsOf(y *output.Target) ([]paint, string) {
	if y == nil {
		return []paint{{}}, "without the target, which the table does not have"
	}
	switch y.Kind {
	case output.KindNumber, output.KindNumbers:
		note := ""
		if len(y.Names) > 1 {
			note = fmt.Sprintf("coloured by the first of %d targets", len(y.Names))
		}
		return []paint{{label: y.Names[0], shade: valuesOf(y, 0)}}, note
	case output.KindClass:
		return []paint{{label: y.Names[0], class: y.Class, classes: y.Classes}}, ""
	case output.KindLabels:
		return labelPaints(y)
	}
	return []paint{{}}, fmt.Sprintf("without the target: a %s has no colour", y.Kind)
}

// manyRows are more than can be seen one by one.
const manyRows = 5000

func labelPaints(y *output.Target) ([]paint, string) {
	var paints []paint
	shown := frequent(y, mostLabels)
	for _, k := range shown {
		name, has := y.Names[k], valuesOf(y, k)
		p := paint{title: name}
		if y.Len() > manyRows {
			p.shade, p.label = has, "share of rows that have it"
		} else {
			p.class, p.classes, p.background = make([]int, len(has)), []string{"no", "yes"}, "no"
			for i, v := range has {
				p.class[i] = int(v)
			}
		}
		paints = append(paints, p)
	}
	if more := len(y.Names) - len(shown); more > 0 {
		return paints, fmt.Sprintf("the %d most frequent of %d labels", len(shown), len(y.Names))
	}
	return paints, ""
}

// frequent are the positions of the labels that most rows have, most first.
func frequent(y *output.Target, most int) []int {
	sums := make([]float64, len(y.Names))
	for i, v := range y.Values {
		sums[i%len(sums)] += v
	}
	order := draw.All(len(sums))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sums[b], sums[a]) })
	return order[:min(most, len(order))]
}

// valuesOf is column k of the values of y.
func valuesOf(y *output.Target, k int) []float64 {
	values := make([]float64, y.Len())
	for i := range values {
		values[i] = y.Values[i*len(y.Names)+k]
	}
	return values
}

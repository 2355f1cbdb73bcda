package report

import (
	"errors"
	"fmt"
	"slices"

	"suffice/chart"
	"suffice/internal/humanize"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

const (
	mostPairs   = 6  // in a matrix of pairs
	mostTargets = 16 // in small multiples
	mostUsual   = 4  // panels of the usual size
	mostGroups  = 20
)

// components draws the rows of z, coloured by y where it can be: one component against y,
// or as a histogram for each class; two against each other, once for each of several
// targets; more as pairs. The note says what is not shown.
func components(z *rows.Matrix, y *output.Target) (panels []chart.Panel, note string, err error) {
	if err := checkRows(z, y); err != nil {
		return nil, "", err
	}
	if z.Width() == 1 {
		panels, note = alone(z, y)
		return panels, note, nil
	}
	paints, note := paintsOf(z, y)
	if z.Width() == 2 || len(paints) > 1 {
		if z.Width() > 2 {
			note = humanize.Remarks(fmt.Sprintf("the first 2 of %d components", z.Width()), note)
		}
		return scatter(z, paints), note, nil
	}
	if z.Width() > mostPairs {
		note = humanize.Remarks(fmt.Sprintf("the first %d of %d components", mostPairs, z.Width()), note)
	}
	return []chart.Panel{pairs(z, paints[0])}, note, nil
}

func checkRows(z *rows.Matrix, y *output.Target) error {
	if z == nil || z.Len() == 0 {
		return errors.New("there are no rows to draw")
	}
	if y != nil && y.Len() != z.Len() {
		return fmt.Errorf("%d rows of components, but %d of the target", z.Len(), y.Len())
	}
	return nil
}

// scatter draws the first two components, once for each paint.
func scatter(z *rows.Matrix, paints []paint) []chart.Panel {
	first, second := column(z, 0), column(z, 1)
	var panels []chart.Panel
	for _, p := range paints {
		panels = append(panels, chart.Points{
			Title: p.title, X: first, Y: second, NameX: "z1", NameY: "z2", Small: len(paints) > mostUsual,
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
		matrix.Names = append(matrix.Names, zName(k))
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
func alone(z *rows.Matrix, y *output.Target) (panels []chart.Panel, note string) {
	const name = "z1"
	values := column(z, 0)
	if y != nil && y.Kind.Numeric() {
		shown, note := chosen(z, y, "targets")
		for _, k := range shown {
			panels = append(panels, along(z, y, 0, k, len(shown) > mostUsual))
		}
		return panels, note
	}
	histograms := chart.Histograms{NameX: name}
	switch {
	case y != nil && y.Kind == output.KindClass:
		histograms.Title, histograms.Groups = y.Names[0], classGroups(values, y)
	case y != nil && y.Kind == output.KindLabels:
		shown, more := chosen(z, y, "labels")
		note = more
		histograms.Title, histograms.Groups, histograms.All = "rows with each label", labelGroups(values, y, shown), values
	default:
		histograms.Groups = []chart.Group{{Name: "rows", Values: values}}
	}
	return []chart.Panel{histograms}, note
}

// grouping puts classes into groups: each of the largest by itself, in the order of their
// names, and the rest of many together in the last one.
type grouping struct {
	of    []int // the group of each row
	names []string
	other bool // whether the last is what is left
}

func groupsOf(y *output.Target) grouping {
	sizes := make([]int, len(y.Classes))
	for _, k := range y.Class {
		sizes[k]++
	}
	present := slices.DeleteFunc(sampling.Descending(sizes), func(k int) bool { return sizes[k] == 0 })
	largest := slices.Clone(present)
	if len(largest) > mostGroups+1 {
		largest = largest[:mostGroups]
	}
	slices.Sort(largest)
	g := grouping{of: make([]int, len(y.Class)), other: len(largest) < len(present)}
	place := make([]int, len(sizes))
	for k := range place {
		place[k] = len(largest)
	}
	for at, k := range largest {
		place[k], g.names = at, append(g.names, y.Classes[k])
	}
	if g.other {
		g.names = append(g.names, fmt.Sprintf("%d others", len(present)-len(largest)))
	}
	for i, k := range y.Class {
		g.of[i] = place[k]
	}
	return g
}

// classGroups are the values of z in each class; the smallest of many classes together.
func classGroups(z []float64, y *output.Target) []chart.Group {
	g := groupsOf(y)
	groups := make([]chart.Group, len(g.names))
	for k, name := range g.names {
		groups[k].Name, groups[k].Other = name, g.other && k == len(groups)-1
	}
	for i, k := range g.of {
		groups[k].Values = append(groups[k].Values, z[i])
	}
	return groups
}

// labelGroups are the values of z in all rows and in those that have each of some labels.
func labelGroups(z []float64, y *output.Target, shown []int) []chart.Group {
	groups := []chart.Group{{Name: "all rows", Values: z}}
	for _, k := range shown {
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

// paintsOf are the ways to colour rows by y: one for each number or label, one for anything
// else. The note says what is left out.
func paintsOf(z *rows.Matrix, y *output.Target) (paints []paint, note string) {
	if y == nil {
		return []paint{{}}, "without the target, which the table does not have"
	}
	switch y.Kind {
	case output.KindNumber, output.KindNumbers:
		shown, note := chosen(z, y, "targets")
		for _, k := range shown {
			p := paint{label: y.Names[k], shade: valuesOf(y, k)}
			if len(shown) > 1 {
				p.title, p.label = p.label, ""
			}
			paints = append(paints, p)
		}
		return paints, note
	case output.KindClass:
		return []paint{{label: y.Names[0], class: y.Class, classes: y.Classes}}, ""
	case output.KindLabels:
		shown, note := chosen(z, y, "labels")
		for _, k := range shown {
			paints = append(paints, labelPaint(y, k))
		}
		return paints, note
	}
	return []paint{{}}, fmt.Sprintf("without the target: a %s has no colour", y.Kind)
}

// manyRows are more than can be seen one by one.
const manyRows = 5000

func labelPaint(y *output.Target, k int) paint {
	has := valuesOf(y, k)
	p := paint{title: y.Names[k]}
	if y.Len() > manyRows {
		p.shade, p.label = has, "share of rows that have it"
		return p
	}
	p.class, p.classes, p.background = make([]int, len(has)), []string{"no", "yes"}, "no"
	for i, v := range has {
		p.class[i] = int(v)
	}
	return p
}

// valuesOf is column k of the values of y.
func valuesOf(y *output.Target, k int) []float64 {
	values := make([]float64, y.Len())
	for i := range values {
		values[i] = y.Values[i*len(y.Names)+k]
	}
	return values
}

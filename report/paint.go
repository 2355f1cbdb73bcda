package report

import (
	"cmp"
	"fmt"
	"slices"

	"suffice/internal/draw"
	"suffice/output"
)

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

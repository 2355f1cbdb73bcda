package report

import (
	"errors"
	"fmt"

	"suffice/chart"
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

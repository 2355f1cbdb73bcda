package report

import (
	"errors"
	"fmt"
	"math"

	"suffice/chart"
	"suffice/internal/humanize"
	"suffice/internal/learn"
	"suffice/output"
	"suffice/rows"
)

// HasSummary reports whether a summary shows what the picture of the components does not: a
// single component is drawn against a number anyway.
func (r Report) HasSummary() bool {
	if r.Y == nil || r.Z == nil {
		return false
	}
	return r.Y.Kind == output.KindClass || r.Y.Kind.Numeric() && r.Z.Width() > 1
}

// summary draws the target along each component: a number with its mean and a band, the
// shares of classes; each of several numbers along the component that tells most about it.
func summary(z *rows.Matrix, y *output.Target) (panels []chart.Panel, note string, err error) {
	if err := checkRows(z, y); err != nil {
		return nil, "", err
	}
	shown := min(mostPairs, z.Width())
	if z.Width() > shown {
		note = fmt.Sprintf("the first %d of %d components", shown, z.Width())
	}
	switch {
	case y == nil:
		return nil, "", errors.New("a summary shows the target along each component, and the table does not have it; leave it out")
	case y.Kind == output.KindClass:
		groups := groupsOf(y)
		for k := range shown {
			panels = append(panels, chart.Shares{
				Title: y.Names[0], NameX: zName(k), X: column(z, k), Class: groups.of, Classes: groups.names, Other: groups.other,
			})
		}
		return panels, note, nil
	case y.Kind.Numeric() && len(y.Names) == 1:
		for k := range shown {
			panels = append(panels, along(z, y, k, 0, false))
		}
		return panels, note, nil
	case y.Kind.Numeric():
		targets, more := chosen(z, y, "targets")
		for _, target := range targets {
			panels = append(panels, along(z, y, bestFor(z, y, target, shown), target, len(targets) > mostUsual))
		}
		if shown > 1 {
			more = humanize.Remarks(more, "each target along the component that tells most about it")
		}
		return panels, humanize.Remarks(note, more), nil
	}
	return nil, "", fmt.Errorf("a summary shows numbers or classes along each component, not %s; leave it out", y.Kind)
}

// along draws a target along component k.
func along(z *rows.Matrix, y *output.Target, k, target int, small bool) chart.Panel {
	return chart.Points{X: column(z, k), Y: valuesOf(y, target), NameX: zName(k), NameY: y.Names[target], Smooth: true, Small: small}
}

// bestFor is the one of the first components along which a smooth curve tells most about a
// target.
func bestFor(z *rows.Matrix, y *output.Target, target, components int) int {
	best, most := 0, math.Inf(-1)
	values := valuesOf(y, target)
	for k := range components {
		curve, err := learn.Smooth(column(z, k), values, math.Inf(-1), math.Inf(1))
		if err == nil && curve.R2 > most {
			best, most = k, curve.R2
		}
	}
	return best
}

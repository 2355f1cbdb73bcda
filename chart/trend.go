package chart

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"suffice/internal/humanize"
	"suffice/internal/learn"
)

// trend is the mean of y along x, with the band that it is in with 95% confidence at each
// place.
type trend struct {
	*learn.Curve
	low, high float64 // of the axis
}

// trendOf is that of a cloud, whose rows far out have no part in it. Where there are too few
// values for a curve, it is empty.
func trendOf(s *cloud, ready *prepared) trend {
	y := make([]float64, len(s.y))
	for i, v := range s.y {
		y[i] = max(s.up.low, min(s.up.high, v)) // a row far out counts as one at the border
	}
	curve, err := learn.Smooth(s.x, y, s.across.from, s.across.to)
	if err != nil {
		return trend{Curve: &learn.Curve{}}
	}
	ready.remark = humanize.Remarks(ready.remark, "line: the mean along the component; band: where it is with 95% confidence, place by place")
	low, high := apart(s.up.low, s.up.high)
	return trend{curve, low, high}
}

// within keeps a band inside the plot.
func (t trend) within(v float64) float64 { return max(t.low, min(t.high, v)) }

// Plot implements plot.Plotter.
func (t trend) Plot(c draw.Canvas, p *plot.Plot) {
	for from := 0; from < len(t.X); { // piece by piece, between gaps
		to := from
		for to < len(t.X) && !math.IsNaN(t.Mean[to]) {
			to++
		}
		if to > from {
			t.plotPiece(c, p, from, to)
		}
		from = to + 1
	}
}

func (t trend) plotPiece(c draw.Canvas, p *plot.Plot, from, to int) {
	x, y := p.Transforms(&c)
	var line, low, high []vg.Point
	for k := from; k < to; k++ {
		line = append(line, vg.Point{X: x(t.X[k]), Y: y(t.within(t.Mean[k]))})
		low = append(low, vg.Point{X: x(t.X[k]), Y: y(t.within(t.Low[k]))})
		high = append(high, vg.Point{X: x(t.X[k]), Y: y(t.within(t.High[k]))})
	}
	slices.Reverse(high)
	vermilion := palette[5]
	c.SetColor(color.NRGBA{vermilion.R, vermilion.G, vermilion.B, 80})
	c.Fill(closed(append(low, high...)))
	c.StrokeLines(draw.LineStyle{Color: white, Width: 3.2}, line) // seen on any colour
	c.StrokeLines(draw.LineStyle{Color: vermilion, Width: 1.8}, line)
}

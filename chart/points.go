package chart

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Points is a panel with a point for each row: a scatter plot.
type Points struct {
	Title      string
	X, Y       []float64
	Shade      []float64 // a third value, shown by colour, with a bar that explains it; may be nil
	NameX      string    // labels of the axes
	NameY      string
	ShadeLabel string
}

func (s Points) plot() (*plot.Plot, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	p := newPlot(s.Title, s.NameX, s.NameY)
	points := make(plotter.XYs, len(s.X))
	for i := range points {
		points[i] = plotter.XY{X: s.X[i], Y: s.Y[i]}
	}
	drawn, err := plotter.NewScatter(points)
	if err != nil {
		return nil, err
	}
	plain := palette[0]
	plain.A = 150 // where points overlap, it gets darker
	drawn.GlyphStyle = draw.GlyphStyle{Color: plain, Radius: vg.Length(s.radius()), Shape: draw.CircleGlyph{}}
	if s.Shade != nil {
		low, high := s.between()
		drawn.GlyphStyleFunc = func(i int) draw.GlyphStyle {
			style := drawn.GlyphStyle
			style.Color = shade((s.Shade[i] - low) / (high - low))
			return style
		}
	}
	p.Add(drawn)
	return p, nil
}

func (s Points) check() error {
	if len(s.X) == 0 {
		return errors.New("there are no points")
	}
	if len(s.Y) != len(s.X) || s.Shade != nil && len(s.Shade) != len(s.X) {
		return fmt.Errorf("%d values of x, %d of y and %d for the colour", len(s.X), len(s.Y), len(s.Shade))
	}
	for _, values := range [][]float64{s.X, s.Y, s.Shade} {
		for i, v := range values {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("point %d has the value %g", i+1, v)
			}
		}
	}
	return nil
}

// radius of a point: the more there are, the smaller.
func (s Points) radius() float64 {
	return math.Max(.8, math.Min(2.5, 60/math.Sqrt(float64(len(s.X)))))
}

// between is the range of the colours: the values but for a hundredth at either end, so
// that a few far out do not take all colours for themselves.
func (s Points) between() (low, high float64) {
	sorted := slices.Sorted(slices.Values(s.Shade))
	last := len(sorted) - 1
	low, high = sorted[last/100], sorted[last-last/100]
	if low == high {
		return low - .5, high + .5
	}
	return low, high
}

const (
	barWidth = 12
	barRoom  = 62 // with its marks
	barLabel = 18 // above it
)

// beside draws the bar that explains the colours.
func (s Points) beside(all draw.Canvas) draw.Canvas {
	if s.Shade == nil {
		return all
	}
	low, high := s.between()
	p, err := s.plot()
	if err != nil { // seen before
		return all
	}
	p.Title.Text = "" // is above all this already
	rest := draw.Crop(all, 0, -barRoom, 0, 0)
	inner := p.DataCanvas(rest)
	left, bottom, top := rest.Max.X+8, inner.Min.Y, inner.Max.Y-barLabel
	const pieces = 128
	for k := range pieces {
		from := bottom + (top-bottom)*vg.Length(k)/pieces
		to := min(top, bottom+(top-bottom)*(vg.Length(k)+1.5)/pieces) // over the next, so that no seam shows
		all.SetColor(shade((float64(k) + .5) / pieces))
		all.Fill(vg.Rectangle{Min: vg.Point{X: left, Y: from}, Max: vg.Point{X: left + barWidth, Y: to}}.Path())
	}
	marks := lettering(11, draw.XLeft, draw.YCenter)
	for _, mark := range steps(low, high) {
		y := bottom + (top-bottom)*vg.Length((mark.Value-low)/(high-low))
		all.StrokeLine2(draw.LineStyle{Color: ink, Width: .5}, left+barWidth, y, left+barWidth+4, y)
		all.FillText(marks, vg.Point{X: left + barWidth + 7, Y: y}, mark.Label)
	}
	all.FillText(lettering(12, draw.XCenter, draw.YBottom), vg.Point{X: left + barWidth/2, Y: top + 4}, s.ShadeLabel)
	return rest
}

package chart

import (
	"errors"
	"fmt"
	"math"
	"slices"

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

func (s Points) prepare() (*prepared, error) {
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
	ready := &prepared{plot: p}
	if s.Shade != nil {
		low, high := s.between()
		ready.key = bar{label: s.ShadeLabel, low: low, high: high, marks: steps(low, high)}
		drawn.GlyphStyleFunc = func(i int) draw.GlyphStyle {
			style := drawn.GlyphStyle
			style.Color = shade((s.Shade[i] - low) / (high - low))
			return style
		}
	}
	p.Add(drawn)
	return ready, nil
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

package chart

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Line is a panel with one line through points that belong to stages, each with a mark
// of its own: the score during a fit, say.
type Line struct {
	Title  string
	NameX  string
	NameY  string
	X, Y   []float64
	Stage  []int // of each point, a position in Stages
	Stages []string
}

func (l Line) prepare() (*prepared, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	p := newPlot(l.Title, l.NameX, l.NameY)
	p.Add(l)
	p.X.Min, p.X.Max = wider(slices.Min(l.X), slices.Max(l.X), .05)
	p.Y.Min, p.Y.Max = wider(slices.Min(l.Y), slices.Max(l.Y), .06)
	p.X.Tick.Marker = plot.TickerFunc(whole)
	k := legend{}
	for s, name := range l.Stages {
		if slices.Contains(l.Stage, s) {
			k.entries = append(k.entries, entry{name, markOf(s).sample(false)})
		}
	}
	return &prepared{plot: p, key: k}, nil
}

// whole leaves marks at whole numbers only.
func whole(low, high float64) []plot.Tick {
	var marks []plot.Tick
	for _, mark := range steps(low, high) {
		if mark.Value == math.Round(mark.Value) {
			mark.Label = fmt.Sprint(int(mark.Value))
			marks = append(marks, mark)
		}
	}
	return marks
}

func (l Line) check() error {
	n := len(l.X)
	if n == 0 {
		return errors.New("there are no points")
	}
	if len(l.Y) != n || len(l.Stage) != n {
		return fmt.Errorf("%d values of x, %d of y and %d stages", n, len(l.Y), len(l.Stage))
	}
	for i := range n {
		if v := l.X[i] + l.Y[i]; isNoPlace(v) {
			return fmt.Errorf("point %d has the value %g", i+1, v)
		}
		if l.Stage[i] < 0 || l.Stage[i] >= len(l.Stages) {
			return fmt.Errorf("point %d has stage %d of %d", i+1, l.Stage[i], len(l.Stages))
		}
	}
	return nil
}

// Plot implements plot.Plotter.
func (l Line) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	points := make([]vg.Point, len(l.X))
	for i := range points {
		points[i] = vg.Point{X: x(l.X[i]), Y: y(l.Y[i])}
	}
	c.StrokeLines(draw.LineStyle{Color: grey, Width: 1.2}, points)
	size := vg.Length(math.Max(2.2, math.Min(4, 120/float64(len(points)))))
	for i, at := range points {
		markOf(l.Stage[i]).draw(c, at, size)
	}
}

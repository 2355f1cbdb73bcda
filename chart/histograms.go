package chart

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Histograms is a panel of histograms one below the other, on one axis: how values
// are spread in each of some groups. Each is as high as its own highest column.
type Histograms struct {
	Title  string
	NameX  string
	Groups []Group
}

// Group is one of them.
type Group struct {
	Name   string
	Values []float64
}

const histogramLine = 34 * vg.Length(1) // height of one of many

// columnsFor is how many columns histograms of about so many values have.
func columnsFor(n int) int {
	return min(60, max(8, int(2*math.Sqrt(float64(n)))))
}

func (h Histograms) prepare() (*prepared, error) {
	low, high := math.Inf(1), math.Inf(-1)
	total := 0
	for _, g := range h.Groups {
		total += len(g.Values)
		for i, v := range g.Values {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("group %q has the value %g at place %d", g.Name, v, i+1)
			}
			low, high = math.Min(low, v), math.Max(high, v)
		}
	}
	if low > high {
		return nil, errors.New("there are no values")
	}
	if low == high {
		low, high = low-.5, high+.5
	}
	p := newSideways(h.Title, h.NameX)
	drawn := histograms{low: low, high: high}
	names := make([]string, len(h.Groups))
	for k, g := range h.Groups {
		drawn.heights = append(drawn.heights, heights(g.Values, low, high, columnsFor(total/len(h.Groups))))
		names[k] = g.Name
	}
	marks := make([]plot.Tick, len(names))
	for k, name := range distinct(names, 22) {
		if len(names) > 1 || name != "" {
			name = fmt.Sprintf("%s (%d)", name, len(h.Groups[k].Values))
		}
		marks[k] = plot.Tick{Value: -float64(k) + .4, Label: name}
	}
	p.Add(drawn)
	p.X.Min, p.X.Max = low, high
	p.Y.Min, p.Y.Max = -float64(len(names))+.98, 1
	p.Y.Tick.Marker = plot.ConstantTicks(marks)
	return &prepared{plot: p, height: max(panelHeight, histogramLine*vg.Length(len(names))+80)}, nil
}

// heights are the shares of the values in so many columns from low to high, the highest 1.
func heights(values []float64, low, high float64, columns int) []float64 {
	counts := make([]float64, columns)
	var most float64
	for _, v := range values {
		k := min(columns-1, int((v-low)/(high-low)*float64(columns)))
		counts[k]++
		most = math.Max(most, counts[k])
	}
	for k := range counts {
		counts[k] /= math.Max(1, most)
	}
	return counts
}

// histograms stand on 0, -1, -2 and so on.
type histograms struct {
	low, high float64
	heights   [][]float64
}

// Plot implements plot.Plotter.
func (h histograms) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for k, columns := range h.heights {
		step := (h.high - h.low) / float64(len(columns))
		base := -float64(k)
		outline := []vg.Point{{X: x(h.low), Y: y(base)}}
		for j, height := range columns {
			top := y(base + .88*height)
			outline = append(outline,
				vg.Point{X: x(h.low + float64(j)*step), Y: top}, vg.Point{X: x(h.low + float64(j+1)*step), Y: top})
		}
		outline = append(outline, vg.Point{X: x(h.high), Y: y(base)})
		c.SetColor(colour(k))
		c.Fill(closed(outline))
		c.StrokeLines(draw.LineStyle{Color: darker(colour(k), .7), Width: .5}, outline)
		c.StrokeLine2(draw.LineStyle{Color: grey, Width: .5}, c.Min.X, y(base), c.Max.X, y(base))
	}
}

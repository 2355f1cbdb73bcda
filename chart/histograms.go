package chart

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Histograms is a panel of histograms one below the other, on one axis: how values
// are spread in each of some groups. Each is as high as its own highest column. A few
// values far from all others are triangles at the border.
type Histograms struct {
	Title  string
	NameX  string
	Groups []Group
	All    []float64 // each value once, where groups share some; nil means that they do not
}

// Group is one of them.
type Group struct {
	Name   string
	Values []float64
	Other  bool // what is left of many: grey
}

const histogramLine = 34 * vg.Length(1) // height of one of many

func (h Histograms) prepare() (*prepared, error) {
	all, total, err := h.values()
	if err != nil {
		return nil, err
	}
	shown := reachOf(all)
	shown.low, shown.high = apart(shown.low, shown.high)
	p := newSideways(h.Title, h.NameX)
	drawn := histograms{reach: shown}
	names := make([]string, len(h.Groups))
	columns := min(60, max(8, int(2*math.Sqrt(float64(total/len(h.Groups))))))
	for k, g := range h.Groups {
		drawn.add(g, groupColour(k, g.Other), columns)
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
	p.X.Min, p.X.Max = shown.low, shown.high
	p.Y.Min, p.Y.Max = -float64(len(names))+.98, 1
	p.Y.Tick.Marker = plot.ConstantTicks(marks)
	return &prepared{
		plot: p, height: max(panelHeight, histogramLine*vg.Length(len(names))+80),
		remark: farRemark(len(outside([]reach{shown}, all))),
	}, nil
}

// values are those of all groups, and how many the groups have together.
func (h Histograms) values() (all []float64, total int, err error) {
	for _, g := range h.Groups {
		if i := slices.IndexFunc(g.Values, isNoPlace); i >= 0 {
			return nil, 0, fmt.Errorf("group %q has the value %g at place %d", g.Name, g.Values[i], i+1)
		}
		all = append(all, g.Values...)
	}
	if len(all) == 0 {
		return nil, 0, errors.New("there are no values")
	}
	if h.All != nil {
		return h.All, len(all), nil
	}
	return all, len(all), nil
}

// groupColour is that of the kth group.
func groupColour(k int, other bool) color.NRGBA {
	if other {
		return grey
	}
	return colour(k)
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
	reach
	columns []columns
}

// columns are those of one histogram.
type columns struct {
	heights []float64
	colour  color.NRGBA
	far     [2]bool // whether there are values further out, on the left and on the right
}

// add puts the histogram of a group below the others.
func (h *histograms) add(g Group, colour color.NRGBA, n int) {
	made := columns{colour: colour}
	var inside []float64
	for _, v := range g.Values {
		switch h.side(v) {
		case -1:
			made.far[0] = true
		case 1:
			made.far[1] = true
		default:
			inside = append(inside, v)
		}
	}
	made.heights = heights(inside, h.low, h.high, n)
	h.columns = append(h.columns, made)
}

// Plot implements plot.Plotter.
func (h histograms) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for k, columns := range h.columns {
		step := (h.high - h.low) / float64(len(columns.heights))
		base := -float64(k)
		outline := []vg.Point{{X: x(h.low), Y: y(base)}}
		for j, height := range columns.heights {
			top := y(base + .88*height)
			outline = append(outline,
				vg.Point{X: x(h.low + float64(j)*step), Y: top}, vg.Point{X: x(h.low + float64(j+1)*step), Y: top})
		}
		outline = append(outline, vg.Point{X: x(h.high), Y: y(base)})
		c.SetColor(columns.colour)
		c.Fill(closed(outline))
		c.StrokeLines(draw.LineStyle{Color: darker(columns.colour, .7), Width: .5}, outline)
		c.StrokeLine2(draw.LineStyle{Color: grey, Width: .5}, c.Min.X, y(base), c.Max.X, y(base))
		for side, far := range columns.far {
			if far {
				at := vg.Point{X: []vg.Length{x(h.low) + 3, x(h.high) - 3}[side], Y: y(base + .3)}
				drawFar(c, mark{colour: columns.colour}, at, 2*side-1, 0)
			}
		}
	}
}

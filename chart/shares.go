package chart

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"suffice/internal/humanize"
	"suffice/internal/learn"
)

// Shares is a panel of the shares of classes along x, smoothed: areas one upon the other
// that fill the panel, with their names where there is room.
type Shares struct {
	Title   string
	NameX   string
	X       []float64
	Class   []int // of each row, a position in Classes
	Classes []string
	Other   bool // the last class is what is left of many: grey
}

func (s Shares) prepare() (*prepared, error) {
	if len(s.X) == 0 || len(s.Class) != len(s.X) {
		return nil, fmt.Errorf("%d values of x and %d classes", len(s.X), len(s.Class))
	}
	for i, k := range s.Class {
		if k < 0 || k >= len(s.Classes) {
			return nil, fmt.Errorf("point %d has class %d of %d", i+1, k, len(s.Classes))
		}
	}
	if err := checkPoints(s.X); err != nil {
		return nil, err
	}
	from, to := inner(s.X)
	at, shares, err := learn.SmoothShares(s.X, s.Class, len(s.Classes), from, to)
	if err != nil || from == to { // too few values: one share for all places
		at, shares = s.level(from, to)
	}
	p := bare(s.Title, s.NameX, "share of rows")
	drawn := areas{at: at, shares: shares}
	k := legend{lines: panelLines}
	for class, name := range s.Classes {
		area := mark{colour: groupColour(class, s.Other && class == len(s.Classes)-1)}
		drawn.colours = append(drawn.colours, area)
		drawn.names = append(drawn.names, printable(name))
		k.entries = append(k.entries, entry{printable(name), area.swatch})
	}
	slices.Reverse(k.entries) // as they lie upon each other
	p.Add(drawn)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = at[0], at[len(at)-1], 0, 1
	p.X.Padding, p.Y.Padding = 0, 0
	p.X.Tick.Marker = spaced(panelWidth-110, false)
	p.Y.Tick.Marker = plot.TickerFunc(percent)
	return &prepared{plot: p, key: k, remark: "shares: of the rows about each place, smoothed, but for the hundredth at either end"}, nil
}

// level are the shares of all rows, from one end to the other.
func (s Shares) level(from, to float64) (at []float64, shares [][]float64) {
	from, to = apart(from, to)
	at, shares = []float64{from, to}, make([][]float64, len(s.Classes))
	for k := range shares {
		shares[k] = make([]float64, 2)
	}
	for _, k := range s.Class {
		for place := range at {
			shares[k][place] += 1 / float64(len(s.Class))
		}
	}
	return at, shares
}

// inner is the range of the values but for a hundredth at either end, where rows are few.
func inner(values []float64) (from, to float64) {
	sorted := slices.Sorted(slices.Values(values))
	last := len(sorted) - 1
	return sorted[last/100], sorted[last-last/100]
}

// percent marks an axis of shares.
func percent(low, high float64) []plot.Tick {
	marks := steps(low, high)
	for k := range marks {
		marks[k].Label = humanize.Number(100*marks[k].Value, 3) + "%"
	}
	return marks
}

// swatch draws the colour of an area in a key.
func (m mark) swatch(c draw.Canvas, at vg.Point) {
	half := vg.Point{X: 5, Y: 4}
	drawRimmed(c, vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}.Path(), m.colour, m.rim(), .4)
}

// areas lie one upon the other, the first at the bottom.
type areas struct {
	at      []float64
	shares  [][]float64
	colours []mark
	names   []string
}

// Plot implements plot.Plotter.
func (a areas) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	below := make([]float64, len(a.at))
	for k, share := range a.shares {
		outline := make([]vg.Point, 0, 2*len(a.at))
		for place, at := range a.at {
			outline = append(outline, vg.Point{X: x(at), Y: y(below[place])})
		}
		for place := len(a.at) - 1; place >= 0; place-- {
			below[place] += share[place]
			outline = append(outline, vg.Point{X: x(a.at[place]), Y: y(below[place])})
		}
		drawRimmed(c, closed(outline), a.colours[k].colour, white, .5)
	}
	a.plotNames(c, x, y)
}

// plotNames writes names where their areas are highest, if these are high enough.
func (a areas) plotNames(c draw.Canvas, x, y func(float64) vg.Length) {
	style := lettering(9, draw.XCenter, draw.YCenter)
	for k, share := range a.shares {
		widest := slices.Index(share, slices.Max(share))
		var below float64
		for _, lower := range a.shares[:k] {
			below += lower[widest]
		}
		name := fitting(style, a.names[k], centreMost)
		half := vg.Point{X: style.Width(name)/2 + 3, Y: 6}
		if y(share[widest])-y(0) < 2*half.Y+4 {
			continue
		}
		at := vg.Point{X: x(a.at[widest]), Y: y(below + share[widest]/2)}
		at.X = max(c.Min.X+half.X+2, min(c.Max.X-half.X-2, at.X))
		backing := white
		backing.A = 215
		c.SetColor(backing)
		c.Fill(vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}.Path())
		c.FillText(style, at.Add(vg.Point{Y: 1}), name)
	}
}

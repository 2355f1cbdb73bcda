package chart

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"suffice/internal/humanize"
	pick "suffice/internal/sampling"
)

// Curves is a panel of curves with error bars, such as the error of methods against
// the number of components. Where points would run into each other, as those at 1, 2, 5,
// 10, 20 and 50 would, the axis of x is logarithmic.
type Curves struct {
	Title  string
	NameX  string
	NameY  string
	Curves []Curve

	Bars      string    // what bars are; "" means the standard deviation
	Places    []float64 // of x that the axis has to hold and to mark beside those of the curves
	LogX      bool      // the axis of x is logarithmic, crowded or not; all places must be above 0
	LogY      bool      // the axis of y is logarithmic; all values must be above 0
	Low, High float64   // values that the axis of y has to hold beside those of the curves; 0 means no more
}

// Curve is one of them. Its marks are hollow, and filled where Best says so: where it
// is the best of all, or not different from the best by a t-test.
type Curve struct {
	Name string
	X    []float64
	Mean []float64
	SD   []float64 // half the height of the bars; nil for none
	Best []bool    // nil for nowhere
	Flat bool      // a level across the panel, of the first mean, to compare with; X is not looked at
}

func (c Curves) prepare() (*prepared, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	p := newPlot(c.Title, c.NameX, c.NameY)
	levels, rest := c.drawn()
	drawn := slices.Concat(levels, rest)
	p.Add(drawn)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = drawn.DataRange()
	if at := c.places(); len(at) > 0 {
		p.X.Min, p.X.Max = at[0], at[len(at)-1]
	}
	if c.logarithmic() {
		p.X.Scale = plot.LogScale{}
		low, high := wider(math.Log(p.X.Min), math.Log(p.X.Max), .06)
		p.X.Min, p.X.Max = math.Exp(low), math.Exp(high)
	} else {
		p.X.Min, p.X.Max = wider(p.X.Min, p.X.Max, .06)
	}
	c.rangeY(&p.Y)
	p.X.Padding, p.Y.Padding = 0, 0
	p.X.Tick.Marker = c.ticks()
	return &prepared{plot: p, key: c.key()}, nil
}

// rangeY makes the axis of y hold all values, with some room.
func (c Curves) rangeY(y *plot.Axis) {
	for _, v := range []float64{c.Low, c.High} {
		if v != 0 {
			y.Min, y.Max = math.Min(y.Min, v), math.Max(y.Max, v)
		}
	}
	if !c.LogY {
		y.Min, y.Max = wider(y.Min, y.Max, .04)
		return
	}
	low, high := wider(math.Log10(y.Min), math.Log10(y.Max), .04)
	y.Min, y.Max = math.Pow(10, low), math.Pow(10, high)
	y.Scale, y.Tick.Marker = plot.LogScale{}, plot.TickerFunc(powers)
}

func (c Curves) check() error {
	if at := c.places(); c.LogX && len(at) > 0 && at[0] <= 0 {
		return fmt.Errorf("a logarithmic axis cannot hold %g", at[0])
	}
	if c.LogY && (c.Low < 0 || c.High < 0) {
		return fmt.Errorf("a logarithmic axis cannot hold %g", math.Min(c.Low, c.High))
	}
	if len(c.Curves) == 0 {
		return errors.New("there are no curves")
	}
	for _, curve := range c.Curves {
		n := len(curve.Mean)
		if n == 0 {
			return fmt.Errorf("curve %q has no points", curve.Name)
		}
		if !curve.Flat && len(curve.X) != n || curve.SD != nil && len(curve.SD) != n || curve.Best != nil && len(curve.Best) != n {
			return fmt.Errorf("curve %q has %d values of x, %d means, %d deviations and %d marks",
				curve.Name, len(curve.X), n, len(curve.SD), len(curve.Best))
		}
		if c.LogY {
			for i, mean := range curve.Mean {
				if mean-curve.deviation(i) <= 0 {
					return fmt.Errorf("curve %q reaches %g at point %d, which a logarithmic axis cannot hold", curve.Name, mean-curve.deviation(i), i+1)
				}
			}
		}
		for _, values := range [][]float64{curve.X, curve.Mean, curve.SD} {
			if i := slices.IndexFunc(values, isNoPlace); i >= 0 {
				return fmt.Errorf("curve %q has the value %g at point %d", curve.Name, values[i], i+1)
			}
		}
	}
	return nil
}

// places are the values of x of the points.
func (c Curves) places() []float64 {
	at := slices.Clone(c.Places)
	for _, curve := range c.Curves {
		if !curve.Flat {
			at = append(at, curve.X...)
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// mostMarks is how many places are marked one by one.
const mostMarks = 10

// logarithmic reports whether few points are crowded on an axis, but not on that of
// their logarithms.
func (c Curves) logarithmic() bool {
	at := c.places()
	if c.LogX && len(at) > 0 {
		return true
	}
	if len(at) == 0 || len(at) > mostMarks || at[0] <= 0 || !crowded(at) {
		return false
	}
	for k, x := range at {
		at[k] = math.Log(x)
	}
	return !crowded(at)
}

// ticks marks the places of the points where these are few, as dimensions are.
func (c Curves) ticks() plot.Ticker {
	at := c.places()
	if len(at) == 0 {
		return plot.ConstantTicks(nil)
	}
	if len(at) > mostMarks || crowded(at) && !c.logarithmic() {
		return plot.TickerFunc(steps)
	}
	marks := make([]plot.Tick, len(at))
	for k, x := range at {
		marks[k] = plot.Tick{Value: x, Label: humanize.Number(x, 4)}
		if x == math.Trunc(x) { // counts are told in full
			marks[k].Label = humanize.Number(x, 15)
		}
	}
	return plot.ConstantTicks(marks)
}

// crowded reports whether marks at these places would run into each other.
func crowded(at []float64) bool {
	for k := 1; k < len(at); k++ {
		if at[k]-at[k-1] < .045*(at[len(at)-1]-at[0]) {
			return true
		}
	}
	return false
}

// drawn are the curves with their marks: levels, which are drawn below all others, and the
// rest.
func (c Curves) drawn() (levels, rest curves) {
	for _, curve := range c.Curves {
		if curve.Flat {
			levels = append(levels, drawnCurve{Curve: curve, mark: mark{colour: ink}, level: len(levels)})
		} else {
			rest = append(rest, drawnCurve{Curve: curve, mark: markOf(len(rest))})
		}
	}
	for k := range rest {
		rest[k].aside = vg.Length(2.2 * (float64(k) - float64(len(rest)-1)/2))
	}
	return levels, rest
}

func (c Curves) key() key {
	k := legend{}
	best, bars := false, false
	levels, rest := c.drawn()
	for _, d := range append(rest, levels...) {
		k.entries = append(k.entries, entry{d.Name, d.sample})
		best = best || slices.Contains(d.Best, true)
		bars = bars || d.SD != nil
	}
	if best {
		k.foot = append(k.foot, "filled: best, or not", "worse by a t-test")
	}
	if bars {
		k.foot = append(k.foot, "bars, band: "+cmp.Or(c.Bars, "sd"))
	}
	return k
}

type curves []drawnCurve

type drawnCurve struct {
	Curve
	mark  mark
	aside vg.Length // how far beside their places points are drawn, so that bars do not hide each other
	level int       // how many levels come before it
}

// DataRange implements plot.DataRanger.
func (c curves) DataRange() (left, right, low, high float64) {
	left, right, low, high = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, d := range c {
		for i, mean := range d.Mean {
			if d.Flat && i > 0 {
				break
			}
			low, high = math.Min(low, mean-d.deviation(i)), math.Max(high, mean+d.deviation(i))
			if !d.Flat {
				left, right = math.Min(left, d.X[i]), math.Max(right, d.X[i])
			}
		}
	}
	if left > right {
		left, right = 0, 1
	}
	return left, right, low, high
}

func (c Curve) deviation(i int) float64 {
	if c.SD == nil {
		return 0
	}
	return math.Abs(c.SD[i])
}

// Plot implements plot.Plotter.
func (c curves) Plot(canvas draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&canvas)
	for _, d := range c {
		if d.Flat {
			d.plotLevel(canvas, y)
		} else {
			d.plotLine(canvas, p)
		}
	}
}

// plotLevel draws a level and the band of its deviation.
func (d drawnCurve) plotLevel(c draw.Canvas, y func(float64) vg.Length) {
	level, sd := d.Mean[0], d.deviation(0)
	if sd > 0 {
		c.SetColor(color.NRGBA{40, 40, 40, 22})
		c.Fill(vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: y(level - sd)}, Max: vg.Point{X: c.Max.X, Y: y(level + sd)}}.Path())
	}
	c.StrokeLine2(d.line(), c.Min.X, y(level), c.Max.X, y(level))
}

func (d drawnCurve) plotLine(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	points := make([]vg.Point, len(d.X))
	for i := range points {
		points[i] = vg.Point{X: x(d.X[i]) + d.aside, Y: y(d.Mean[i])}
		if sd := d.deviation(i); sd > 0 {
			d.errorBar(c, points[i].X, y(d.Mean[i]-sd), y(d.Mean[i]+sd))
		}
	}
	c.StrokeLines(d.line(), pick.Pick(points, pick.Ascending(d.X)))
	for i, at := range points {
		d.markAt(i).draw(c, at, 3.4)
	}
}

func (d drawnCurve) errorBar(c draw.Canvas, x, low, high vg.Length) {
	style := draw.LineStyle{Color: darker(d.mark.colour, .85), Width: .9}
	c.StrokeLine2(style, x, low, x, high)
	for _, y := range []vg.Length{low, high} {
		c.StrokeLine2(style, x-2.2, y, x+2.2, y)
	}
}

func (d drawnCurve) line() draw.LineStyle {
	if d.Flat {
		dashes := [][]vg.Length{{5, 3}, {1.5, 2.5}, {8, 2, 1.5, 2}}
		return draw.LineStyle{Color: ink, Width: 1, Dashes: dashes[d.level%len(dashes)]}
	}
	return draw.LineStyle{Color: darker(d.mark.colour, .85), Width: 1.3}
}

func (d drawnCurve) markAt(i int) mark {
	m := d.mark
	m.hollow = d.Best == nil || !d.Best[i]
	return m
}

// sample draws the curve's entry in the key.
func (d drawnCurve) sample(c draw.Canvas, at vg.Point) {
	c.StrokeLine2(d.line(), at.X-9, at.Y, at.X+9, at.Y)
	if !d.Flat {
		m := d.mark
		m.hollow = true
		m.draw(c, at, 3.4)
	}
}

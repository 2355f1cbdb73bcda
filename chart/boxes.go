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

// Boxes is a panel of box plots side by side, on a logarithmic axis. A box goes from
// the first quartile to the third, its line is the median, the whiskers reach to the
// last value within 1.5 boxes of it, on the scale of the axis; what is farther is a dot.
type Boxes struct {
	Title, Y  string
	Low, High float64 // the values that the axis has to hold beside those of the boxes; 0 means no more
	Boxes     []Box
}

// Box is one of them.
type Box struct {
	Name      string
	Values    []float64
	Reference float64 // drawn as a diamond; 0 means none
	Colour    int     // boxes of the same number have the same colour; below 0 they are grey
}

// least is where smaller values, for which a logarithmic axis has no room, are drawn.
const least = 1e-8

func (b Boxes) prepare() (*prepared, error) {
	if len(b.Boxes) == 0 {
		return nil, errors.New("there are no boxes")
	}
	p := newPlot(b.Title, "", b.Y)
	names := make([]string, len(b.Boxes))
	width := vg.Length(min(26, 200/float64(len(b.Boxes))))
	var references plotter.XYs
	for k, box := range b.Boxes {
		names[k] = box.Name
		drawn, err := box.plotter(k, width)
		if err != nil {
			return nil, err
		}
		p.Add(drawn)
		if box.Reference > 0 {
			references = append(references, plotter.XY{X: float64(k), Y: level(box.Reference)})
		}
	}
	if len(references) > 0 {
		marks, err := plotter.NewScatter(references)
		if err != nil {
			return nil, err
		}
		marks.GlyphStyle = draw.GlyphStyle{Color: ink, Radius: 4, Shape: diamond{}}
		p.Add(marks)
	}
	p.NominalX(names...)
	p.X.Tick.Label.Rotation = tilt(names)
	if p.X.Tick.Label.Rotation != 0 {
		p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
	}
	p.Y.Padding = 5
	p.X.Min, p.X.Max = -.6, float64(len(names))-.4
	b.scale(p)
	return &prepared{plot: p}, nil
}

// plotter is the box at position k.
func (b Box) plotter(k int, width vg.Length) (*plotter.BoxPlot, error) {
	if len(b.Values) == 0 {
		return nil, fmt.Errorf("box %q has no values", b.Name)
	}
	if i := slices.IndexFunc(b.Values, isNoPlace); i >= 0 {
		return nil, fmt.Errorf("box %q has the value %g", b.Name, b.Values[i])
	}
	levels := make(plotter.Values, len(b.Values))
	for i, v := range b.Values {
		levels[i] = level(v)
	}
	box, err := plotter.NewBoxPlot(width, float64(k), levels)
	if err != nil {
		return nil, err
	}
	box.CapWidth = width / 2
	box.FillColor = colour(b.Colour)
	box.BoxStyle.Color, box.WhiskerStyle.Color, box.MedianStyle.Color = ink, ink, ink
	box.WhiskerStyle = box.BoxStyle
	box.MedianStyle.Width = 2
	box.GlyphStyle = draw.GlyphStyle{Color: colour(b.Colour), Radius: 1.8, Shape: draw.CircleGlyph{}}
	return box, nil
}

// level is where a value stands on the axis: its decimal logarithm.
func level(v float64) float64 { return math.Log10(math.Max(v, least)) }

// scale gives the axis of y its range and its marks.
func (b Boxes) scale(p *plot.Plot) {
	if b.Low > 0 {
		p.Y.Min = math.Min(p.Y.Min, level(b.Low))
	}
	if b.High > 0 {
		p.Y.Max = math.Max(p.Y.Max, level(b.High))
	}
	p.Y.Min, p.Y.Max = p.Y.Min-.04, p.Y.Max+.04
	p.Y.Tick.Marker = plot.TickerFunc(decades)
}

// tilt turns names that would not fit side by side.
func tilt(names []string) float64 {
	letters := 0
	for _, name := range names {
		letters += len([]rune(name)) + 1
	}
	if letters > 48 {
		return math.Pi / 4
	}
	return 0
}

// diamond is a white diamond with a dark rim, seen on any colour.
type diamond struct{}

func (diamond) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	r := style.Radius
	path := closed([]vg.Point{{X: at.X, Y: at.Y + r}, {X: at.X + r, Y: at.Y}, {X: at.X, Y: at.Y - r}, {X: at.X - r, Y: at.Y}})
	drawRimmed(*c, path, white, style.Color, 1)
}

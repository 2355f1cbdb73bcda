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
)

// Points is a panel with a point for each row: a scatter plot. Where points would
// hide each other, it shows how many there are in each hexagon instead. A few points far
// from all others stand at the border, as triangles.
type Points struct {
	Title      string
	X, Y       []float64
	Shade      []float64 // a third value, shown by colour, with a bar that explains it; may be nil
	Class      []int     // or a class for each point, a position in Classes; may be nil
	Classes    []string
	Background string // the class of this name, if any, is grey and below the others
	NameX      string // labels of the axes
	NameY      string
	ShadeLabel string // of the bar, or of the key of the classes
	Smooth     bool   // draw the mean of y along x, and the band that it is in with 95% confidence
	Small      bool   // one of many: less room
}

// grain is how much a plot can show.
type grain struct {
	points   int // one by one; hexagons count more of them
	across   int // hexagons side by side
	flatness float64
}

// lines of a key that have room beside a panel, and beside a cell
const (
	panelLines = 11
	smallLines = 6
	cellLines  = 8
)

var (
	panelGrain = grain{points: 5000, across: 52, flatness: .72}
	smallGrain = grain{points: 2000, across: 34, flatness: .8}
	cellGrain  = grain{points: 2000, across: 30, flatness: 1}
)

func (s Points) prepare() (*prepared, error) {
	if len(s.X) == 0 {
		return nil, errors.New("there are no points")
	}
	if s.Class == nil && (len(s.Y) != len(s.X) || s.Shade != nil && len(s.Shade) != len(s.X)) {
		return nil, fmt.Errorf("%d values of x, %d of y and %d for the colour", len(s.X), len(s.Y), len(s.Shade))
	}
	c, err := newColouring(s.Shade, s.Class, s.Classes, s.Background, s.ShadeLabel)
	if err != nil {
		return nil, err
	}
	seen, lines := panelGrain, panelLines
	if s.Small {
		seen, lines = smallGrain, smallLines
	}
	cloud, err := newCloud(s.X, s.Y, c, seen)
	if err != nil {
		return nil, err
	}
	if s.Small {
		cloud.radius = max(.7, cloud.radius*.7)
	}
	if cloud.bins != nil {
		c.spanMeans(cloud.bins)
	}
	p := newPlot(s.Title, s.NameX, s.NameY)
	ready := &prepared{plot: p, key: cloud.key(lines), small: s.Small, remark: humanize.Remarks(cloud.remark(), farRemark(len(cloud.far)))}
	p.X.Tick.Marker, p.Y.Tick.Marker = spaced(ready.width()-110, false), spaced(ready.tall()-70, true)
	if s.Small {
		p.X.Label.Text, p.Y.Label.Text = fitting(keyLetters(), p.X.Label.Text, smallWidth-110), fitting(keyLetters(), p.Y.Label.Text, smallHeight-60)
	}
	p.Add(cloud)
	if s.Smooth {
		ready.kind = "smooth"
		p.Add(trendOf(cloud, ready))
	}
	if s.Background == "" {
		p.Add(centresOf(cloud))
	}
	return ready, nil
}

// cloud is what Points and each cell of Pairs draw.
type cloud struct {
	x, y   []float64
	across reach // of x
	up     reach // of y
	far    []int // points that are outside
	colour *colouring
	radius vg.Length
	bins   *hexagons // instead of points, where these are many
}

func newCloud(x, y []float64, c *colouring, g grain) (*cloud, error) {
	if len(y) != len(x) || c.rows() > 0 && c.rows() != len(x) {
		return nil, fmt.Errorf("%d values of x, %d of y and %d for the colour", len(x), len(y), c.rows())
	}
	if err := cmp.Or(checkPoints(x), checkPoints(y)); err != nil {
		return nil, err
	}
	made := &cloud{x: x, y: y, across: reachOf(x), up: reachOf(y), colour: c, radius: vg.Length(radius(len(x)))}
	made.far = outside([]reach{made.across, made.up}, x, y)
	if len(x) > g.points {
		made.bins = newHexagons(made, g)
	}
	return made, nil
}

// checkPoints refuses values that have no place.
func checkPoints(values []float64) error {
	if i := slices.IndexFunc(values, isNoPlace); i >= 0 {
		return fmt.Errorf("point %d has the value %g", i+1, values[i])
	}
	return nil
}

// isNoPlace reports whether a value has no place on an axis.
func isNoPlace(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }

// radius of a point: the more there are, the smaller.
func radius(n int) float64 {
	return math.Max(.8, math.Min(2.5, 60/math.Sqrt(float64(n))))
}

// key explains what is drawn, beside a plot of so many lines.
func (s *cloud) key(lines int) key {
	if s.bins != nil && s.colour.plain() {
		return s.bins.key()
	}
	return s.colour.key(s.bins != nil, lines)
}

func (s *cloud) remark() string {
	rows := humanize.Number(float64(len(s.x)), 15) + " rows"
	switch {
	case s.bins == nil:
		return ""
	case s.colour.plain():
		return rows + ", counted in hexagons"
	case s.colour.class != nil:
		return rows + " in hexagons: larger where there are more rows, coloured by the most frequent class, paler where classes mix"
	}
	return rows + " in hexagons: larger where there are more rows, coloured by the mean"
}

// DataRange implements plot.DataRanger.
func (s *cloud) DataRange() (left, right, low, high float64) {
	return s.across.low, s.across.high, s.up.low, s.up.high
}

// GlyphBoxes implements plot.GlyphBoxer: room for the points at the rim.
func (s *cloud) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	r := s.radius * 1.5
	if s.bins != nil {
		r = 5
	}
	box := vg.Rectangle{Min: vg.Point{X: -r, Y: -r}, Max: vg.Point{X: r, Y: r}}
	return []plot.GlyphBox{{X: 0, Y: 0, Rectangle: box}, {X: 1, Y: 1, Rectangle: box}}
}

// Plot implements plot.Plotter.
func (s *cloud) Plot(c draw.Canvas, p *plot.Plot) {
	if s.bins != nil {
		s.bins.draw(c, p)
	} else {
		s.drawInside(c, p)
	}
	s.drawFar(c, p)
}

func (s *cloud) inside(i int) bool { return s.across.side(s.x[i]) == 0 && s.up.side(s.y[i]) == 0 }

func (s *cloud) drawInside(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, others := range []bool{true, false} { // what is grey goes below
		for i := range s.x {
			if s.colour.other(i) == others && s.inside(i) {
				s.colour.draw(c, i, vg.Point{X: x(s.x[i]), Y: y(s.y[i])}, s.radius)
			}
		}
	}
}

// drawFar draws the points outside, one of those at the same place.
func (s *cloud) drawFar(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	type spot struct {
		colour color.NRGBA
		x, y   int
	}
	drawn := map[spot]bool{}
	for _, i := range s.far {
		at := vg.Point{X: x(s.across.place(s.x[i])), Y: y(s.up.place(s.y[i]))}
		m := mark{colour: s.colour.of(i)}
		place := spot{m.colour, int(at.X), int(at.Y)}
		if !drawn[place] {
			drawFar(c, m, at, s.across.side(s.x[i]), s.up.side(s.y[i]))
		}
		drawn[place] = true
	}
}

// Pairs is a panel of small scatter plots: each column against each other, below a
// diagonal, with common axes.
type Pairs struct {
	Title      string
	Columns    [][]float64 // three or more
	Names      []string    // of the columns
	Shade      []float64   // as those of Points
	Class      []int
	Classes    []string
	Background string
	ShadeLabel string
}

func (s Pairs) prepare() (*prepared, error) {
	m := len(s.Columns)
	if m < 3 || len(s.Names) != m {
		return nil, fmt.Errorf("%d columns and %d names do not make pairs; there are at least three", m, len(s.Names))
	}
	c, err := newColouring(s.Shade, s.Class, s.Classes, s.Background, s.ShadeLabel)
	if err != nil {
		return nil, err
	}
	var bins []*hexagons
	far := map[int]bool{}
	ready := &prepared{title: s.Title, grid: make([][]*plot.Plot, m-1)}
	for i := range ready.grid {
		ready.grid[i] = make([]*plot.Plot, m-1)
		for j := range i + 1 {
			cell, err := newCloud(s.Columns[j], s.Columns[i+1], c, cellGrain)
			if err != nil {
				return nil, fmt.Errorf("%s against %s: %w", s.Names[i+1], s.Names[j], err)
			}
			ready.grid[i][j] = s.cell(cell, i, j)
			ready.remark = cell.remark()
			for _, row := range cell.far {
				far[row] = true
			}
			if cell.bins != nil {
				bins = append(bins, cell.bins)
			}
		}
	}
	ready.remark = humanize.Remarks(ready.remark, farRemark(len(far)))
	c.spanMeans(bins...)
	ready.key = c.key(len(bins) > 0, cellLines)
	if len(bins) > 0 && c.plain() {
		ready.key = oneScale(bins)
	}
	return ready, nil
}

// oneScale makes a colour mean the same count in all cells.
func oneScale(cells []*hexagons) key {
	for _, h := range cells {
		cells[0].most = max(cells[0].most, h.most)
	}
	for _, h := range cells {
		h.most = cells[0].most
	}
	return cells[0].key()
}

// cell is the plot of column i+1 against column j; the axes are named at the rim only.
func (s Pairs) cell(points *cloud, i, j int) *plot.Plot {
	p := newPlot("", "", "")
	p.Add(points)
	points.radius = max(.7, points.radius*.7)
	room := cellSide - 30
	p.X.Tick.Marker, p.Y.Tick.Marker = spaced(room, false), spaced(room, true)
	restyle(&p.X.Tick.Label, 9)
	restyle(&p.Y.Tick.Label, 9)
	if j == 0 {
		p.Y.Label.Text = fitting(p.Y.Label.TextStyle, s.Names[i+1], room)
	} else {
		p.Y.Tick.Marker = unnamed{p.Y.Tick.Marker}
	}
	if i == len(s.Columns)-2 {
		p.X.Label.Text = fitting(p.X.Label.TextStyle, s.Names[j], room)
	} else {
		p.X.Tick.Marker = unnamed{p.X.Tick.Marker}
	}
	return p
}

// unnamed are marks without letters.
type unnamed struct{ plot.Ticker }

// Ticks implements plot.Ticker.
func (u unnamed) Ticks(low, high float64) []plot.Tick {
	marks := u.Ticker.Ticks(low, high)
	for k := range marks {
		if marks[k].Label != "" {
			marks[k].Label = " "
		}
	}
	return marks
}

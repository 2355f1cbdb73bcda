package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// mark is how a class or a curve is drawn: a colour and a shape, so that neither is
// the only cue.
type mark struct {
	colour color.NRGBA
	shape  int // one of shapes
	hollow bool
}

// markOf is the kth mark; below 0 it is that of "other". Where colours come again, shapes
// differ: there are 20 of these and 7 of those.
func markOf(k int) mark {
	return mark{colour: colour(k), shape: max(0, k) % len(shapes)}
}

// fill and rim are the colours of a mark: the rim is darker, so that light colours
// are seen on white.
func (m mark) fill() color.NRGBA {
	if m.hollow {
		return white
	}
	return m.colour
}

func (m mark) rim() color.NRGBA {
	if m.hollow {
		return darker(m.colour, .85)
	}
	return darker(m.colour, .7)
}

// draw draws the mark with about the area of a circle of the given radius.
func (m mark) draw(c draw.Canvas, at vg.Point, radius vg.Length) {
	width := max(.3, radius/6)
	if m.hollow {
		width = 1.2
	}
	drawRimmed(c, shapes[m.shape](at, radius), m.fill(), m.rim(), width)
}

// drawRimmed fills a path and draws it.
func drawRimmed(c draw.Canvas, path vg.Path, fill, rim color.Color, width vg.Length) {
	c.SetColor(fill)
	c.Fill(path)
	c.SetLineStyle(draw.LineStyle{Color: rim, Width: width})
	c.Stroke(path)
}

// sample draws the mark in a key, or a hexagon of its colour.
func (m mark) sample(asHexagon bool) func(draw.Canvas, vg.Point) {
	return func(c draw.Canvas, at vg.Point) {
		if !asHexagon {
			m.draw(c, at, 3.6)
			return
		}
		c.SetColor(m.colour)
		c.Fill(polygon(at, 4.2, 6, math.Pi/2))
	}
}

func darker(c color.NRGBA, times float64) color.NRGBA {
	less := func(v uint8) uint8 { return uint8(float64(v) * times) }
	return color.NRGBA{less(c.R), less(c.G), less(c.B), c.A}
}

// shapes are closed paths about a point, of about the same area.
var shapes = []func(at vg.Point, radius vg.Length) vg.Path{
	circle,
	func(at vg.Point, r vg.Length) vg.Path { return polygon(at, 1.2*r, 4, math.Pi/4) },  // square
	func(at vg.Point, r vg.Length) vg.Path { return polygon(at, 1.4*r, 3, math.Pi/2) },  // triangle
	func(at vg.Point, r vg.Length) vg.Path { return polygon(at, 1.3*r, 4, 0) },          // diamond
	func(at vg.Point, r vg.Length) vg.Path { return polygon(at, 1.4*r, 3, -math.Pi/2) }, // triangle on its tip
	func(at vg.Point, r vg.Length) vg.Path { return plus(at, 1.35*r, 0) },
	func(at vg.Point, r vg.Length) vg.Path { return plus(at, 1.35*r, math.Pi/4) },
}

func circle(at vg.Point, radius vg.Length) vg.Path {
	var path vg.Path
	path.Move(vg.Point{X: at.X + radius, Y: at.Y})
	path.Arc(at, radius, 0, 2*math.Pi)
	path.Close()
	return path
}

// polygon has its first corner in the direction turn.
func polygon(at vg.Point, radius vg.Length, corners int, turn float64) vg.Path {
	points := make([]vg.Point, corners)
	for k := range points {
		angle := turn + 2*math.Pi*float64(k)/float64(corners)
		points[k] = vg.Point{X: at.X + radius*vg.Length(math.Cos(angle)), Y: at.Y + radius*vg.Length(math.Sin(angle))}
	}
	return closed(points)
}

// plus is a thick plus sign.
func plus(at vg.Point, radius vg.Length, turn float64) vg.Path {
	r, h := float64(radius), float64(radius)*.38
	outline := [][2]float64{{r, -h}, {r, h}, {h, h}, {h, r}, {-h, r}, {-h, h}, {-r, h}, {-r, -h}, {-h, -h}, {-h, -r}, {h, -r}, {h, -h}}
	points := make([]vg.Point, len(outline))
	sin, cos := math.Sincos(turn)
	for k, p := range outline {
		points[k] = vg.Point{X: at.X + vg.Length(p[0]*cos-p[1]*sin), Y: at.Y + vg.Length(p[0]*sin+p[1]*cos)}
	}
	return closed(points)
}

func closed(points []vg.Point) vg.Path {
	var path vg.Path
	path.Move(points[0])
	for _, p := range points[1:] {
		path.Line(p)
	}
	path.Close()
	return path
}

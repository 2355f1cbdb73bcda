package chart

import (
	"bytes"
	"image"
	"image/color"
	"io"
	"math"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// pdf is a page of a PDF file to draw on. Letters are written as UTF-16 in a font that is
// part of the file, so that they can be read, searched and copied: gonum's own canvas
// writes the bytes of UTF-8 as if they were letters of Western Europe.
type pdf struct {
	file          *fpdf.Fpdf
	width, height vg.Length
	lines         []vg.Length // widths of lines, of each Push
	fonts         map[string]bool
}

func newPDF(width, height vg.Length) *pdf {
	file := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: width.Points(), Ht: height.Points()}})
	long := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) // the same file, whenever it is drawn
	file.SetCreationDate(long)
	file.SetModificationDate(long)
	file.SetCatalogSort(true)
	file.SetMargins(0, 0, 0)
	file.SetAutoPageBreak(false, 0)
	file.AddPage()
	c := &pdf{file: file, width: width, height: height, lines: []vg.Length{0}, fonts: map[string]bool{}}
	c.Push() // a page of fpdf hangs from its top, ours stands on its bottom
	c.Translate(vg.Point{Y: height})
	c.Scale(1, -1)
	vg.Initialize(c)
	return c
}

// WriteTo implements vg.CanvasWriterTo; nothing can be drawn after it.
func (c *pdf) WriteTo(w io.Writer) (int64, error) {
	c.Pop()
	var out bytes.Buffer
	if err := c.file.Output(&out); err != nil {
		return 0, err
	}
	return out.WriteTo(w)
}

// Size implements vg.CanvasSizer.
func (c *pdf) Size() (width, height vg.Length) { return c.width, c.height }

// SetLineWidth implements vg.Canvas.
func (c *pdf) SetLineWidth(width vg.Length) {
	c.lines[len(c.lines)-1] = width
	c.file.SetLineWidth(width.Points())
}

// SetLineDash implements vg.Canvas.
func (c *pdf) SetLineDash(dashes []vg.Length, offset vg.Length) {
	pattern := make([]float64, len(dashes))
	for k, dash := range dashes {
		pattern[k] = dash.Points()
	}
	c.file.SetDashPattern(pattern, offset.Points())
}

// SetColor implements vg.Canvas.
func (c *pdf) SetColor(colour color.Color) {
	if colour == nil {
		colour = color.Black
	}
	plain := color.NRGBAModel.Convert(colour).(color.NRGBA)
	r, g, b := int(plain.R), int(plain.G), int(plain.B)
	c.file.SetFillColor(r, g, b)
	c.file.SetDrawColor(r, g, b)
	c.file.SetTextColor(r, g, b)
	c.file.SetAlpha(float64(plain.A)/255, "Normal")
}

// Rotate implements vg.Canvas.
func (c *pdf) Rotate(radians float64) { c.file.TransformRotate(-radians*180/math.Pi, 0, 0) }

// Translate implements vg.Canvas.
func (c *pdf) Translate(by vg.Point) { c.file.TransformTranslate(by.X.Points(), by.Y.Points()) }

// Scale implements vg.Canvas.
func (c *pdf) Scale(x, y float64) { c.file.TransformScale(x*100, y*100, 0, 0) }

// Push implements vg.Canvas.
func (c *pdf) Push() {
	c.lines = append(c.lines, c.lines[len(c.lines)-1])
	c.file.TransformBegin()
}

// Pop implements vg.Canvas.
func (c *pdf) Pop() {
	c.file.TransformEnd()
	c.lines = c.lines[:len(c.lines)-1]
}

// Stroke implements vg.Canvas.
func (c *pdf) Stroke(path vg.Path) {
	if c.lines[len(c.lines)-1] > 0 {
		c.draw(path, "D")
	}
}

// Fill implements vg.Canvas.
func (c *pdf) Fill(path vg.Path) { c.draw(path, "F") }

func (c *pdf) draw(path vg.Path, style string) {
	for _, part := range path {
		x, y := part.Pos.X.Points(), part.Pos.Y.Points()
		switch part.Type {
		case vg.MoveComp:
			c.file.MoveTo(x, y)
		case vg.LineComp:
			c.file.LineTo(x, y)
		case vg.ArcComp:
			c.arc(x, y, part.Radius.Points(), part.Start, part.Angle)
		case vg.CurveComp:
			c.curve(part.Control, x, y)
		case vg.CloseComp:
			c.file.ClosePath()
		}
	}
	c.file.DrawPath(style)
}

func (c *pdf) curve(control []vg.Point, x, y float64) {
	first, last := control[0], control[len(control)-1]
	if len(control) == 1 {
		c.file.CurveTo(first.X.Points(), first.Y.Points(), x, y)
		return
	}
	c.file.CurveBezierCubicTo(first.X.Points(), first.Y.Points(), last.X.Points(), last.Y.Points(), x, y)
}

// arc goes round (x, y) in pieces of a quarter at most, each a cubic curve whose control
// points lie 4/3 tan(angle/4) along the tangents.
func (c *pdf) arc(x, y, radius, start, angle float64) {
	pieces := math.Max(1, math.Ceil(math.Abs(angle)/(math.Pi/2)-1e-9))
	step := angle / pieces
	aside := 4. / 3 * math.Tan(step/4) * radius
	sin, cos := math.Sincos(start)
	c.file.LineTo(x+radius*cos, y+radius*sin)
	for k := 1.; k <= pieces; k++ {
		sin1, cos1 := math.Sincos(start + k*step)
		c.file.CurveBezierCubicTo(
			x+radius*cos-aside*sin, y+radius*sin+aside*cos,
			x+radius*cos1+aside*sin1, y+radius*sin1-aside*cos1, x+radius*cos1, y+radius*sin1,
		)
		sin, cos = sin1, cos1
	}
}

// FillString implements vg.Canvas.
func (c *pdf) FillString(face font.Face, at vg.Point, letters string) {
	name := face.Name()
	if !c.fonts[name] {
		var source bytes.Buffer
		if _, err := face.Face.WriteSourceTo(nil, &source); err != nil {
			c.file.SetError(err)
			return
		}
		c.file.AddUTF8FontFromBytes(name, "", source.Bytes())
		c.fonts[name] = true
	}
	c.file.SetFont(name, "", face.Font.Size.Points())
	c.Push()
	defer c.Pop()
	c.Translate(at)
	c.Scale(1, -1)
	c.file.Text(0, 0, letters)
}

// DrawImage implements vg.Canvas; no panel has an image.
func (c *pdf) DrawImage(vg.Rectangle, image.Image) {}

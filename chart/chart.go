// Package chart draws the pictures of this project: panels of boxes or points, with
// titles and labelled axes, in colours that people with any kind of colour vision
// tell apart.
package chart

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is a picture of one or more panels.
type Figure struct {
	Title  string // above all panels
	Note   string // below them, such as what marks mean
	Panels []Panel
}

// Panel is a chart with axes of its own: Boxes or Points.
type Panel interface {
	plot() (*plot.Plot, error)
	beside(draw.Canvas) draw.Canvas // draws what stands beside the plot and returns the room left for it
}

// Format is that of a picture file.
type Format string

// The formats that there are.
const (
	PNG Format = "png"
	SVG Format = "svg"
)

// FormatOf tells the format by the ending of a file's name.
func FormatOf(path string) (Format, error) {
	switch format := Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))); format {
	case PNG, SVG:
		return format, nil
	}
	return "", fmt.Errorf("%s: a picture ends in .png or .svg", path)
}

const (
	panelWidth  = 4.8 * vg.Inch
	panelHeight = 3.5 * vg.Inch
	margin      = 12 * vg.Length(1)
	gap         = 22 * vg.Length(1)
	titleHeight = 30 * vg.Length(1)
	noteHeight  = 22 * vg.Length(1)
	resolution  = 150 // dots an inch of a PNG
)

// Write draws the figure: a single panel by itself, several of them in rows of two.
func (f Figure) Write(w io.Writer, format Format) error {
	if len(f.Panels) == 0 {
		return errors.New("there is nothing to draw")
	}
	columns := min(2, len(f.Panels))
	rows := (len(f.Panels) + columns - 1) / columns
	width := vg.Length(columns)*panelWidth + vg.Length(columns-1)*gap + 2*margin
	height := vg.Length(rows)*panelHeight + vg.Length(rows-1)*gap + 2*margin + f.above() + f.below()
	var canvas vg.CanvasSizer
	var file io.WriterTo
	switch format {
	case PNG:
		image := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(resolution))}
		canvas, file = image, image
	case SVG:
		drawing := vgsvg.New(width, height)
		canvas, file = drawing, drawing
	default:
		return fmt.Errorf("there is no picture format %q; choose png or svg", format)
	}
	if err := f.draw(draw.New(canvas), rows, columns); err != nil {
		return err
	}
	var out bytes.Buffer
	if _, err := file.WriteTo(&out); err != nil {
		return err
	}
	// Where the font of an SVG is not at hand, take one of the same widths.
	named, similar := "font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;"
	_, err := w.Write(bytes.ReplaceAll(out.Bytes(), []byte(named), []byte(similar)))
	return err
}

// above and below are the heights of the title and of the note.
func (f Figure) above() vg.Length {
	if f.Title == "" {
		return 0
	}
	return titleHeight
}

func (f Figure) below() vg.Length {
	if f.Note == "" {
		return 0
	}
	return noteHeight
}

func (f Figure) draw(page draw.Canvas, rows, columns int) error {
	page.SetColor(white)
	page.Fill(page.Path())
	middle := page.Center().X
	if f.Title != "" {
		page.FillText(lettering(15, draw.XCenter, draw.YTop), vg.Point{X: middle, Y: page.Max.Y - margin}, f.Title)
	}
	if f.Note != "" {
		page.FillText(lettering(11, draw.XCenter, draw.YBottom), vg.Point{X: middle, Y: page.Min.Y + margin}, f.Note)
	}
	plots := make([][]*plot.Plot, rows)
	for i := range plots {
		plots[i] = make([]*plot.Plot, columns)
	}
	for k, panel := range f.Panels {
		p, err := panel.plot()
		if err != nil {
			return fmt.Errorf("panel %d: %w", k+1, err)
		}
		plots[k/columns][k%columns] = p
	}
	tiles := draw.Tiles{
		Rows: rows, Cols: columns, PadX: gap, PadY: gap,
		PadLeft: margin, PadRight: margin, PadTop: margin + f.above(), PadBottom: margin + f.below(),
	}
	canvases := plot.Align(plots, tiles, page)
	for k, panel := range f.Panels {
		p := plots[k/columns][k%columns]
		p.Draw(panel.beside(entitle(p, canvases[k/columns][k%columns])))
	}
	return nil
}

// entitle writes the title of a plot over all its room, as large as fits, and returns
// the room below.
func entitle(p *plot.Plot, all draw.Canvas) draw.Canvas {
	style, title := p.Title.TextStyle, p.Title.Text
	if title == "" {
		return all
	}
	height := style.Rectangle(title).Size().Y + p.Title.Padding // what was planned for it
	if width := style.Width(title); width > all.Size().X {
		style.Font.Size *= all.Size().X / width
	}
	all.FillText(style, vg.Point{X: all.Center().X, Y: all.Max.Y}, title)
	p.Title.Text = ""
	return draw.Crop(all, 0, 0, 0, -height)
}

package chart

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Format is that of a picture file.
type Format string

// The formats that there are.
const (
	PNG Format = "png"
	SVG Format = "svg"
	PDF Format = "pdf"
)

// Formats are all of them.
func Formats() []Format { return []Format{PNG, SVG, PDF} }

// FormatOf tells the format by the ending of a file's name.
func FormatOf(path string) (Format, error) {
	format := Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(path), ".")))
	if !slices.Contains(Formats(), format) {
		return "", fmt.Errorf("%s: a picture ends in .png, .svg or .pdf", path)
	}
	return format, nil
}

func formatList() string { return "png, svg or pdf" }

const resolution = 150 // dots an inch of a PNG

// write draws a layout, and returns the letters that the format cannot show.
func (f Format) write(w io.Writer, l layout) (lacking string, err error) {
	var out bytes.Buffer
	width, height := l.size()
	canvas := f.canvas(width, height)
	boxes := boxing{Canvas: canvas, lacking: map[rune]bool{}}
	if f == SVG { // the viewer has its own fonts
		l.draw(draw.New(canvas))
	} else {
		l.draw(draw.NewCanvas(boxes, width, height))
	}
	if _, err := canvas.WriteTo(&out); err != nil {
		return "", err
	}
	_, err = w.Write(f.settled(out.Bytes()))
	return boxes.remembered(), err
}

func (f Format) canvas(width, height vg.Length) vg.CanvasWriterTo {
	switch f {
	case SVG:
		return vgsvg.New(width, height)
	case PDF:
		return newPDF(width, height)
	}
	return vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(resolution))}
}

// settled makes a file look the same on every machine: where the font is not at hand, an SVG
// takes one of the same widths.
func (f Format) settled(file []byte) []byte {
	if f != SVG {
		return file
	}
	named, similar := "font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;"
	return bytes.ReplaceAll(file, []byte(named), []byte(similar))
}

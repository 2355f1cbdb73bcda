package chart

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
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

func (f Format) write(w io.Writer, l layout) error {
	var out bytes.Buffer
	canvas := f.canvas(l.size())
	l.draw(draw.New(canvas))
	if _, err := canvas.WriteTo(&out); err != nil {
		return err
	}
	_, err := w.Write(f.settled(out.Bytes()))
	return err
}

func (f Format) canvas(width, height vg.Length) vg.CanvasWriterTo {
	switch f {
	case SVG:
		return vgsvg.New(width, height)
	case PDF:
		return vgpdf.New(width, height)
	}
	return vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(resolution))}
}

// now is the time of drawing, which a PDF has in it.
var now = regexp.MustCompile(`\(D:\d{14}\)`)

// settled makes a file the same on every machine at any time.
func (f Format) settled(file []byte) []byte {
	switch f {
	case SVG: // where the font is not at hand, take one of the same widths
		named, similar := "font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;"
		return bytes.ReplaceAll(file, []byte(named), []byte(similar))
	case PDF: // of the same length, because a PDF counts its bytes
		return now.ReplaceAll(file, []byte("(D:20000101000000)"))
	}
	return file
}

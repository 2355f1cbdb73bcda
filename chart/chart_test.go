package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	_ "image/png"
	"io"
	"math"
	"strings"
	"testing"
)

func someFigure() Figure {
	return Figure{
		Title: "Two panels", Note: "with a note",
		Panels: []Panel{
			Boxes{Title: "Errors", Y: "error", Boxes: []Box{
				{Name: "sca *", Values: []float64{.1, .2, .3, .9}, Reference: .15}, {Name: "none", Values: []float64{0}, Colour: -1},
			}},
			Points{Title: "Data", NameX: "x1", NameY: "x2", ShadeLabel: "y & z", X: []float64{0, 1, 2}, Y: []float64{2, 1, 2}, Shade: []float64{5, 5, 5}},
			Points{Title: strings.Repeat("a long title ", 12), X: []float64{0}, Y: []float64{2}},
		},
	}
}

// write draws a figure.
func write(t *testing.T, f Figure, format Format) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := f.Write(&out, format); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPNG(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	data := write(t, someFigure(), PNG)
	picture, format, err := image.Decode(bytes.NewReader(data))
	if err != nil || format != "png" {
		t.Fatal(format, err)
	}
	if size := picture.Bounds().Size(); size.X < 1000 || size.Y < 1000 {
		t.Errorf("%v dots for two rows of two panels", size)
	}
	if !bytes.Equal(data, write(t, someFigure(), PNG)) {
		t.Error("the same figure gives another picture")
	}
}

// Everything that was named can be read in the picture, and is well-formed XML.
func TestSVG(t *testing.T) {
	data := write(t, someFigure(), SVG)
	decoder := xml.NewDecoder(bytes.NewReader(data))
	var text strings.Builder
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if letters, ok := token.(xml.CharData); ok {
			text.Write(letters)
		}
	}
	for _, want := range []string{"Two panels", "with a note", "Errors", "error", "sca *", "none", "Data", "x1", "x2", "y & z", "a long title"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	for _, test := range []struct {
		figure Figure
		format Format
		want   string
	}{
		{Figure{}, PNG, "there is nothing to draw"},
		{someFigure(), "gif", `there is no picture format "gif"; choose png, svg or pdf`},
		{Figure{Panels: []Panel{Boxes{}}}, PNG, "panel 1: there are no boxes"},
		{Figure{Panels: []Panel{Boxes{Boxes: []Box{{Name: "a"}}}}}, PNG, `panel 1: box "a" has no values`},
		{Figure{Panels: []Panel{Boxes{Boxes: []Box{{Name: "a", Values: []float64{math.NaN()}}}}}}, PNG, `panel 1: box "a" has the value NaN`},
		{Figure{Panels: []Panel{Points{}}}, SVG, "panel 1: there are no points"},
		{Figure{Panels: []Panel{Points{X: []float64{1, 2}, Y: []float64{1}}}}, SVG, "panel 1: 2 values of x, 1 of y and 0 for the colour"},
		{Figure{Panels: []Panel{Points{X: []float64{1, 2}, Y: []float64{1, math.Inf(1)}}}}, SVG, "panel 1: point 2 has the value +Inf"},
	} {
		var out bytes.Buffer
		if err := test.figure.Write(&out, test.format); err == nil || err.Error() != test.want || out.Len() > 0 {
			t.Errorf("error %v after %d bytes, want %s", err, out.Len(), test.want)
		}
	}
}

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]Format{"a.png": PNG, "b/c.SVG": SVG, "a.gif": "", "png": "", "": ""} {
		if got, err := FormatOf(path); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", path, got, err)
		}
	}
}

func TestSteps(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{-1, 1, "-1.0 -0.5 0.0 0.5 1.0"},
		{-.9, 1.01, "-0.8 -0.6 -0.4 -0.2 0.0 0.2 0.4 0.6 0.8 1.0"},
		{0, 10, "0 2 4 6 8 10"},
		{3, 3.04, "3.00 3.01 3.02 3.03 3.04"},
		{0, 4e7, "0 10,000,000 20,000,000 30,000,000 40,000,000"},
	} {
		var labels []string
		for _, mark := range steps(test.low, test.high) {
			labels = append(labels, mark.Label)
		}
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("from %g to %g: %s, want %s", test.low, test.high, got, test.want)
		}
	}
}

// Far from 0 numbers are farther apart than the steps: marks end, and none is there twice.
func TestStepsFarFromZero(t *testing.T) {
	for _, low := range []float64{1e15, 1e16, 1e17, -1e17, 1e300} {
		high := low
		for range 4 {
			high = math.Nextafter(high, math.Inf(1))
		}
		marks := steps(low, high)
		if len(marks) > 11 {
			t.Errorf("from %g: %d marks", low, len(marks))
		}
		for i := 1; i < len(marks); i++ {
			if marks[i].Value <= marks[i-1].Value {
				t.Errorf("from %g: %g after %g", low, marks[i].Value, marks[i-1].Value)
			}
		}
	}
	if marks := steps(1e17, 1e17+64); len(marks) == 0 || marks[len(marks)-1].Value > 1e17+64 {
		t.Errorf("marks %v", marks)
	}
}

func TestDecades(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{-2, 0, "0.01 0.1 1"}, {-1.5, -.2, "0.05 0.1 0.2 0.5"}, {-5, -4.2, "0.00001 0.00002 0.00005"},
	} {
		var labels []string
		for _, mark := range decades(test.low, test.high) {
			if !mark.IsMinor() {
				labels = append(labels, mark.Label)
			}
		}
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("from %g to %g: %s, want %s", test.low, test.high, got, test.want)
		}
	}
}

// The ends are those of the palette, and it gets lighter all the way.
func TestShade(t *testing.T) {
	if shade(-1) != viridis[0] || shade(2) != viridis[len(viridis)-1] {
		t.Errorf("ends %v and %v", shade(-1), shade(2))
	}
	before := 0.
	for k := range 101 {
		c := shade(float64(k) / 100)
		light := .2126*float64(c.R) + .7152*float64(c.G) + .0722*float64(c.B)
		if light < before {
			t.Fatalf("darker at %d%%", k)
		}
		before = light
	}
}

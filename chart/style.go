package chart

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"suffice/internal/termtext"
)

var (
	white = color.NRGBA{255, 255, 255, 255}
	ink   = color.NRGBA{40, 40, 40, 255}
	grey  = color.NRGBA{170, 170, 170, 255}
	faint = color.NRGBA{225, 225, 225, 255}
)

// palette begins with that of Okabe and Ito (2008), made to be told apart with any kind of
// colour vision; its black is left out, because lines and letters have it. The others were
// chosen one by one, each as far as can be from those before it, from white, grey and ink,
// for the kind of colour vision with which that is least: no two of the twenty are closer
// than the closest two of the first seven.
var palette = []color.NRGBA{
	{0, 114, 178, 255},   // blue
	{230, 159, 0, 255},   // orange
	{0, 158, 115, 255},   // green
	{204, 121, 167, 255}, // purple
	{86, 180, 233, 255},  // sky blue
	{213, 94, 0, 255},    // vermilion
	{240, 228, 66, 255},  // yellow
	{0, 0, 195, 255},     // dark blue
	{120, 75, 75, 255},   // brown
	{165, 75, 255, 255},  // violet
	{60, 240, 180, 255},  // aquamarine
	{90, 0, 105, 255},    // plum
	{195, 210, 255, 255}, // lavender
	{180, 45, 135, 255},  // magenta
	{0, 75, 0, 255},      // dark green
	{105, 45, 225, 255},  // indigo
	{135, 135, 225, 255}, // periwinkle
	{75, 60, 90, 255},    // slate
	{240, 195, 105, 255}, // sand
	{135, 0, 135, 255},   // purple
}

// colour is the kth of the palette, or grey where k is below 0.
func colour(k int) color.NRGBA {
	if k < 0 {
		return grey
	}
	return palette[k%len(palette)]
}

// viridis at equal steps from 0 to 1: even in lightness, so it also works in grey.
var viridis = []color.NRGBA{
	{68, 1, 84, 255}, {71, 44, 122, 255}, {59, 81, 139, 255}, {44, 113, 142, 255}, {33, 144, 141, 255},
	{39, 173, 129, 255}, {92, 200, 99, 255}, {170, 220, 50, 255}, {253, 231, 37, 255},
}

// shade is the colour of a share from 0 to 1.
func shade(share float64) color.NRGBA {
	at := math.Max(0, math.Min(1, share)) * float64(len(viridis)-1)
	k := min(int(at), len(viridis)-2)
	a, b, part := viridis[k], viridis[k+1], at-float64(k)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + part*(float64(b)-float64(a)))) }
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

// lettering is text of the given size in points.
func lettering(size vg.Length, x text.XAlignment, y text.YAlignment) text.Style {
	return text.Style{Color: ink, Font: font.From(liberation, size), XAlign: x, YAlign: y, Handler: newLetters()}
}

// newPlot is an empty plot in our style, with a grid of horizontal lines.
func newPlot(title, x, y string) *plot.Plot {
	p := bare(title, x, y)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = faint, nil
	p.Add(grid)
	return p
}

func bare(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.Title.Padding = printable(title), 8
	p.Title.TextStyle = lettering(13, draw.XCenter, draw.YTop)
	room := lettering(12, draw.XCenter, draw.YTop) // a longer name would take room from the plot
	p.X.Label.Text, p.Y.Label.Text = fitting(room, printable(x), panelWidth-110), fitting(room, printable(y), panelHeight-80)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Color, axis.Tick.Color = ink, ink
		axis.Tick.Length = 4
		restyle(&axis.Label.TextStyle, 12)
		restyle(&axis.Tick.Label, 11)
		axis.Label.Padding = 4
		axis.Tick.Marker = plot.TickerFunc(steps)
	}
	return p
}

// newSideways is an empty plot of things that lie one below the other, with a grid of
// vertical lines.
func newSideways(title, x string) *plot.Plot {
	p := bare(title, x, "")
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = nil, faint
	p.Add(grid)
	p.X.Tick.Marker = spaced(panelWidth-190, false)
	p.Y.Width, p.Y.Tick.Length = 0, 0
	return p
}

// restyle changes the font of a style, and keeps how it is aligned.
func restyle(style *text.Style, size vg.Length) {
	*style = lettering(size, style.XAlign, style.YAlign)
}

// fitting shortens a name until it is no wider than the room.
func fitting(style text.Style, name string, room vg.Length) string {
	for letters := len([]rune(name)); letters > 3 && style.Width(name) > room; letters-- {
		name = termtext.CutMiddle(name, letters)
	}
	return name
}

// distinct shortens names; where two would look alike, their places tell them apart.
func distinct(names []string, letters int) []string {
	all := make([]string, len(names))
	for k, name := range names {
		all[k] = printable(name)
	}
	short, _ := termtext.ShortNames(all, nil, letters)
	for k := range all {
		all[k] = short[k]
	}
	return all
}

// wrap breaks text into lines no wider than the room.
func wrap(style text.Style, words string, room vg.Length) []string {
	if words == "" {
		return nil
	}
	lines := []string{""}
	for _, word := range strings.SplitAfter(words, " ") { // keeps runs of spaces, which are meant
		last := len(lines) - 1
		if lines[last] != "" && style.Width(strings.TrimSpace(lines[last]+word)) > room {
			lines[last] = strings.TrimSpace(lines[last])
			lines, last = append(lines, ""), last+1
		}
		lines[last] += word
	}
	return lines
}

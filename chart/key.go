package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// key is what stands beside a plot and explains its colours.
type key interface {
	room() vg.Length
	// draw draws it from left on, between the heights of the plot's own ends.
	draw(c draw.Canvas, left, bottom, top vg.Length)
}

// legend is a key of names.
type legend struct {
	title   string
	entries []entry
	foot    []string // lines below them
	lines   int      // entries one below the other, where more of them make columns; 0 means all
}

type entry struct {
	name string
	draw func(c draw.Canvas, at vg.Point) // about the middle of a place keyGlyph wide
}

const (
	keyGap   = 10
	keyGlyph = 24
	keyLine  = 15
	keyMost  = 130 // room for the letters
)

func keyLetters() text.Style { return lettering(11, draw.XLeft, draw.YCenter) }

// shape is how many entries stand one below the other, and how wide the letters of those of
// a column may be, and their size: smaller where there are several columns.
func (l legend) shape() (lines int, most vg.Length, style text.Style, height vg.Length) {
	if l.lines == 0 || len(l.entries) <= l.lines+1 {
		return max(1, len(l.entries)), keyMost, keyLetters(), keyLine
	}
	lines = l.lines * 5 / 4
	columns := (len(l.entries) + lines - 1) / lines
	lines = (len(l.entries) + columns - 1) / columns // as even as can be
	return lines, max(54, 200/vg.Length(columns)), lettering(9, draw.XLeft, draw.YCenter), keyLine * .8
}

// columns are where columns of entries begin, and where the last one ends.
func (l legend) columns() []vg.Length {
	lines, most, style, _ := l.shape()
	at := []vg.Length{0}
	for column := range slices.Chunk(l.entries, lines) {
		var widest vg.Length
		for _, e := range column {
			widest = max(widest, style.Width(fitting(style, e.name, most)))
		}
		at = append(at, at[len(at)-1]+keyGlyph+widest)
	}
	return at
}

func (l legend) room() vg.Length {
	at := l.columns()
	widest := at[len(at)-1]
	style := keyLetters()
	for _, line := range append([]string{l.title}, l.foot...) {
		widest = max(widest, style.Width(fitting(style, line, keyMost+keyGlyph)))
	}
	return widest + keyGap
}

func (l legend) draw(c draw.Canvas, left, _, top vg.Length) {
	lines, most, style, height := l.shape()
	left += keyGap
	y := top - keyLine/2
	if l.title != "" {
		c.FillText(keyLetters(), vg.Point{X: left, Y: y}, fitting(keyLetters(), l.title, keyMost+keyGlyph))
		y -= keyLine + 2
	}
	begin := l.columns()
	for k, e := range l.entries {
		x, down := left+begin[k/lines], y-height*vg.Length(k%lines)
		e.draw(c, vg.Point{X: x + keyGlyph/2 - 4, Y: down})
		c.FillText(style, vg.Point{X: x + keyGlyph, Y: down + 1.5}, fitting(style, e.name, most))
	}
	y -= height*vg.Length(min(lines, len(l.entries))) + 4
	style = keyLetters()
	for _, line := range l.foot {
		c.FillText(style, vg.Point{X: left, Y: y}, line)
		y -= keyLine - 2
	}
}

// bar is a key of shades.
type bar struct {
	label     string
	low, high float64
	marks     []plot.Tick
	reversed  bool // light for little, dark for much
}

const (
	barWidth = 12
	barRoom  = 62 // with its marks, at least
	barLabel = 18 // above it
)

func (b bar) room() vg.Length {
	room := max(barRoom, 8+barWidth+7+b.widestMark()+2)
	if !b.above() {
		room += 16
	}
	return room
}

func (b bar) widestMark() (widest vg.Length) {
	style := lettering(11, draw.XLeft, draw.YCenter)
	for _, mark := range b.marks {
		widest = max(widest, style.Width(mark.Label))
	}
	return widest
}

// above reports whether the label has room above the bar; if not, it stands upright
// beside it.
func (b bar) above() bool {
	return lettering(12, draw.XCenter, draw.YBottom).Width(b.label)/2 <= 8+barWidth/2
}

func (b bar) draw(c draw.Canvas, left, bottom, top vg.Length) {
	left += 8
	if b.above() {
		top -= barLabel
		c.FillText(lettering(12, draw.XCenter, draw.YBottom), vg.Point{X: left + barWidth/2, Y: top + 4}, b.label)
	} else {
		style := lettering(12, draw.XCenter, draw.YTop)
		style.Rotation = math.Pi / 2
		x := left + barWidth + 7 + max(b.widestMark(), barRoom-8-barWidth-9) + 2
		c.FillText(style, vg.Point{X: x, Y: (top + bottom) / 2}, fitting(style, b.label, top-bottom))
	}
	const pieces = 128
	for k := range pieces {
		from := bottom + (top-bottom)*vg.Length(k)/pieces
		to := min(top, bottom+(top-bottom)*(vg.Length(k)+1.5)/pieces) // over the next, so that no seam shows
		share := (float64(k) + .5) / pieces
		if b.reversed {
			share = 1 - share
		}
		c.SetColor(shade(share))
		c.Fill(vg.Rectangle{Min: vg.Point{X: left, Y: from}, Max: vg.Point{X: left + barWidth, Y: to}}.Path())
	}
	letters := lettering(11, draw.XLeft, draw.YCenter)
	for _, mark := range b.marks {
		y := bottom + (top-bottom)*vg.Length((mark.Value-b.low)/(b.high-b.low))
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: .5}, left+barWidth, y, left+barWidth+4, y)
		c.FillText(letters, vg.Point{X: left + barWidth + 7, Y: y}, mark.Label)
	}
}

// Package chart draws the pictures of this project: panels of points, pairs of
// components, bars, histograms, curves, lines and boxes, with titles, labelled axes
// and keys, in colours that people with any kind of colour vision tell apart.
//
// The same figure gives the same bytes, whatever the machine.
package chart

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"suffice/internal/page"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"suffice/internal/wording"
)

// Figure is a picture of one or more panels.
type Figure struct {
	Title  string // above all panels
	Note   string // below them, such as what marks mean
	Panels []Panel
}

// Panel is a chart with axes of its own: Points, Pairs, Bars, Histograms, Curves, Lines
// or Boxes.
type Panel interface {
	prepare() (*prepared, error)
}

// prepared is a panel that is ready to be drawn.
type prepared struct {
	plot   *plot.Plot
	grid   [][]*plot.Plot // of several plots instead of one, with room for the key at the top right
	title  string         // of a grid
	key    key            // may be nil
	kind   string         // panels of one kind stand side by side
	height vg.Length      // 0 means panelHeight
	remark string         // how it is drawn, for the note below the figure
}

const (
	panelWidth  = 4.8 * vg.Inch
	panelHeight = 3.5 * vg.Inch
	cellSide    = 2.1 * vg.Inch // of a grid
	margin      = 12 * vg.Length(1)
	gap         = 22 * vg.Length(1)
	titleHeight = 30 * vg.Length(1)
	noteHeight  = 22 * vg.Length(1)
	noteLine    = 14 * vg.Length(1)
)

// Write draws the figure: a single panel by itself, several of one size in rows of two.
func (f Figure) Write(w io.Writer, format Format) error {
	if len(f.Panels) == 0 {
		return errors.New("there is nothing to draw")
	}
	if !slices.Contains(Formats(), format) {
		return fmt.Errorf("there is no picture format %q; choose %s", format, formatList())
	}
	groups, err := f.prepare()
	if err != nil {
		return err
	}
	l := layout{title: page.Printable(f.Title), groups: groups}
	for _, g := range groups {
		l.width = max(l.width, g.width())
		l.height += g.height()
	}
	l.height += vg.Length(len(groups)-1) * gap
	l.note = wrap(noteLetters(), f.note(groups), l.width)
	return format.write(w, l)
}

// prepare gathers the panels in groups of one size.
func (f Figure) prepare() ([]group, error) {
	var groups []group
	for k, panel := range f.Panels {
		p, err := panel.prepare()
		if err != nil {
			return nil, fmt.Errorf("panel %d: %w", k+1, err)
		}
		p.height = cmp.Or(p.height, panelHeight)
		p.kind = fmt.Sprintf("%T", panel)
		last := len(groups) - 1
		if last < 0 || p.grid != nil || groups[last][0].kind != p.kind || groups[last][0].height != p.height {
			groups = append(groups, nil)
			last++
		}
		groups[last] = append(groups[last], p)
	}
	return groups, nil
}

// note is that of the figure and what its panels have to say.
func (f Figure) note(groups []group) string {
	parts := []string{f.Note}
	for _, g := range groups {
		for _, p := range g {
			parts = append(parts, p.remark)
		}
	}
	return page.Printable(wording.Remarks(parts...))
}

func noteLetters() text.Style { return lettering(11, draw.XCenter, draw.YBottom) }

// layout is a figure whose parts have their sizes.
type layout struct {
	title         string
	note          []string
	groups        []group
	width, height vg.Length // of the groups together
}

// above and below are the heights of the title and of the note.
func (l layout) above() vg.Length {
	if l.title == "" {
		return 0
	}
	return titleHeight
}

func (l layout) below() vg.Length {
	if len(l.note) == 0 {
		return 0
	}
	return noteHeight + noteLine*vg.Length(len(l.note)-1)
}

// size of the page.
func (l layout) size() (width, height vg.Length) {
	return l.width + 2*margin, l.height + l.above() + l.below() + 2*margin
}

func (l layout) draw(page draw.Canvas) {
	page.SetColor(white)
	page.Fill(page.Path())
	middle := page.Center().X
	if l.title != "" {
		style := lettering(15, draw.XCenter, draw.YTop)
		style.Font.Size *= min(1, l.width/style.Width(l.title))
		page.FillText(style, vg.Point{X: middle, Y: page.Max.Y - margin}, l.title)
	}
	for k, line := range l.note {
		y := page.Min.Y + margin + noteLine*vg.Length(len(l.note)-1-k)
		page.FillText(noteLetters(), vg.Point{X: middle, Y: y}, line)
	}
	top := page.Max.Y - margin - l.above()
	for _, g := range l.groups {
		aside := (page.Size().X - g.width()) / 2
		room := page
		room.Rectangle = vg.Rectangle{
			Min: vg.Point{X: page.Min.X + aside, Y: top - g.height()}, Max: vg.Point{X: page.Max.X - aside, Y: top},
		}
		g.draw(room)
		top -= g.height() + gap
	}
}

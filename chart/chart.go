// Package chart draws the pictures of this project: panels of points, pairs of
// components, shares, bars, histograms, curves, lines and boxes, with titles, labelled axes
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

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"suffice/internal/humanize"
)

// Figure is a picture of one or more panels.
type Figure struct {
	Title  string // above all panels
	Note   string // below them, such as what marks mean
	Panels []Panel
}

// Panel is a chart with axes of its own: Points, Pairs, Shares, Bars, Histograms, Curves,
// Lines or Boxes.
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
	small  bool           // one of many
	remark string         // how it is drawn, for the note below the figure
}

const (
	panelWidth  = 4.8 * vg.Inch
	panelHeight = 3.5 * vg.Inch
	smallWidth  = 3.1 * vg.Inch // of one of many panels
	smallHeight = 2.3 * vg.Inch
	cellSide    = 2.1 * vg.Inch // of a grid
	margin      = 12 * vg.Length(1)
	gap         = 22 * vg.Length(1)
	titleHeight = 30 * vg.Length(1)
	noteHeight  = 22 * vg.Length(1)
	noteLine    = 14 * vg.Length(1)
)

// Write draws the figure: a single panel by itself, several of one size in rows of two, and
// small ones in rows of three or four.
func (f Figure) Write(w io.Writer, format Format) error {
	_, err := f.Draw(w, format)
	return err
}

// Draw is Write, and returns the letters that the format cannot show, each once: those that
// our font lacks, such as Chinese ones, in a PNG or a PDF. Boxes stand for them. An SVG has
// all letters that its viewer has.
func (f Figure) Draw(w io.Writer, format Format) (lacking string, err error) {
	if len(f.Panels) == 0 {
		return "", errors.New("there is nothing to draw")
	}
	if !slices.Contains(Formats(), format) {
		return "", fmt.Errorf("there is no picture format %q; choose %s", format, formatList())
	}
	groups, err := f.prepare()
	if err != nil {
		return "", err
	}
	l := layout{title: printable(f.Title), groups: groups}
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
		p.height = cmp.Or(p.height, p.tall())
		p.kind += fmt.Sprintf("%T", panel)
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
	return printable(humanize.Remarks(parts...))
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

// width and tall are the usual sizes of a panel.
func (p *prepared) width() vg.Length {
	if p.small {
		return smallWidth
	}
	return panelWidth
}

func (p *prepared) tall() vg.Length {
	if p.small {
		return smallHeight
	}
	return panelHeight
}

// group is panels of one size, in rows of two, or of three or four where they are small,
// whose axes are in line; or one grid.
type group []*prepared

func (g group) columns() int {
	most := 2
	if g[0].small {
		most = 3
	}
	if g[0].small && len(g) > 9 {
		most = 4
	}
	return min(most, len(g))
}
func (g group) rows() int { return (len(g) + g.columns() - 1) / g.columns() }

// width leaves long names in a key their room.
func (g group) width() vg.Length {
	if cells := len(g[0].grid); cells > 0 {
		width := max(panelWidth, cellSide*vg.Length(cells)+gap)
		if g[0].key != nil { // stands to the right of the first cell
			width = max(width, (2*gap+g[0].key.room())*vg.Length(cells)/vg.Length(cells-1))
		}
		return width
	}
	panel := g[0].width()
	for _, p := range g {
		if p.key != nil {
			panel = max(panel, g[0].width()-barRoom+p.key.room())
		}
	}
	return panel*vg.Length(g.columns()) + gap*vg.Length(g.columns()-1)
}

func (g group) height() vg.Length {
	if cells := len(g[0].grid); cells > 0 {
		return cellSide*vg.Length(cells) + gap
	}
	return g[0].height*vg.Length(g.rows()) + gap*vg.Length(g.rows()-1)
}

func (g group) draw(room draw.Canvas) {
	if g[0].grid != nil {
		g[0].drawGrid(room)
		return
	}
	plots := make([][]*plot.Plot, g.rows())
	for i := range plots {
		plots[i] = make([]*plot.Plot, g.columns())
	}
	for k, p := range g {
		plots[k/g.columns()][k%g.columns()] = p.plot
	}
	tiles := draw.Tiles{Rows: g.rows(), Cols: g.columns(), PadX: gap, PadY: gap}
	canvases := plot.Align(plots, tiles, room)
	for k, p := range g {
		p.draw(canvases[k/g.columns()][k%g.columns()])
	}
}

// draw draws a plot with its title above and its key beside it.
func (p *prepared) draw(all draw.Canvas) {
	all = entitle(p.plot, all)
	rest := all
	if p.key != nil {
		rest = draw.Crop(all, 0, -p.key.room(), 0, 0)
		inner := p.plot.DataCanvas(rest)
		p.key.draw(all, rest.Max.X, inner.Min.Y, inner.Max.Y)
	}
	p.plot.Draw(rest)
}

// drawGrid draws plots in line, and the key where the upper triangle has none.
func (p *prepared) drawGrid(all draw.Canvas) {
	if p.title != "" {
		style := lettering(13, draw.XCenter, draw.YTop)
		all.FillText(style, vg.Point{X: all.Center().X, Y: all.Max.Y}, p.title)
		all = draw.Crop(all, 0, 0, 0, -gap)
	}
	cells := len(p.grid)
	canvases := plot.Align(p.grid, draw.Tiles{Rows: cells, Cols: cells, PadX: 6, PadY: 6}, all)
	for i, line := range p.grid {
		for j, cell := range line {
			if cell != nil {
				cell.Draw(canvases[i][j])
			}
		}
	}
	if p.key != nil && cells > 1 {
		corner := canvases[0][1]
		p.key.draw(all, corner.Min.X+gap, corner.Min.Y, corner.Max.Y)
	}
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

package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// group is panels of one size, in rows of two, whose axes are in line; or one grid.
type group []*prepared

func (g group) columns() int { return min(2, len(g)) }
func (g group) rows() int    { return (len(g) + g.columns() - 1) / g.columns() }

// width leaves long names in a key their room.
func (g group) width() vg.Length {
	if cells := len(g[0].grid); cells > 0 {
		width := max(panelWidth, cellSide*vg.Length(cells)+gap)
		if g[0].key != nil { // stands to the right of the first cell
			width = max(width, (2*gap+g[0].key.room())*vg.Length(cells)/vg.Length(cells-1))
		}
		return width
	}
	panel := panelWidth
	for _, p := range g {
		if p.key != nil {
			panel = max(panel, panelWidth-barRoom+p.key.room())
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

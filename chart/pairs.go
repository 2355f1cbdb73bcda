package chart

import (
	"fmt"

	"gonum.org/v1/plot"

	"suffice/internal/wording"
)

// Pairs is a panel of small scatter plots: each column against each other, below a
// diagonal, with common axes.
type Pairs struct {
	Title      string
	Columns    [][]float64 // three or more
	Names      []string    // of the columns
	Shade      []float64   // as those of Points
	Class      []int
	Classes    []string
	Background string
	ShadeLabel string
}

func (s Pairs) prepare() (*prepared, error) {
	m := len(s.Columns)
	if m < 3 || len(s.Names) != m {
		return nil, fmt.Errorf("%d columns and %d names do not make pairs; there are at least three", m, len(s.Names))
	}
	c, err := newColouring(s.Shade, s.Class, s.Classes, s.Background, s.ShadeLabel)
	if err != nil {
		return nil, err
	}
	var bins []*hexagons
	far := map[int]bool{}
	ready := &prepared{title: s.Title, grid: make([][]*plot.Plot, m-1)}
	for i := range ready.grid {
		ready.grid[i] = make([]*plot.Plot, m-1)
		for j := range i + 1 {
			cell, err := newCloud(s.Columns[j], s.Columns[i+1], c, cellGrain)
			if err != nil {
				return nil, fmt.Errorf("%s against %s: %w", s.Names[i+1], s.Names[j], err)
			}
			ready.grid[i][j] = s.cell(cell, i, j)
			ready.remark = cell.remark()
			for _, row := range cell.far {
				far[row] = true
			}
			if cell.bins != nil {
				bins = append(bins, cell.bins)
			}
		}
	}
	ready.remark = wording.Remarks(ready.remark, farRemark(len(far)))
	c.spanMeans(bins...)
	ready.key = c.key(len(bins) > 0)
	if len(bins) > 0 && c.plain() {
		ready.key = oneScale(bins)
	}
	return ready, nil
}

// oneScale makes a colour mean the same count in all cells.
func oneScale(cells []*hexagons) key {
	for _, h := range cells {
		cells[0].most = max(cells[0].most, h.most)
	}
	for _, h := range cells {
		h.most = cells[0].most
	}
	return cells[0].key()
}

// cell is the plot of column i+1 against column j; the axes are named at the rim only.
func (s Pairs) cell(points *cloud, i, j int) *plot.Plot {
	p := newPlot("", "", "")
	p.Add(points)
	points.radius = max(.7, points.radius*.7)
	room := cellSide - 30
	p.X.Tick.Marker, p.Y.Tick.Marker = spaced(room, false), spaced(room, true)
	restyle(&p.X.Tick.Label, 9)
	restyle(&p.Y.Tick.Label, 9)
	if j == 0 {
		p.Y.Label.Text = fitting(p.Y.Label.TextStyle, s.Names[i+1], room)
	} else {
		p.Y.Tick.Marker = unnamed{p.Y.Tick.Marker}
	}
	if i == len(s.Columns)-2 {
		p.X.Label.Text = fitting(p.X.Label.TextStyle, s.Names[j], room)
	} else {
		p.X.Tick.Marker = unnamed{p.X.Tick.Marker}
	}
	return p
}

// unnamed are marks without letters.
type unnamed struct{ plot.Ticker }

// Ticks implements plot.Ticker.
func (u unnamed) Ticks(low, high float64) []plot.Tick {
	marks := u.Ticker.Ticks(low, high)
	for k := range marks {
		if marks[k].Label != "" {
			marks[k].Label = " "
		}
	}
	return marks
}

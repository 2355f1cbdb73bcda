package chart

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"suffice/internal/humanize"
)

// hexagons count points, in the memory of the hexagons alone. They lie in rows, every
// other one half a step to the right.
type hexagons struct {
	colour        *colouring
	left, low     float64 // where the first one is
	across, up    float64 // from one to the next, in the units of the axes
	columns, rows int
	most          float64 // points in any of them

	count []float64
	sum   []float64   // of the shades
	class [][]float64 // points of each class that has a mark; the last is "other"
}

// newHexagons counts the points of a cloud that are not far out. Hexagons look regular
// where the height of the plot is the grain's flatness times its width.
func newHexagons(s *cloud, g grain) *hexagons {
	c := s.colour
	left, right := apart(s.across.from, s.across.to)
	low, high := apart(s.up.from, s.up.to)
	h := &hexagons{colour: c, left: left, low: low, across: (right - left) / float64(g.across)}
	h.rows = int(math.Ceil(float64(g.across)*g.flatness*2/math.Sqrt(3))) + 1
	h.up = (high - low) / float64(h.rows-1)
	h.columns = g.across + 2
	h.count = make([]float64, h.columns*h.rows)
	switch {
	case c.class != nil:
		h.class = make([][]float64, mostClasses+1)
		for k := range h.class {
			h.class[k] = make([]float64, len(h.count))
		}
	case c.shade != nil:
		h.sum = make([]float64, len(h.count))
	}
	for i := range s.x {
		if s.inside(i) {
			h.add(i, s.x[i], s.y[i])
		}
	}
	h.most = slices.Max(h.count)
	return h
}

// apart is a range, or one about it where it is empty.
func apart(low, high float64) (from, to float64) {
	if low == high {
		return low - .5, high + .5
	}
	return low, high
}

func (h *hexagons) add(i int, x, y float64) {
	k := h.nearest((x-h.left)/h.across, (y-h.low)/h.up)
	h.count[k]++
	switch {
	case h.class != nil:
		rank := h.colour.ranks[h.colour.class[i]]
		if rank < 0 {
			rank = mostClasses
		}
		h.class[rank][k]++
	case h.sum != nil:
		h.sum[k] += h.colour.shade[i]
	}
}

// nearest is the hexagon whose middle is nearest to a point, in steps: in the row below
// the point or in that above it.
func (h *hexagons) nearest(u, v float64) int {
	below := int(math.Floor(v))
	best, least := 0, math.Inf(1)
	for row := max(0, below); row <= min(h.rows-1, below+1); row++ {
		shift := float64(row%2) / 2
		column := min(h.columns-1, max(0, int(math.Floor(u-shift+.5))))
		du, dv := u-shift-float64(column), (v-float64(row))*math.Sqrt(3)/2
		if far := du*du + dv*dv; far < least {
			best, least = row*h.columns+column, far
		}
	}
	return best
}

// means is the range of the mean shades, but for those of a hundredth of the points at
// either end.
func (h *hexagons) means() (low, high float64) {
	var full []int // positions of hexagons that are not empty, by their mean
	var total float64
	for k, count := range h.count {
		if count > 0 {
			full, total = append(full, k), total+count
		}
	}
	mean := func(k int) float64 { return h.sum[k] / h.count[k] }
	slices.SortStableFunc(full, func(a, b int) int { return cmp.Compare(mean(a), mean(b)) })
	low, high = mean(full[0]), mean(full[len(full)-1])
	var before float64
	for _, k := range full {
		if before <= total/100 {
			low = mean(k)
		}
		if before < total*99/100 {
			high = mean(k)
		}
		before += h.count[k]
	}
	return low, high
}

// key explains the counts.
func (h *hexagons) key() key {
	b := bar{label: "rows", low: 0, high: math.Log10(math.Max(2, h.most)), reversed: true}
	for _, mark := range decades(b.low, b.high) {
		if !mark.IsMinor() {
			mark.Label = humanize.Number(math.Pow(10, mark.Value), 3)
			b.marks = append(b.marks, mark)
		}
	}
	return b
}

func (h *hexagons) draw(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for k, count := range h.count {
		if count == 0 {
			continue
		}
		row, column := k/h.columns, k%h.columns
		u, v := h.left+h.across*(float64(column)+float64(row%2)/2), h.low+h.up*float64(row)
		full := math.Log1p(count) / math.Log1p(h.most)
		size := .4 + .6*full
		if h.colour.plain() {
			size = 1
		}
		half, side := h.across/2*size, h.up*2/3*size
		corners := []vg.Point{
			{X: x(u), Y: y(v + side)}, {X: x(u + half), Y: y(v + side/2)}, {X: x(u + half), Y: y(v - side/2)},
			{X: x(u), Y: y(v - side)}, {X: x(u - half), Y: y(v - side/2)}, {X: x(u - half), Y: y(v + side/2)},
		}
		c.SetColor(h.fill(k))
		c.Fill(closed(corners))
	}
}

// fill is the colour of a hexagon: of its count, of the mean of its shades, or of its
// most frequent class, paler where there are others too.
func (h *hexagons) fill(k int) color.NRGBA {
	switch {
	case h.sum != nil:
		return h.colour.ofValue(h.sum[k] / h.count[k])
	case h.class == nil:
		return shade(1 - math.Log10(h.count[k])/math.Log10(math.Max(2, h.most)))
	}
	first := mostClasses
	for rank := range h.class {
		if h.class[rank][k] > h.class[first][k] {
			first = rank
		}
	}
	kind := grey
	if first < mostClasses {
		kind = colour(first)
	}
	return paler(kind, math.Min(1, math.Max(0, 1.6*(1-h.class[first][k]/h.count[k]))))
}

// paler mixes a colour with light grey.
func paler(c color.NRGBA, share float64) color.NRGBA {
	share *= .75
	mix := func(v uint8) uint8 { return uint8(math.Round(float64(v)*(1-share) + 235*share)) }
	return color.NRGBA{mix(c.R), mix(c.G), mix(c.B), 255}
}

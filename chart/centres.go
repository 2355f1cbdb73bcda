package chart

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	pick "suffice/internal/sampling"
)

// centres are names of classes where these are, so that nobody has to look for a colour in
// a key. Where names would hide each other, those of larger classes stay.
type centres []centre

type centre struct {
	name string
	x, y float64
	mark mark
	size int
}

// centresOf finds a place for the name of each class that has a mark of its own: the row
// nearest to the medians of its components, since a class may be a ring.
func centresOf(s *cloud) centres {
	if s.colour.class == nil || len(s.colour.named) < 2 {
		return nil
	}
	members := make([][]int, len(s.colour.named))
	for i, k := range s.colour.class {
		if rank := s.colour.ranks[k]; rank >= 0 && s.inside(i) {
			members[rank] = append(members[rank], i)
		}
	}
	var found centres
	for rank, rows := range members {
		if len(rows) == 0 {
			continue
		}
		i := s.middle(rows)
		named := s.colour.named[rank]
		found = append(found, centre{name: named.name, x: s.x[i], y: s.y[i], mark: named.mark, size: len(rows)})
	}
	slices.SortStableFunc(found, func(a, b centre) int { return cmp.Compare(b.size, a.size) })
	return found
}

// middle is the one of some rows that is nearest to their medians, in the units of the page.
func (s *cloud) middle(rows []int) int {
	x, y := median(s.x, rows), median(s.y, rows)
	left, right := apart(s.across.low, s.across.high)
	low, high := apart(s.up.low, s.up.high)
	return slices.MinFunc(rows, func(a, b int) int {
		return cmp.Compare(
			math.Hypot((s.x[a]-x)/(right-left), (s.y[a]-y)/(high-low)),
			math.Hypot((s.x[b]-x)/(right-left), (s.y[b]-y)/(high-low)))
	})
}

func median(values []float64, rows []int) float64 {
	some := pick.Pick(values, rows)
	slices.Sort(some)
	return some[len(some)/2]
}

const centreMost = 80 // room for a name

// Plot implements plot.Plotter.
func (s centres) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := lettering(8, draw.XCenter, draw.YCenter)
	var taken []vg.Rectangle
	for _, centre := range s {
		name := fitting(style, centre.name, centreMost)
		half := vg.Point{X: style.Width(name)/2 + 2, Y: 5.5}
		at, ok := free(c.Rectangle, taken, vg.Point{X: x(centre.x), Y: y(centre.y)}, half)
		if !ok {
			continue // the key has it
		}
		box := vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}
		taken = append(taken, box)
		backing := white
		backing.A = 200
		drawRimmed(c, box.Path(), backing, centre.mark.rim(), .8)
		c.FillText(style, at.Add(vg.Point{Y: 1}), name)
	}
}

// free finds a place for a box, as near to where it should be as can be: inside the room and
// beside those that are taken.
func free(room vg.Rectangle, taken []vg.Rectangle, wanted, half vg.Point) (at vg.Point, ok bool) {
	for ring := range 4 {
		for _, turn := range []float64{90, 270, 0, 180, 45, 135, 225, 315} {
			sin, cos := math.Sincos(turn * math.Pi / 180)
			at = wanted.Add(vg.Point{X: vg.Length(cos*float64(ring)) * half.X, Y: vg.Length(sin*float64(ring)) * half.Y * 1.4})
			at.X = max(room.Min.X+half.X, min(room.Max.X-half.X, at.X))
			at.Y = max(room.Min.Y+half.Y, min(room.Max.Y-half.Y, at.Y))
			if !slices.ContainsFunc(taken, func(box vg.Rectangle) bool { return overlap(box, at, half) }) {
				return at, true
			}
		}
	}
	return at, false
}

// overlap reports whether a box and one about a place cover each other.
func overlap(box vg.Rectangle, at, half vg.Point) bool {
	return at.X-half.X < box.Max.X && at.X+half.X > box.Min.X && at.Y-half.Y < box.Max.Y && at.Y+half.Y > box.Min.Y
}

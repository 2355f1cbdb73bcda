package surf

import (
	"cmp"
	"math"
	"slices"
)

// compass tells the direction in which a keypoint gets brighter.
type compass struct {
	samples []weighted // the places within 6 scales of the keypoint, in scales
}

// weighted is a place on a grid of one scale, with a Gaussian weight.
type weighted struct{ x, y, weight float64 }

const (
	compassRadius = 6
	compassSigma  = 2.0
	compassWindow = math.Pi / 3
	compassPlaces = 109 // pairs of integers whose squares sum to less than 36
)

func newCompass() compass {
	var c compass
	for y := -compassRadius; y <= compassRadius; y++ {
		for x := -compassRadius; x <= compassRadius; x++ {
			if square := x*x + y*y; square < compassRadius*compassRadius {
				weight := math.Exp(-float64(square) / (2 * compassSigma * compassSigma))
				c.samples = append(c.samples, weighted{float64(x), float64(y), weight})
			}
		}
	}
	return c
}

// change is how the light changes at a place.
type change struct{ x, y, angle float64 }

// angle returns the direction of the longest sum of changes of light, by Haar wavelets
// of side 4 scales, over all windows of a sixth of the circle.
func (c compass) angle(s *integral, p Keypoint) float64 {
	var room [compassPlaces]change
	changes := room[:0]
	h := max(1, nearest(2*p.Scale))
	for _, sample := range c.samples {
		x, y := corner(p.X+sample.x*p.Scale), corner(p.Y+sample.y*p.Scale)
		dx, dy := s.haar(x, y, h)
		if dx != 0 || dy != 0 {
			changes = append(changes, change{sample.weight * dx, sample.weight * dy, math.Atan2(dy, dx)})
		}
	}
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.angle, b.angle) })
	return longest(changes)
}

// longest returns the direction of the longest sum over a window, of changes in the
// order of their angles. It is enough to try the windows that begin with a change.
func longest(changes []change) float64 {
	best, angle := 0.0, 0.0
	for i, first := range changes {
		var x, y float64
		for j := range changes {
			k, turns := i+j, 0.0
			if k >= len(changes) {
				k, turns = k-len(changes), 2*math.Pi
			}
			if changes[k].angle+turns-first.angle >= compassWindow {
				break
			}
			x, y = x+changes[k].x, y+changes[k].y
		}
		if length := x*x + y*y; length > best {
			best, angle = length, math.Atan2(y, x)
		}
	}
	return angle
}

// corner returns the corner of pixels nearest to a place, counted from the left or
// upper edge of the picture, half a pixel before the centre of its first pixel.
func corner(place float64) int { return nearest(place + 0.5) }

func nearest(v float64) int { return int(math.Floor(v + 0.5)) }

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
	compassSigma  = 2.5 // of 2006; 2 of 2008 does a little worse
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
		dx, dy := s.haarBetween(corner(p.X+sample.x*p.Scale), corner(p.Y+sample.y*p.Scale), h)
		if dx != 0 || dy != 0 {
			changes = append(changes, change{sample.weight * dx, sample.weight * dy, math.Atan2(dy, dx)})
		}
	}
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(a.angle, b.angle) })
	return longest(changes)
}

// longest returns the direction of the longest sum over a window, of changes in the
// order of their angles. It is enough to try the windows that begin with a change.
func longest(changes []change) float64 {
	best, angle := 0.0, 0.0
	var x, y float64 // sum over the changes from i up to end, which counts on around the circle
	end := 0
	for i, first := range changes {
		for ; end < i+len(changes) && after(changes, end)-first.angle < compassWindow; end++ {
			next := changes[end%len(changes)]
			x, y = x+next.x, y+next.y
		}
		if length := x*x + y*y; length > best {
			best, angle = length, math.Atan2(y, x)
		}
		x, y = x-first.x, y-first.y
	}
	return angle
}

// after returns the angle of a change, counted on around the circle.
func after(changes []change, i int) float64 {
	if i < len(changes) {
		return changes[i].angle
	}
	return changes[i-len(changes)].angle + 2*math.Pi
}

// corner counts a place from the left or upper edge of the picture, half a pixel
// before the centre of its first pixel, so that corners of pixels are whole numbers.
func corner(place float64) float64 { return place + 0.5 }

func nearest(v float64) int { return int(math.Floor(v + 0.5)) }

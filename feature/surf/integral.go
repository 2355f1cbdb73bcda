package surf

import "math"

// integral holds the sums of light over all rectangles that begin at the top left
// corner, so that the sum over any rectangle takes four of them.
//
// Sums are exact for light that is a multiple of a power of two, and of equal light,
// so that a flat picture has responses of exactly 0.
type integral struct {
	width, height int       // of the picture
	sums          []float64 // (height+1) rows of width+1; at (x, y) the sum over the pixels left of x and above y
}

func sumUp(g Gray) *integral {
	s := &integral{width: g.Width, height: g.Height}
	s.sums = make([]float64, (g.Width+1)*(g.Height+1))
	for y := range g.Height {
		above, here := s.row(y), s.row(y+1)
		sum := 0.0
		for x, v := range g.Light[y*g.Width : (y+1)*g.Width] {
			sum += float64(v)
			here[x+1] = above[x+1] + sum
		}
	}
	return s
}

// row returns the sums over the first y rows of pixels.
func (s *integral) row(y int) []float64 {
	stride := s.width + 1
	return s.sums[y*stride : (y+1)*stride]
}

// box returns the sum over the pixels from (left, top) up to but not including
// (right, bottom).
func (s *integral) box(left, top, right, bottom int) float64 {
	upper, lower := s.row(top), s.row(bottom)
	return (lower[right] - lower[left]) - (upper[right] - upper[left])
}

// haar returns the responses of the Haar wavelets of side 2h along x and along y:
// the light right of x less that left of it, and below y less above it. The centre
// (x, y) is a corner of pixels. A wavelet that does not lie wholly inside the picture
// responds with 0.
func (s *integral) haar(x, y, h int) (dx, dy float64) {
	if x < h || y < h || x+h > s.width || y+h > s.height {
		return 0, 0
	}
	stride := s.width + 1
	at := y*stride + x
	upper, middle, lower := s.sums[at-h*stride-h:], s.sums[at-h:], s.sums[at+h*stride-h:]
	_, _, _ = upper[2*h], middle[2*h], lower[2*h]
	left, right := lower[0]-upper[0], lower[2*h]-upper[2*h]
	dx = left - 2*(lower[h]-upper[h]) + right
	dy = (upper[2*h] - upper[0]) - 2*(middle[2*h]-middle[0]) + (lower[2*h] - lower[0])
	return dx, dy
}

// haarBetween is haar at a place between corners of pixels, by bilinear interpolation.
// At the small scales of most keypoints, rounding the places of the samples would make
// the description depend on where they fall between the pixels.
func (s *integral) haarBetween(x, y float64, h int) (dx, dy float64) {
	left, top := math.Floor(x), math.Floor(y)
	u, v := x-left, y-top
	dx0, dy0 := s.haarAlong(int(left), int(top), h, u)
	dx1, dy1 := s.haarAlong(int(left), int(top)+1, h, u)
	return (1-v)*dx0 + v*dx1, (1-v)*dy0 + v*dy1
}

// haarAlong is haar at a share u of the way from a corner of pixels to the next on its right.
func (s *integral) haarAlong(x, y, h int, u float64) (dx, dy float64) {
	dx0, dy0 := s.haar(x, y, h)
	dx1, dy1 := s.haar(x+1, y, h)
	return (1-u)*dx0 + u*dx1, (1-u)*dy0 + u*dy1
}

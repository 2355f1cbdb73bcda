package simulations

import "math"

// layers of a ziggurat: 255 rectangles of equal area under a falling density, and a base
// of the same area that has the tail.
const layers = 256

// ziggurat draws from a density f that falls from f(0) = 1, by Marsaglia and Tsang, "The
// ziggurat method for generating random variables" (2000). A position in a layer is a
// whole number below 2ᵇ.
type ziggurat struct {
	scale [layers]float64 // of a position, to x
	sure  [layers]uint64  // positions below are under the density, whatever the height
	f     [layers]float64 // at the right end of a layer
}

// newZiggurat begins at the edge of the tail, of the given area, and goes up: the layer
// above one with its right end at x ends where f is f(x) + area/x.
func newZiggurat(edge, tail, positions float64, f, inverse func(float64) float64) *ziggurat {
	z := &ziggurat{}
	area := edge*f(edge) + tail
	base := area / f(edge) // the width of a rectangle with the area of base and tail
	z.scale[0], z.f[0] = base/positions, 1
	z.sure[0] = uint64(edge / base * positions)
	x := edge
	for i := layers - 1; i > 0; i-- {
		z.scale[i], z.f[i] = x/positions, f(x)
		if i == 1 {
			break // the top: none of it is sure
		}
		above := inverse(area/x + f(x))
		z.sure[i] = uint64(above / x * positions)
		x = above
	}
	return z
}

// within reports whether x in a layer that is not the base is under the density fx, at a
// height drawn from that of the layer.
func (z *ziggurat) within(layer int, height, fx float64) bool {
	low, high := z.f[layer], z.f[layer-1]
	return low+(high-low)*height < fx
}

// The edges are those that make 256 layers of equal area.
const (
	normalEdge      = 3.6541528853610088
	exponentialEdge = 7.69711747013104972
)

var normalZiggurat = newZiggurat(normalEdge, math.Sqrt(math.Pi/2)*math.Erfc(normalEdge/math.Sqrt2), 1<<52,
	func(x float64) float64 { return math.Exp(-x * x / 2) },
	func(f float64) float64 { return math.Sqrt(-2 * math.Log(f)) })

var exponentialZiggurat = newZiggurat(exponentialEdge, math.Exp(-exponentialEdge), 1<<53,
	func(x float64) float64 { return math.Exp(-x) },
	func(f float64) float64 { return -math.Log(f) })

// normal is a standard normal number.
func (g *generator) normal() float64 {
	z := normalZiggurat
	for {
		word := g.uint64() // from below: 8 bits for the layer, 1 for the sign, 52 for the position
		layer, position := int(word&0xff), word>>9&(1<<52-1)
		x := float64(position) * z.scale[layer]
		if word>>8&1 == 1 {
			x = -x
		}
		switch {
		case position < z.sure[layer]:
			return x
		case layer == 0 && position>>8&1 == 1: // the tail has a sign of its own
			return -g.normalTail()
		case layer == 0:
			return g.normalTail()
		case z.within(layer, g.uniform(), math.Exp(-x*x/2)):
			return x
		}
	}
}

// normalTail is a normal number above the edge: Marsaglia (1964).
func (g *generator) normalTail() float64 {
	for {
		x, y := -math.Log1p(-g.uniform())/normalEdge, -math.Log1p(-g.uniform())
		if 2*y > x*x {
			return normalEdge + x
		}
	}
}

// exponential is a number of the exponential distribution with mean 1.
func (g *generator) exponential() float64 {
	z := exponentialZiggurat
	for {
		word := g.uint64() >> 3 // from below: 8 bits for the layer, 53 for the position
		layer, position := int(word&0xff), word>>8
		x := float64(position) * z.scale[layer]
		switch {
		case position < z.sure[layer]:
			return x
		case layer == 0:
			return exponentialEdge - math.Log1p(-g.uniform())
		case z.within(layer, g.uniform(), math.Exp(-x)):
			return x
		}
	}
}

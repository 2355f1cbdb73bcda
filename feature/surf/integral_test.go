package surf

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// drawPicture returns a picture of random bytes divided by 256, sums of which are exact.
func drawPicture(t *rapid.T, least, most int) Gray {
	g := newGray(rapid.IntRange(least, most).Draw(t, "width"), rapid.IntRange(least, most).Draw(t, "height"))
	random := rapid.Uint64().Draw(t, "seed")
	for i := range g.Light {
		random = random*6364136223846793005 + 1442695040888963407
		g.Light[i] = float32(random>>56) / 256
	}
	return g
}

// sumOver adds up pixels one by one.
func sumOver(g Gray, left, top, right, bottom int) float64 {
	sum := 0.0
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			sum += float64(g.Light[y*g.Width+x])
		}
	}
	return sum
}

func TestBoxIsTheSumOfItsPixels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawPicture(t, 1, 30)
		left, top := rapid.IntRange(0, g.Width).Draw(t, "left"), rapid.IntRange(0, g.Height).Draw(t, "top")
		right, bottom := rapid.IntRange(left, g.Width).Draw(t, "right"), rapid.IntRange(top, g.Height).Draw(t, "bottom")
		got, want := sumUp(g).box(left, top, right, bottom), sumOver(g, left, top, right, bottom)
		if got != want {
			t.Errorf("%g, added one by one %g", got, want)
		}
	})
}

// naiveHaar adds up the halves of the wavelets.
func naiveHaar(g Gray, x, y, h int) (dx, dy float64) {
	if x-h < 0 || y-h < 0 || x+h > g.Width || y+h > g.Height {
		return 0, 0
	}
	dx = sumOver(g, x, y-h, x+h, y+h) - sumOver(g, x-h, y-h, x, y+h)
	dy = sumOver(g, x-h, y, x+h, y+h) - sumOver(g, x-h, y-h, x+h, y)
	return dx, dy
}

func TestHaarIsTheDifferenceOfItsHalves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawPicture(t, 1, 20)
		x, y := rapid.IntRange(-3, g.Width+3).Draw(t, "x"), rapid.IntRange(-3, g.Height+3).Draw(t, "y")
		h := rapid.IntRange(1, 12).Draw(t, "h")
		dx, dy := sumUp(g).haar(x, y, h)
		if wantX, wantY := naiveHaar(g, x, y, h); dx != wantX || dy != wantY {
			t.Errorf("(%g, %g), added one by one (%g, %g)", dx, dy, wantX, wantY)
		}
	})
}

// Where light rises evenly, the wavelets respond with the slope times the number of
// pixels of a half times the distance of the halves, between corners as well.
func TestHaarOfASlope(t *testing.T) {
	g := newGray(40, 30).fill(func(x, y float64) float64 { return (3*x + 5*y) / 256 })
	for _, h := range []int{1, 2, 5} {
		n := float64(2 * h * h * h)
		dx, dy := sumUp(g).haarBetween(17.3, 14.8, h)
		if math.Abs(dx-3*n/256) > 1e-9 || math.Abs(dy-5*n/256) > 1e-9 {
			t.Errorf("h = %d: (%g, %g), want (%g, %g)", h, dx, dy, 3*n/256, 5*n/256)
		}
	}
}

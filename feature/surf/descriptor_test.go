package surf

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// naiveDescription adds up the samples of each part by their definition, pixel by pixel.
func naiveDescription(g Gray, p Keypoint) []float64 {
	var values []float64
	h := max(1, int(math.Round(p.Scale)))
	sin, cos := math.Sincos(p.Angle)
	for part := range 16 {
		var four [4]float64
		for sample := range 25 {
			u := float64(part%4*5+sample%5) - 9.5
			v := float64(part/4*5+sample/5) - 9.5
			x, y := p.X+p.Scale*(u*cos-v*sin)+.5, p.Y+p.Scale*(u*sin+v*cos)+.5
			var dx, dy float64
			for corner := range 4 { // weighted by how near the corners of the pixel are
				cx, cy := math.Floor(x)+float64(corner%2), math.Floor(y)+float64(corner/2)
				weight := (1 - math.Abs(x-cx)) * (1 - math.Abs(y-cy))
				ddx, ddy := naiveHaar(g, int(cx), int(cy), h)
				dx, dy = dx+weight*ddx, dy+weight*ddy
			}
			weight := math.Exp(-(u*u + v*v) / (2 * 3.3 * 3.3))
			along, across := weight*(cos*dx+sin*dy), weight*(cos*dy-sin*dx)
			four[0], four[1] = four[0]+along, four[1]+across
			four[2], four[3] = four[2]+math.Abs(along), four[3]+math.Abs(across)
		}
		values = append(values, four[:]...)
	}
	length := 0.0
	for _, v := range values {
		length = math.Hypot(length, v)
	}
	for i := range values {
		values[i] /= length
	}
	return values
}

func TestDescriptionsAreTheirDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawPicture(t, 20, 50)
		p := Keypoint{
			X:     rapid.Float64Range(5, float64(g.Width-6)).Draw(t, "x"),
			Y:     rapid.Float64Range(5, float64(g.Height-6)).Draw(t, "y"),
			Scale: rapid.Float64Range(1.2, 4).Draw(t, "scale"),
			Angle: rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "angle"),
		}
		got := make([]float32, Size)
		newSquare().describe(got, sumUp(g), p)
		for i, want := range naiveDescription(g, p) {
			if math.Abs(float64(got[i])-want) > 1e-6 {
				t.Fatalf("number %d is %g, by definition %g", i, got[i], want)
			}
		}
	})
}

// longestNaively adds up every window anew.
func longestNaively(changes []change) (length float64) {
	for _, first := range changes {
		var x, y float64
		for _, c := range changes {
			if turn := math.Mod(c.angle-first.angle+2*math.Pi, 2*math.Pi); turn < math.Pi/3 {
				x, y = x+c.x, y+c.y
			}
		}
		length = max(length, math.Hypot(x, y))
	}
	return length
}

// The direction is that of a window whose sum is the longest of all.
func TestLongestWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var changes []change
		for range rapid.IntRange(1, 40).Draw(t, "changes") {
			// In thousandths: responses so small that their squares vanish have no direction.
			x, y := float64(rapid.IntRange(-1000, 1000).Draw(t, "x"))/1000, float64(rapid.IntRange(-1000, 1000).Draw(t, "y"))/1000
			changes = append(changes, change{x, y, math.Atan2(y, x)})
		}
		slices.SortFunc(changes, func(a, b change) int { return int(math.Copysign(1, a.angle-b.angle)) })
		best, angle := longestNaively(changes), longest(changes)
		for _, first := range changes {
			var x, y float64
			for _, c := range changes {
				if turn := math.Mod(c.angle-first.angle+2*math.Pi, 2*math.Pi); turn < math.Pi/3 {
					x, y = x+c.x, y+c.y
				}
			}
			if math.Hypot(x, y) > best-1e-9 && math.Abs(math.Remainder(math.Atan2(y, x)-angle, 2*math.Pi)) < 1e-6 {
				return
			}
		}
		t.Errorf("no window of length %g points to %g", best, angle)
	})
}

// On an even slope the direction is that of the slope.
func TestAngleOfASlope(t *testing.T) {
	for _, want := range []float64{-3, -1.2, 0, .4, 2} {
		sin, cos := math.Sincos(want)
		g := newGray(80, 80).fill(func(x, y float64) float64 { return .5 + (cos*(x-40)+sin*(y-40))/200 })
		got := newCompass().angle(sumUp(g), Keypoint{X: 40.3, Y: 39.6, Scale: 2.3})
		if math.Abs(got-want) > 1e-3 {
			t.Errorf("%g, want %g", got, want)
		}
	}
}

func TestCompassHasAllPlaces(t *testing.T) {
	if n := len(newCompass().samples); n != compassPlaces {
		t.Errorf("%d places, room for %d", n, compassPlaces)
	}
}

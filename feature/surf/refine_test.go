package surf

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The top of a quadric is found exactly.
func TestRefineFindsTheTopOfAQuadric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var top, slant [3]float64
		for i := range top {
			top[i] = rapid.Float64Range(-.9, .9).Draw(t, "top")
			slant[i] = rapid.Float64Range(-.3, .3).Draw(t, "slant")
		}
		quadric := func(x, y, s float64) float64 {
			x, y, s = x-top[0], y-top[1], s-top[2]
			return 5 - x*x - 2*y*y - 3*s*s + slant[0]*x*y + slant[1]*x*s + slant[2]*y*s
		}
		b := &band{octave: &octave{sums: sumUp(newGray(60, 60)), sizes: []int{15, 27, 39}, step: 2, columns: 30, rows: 30}, first: 15, end: 16}
		for i := range 3 {
			layer := make([]float64, 3*30)
			for j := range layer {
				layer[j] = quadric(float64(j%30-14), float64(j/30-1), float64(i-1))
			}
			b.layers = append(b.layers, layer)
		}
		got, ok := b.refine(1, 30+14)
		want := Keypoint{X: 2 * (14 + top[0]), Y: 2 * (15 + top[1]), Scale: 1.2 / 9 * (27 + 12*top[2]), Strength: 5, Laplacian: 1}
		off := math.Hypot(got.X-want.X, got.Y-want.Y) + math.Abs(got.Scale-want.Scale) + math.Abs(got.Strength-want.Strength)
		if !ok || off > 1e-9 {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}

func TestSolveRefusesSingular(t *testing.T) {
	if x, ok := solve([3][3]float64{{1, 2, 3}, {2, 4, 6}, {0, 1, 0}}, [3]float64{1, 1, 1}); ok {
		t.Errorf("solved to %v", x)
	}
}

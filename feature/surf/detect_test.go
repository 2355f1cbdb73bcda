package surf

import (
	"math"
	"reflect"
	"runtime"
	"testing"

	"pgregory.net/rapid"
)

// blob is a Gaussian spot.
type blob struct{ x, y, sigma, light float64 }

func paint(width, height int, ground float64, blobs ...blob) Gray {
	return newGray(width, height).fill(func(x, y float64) float64 {
		sum := ground
		for _, b := range blobs {
			sum += b.light * math.Exp(-((x-b.x)*(x-b.x)+(y-b.y)*(y-b.y))/(2*b.sigma*b.sigma))
		}
		return sum
	})
}

// Each of several blobs is found where it is, to a twentieth of its size, with its
// sign, and at a scale in proportion to its size. For filters of any size, not only
// those tried, the proportion would be .673, by maximising the product of error
// functions that the boxes give.
func TestBlobsAreFound(t *testing.T) {
	blobs := []blob{
		{60.3, 50.7, 2.5, .5}, {140.5, 60.1, 4, -.4}, {230.8, 55.4, 6, .4},
		{75.2, 160.9, 8, -.4}, {210.4, 170.3, 12, .4},
	}
	found := see(t, Options{}, paint(300, 240, .5, blobs...))
	for _, b := range blobs {
		best := Keypoint{X: math.Inf(1)}
		for _, p := range found.points {
			if math.Hypot(p.X-b.x, p.Y-b.y) < math.Hypot(best.X-b.x, best.Y-b.y) {
				best = p
			}
		}
		if off := math.Hypot(best.X-b.x, best.Y-b.y); off > .05*b.sigma {
			t.Errorf("%+v: nearest at distance %g: %+v", b, off, best)
		}
		if ratio := best.Scale / b.sigma; ratio < .64 || ratio > .8 {
			t.Errorf("%+v: scale %.3g, which is %.3g of its size", b, best.Scale, ratio)
		}
		if float64(best.Laplacian)*b.light > 0 {
			t.Errorf("%+v: laplacian %d", b, best.Laplacian)
		}
	}
}

func TestNothingInFlatPicturesSlopesAndEdges(t *testing.T) {
	for name, light := range map[string]func(x, y float64) float64{
		"black":    func(_, _ float64) float64 { return 0 },
		"white":    func(_, _ float64) float64 { return 1 },
		"gray":     func(_, _ float64) float64 { return 1. / 3 },
		"slope":    func(x, y float64) float64 { return x/1000 + y/500 },
		"edge":     func(x, _ float64) float64 { return math.Round(x / 320) },
		"diagonal": func(x, y float64) float64 { return math.Min(1, math.Max(0, x-y)) },
	} {
		if points := see(t, Options{Threshold: 1e-6}, newGray(320, 240).fill(light)).points; len(points) > 0 {
			t.Errorf("%s: %d keypoints, the first %+v", name, len(points), points[0])
		}
	}
}

// texture is a picture with structure at all scales, from sums of light of random bytes.
func texture(width, height int) Gray {
	out := newGray(width, height)
	random := uint64(1)
	for _, sigma := range []float64{1, 2, 4, 8} {
		noise := newGray(width, height)
		for i := range noise.Light {
			random = random*6364136223846793005 + 1442695040888963407
			noise.Light[i] = float32(random>>40) / (1 << 24)
		}
		for i, v := range blurred(noise, sigma).Light {
			out.Light[i] += (v - .5) * float32(sigma)
		}
	}
	for i, v := range out.Light {
		out.Light[i] = float32(math.Round(256*max(0, min(1, .5+float64(v))))) / 256
	}
	return out
}

// With exact arithmetic, brightness and contrast change nothing but the strength.
func TestLightDoesNotMatter(t *testing.T) {
	g := texture(160, 120)
	was := see(t, Options{}, g)
	if len(was.points) < 50 {
		t.Fatalf("only %d keypoints to compare", len(was.points))
	}
	exact := see(t, Options{Threshold: defaultThreshold / 16}, relit(g, .25, .5))
	for i := range exact.points {
		exact.points[i].Strength *= 16
	}
	if !reflect.DeepEqual(was.points, exact.points) || !reflect.DeepEqual(was.descriptors, exact.descriptors) {
		t.Error("a quarter of the contrast changes keypoints or descriptors")
	}
	rounded := see(t, Options{Threshold: defaultThreshold * .49}, relit(g, .7, .1))
	near := 0
	for i, v := range rounded.descriptors {
		if len(rounded.descriptors) == len(was.descriptors) && math.Abs(float64(v-was.descriptors[i])) < 1e-4 {
			near++
		}
	}
	if near < len(was.descriptors)*99/100 { // light in 24 bits: now and then two strengths change places
		t.Errorf("contrast .7: %d of %d numbers are the same to 1e-4", near, len(was.descriptors))
	}
}

// The other sign of light gives the other Laplacian, and nothing else.
func TestNegativeHasTheSameKeypoints(t *testing.T) {
	g := texture(120, 100)
	was, negative := see(t, Options{Upright: true}, g), see(t, Options{Upright: true}, relit(g, -1, 1))
	for i := range negative.points {
		negative.points[i].Laplacian *= -1
	}
	if !reflect.DeepEqual(was.points, negative.points) {
		t.Error("a negative has other keypoints")
	}
}

// A quarter turn, which needs no interpolation, turns the keypoints with it. Both sides
// are 1 more than a multiple of 8, the spacing of the last octave, so that the places
// where the filters are applied turn too.
func TestQuarterTurn(t *testing.T) {
	g := texture(161, 129)
	quarter := newGray(129, 161).fill(func(x, y float64) float64 { return g.at(y, 128-x) })
	was, now := see(t, Options{}, g), see(t, Options{}, quarter)
	if len(was.points) < 50 || len(was.points) != len(now.points) {
		t.Fatalf("%d keypoints, %d after", len(was.points), len(now.points))
	}
	same := 0
	for i, p := range was.points {
		q := now.points[i]
		if math.Hypot(128-p.Y-q.X, p.X-q.Y) > 1e-6 || math.Abs(p.Scale-q.Scale) > 1e-6 {
			t.Fatalf("keypoint %+v turned to %+v", p, q)
		}
		away := 0.0
		for j := range Size {
			away = max(away, math.Abs(float64(was.descriptors[i*Size+j]-now.descriptors[i*Size+j])))
		}
		if turn := math.Remainder(q.Angle-p.Angle-math.Pi/2, 2*math.Pi); math.Abs(turn) < 1e-6 && away < 1e-4 {
			same++
		}
	}
	if same < len(was.points)*98/100 { // two windows may be as long as each other
		t.Errorf("%d of %d descriptions are the same", same, len(was.points))
	}
}

func TestMostKeepsTheStrongest(t *testing.T) {
	g := texture(160, 120)
	all, some := see(t, Options{}, g), see(t, Options{Most: 20}, g)
	if !reflect.DeepEqual(some.points, all.points[:20]) || !reflect.DeepEqual(some.descriptors, all.descriptors[:20*Size]) {
		t.Error("the first 20 of all are not the 20 that are kept")
	}
	for i, p := range all.points[1:] {
		if p.Strength > all.points[i].Strength {
			t.Fatalf("keypoint %d is stronger than the one before", i+1)
		}
	}
}

func TestCoresDoNotMatter(t *testing.T) {
	g := texture(320, 240)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := see(t, Options{}, g)
	runtime.GOMAXPROCS(4)
	if four := see(t, Options{}, g); !reflect.DeepEqual(one, four) {
		t.Error("4 cores find something else than 1")
	}
}

// Few keypoints are found with a large step, and none with large filters only: but
// nothing is found outside the picture, and descriptions have length 1.
func TestAnySizeAndOptions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawPicture(t, 0, 70)
		o := Options{
			Threshold: rapid.SampledFrom([]float64{0, 1e-9, 1e-3}).Draw(t, "threshold"),
			Octaves:   rapid.SampledFrom([]int{0, 1, 3, 16}).Draw(t, "octaves"),
			Intervals: rapid.SampledFrom([]int{0, 3, 5, 64}).Draw(t, "intervals"),
			Step:      rapid.SampledFrom([]int{0, 1, 2, 5, 4096}).Draw(t, "step"),
			Upright:   rapid.Bool().Draw(t, "upright"),
		}
		points, descriptors, err := o.Detect(g)
		if err != nil {
			t.Fatal(err)
		}
		checkResult(t, g, points, descriptors)
	})
}

func checkResult(t interface{ Fatalf(string, ...any) }, g Gray, points []Keypoint, descriptors []float32) {
	if len(descriptors) != Size*len(points) {
		t.Fatalf("%d keypoints, %d numbers", len(points), len(descriptors))
	}
	for i, p := range points {
		if !(p.X >= 0 && p.Y >= 0 && p.X < float64(g.Width) && p.Y < float64(g.Height) && p.Scale >= baseScale) {
			t.Fatalf("%+v is not in a picture of %d x %d", p, g.Width, g.Height)
		}
		sum := 0.0
		for _, v := range descriptors[i*Size : (i+1)*Size] {
			sum += float64(v) * float64(v)
		}
		if math.Abs(sum-1) > 1e-5 {
			t.Fatalf("%+v: a description of squared length %g", p, sum)
		}
	}
}

func TestLongAndLargePictures(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 200000}, {200000, 1}, {20000, 60}, {60, 20000}, {3000, 2000}} {
		if testing.Short() && size[0]*size[1] > 1e6 {
			continue
		}
		g := newGray(size[0], size[1]).fill(func(x, y float64) float64 { return .5 + .25*math.Sin(x/3)*math.Sin(y/3) })
		found := see(t, Options{Octaves: 2, Most: 1000}, g)
		checkResult(t, g, found.points, found.descriptors)
		if min(size[0], size[1]) >= 60 && len(found.points) != 1000 {
			t.Errorf("%v: %d keypoints of a chessboard of blobs", size, len(found.points))
		}
	}
}

func FuzzDetect(f *testing.F) {
	f.Add(uint8(30), uint8(4), uint8(4), uint8(1), false, []byte("a few bytes that come again and again"))
	f.Add(uint8(1), uint8(0), uint8(0), uint8(0), true, []byte{0})
	f.Fuzz(func(t *testing.T, width, octaves, intervals, step uint8, upright bool, light []byte) {
		if width == 0 || len(light) == 0 || len(light) > 1<<12 {
			return
		}
		g := newGray(int(width), 1+len(light)*8/int(width)) // the bytes come eight times, so that filters fit soon
		for i := range g.Light {
			g.Light[i] = float32(light[i%len(light)]) / 255
		}
		o := Options{Threshold: 1e-6, Octaves: int(octaves), Intervals: int(intervals), Step: int(step), Upright: upright}
		points, descriptors, err := o.Detect(g)
		if err != nil {
			return
		}
		checkResult(t, g, points, descriptors)
	})
}

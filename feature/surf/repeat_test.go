package surf

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

const (
	nearPlace = 3.0 // pixels
	nearScale = 1.5 // factor
)

// seen is what was detected in a picture.
type seen struct {
	Gray
	points      []Keypoint
	descriptors []float32
}

func see(t testing.TB, o Options, g Gray) seen {
	t.Helper()
	points, descriptors, err := o.Detect(g)
	if err != nil {
		t.Fatal(err)
	}
	return seen{g, points, descriptors}
}

// shows tells whether a keypoint of a scale can be found at a place: the filter of the
// next larger size must fit into the picture there, and the scale must be nearer to
// the second size than to the first.
func (s seen) shows(x, y, scale float64) bool {
	margin := 1.5 * baseSize / 2 * scale / baseScale
	return scale >= scaleOf(12) && x >= margin && y >= margin && x <= float64(s.Width-1)-margin && y <= float64(s.Height-1)-margin
}

// visible returns the keypoints that can be found in the other picture too, and where
// they are there.
func (s seen) visible(other seen, place func(x, y float64) (float64, float64), scale float64) (points []Keypoint, rows []int) {
	for i, p := range s.points {
		p.X, p.Y = place(p.X, p.Y)
		p.Scale *= scale
		if other.shows(p.X, p.Y, p.Scale) {
			points, rows = append(points, p), append(rows, i)
		}
	}
	return points, rows
}

// tally counts over pairs of pictures.
type tally struct {
	first, second int // visible keypoints
	fewer         int // the smaller of the two, summed over pairs
	repeated      int // keypoints of the first picture that were found in the second
	nearest       int // those whose description is nearest to that of such a keypoint
	turned        int // those whose angle turned with the picture, within 20 degrees
	chance        int // keypoints found in the second where nothing should be
}

func (c tally) repeatability() float64 { return float64(c.repeated) / float64(c.fewer) }
func (c tally) matched() float64       { return float64(c.nearest) / float64(c.repeated) }
func (c tally) aligned() float64       { return float64(c.turned) / float64(c.repeated) }

func (c tally) String() string {
	first := float64(c.first)
	return fmt.Sprintf("%d keypoints, %d after: %.3f repeat (%.3f of the first, %.3f by chance), %.3f aligned, %.3f nearest",
		c.first, c.second, c.repeatability(), float64(c.repeated)/first, float64(c.chance)/first, c.aligned(), c.matched())
}

// count adds a pair of pictures. As in Mikolajczyk and others (2005), repeatability is
// the number of keypoints found again divided by the smaller number visible in both.
func (c *tally) count(a, b seen, v view) {
	points, rows := a.visible(b, v.forward, v.scale)
	back, _ := b.visible(a, v.back, 1/v.scale)
	c.first += len(points)
	c.second += len(back)
	c.fewer += min(len(points), len(back))
	taken := make([]bool, len(b.points))
	for i, p := range points {
		if j := closest(b.points, p, taken); j >= 0 {
			taken[j] = true
			c.repeated++
			turn := math.Remainder(b.points[j].Angle-p.Angle-v.angle, 2*math.Pi)
			if math.Abs(turn) < math.Pi/9 {
				c.turned++
			}
			if isNear(b.points[nearestRow(b.descriptors, a.descriptors[rows[i]*Size:][:Size])], p) {
				c.nearest++
			}
		}
		p.X += 25 * math.Copysign(1, float64(b.Width)/2-p.X)
		if closest(b.points, p, make([]bool, len(b.points))) >= 0 {
			c.chance++
		}
	}
}

func isNear(p, q Keypoint) bool {
	ratio := p.Scale / q.Scale
	return math.Hypot(p.X-q.X, p.Y-q.Y) <= nearPlace && ratio <= nearScale && ratio >= 1/nearScale
}

// closest returns which of the points that are not taken is the same as p, or -1.
func closest(points []Keypoint, p Keypoint, taken []bool) int {
	best, least := -1, math.Inf(1)
	for j, q := range points {
		if d := math.Hypot(p.X-q.X, p.Y-q.Y); !taken[j] && isNear(p, q) && d < least {
			best, least = j, d
		}
	}
	return best
}

func nearestRow(rows []float32, row []float32) int {
	best, least := -1, math.Inf(1)
	for i := 0; i < len(rows); i += Size {
		sum := 0.0
		for j, v := range rows[i : i+Size] {
			d := float64(v - row[j])
			sum += d * d
		}
		if sum < least {
			best, least = i/Size, sum
		}
	}
	return best
}

// Photographs that are turned, scaled, blurred and lit differently have the same
// keypoints, with descriptions that find each other among all of the picture.
func TestKeypointsRepeat(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	pictures := readPhotographs(t, 12)
	still := func(g Gray) view { return view{scale: 1, from: g.centre(), to: g.centre()} }
	for _, c := range []struct {
		name             string
		options          Options
		change           func(g Gray) (Gray, view)
		repeated, nearby float64 // shares wanted
	}{
		{"turned by 30 degrees", Options{}, func(g Gray) (Gray, view) { return turned(g, math.Pi/6, 1) }, .6, .8},
		{"scaled by 0.8", Options{}, func(g Gray) (Gray, view) { return turned(g, 0, .8) }, .7, .8},
		{"scaled by 0.8, upright", Options{Upright: true}, func(g Gray) (Gray, view) { return turned(g, 0, .8) }, .7, .9},
		{"blurred by 1", Options{}, func(g Gray) (Gray, view) { return blurred(g, 1), still(g) }, .8, .9},
		{"blurred by 2", Options{}, func(g Gray) (Gray, view) { return blurred(g, 2), still(g) }, .7, .7},
		{"darker", Options{}, func(g Gray) (Gray, view) { return relit(g, .75, 0), still(g) }, .95, .95},
		{"brighter", Options{}, func(g Gray) (Gray, view) { return relit(g, 1, .15), still(g) }, .9, .9},
	} {
		t.Run(c.name, func(t *testing.T) {
			var all tally
			for _, g := range pictures {
				changed, v := c.change(g)
				all.count(see(t, c.options, g), see(t, c.options, changed), v)
			}
			t.Log(all)
			if all.repeatability() < c.repeated || all.matched() < c.nearby || all.aligned() < .75 {
				t.Errorf("%v; want %.2f repeat, .75 aligned, %.2f nearest", all, c.repeated, c.nearby)
			}
		})
	}
}

// The default threshold leaves a few hundred keypoints in most photographs.
func TestPhotographsHaveHundredsOfKeypoints(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	pictures := readPhotographs(t, 50)
	var counts []int
	for _, g := range pictures {
		counts = append(counts, len(see(t, Options{Upright: true}, g).points))
	}
	slices.Sort(counts)
	least, quarter, median, threeQuarters, most := counts[0], counts[12], counts[25], counts[37], counts[49]
	t.Logf("keypoints: %d least, quartiles %d, %d, %d, %d most", least, quarter, median, threeQuarters, most)
	if quarter < 100 || median < 150 || median > 600 {
		t.Errorf("quartiles %d, %d, %d; want hundreds", quarter, median, threeQuarters)
	}
}

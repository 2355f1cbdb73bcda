package surf

import (
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// photographs is where pictures lie that are not ours to ship.
const photographs = "../../../shared/data/images/voc"

// readPhotographs returns so many photographs, taken evenly from all.
func readPhotographs(t testing.TB, many int) []Gray {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(photographs, "*.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < many {
		t.Skipf("tests on real photographs want %d of them beside the checkout, in ../shared/data/images/voc, which are not ours to ship; there are %d", many, len(names))
	}
	var all []Gray
	for i := range many {
		all = append(all, readJPEG(t, names[i*len(names)/many]))
	}
	return all
}

func readJPEG(t testing.TB, name string) Gray {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, err := jpeg.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return FromImage(picture)
}

func newGray(width, height int) Gray {
	return Gray{Width: width, Height: height, Light: make([]float32, width*height)}
}

// fill sets the light of each pixel by its place.
func (g Gray) fill(light func(x, y float64) float64) Gray {
	for i := range g.Light {
		g.Light[i] = float32(light(float64(i%g.Width), float64(i/g.Width)))
	}
	return g
}

// at returns the light between pixels by bilinear interpolation; beyond the edges it
// is that of the edge.
func (g Gray) at(x, y float64) float64 {
	x = max(0, min(x, float64(g.Width-1)))
	y = max(0, min(y, float64(g.Height-1)))
	left, top := int(x), int(y)
	right, bottom := min(left+1, g.Width-1), min(top+1, g.Height-1)
	u, v := x-float64(left), y-float64(top)
	upper := float64(g.Light[top*g.Width+left])*(1-u) + float64(g.Light[top*g.Width+right])*u
	lower := float64(g.Light[bottom*g.Width+left])*(1-u) + float64(g.Light[bottom*g.Width+right])*u
	return upper*(1-v) + lower*v
}

// view is how places of a picture map to places of a changed one: a rotation and a
// scaling about the centres of both.
type view struct {
	angle, scale float64
	from, to     [2]float64 // centres
}

func (v view) forward(x, y float64) (float64, float64) {
	sin, cos := math.Sincos(v.angle)
	x, y = v.scale*(x-v.from[0]), v.scale*(y-v.from[1])
	return v.to[0] + cos*x - sin*y, v.to[1] + sin*x + cos*y
}

func (v view) back(x, y float64) (float64, float64) {
	sin, cos := math.Sincos(v.angle)
	x, y = x-v.to[0], y-v.to[1]
	return v.from[0] + (cos*x+sin*y)/v.scale, v.from[1] + (cos*y-sin*x)/v.scale
}

func (g Gray) centre() [2]float64 {
	return [2]float64{float64(g.Width-1) / 2, float64(g.Height-1) / 2}
}

// turned rotates a picture about its centre and scales it. The result is the largest
// rectangle of the same shape that lies wholly inside.
func turned(g Gray, angle, scale float64) (Gray, view) {
	sin, cos := math.Sincos(angle)
	sin, cos = math.Abs(sin), math.Abs(cos)
	w, h := float64(g.Width-1), float64(g.Height-1)
	share := scale * min(w/(w*cos+h*sin), h/(w*sin+h*cos))
	out := newGray(1+int(w*share), 1+int(h*share))
	v := view{angle: angle, scale: scale, from: g.centre(), to: out.centre()}
	source := g
	if scale < 1 { // what is smaller than the new pixels must not come back as noise
		source = blurred(g, 0.5*math.Sqrt(1/(scale*scale)-1))
	}
	return out.fill(func(x, y float64) float64 { return source.at(v.back(x, y)) }), v
}

// blurred smooths by a Gaussian.
func blurred(g Gray, sigma float64) Gray {
	radius := int(math.Ceil(4 * sigma))
	weights, sum := make([]float64, 2*radius+1), 0.0
	for i := range weights {
		at := float64(i-radius) / sigma
		weights[i] = math.Exp(-at * at / 2)
		sum += weights[i]
	}
	for i := range weights {
		weights[i] /= sum
	}
	return along(along(g, weights, 1, 0), weights, 0, 1)
}

// along sums light with weights along the direction (dx, dy).
func along(g Gray, weights []float64, dx, dy int) Gray {
	out := newGray(g.Width, g.Height)
	for i := range out.Light {
		total := 0.0
		for j, w := range weights {
			at := j - len(weights)/2
			x := max(0, min(i%g.Width+dx*at, g.Width-1))
			y := max(0, min(i/g.Width+dy*at, g.Height-1))
			total += w * float64(g.Light[y*g.Width+x])
		}
		out.Light[i] = float32(total)
	}
	return out
}

// relit changes contrast and brightness, and cuts off below black and above white.
func relit(g Gray, contrast, brightness float64) Gray {
	out := newGray(g.Width, g.Height)
	for i, v := range g.Light {
		out.Light[i] = float32(max(0, min(1, contrast*float64(v)+brightness)))
	}
	return out
}

package bag

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"suffice/feature/surf"
)

func describer(t testing.TB, s Settings) Describer {
	t.Helper()
	d, err := s.Describer()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A picture has the same descriptors in each format that does not lose anything, whatever
// the file is called. This WebP file is one pixel.
func TestPictureFormats(t *testing.T) {
	picture := spots(90, 12, 1)
	pixel, err := base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
	if err != nil {
		t.Fatal(err)
	}
	dir := put(t, map[string][]byte{
		"a.png": encoded(t, picture, "png"), "b.jpg": encoded(t, picture, "png"),
		"c.jpg": encoded(t, picture, "jpeg"), "d.gif": encoded(t, picture, "gif"), "e.webp": pixel,
	})
	d := describer(t, Images{})
	counts := map[string]int{}
	var want []float32
	for _, name := range list(t, dir, Images{}) {
		got, err := d.Describe(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		counts[name] = len(got.Values) / surf.Size
		if name == "a.png" {
			want = got.Values
		}
		if name == "b.jpg" && !bytes.Equal(encodeEntry(got, [32]byte{}), encodeEntry(Descriptors{Values: want}, [32]byte{})) {
			t.Error("the name of a file matters")
		}
	}
	if counts["a.png"] < 10 || counts["e.webp"] != 0 {
		t.Errorf("descriptors: %v", counts)
	}
	for _, name := range []string{"c.jpg", "d.gif"} { // they lose a little
		if math.Abs(float64(counts[name]-counts["a.png"])) > .3*float64(counts["a.png"]) {
			t.Errorf("descriptors: %v", counts)
		}
	}
}

func TestBadPictures(t *testing.T) {
	whole := encoded(t, spots(60, 5, 1), "png")
	huge := append([]byte(nil), whole...)
	copy(huge[16:], []byte{0, 1, 0, 0, 0, 1, 0, 0}) // 65536 x 65536; the checksum is wrong then, too
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"text":  {[]byte("hello"), "not a JPEG, PNG, GIF or WebP"},
		"empty": {nil, "the file is empty"},
		"cut":   {whole[:len(whole)/2], "the png file is damaged"},
		"start": {whole[:20], "ends too early"},
		"huge":  {huge, ""},
	} {
		dir := put(t, map[string][]byte{"x.png": test.data})
		_, err := describer(t, Images{}).Describe(filepath.Join(dir, "x.png"))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q in it", name, err, test.want)
		}
	}
}

// A large picture is made smaller without moving anything: a disc stays where it was,
// and the light stays the same on average.
func TestShrunk(t *testing.T) {
	for name, large := range map[string]image.Image{
		"gray":  disc(image.NewGray(image.Rect(5, 5, 605, 405))),
		"rgba":  disc(image.NewNRGBA(image.Rect(0, 0, 600, 400))),
		"ycbcr": discYCbCr(),
	} {
		small := surf.FromImage(shrunk(large, 150))
		if small.Width != 150 || small.Height != 100 {
			t.Fatalf("%s: %d x %d", name, small.Width, small.Height)
		}
		before := surf.FromImage(large)
		if a, b := mean(before.Light), mean(small.Light); math.Abs(a-b) > 1e-3 {
			t.Errorf("%s: light %g became %g", name, a, b)
		}
		ax, ay := centre(before)
		bx, by := centre(small)
		if math.Abs((ax+.5)/4-.5-bx) > .05 || math.Abs((ay+.5)/4-.5-by) > .05 {
			t.Errorf("%s: the disc at %g, %g moved to %g, %g", name, ax, ay, bx, by)
		}
		if same := shrunk(large, 600); same != large {
			t.Errorf("%s: a picture that is small enough was changed", name)
		}
	}
}

type settable interface {
	image.Image
	Set(x, y int, c color.Color)
}

func disc(picture settable) image.Image {
	b := picture.Bounds()
	for y := range b.Dy() {
		for x := range b.Dx() {
			light := color.NRGBA{A: 255}
			if math.Hypot(float64(x-200), float64(y-150)) < 40 {
				light = color.NRGBA{R: 200, G: 200, B: 200, A: 255}
			}
			picture.Set(b.Min.X+x, b.Min.Y+y, light)
		}
	}
	return picture
}

func discYCbCr() image.Image {
	gray := disc(image.NewGray(image.Rect(0, 0, 600, 400))).(*image.Gray)
	picture := image.NewYCbCr(gray.Rect, image.YCbCrSubsampleRatio420)
	copy(picture.Y, gray.Pix)
	return picture
}

func mean(light []float32) float64 {
	var sum float64
	for _, v := range light {
		sum += float64(v)
	}
	return sum / float64(len(light))
}

func centre(g surf.Gray) (x, y float64) {
	var sum, sx, sy float64
	for i, v := range g.Light {
		sum += float64(v)
		sx += float64(v) * float64(i%g.Width)
		sy += float64(v) * float64(i/g.Width)
	}
	return sx / sum, sy / sum
}

// Silence has no descriptors, and frames of it inside a sound neither.
func TestSilence(t *testing.T) {
	sound := append(tones(16000, 1, 1), make([]float64, 16000)...)
	dir := put(t, map[string][]byte{
		"none.wav": wav(16000, make([]float64, 16000)), "half.wav": wav(16000, sound), "one.wav": wav(16000, sound[:16000]),
	})
	d := describer(t, Sounds{})
	frames := map[string]int{}
	for name := range map[string]bool{"none.wav": true, "half.wav": true, "one.wav": true} {
		got, err := d.Describe(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		frames[name] = len(got.Values) / d.Width()
	}
	if frames["none.wav"] != 0 || frames["one.wav"] != 100 && frames["one.wav"] != 99 || math.Abs(float64(frames["half.wav"]-frames["one.wav"])) > 3 {
		t.Errorf("frames: %v", frames)
	}
}

// A sound has about the same descriptors at another rate, packed or not, since it is
// brought to one rate.
func TestRates(t *testing.T) {
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	if _, err := zip.Write(wav(16000, tones(16000, 1, 3))); err != nil {
		t.Fatal(err)
	}
	zip.Close()
	dir := put(t, map[string][]byte{"a.wav.gz": packed.Bytes(), "b.wav": wav(48000, tones(48000, 1, 3))})
	d := describer(t, Sounds{Filters: 20})
	a, err := d.Describe(filepath.Join(dir, "a.wav.gz"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Describe(filepath.Join(dir, "b.wav"))
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Values) != len(b.Values) {
		t.Fatalf("%d and %d values", len(a.Values), len(b.Values))
	}
	var far, size float64
	for i, v := range a.Values {
		far += math.Pow(float64(v-b.Values[i]), 2)
		size += float64(v * v)
	}
	if far > .01*size {
		t.Errorf("they differ by %g of %g", far, size)
	}
}

func TestCutSound(t *testing.T) {
	whole := wav(16000, tones(16000, 1, 3))
	dir := put(t, map[string][]byte{"a.wav": whole[:len(whole)/2]})
	got, err := describer(t, Sounds{}).Describe(filepath.Join(dir, "a.wav"))
	if err != nil || !strings.Contains(got.Warning, "ends before it should; used the first 0.499 s") {
		t.Errorf("warning %q, error %v", got.Warning, err)
	}
	_, err = describer(t, Sounds{}).Describe(filepath.Join(dir, "none.wav"))
	if !os.IsNotExist(err) {
		t.Errorf("error %v", err)
	}
}

// Leaving out c0 leaves the other coefficients, and slopes come behind.
func TestWidths(t *testing.T) {
	dir := put(t, map[string][]byte{"a.wav": wav(16000, tones(16000, .2, 3))})
	all, err := describer(t, Sounds{Deltas: 1, Loudness: true}).Describe(filepath.Join(dir, "a.wav"))
	if err != nil {
		t.Fatal(err)
	}
	without := describer(t, Sounds{Deltas: 1})
	some, err := without.Describe(filepath.Join(dir, "a.wav"))
	if err != nil {
		t.Fatal(err)
	}
	if without.Width() != 25 || len(some.Values)/25 != len(all.Values)/26 || some.Values[0] != all.Values[1] || some.Values[25] != all.Values[27] {
		t.Errorf("width %d, %v, %v", without.Width(), some.Values[:2], all.Values[:2])
	}
}

func TestBadSettings(t *testing.T) {
	for _, s := range []Settings{
		Images{Side: 5}, Images{Threshold: -1}, Images{Threshold: math.NaN()}, Images{Most: -1},
		Sounds{Rate: 3}, Sounds{Frame: -1}, Sounds{Step: math.Inf(1)}, Sounds{Coefficients: 99}, Sounds{Deltas: 3},
		Sounds{Coefficients: 1},
	} {
		if _, err := s.Completed(); err == nil {
			t.Errorf("%+v is taken", s)
		}
		if _, err := s.Describer(); err == nil {
			t.Errorf("%+v is taken", s)
		}
	}
}

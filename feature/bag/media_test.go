package bag

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// spots is a picture of so many round spots, drawn by the seed.
func spots(size, n int, seed uint64) *image.Gray {
	random := rand.New(rand.NewPCG(seed, 7))
	picture := image.NewGray(image.Rect(0, 0, size, size))
	for i := range picture.Pix {
		picture.Pix[i] = 90
	}
	for range n {
		cx, cy := random.Float64()*float64(size), random.Float64()*float64(size)
		r, light := 2+random.Float64()*float64(size)/16, uint8(random.IntN(256))
		for y := range size {
			for x := range size {
				if math.Hypot(float64(x)-cx, float64(y)-cy) < r {
					picture.SetGray(x, y, color.Gray{Y: light})
				}
			}
		}
	}
	return picture
}

func encoded(t testing.TB, picture image.Image, format string) []byte {
	t.Helper()
	var out bytes.Buffer
	var err error
	switch format {
	case "png":
		err = png.Encode(&out, picture)
	case "jpeg":
		err = jpeg.Encode(&out, picture, &jpeg.Options{Quality: 95})
	case "gif":
		err = gif.Encode(&out, picture, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// wav is a sound file of 16 bits.
func wav(rate int, samples []float64) []byte {
	out := []byte("RIFF")
	out = binary.LittleEndian.AppendUint32(out, uint32(36+2*len(samples)))
	out = append(out, "WAVEfmt "...)
	out = binary.LittleEndian.AppendUint32(out, 16)
	for _, v := range []uint16{1, 1} {
		out = binary.LittleEndian.AppendUint16(out, v)
	}
	out = binary.LittleEndian.AppendUint32(out, uint32(rate))
	out = binary.LittleEndian.AppendUint32(out, uint32(2*rate))
	for _, v := range []uint16{2, 16} {
		out = binary.LittleEndian.AppendUint16(out, v)
	}
	out = append(out, "data"...)
	out = binary.LittleEndian.AppendUint32(out, uint32(2*len(samples)))
	for _, v := range samples {
		out = binary.LittleEndian.AppendUint16(out, uint16(int16(32767*v)))
	}
	return out
}

// tones is a sound that goes through some frequencies.
func tones(rate int, seconds float64, seed uint64) []float64 {
	random := rand.New(rand.NewPCG(seed, 9))
	samples := make([]float64, int(float64(rate)*seconds))
	frequency := 0.0
	for i := range samples {
		if i%(rate/10) == 0 {
			frequency = 200 + 3000*random.Float64()
		}
		samples[i] = .4 * math.Sin(2*math.Pi*frequency*float64(i)/float64(rate))
	}
	return samples
}

// put writes files into a new directory.
func put(t testing.TB, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

package surf

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"
)

// plain hides all but what every picture can do.
type plain struct{ image.Image }

// The same colours give the same light, however they are stored, in cut-outs too.
func TestFromImage(t *testing.T) {
	bounds := image.Rect(-3, 2, 14, 13)
	colours := image.NewNRGBA(bounds)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			colours.Set(x, y, color.NRGBA{uint8(15 * (x + 3)), uint8(20 * (y - 2)), uint8(7 * (x + y)), 255})
		}
	}
	ycc := image.NewYCbCr(bounds, image.YCbCrSubsampleRatio444)
	grays := image.NewGray(bounds)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := colours.NRGBAAt(x, y)
			i := ycc.YOffset(x, y)
			ycc.Y[i], ycc.Cb[i], ycc.Cr[i] = color.RGBToYCbCr(c.R, c.G, c.B)
			grays.Pix[grays.PixOffset(x, y)] = ycc.Y[i]
		}
	}
	rgba := image.NewRGBA(bounds)
	draw.Draw(rgba, bounds, colours, bounds.Min, draw.Src)

	part := image.Rect(0, 5, 11, 12)
	for name, picture := range map[string]image.Image{
		"NRGBA": colours.SubImage(part), "RGBA": rgba.SubImage(part), "other": plain{colours.SubImage(part)},
		"YCbCr": ycc.SubImage(part), "Gray": grays.SubImage(part),
	} {
		g := FromImage(picture)
		if g.Width != 11 || g.Height != 7 {
			t.Fatalf("%s: %d x %d pixels", name, g.Width, g.Height)
		}
		for i, v := range g.Light {
			c := colours.NRGBAAt(i%11, 5+i/11)
			want := (.299*float64(c.R) + .587*float64(c.G) + .114*float64(c.B)) / 255
			if math.Abs(float64(v)-want) > .51/255 { // Y is rounded to a byte
				t.Fatalf("%s: light %g at pixel %d, want %g", name, v, i, want)
			}
		}
	}
}

func TestTransparentIsBlack(t *testing.T) {
	picture := image.NewNRGBA(image.Rect(0, 0, 1, 1))
	picture.Set(0, 0, color.NRGBA{255, 255, 255, 0})
	if g := FromImage(picture); g.Light[0] != 0 {
		t.Errorf("light %g", g.Light[0])
	}
}

func TestEmptyImages(t *testing.T) {
	for _, bounds := range []image.Rectangle{{}, image.Rect(0, 0, 0, 5), image.Rect(0, 0, 5, 0)} {
		for _, picture := range []image.Image{image.NewGray(bounds), image.NewYCbCr(bounds, image.YCbCrSubsampleRatio420), image.NewRGBA(bounds)} {
			if points, _, err := (Options{}).Detect(FromImage(picture)); err != nil || len(points) > 0 {
				t.Errorf("%v: %v, %v", bounds, points, err)
			}
		}
	}
}

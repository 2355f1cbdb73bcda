package surf

import (
	"errors"
	"fmt"
	"image"
	"math"
)

// Gray is a picture without colours.
type Gray struct {
	Width, Height int
	Light         []float32 // row by row from the top left, 0 for black and 1 for white
}

// FromImage takes the colours out of a picture: light is .299 red + .587 green +
// .114 blue (ITU-R BT.601) of the values as stored, which are not made linear in
// physical light first. These are the weights of the Y in a JPEG file, which is
// therefore taken as it is. What is transparent is black.
func FromImage(picture image.Image) Gray {
	bounds := picture.Bounds()
	g := Gray{Width: bounds.Dx(), Height: bounds.Dy()}
	g.Light = make([]float32, g.Width*g.Height)
	for y := range g.Height {
		row := g.Light[y*g.Width : (y+1)*g.Width]
		switch p := picture.(type) {
		case *image.YCbCr:
			takeBytes(row, p.Y[p.YOffset(bounds.Min.X, bounds.Min.Y+y):])
		case *image.Gray:
			takeBytes(row, p.Pix[p.PixOffset(bounds.Min.X, bounds.Min.Y+y):])
		case image.RGBA64Image:
			for x := range row {
				c := p.RGBA64At(bounds.Min.X+x, bounds.Min.Y+y)
				row[x] = light(uint32(c.R), uint32(c.G), uint32(c.B))
			}
		default:
			for x := range row {
				red, green, blue, _ := picture.At(bounds.Min.X+x, bounds.Min.Y+y).RGBA()
				row[x] = light(red, green, blue)
			}
		}
	}
	return g
}

func takeBytes(row []float32, values []uint8) {
	for x := range row {
		row[x] = float32(values[x]) / 255
	}
}

// light weighs colours of 16 bits.
func light(red, green, blue uint32) float32 {
	return float32(.299*float64(red)+.587*float64(green)+.114*float64(blue)) / 65535
}

// check finds what would make sums over the picture meaningless.
func (g Gray) check() error {
	if g.Width < 0 || g.Height < 0 {
		return fmt.Errorf("surf: the picture is %d x %d pixels; sizes cannot be negative", g.Width, g.Height)
	}
	if g.Width == 0 || g.Height == 0 {
		if len(g.Light) > 0 {
			return errors.New("surf: the picture has light but no width or no height; set both")
		}
		return nil
	}
	if len(g.Light)%g.Width != 0 || len(g.Light)/g.Width != g.Height {
		return fmt.Errorf("surf: %d values of light for %d x %d pixels; give one a pixel", len(g.Light), g.Width, g.Height)
	}
	for i, v := range g.Light {
		if d := float64(v); math.IsNaN(d) || math.IsInf(d, 0) {
			return fmt.Errorf("surf: the light at pixel (%d, %d) is %g; it must be a finite number", i%g.Width, i/g.Width, v)
		}
	}
	return nil
}

package bag

import (
	"cmp"
	"fmt"
	"image"

	"golang.org/x/image/draw"

	"suffice/feature/surf"
)

// Images tell how photographs are described: by SURF. The zero value is a good choice.
type Images struct {
	Side      int     `json:"side"`      // longest side in pixels; larger pictures are made smaller; 0 means 640
	Threshold float64 `json:"threshold"` // least strength of a keypoint; 0 means 0.0004
	Most      int     `json:"most"`      // keypoints of a picture, the strongest; 0 means all
	Upright   bool    `json:"upright"`   // do not turn descriptions into the direction of the keypoint
}

// The defaults of Images.
const (
	DefaultSide      = 640
	DefaultThreshold = 0.0004
)

// Kind is images.
func (Images) Kind() string { return "images" }

// Endings of photographs that can be read. What a file is, is told by its content.
func (Images) Endings() []string { return []string{".jpg", ".jpeg", ".png", ".gif", ".webp"} }

// Completed has defaults in place of zeros.
func (s Images) Completed() (Settings, error) {
	s.Side, s.Threshold = cmp.Or(s.Side, DefaultSide), cmp.Or(s.Threshold, DefaultThreshold)
	switch {
	case s.Side < 32:
		return nil, fmt.Errorf("a side of %d pixels; there must be at least 32", s.Side)
	case !(s.Threshold > 0):
		return nil, fmt.Errorf("a threshold of %g; it must be above 0", s.Threshold)
	case s.Most < 0:
		return nil, fmt.Errorf("at most %d keypoints; there must be at least 1, or 0 for all", s.Most)
	}
	return s, nil
}

// Describer describes photographs.
func (s Images) Describer() (Describer, error) {
	completed, err := s.Completed()
	if err != nil {
		return nil, err
	}
	return imageDescriber{completed.(Images)}, nil
}

type imageDescriber struct{ Images }

func (imageDescriber) Width() int { return surf.Size }

// Describe finds the keypoints of the photograph at path.
func (d imageDescriber) Describe(path string) (Descriptors, error) {
	picture, err := readPicture(path)
	if err != nil {
		return Descriptors{}, err
	}
	options := surf.Options{Threshold: d.Threshold, Most: d.Most, Upright: d.Upright}
	_, values, err := options.Detect(surf.FromImage(shrunk(picture, d.Side)))
	return Descriptors{Values: values}, err
}

// shrunk is a picture whose longest side is at most the given one, in grey of 16 bits
// where it had to be made smaller. The filter is Catmull and Rom's cubic, widened so that
// every pixel of the picture counts.
func shrunk(picture image.Image, side int) image.Image {
	bounds := picture.Bounds()
	longest := max(bounds.Dx(), bounds.Dy())
	if longest <= side {
		return picture
	}
	if p, ok := picture.(*image.YCbCr); ok { // light is what Y says
		picture = &image.Gray{Pix: p.Y[p.YOffset(bounds.Min.X, bounds.Min.Y):], Stride: p.YStride, Rect: bounds}
	}
	scaled := func(length int) int { return max(1, (length*side+longest/2)/longest) }
	small := image.NewGray16(image.Rect(0, 0, scaled(bounds.Dx()), scaled(bounds.Dy())))
	draw.CatmullRom.Scale(small, small.Bounds(), picture, bounds, draw.Src, nil)
	return small
}

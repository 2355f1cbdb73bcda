package bag

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // so that image.Decode knows it
	_ "image/jpeg" // the same
	_ "image/png"  // the same
	"io"
	"os"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // the same

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

// mostPixels keeps a small file that says it is huge from filling the memory.
const mostPixels = 1 << 27

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

// readPicture reads the picture at path, the first one of several.
func readPicture(path string) (picture image.Image, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	defer func() {
		if recover() != nil { // a decoder that trusts its input must not end the program
			picture, err = nil, errors.New("the picture is damaged; copy or make it again")
		}
	}()
	if info, err := file.Stat(); err == nil && info.Size() == 0 {
		return nil, errors.New("the file is empty")
	}
	size, format, err := image.DecodeConfig(bufio.NewReader(file))
	switch {
	case errors.Is(err, image.ErrFormat):
		return nil, errors.New("not a JPEG, PNG, GIF or WebP picture; convert it to one of them")
	case err != nil:
		return nil, cannotDecode(format, err)
	case size.Width*size.Height > mostPixels:
		return nil, fmt.Errorf("%d x %d pixels are more than this program takes; make the picture smaller", size.Width, size.Height)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	picture, format, err = image.Decode(bufio.NewReader(file))
	if err != nil {
		return nil, cannotDecode(format, err)
	}
	return picture, nil
}

func cannotDecode(format string, err error) error {
	if plain := plainly(err); !errors.Is(plain, err) {
		return plain
	}
	if format == "" {
		return fmt.Errorf("damaged (%w)", err)
	}
	return fmt.Errorf("the %s file is damaged (%w)", format, err)
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

package bag

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"sync"

	"golang.org/x/image/webp"
)

// decoder is one of the formats of pictures that are read. They are named here, and not
// looked up in package image, where any package of the program may add others.
type decoder struct {
	name   string
	begins string // "?" stands for any byte
	size   func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

var decoders = []decoder{
	{"jpeg", "\xff\xd8\xff", jpeg.DecodeConfig, jpeg.Decode},
	{"png", "\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode},
	{"gif", "GIF8?a", gif.DecodeConfig, gif.Decode},
	{"webp", "RIFF????WEBPVP8", webp.DecodeConfig, webp.Decode},
}

// What keeps a small file that says it is huge from filling the memory.
const (
	mostPixels = 1 << 27
	longestRow = 1<<16 - 1 // pixels of a side: what a JPEG can have
	mostBytes  = 2 << 30   // that decoding may take
	largeBytes = 64 << 20  // from which on pictures are decoded one at a time
)

// readPicture reads the picture at path, the first one of several.
func readPicture(path string) (image.Image, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	if info, err := file.Stat(); err == nil && info.Size() == 0 {
		return nil, errors.New("the file is empty")
	}
	return decodePicture(file)
}

// decodePicture decodes a picture whose decoder is told by its first bytes.
func decodePicture(file io.ReadSeeker) (picture image.Image, err error) {
	defer func() {
		if recover() != nil { // a decoder that trusts its input must not end the program
			picture, err = nil, errors.New("the picture is damaged; copy or make it again")
		}
	}()
	in := bufio.NewReader(file)
	d, err := decoderOf(in)
	if err != nil {
		return nil, err
	}
	size, err := d.size(in)
	if err != nil {
		return nil, d.failed(err)
	}
	needed, err := checkSize(size)
	if err != nil {
		return nil, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	if needed > largeBytes {
		largePictures.Lock()
		defer largePictures.Unlock()
	}
	if picture, err = d.decode(bufio.NewReader(file)); err != nil {
		return nil, d.failed(err)
	}
	return picture, nil
}

// largePictures are decoded by one worker at a time: each may need most of the memory.
var largePictures sync.Mutex

// decoderOf looks at the start of a file.
func decoderOf(in *bufio.Reader) (*decoder, error) {
	for i := range decoders {
		d := &decoders[i]
		start, err := in.Peek(len(d.begins))
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if len(start) == len(d.begins) && isLike(start, d.begins) {
			return d, nil
		}
	}
	return nil, errors.New("not a JPEG, PNG, GIF or WebP picture; convert it to one of them")
}

func isLike(start []byte, begins string) bool {
	for i, c := range start {
		if begins[i] != '?' && begins[i] != c {
			return false
		}
	}
	return true
}

// checkSize is how many bytes it may take to decode a picture, or an error where these are
// too many.
func checkSize(size image.Config) (bytes int, err error) {
	w, h := size.Width, size.Height
	switch longest := max(w, h); {
	case w <= 0 || h <= 0:
		return 0, errors.New("the picture has no pixels")
	case longest > longestRow:
		return 0, fmt.Errorf("a side of %d pixels is longer than the %d that this program takes; make the picture smaller", longest, longestRow)
	case w*h > mostPixels || w*h > mostBytes/decodedBytes(size.ColorModel):
		return 0, fmt.Errorf("%d x %d pixels are more than this program takes; make the picture smaller", w, h)
	}
	return w * h * decodedBytes(size.ColorModel), nil
}

// decodedBytes is how many bytes a pixel may take while it is decoded: those of a
// progressive JPEG's coefficients, or of both pictures of an interlaced PNG, included.
func decodedBytes(model color.Model) int {
	switch model {
	case color.GrayModel:
		return 5
	case color.Gray16Model:
		return 4
	case color.RGBAModel, color.NRGBAModel:
		return 8
	case color.CMYKModel:
		return 24
	case color.RGBA64Model, color.NRGBA64Model:
		return 16
	}
	if _, ok := model.(color.Palette); ok {
		return 2
	}
	return 15 // light and colours
}

func (d *decoder) failed(err error) error {
	if plain := plainly(err); !errors.Is(plain, err) {
		return plain
	}
	return fmt.Errorf("the %s file is damaged (%w)", d.name, err)
}

package bag

import (
	"bytes"
	"image"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzPicture decodes whatever it is given: a picture that can be made small, or a line.
func FuzzPicture(f *testing.F) {
	for _, format := range []string{"png", "jpeg", "gif"} {
		f.Add(encoded(f, spots(40, 5, 1), format))
	}
	f.Add([]byte("RIFF\x24\x00\x00\x00WEBPVP8L\x18\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"))
	f.Add([]byte("II*\x00\xf0\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if isLargePicture(data) {
			return // it takes long, and nothing else is wrong with it
		}
		picture, err := decodePicture(bytes.NewReader(data))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %q", err)
			}
			return
		}
		if small := shrunk(picture, 64).Bounds(); small.Dx() > 64 || small.Dy() > 64 {
			t.Error(small)
		}
	})
}

func isLargePicture(data []byte) bool {
	for _, d := range decoders {
		if len(data) >= len(d.begins) && isLike(data[:len(d.begins)], d.begins) {
			size, err := d.size(bytes.NewReader(data))
			return err == nil && size.Width*size.Height > 1<<20
		}
	}
	return false
}

// What other packages of a program register with package image is not decoded.
func TestOnlyNamedFormatsAreDecoded(t *testing.T) {
	image.RegisterFormat("hostile", "HOSTILE", func(io.Reader) (image.Image, error) {
		t.Error("it is decoded")
		return nil, image.ErrFormat
	}, func(io.Reader) (image.Config, error) {
		t.Error("it is looked at")
		return image.Config{}, image.ErrFormat
	})
	for _, start := range []string{"HOSTILE", "II*\x00\xf0\xff\xff\xff", "BM"} {
		_, err := decodePicture(strings.NewReader(start))
		if err == nil || err.Error() != "not a JPEG, PNG, GIF or WebP picture; convert it to one of them" {
			t.Errorf("%q: %v", start, err)
		}
	}
}

func TestPicturesThatAreTooLarge(t *testing.T) {
	for _, test := range []struct {
		width, height int
		model         color.Model
		ok            bool
	}{
		{65_535, 2000, color.GrayModel, true}, {65_536, 1, color.GrayModel, false}, {1, 50_000_000, color.GrayModel, false}, {0, 5, color.GrayModel, false},
		{11_648, 8736, color.YCbCrModel, true}, {11_648, 8736, color.CMYKModel, false}, {12_000, 12_000, color.YCbCrModel, false}, {11_585, 11_585, color.NRGBA64Model, true},
	} {
		bytes, err := checkSize(image.Config{Width: test.width, Height: test.height, ColorModel: test.model})
		if (err == nil) != test.ok || bytes > mostBytes {
			t.Errorf("%+v: %d bytes, %v", test, bytes, err)
		}
	}
}

// What is not a file is left out, and what links to nothing stays, so that it is reported.
func TestDevicesAreNotListed(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.png"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if os.Symlink(os.DevNull, filepath.Join(dir, "b.png")) != nil || os.Symlink("nowhere", filepath.Join(dir, "c.png")) != nil {
		t.Skip("no links here")
	}
	files, err := List(dir, Images{})
	if err != nil || strings.Join(files, " ") != "a.png c.png" {
		t.Errorf("%q, %v", files, err)
	}
}

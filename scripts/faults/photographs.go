//go:build linux

package main

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"

	"suffice/internal/atomicfile"
)

// photographs draws pictures that have keypoints: boxes of any size in any place.
func photographs(folder string) error {
	if err := os.Mkdir(folder, 0o777); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 2))
	for k := range 12 {
		const side = 200
		picture := image.NewGray(image.Rect(0, 0, side, side))
		for range 60 {
			x, y, size, shade := random.IntN(side), random.IntN(side), 4+random.IntN(20), uint8(random.IntN(256))
			for i := x; i < min(side, x+size); i++ {
				for j := y; j < min(side, y+size); j++ {
					picture.SetGray(i, j, color.Gray{Y: shade})
				}
			}
		}
		err := atomicfile.Write(filepath.Join(folder, fmt.Sprintf("%02d.png", k)), func(w io.Writer) error { return png.Encode(w, picture) })
		if err != nil {
			return err
		}
	}
	return nil
}

package bag_test

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"

	"suffice/feature/bag"
)

// Pictures of a few squares become counts of two words.
func Example() {
	dir, err := os.MkdirTemp("", "pictures")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	for _, squares := range []int{1, 4} {
		draw(filepath.Join(dir, fmt.Sprintf("%d.png", squares)), squares)
	}
	files, err := bag.List(dir, bag.Images{})
	if err != nil {
		fmt.Println(err)
		return
	}
	made, err := bag.Make(context.Background(), dir, files, bag.Images{}, bag.Options{Words: 2, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := made.Table(bag.TableOptions{Weighting: bag.RawCounts})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(made.Files, table.Names())
	fmt.Println("more words in the second:", made.Counts[1][0]+made.Counts[1][1] > made.Counts[0][0]+made.Counts[0][1])
	// Output:
	// [1.png 4.png] [file word1 word2]
	// more words in the second: true
}

func draw(path string, squares int) {
	picture := image.NewGray(image.Rect(0, 0, 200, 60))
	for k := range squares {
		for i := range 144 {
			picture.SetGray(20+45*k+i%12, 20+i/12, color.Gray{Y: 255})
		}
	}
	file, err := os.Create(path)
	if err != nil {
		return
	}
	defer func() { _ = file.Close() }()
	_ = png.Encode(file, picture)
}

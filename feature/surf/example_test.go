package surf_test

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"suffice/feature/surf"
)

// A picture of two spots, one bright and one dark.
func ExampleOptions_Detect() {
	picture := image.NewGray(image.Rect(0, 0, 120, 80))
	for y := range 80 {
		for x := range 120 {
			bright := math.Exp(-(math.Pow(float64(x)-35, 2) + math.Pow(float64(y)-40, 2)) / 18)
			dark := math.Exp(-(math.Pow(float64(x)-80, 2) + math.Pow(float64(y)-42, 2)) / 72)
			picture.SetGray(x, y, color.Gray{Y: uint8(127 + 120*bright - 100*dark)})
		}
	}
	points, descriptors, err := surf.Options{Most: 2}.Detect(surf.FromImage(picture))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range points {
		fmt.Printf("(%.0f, %.0f), scale %.0f, laplacian %d\n", p.X, p.Y, p.Scale, p.Laplacian)
	}
	fmt.Println(len(descriptors)/surf.Size, "descriptions")
	// Output:
	// (35, 40), scale 2, laplacian -1
	// (80, 42), scale 4, laplacian 1
	// 2 descriptions
}

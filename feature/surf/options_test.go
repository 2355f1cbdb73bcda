package surf

import (
	"fmt"
	"math"
	"testing"
)

func TestWrongOptionsAndPicturesAreErrors(t *testing.T) {
	fine := newGray(2, 1)
	for _, c := range []struct {
		options Options
		picture Gray
		want    string
	}{
		{Options{Threshold: -1}, fine, "surf: threshold -1; give a number above 0, or 0 for the default"},
		{Options{Threshold: math.NaN()}, fine, "surf: threshold NaN; give a number above 0, or 0 for the default"},
		{Options{Most: -1}, fine, "surf: most -1; give a number of keypoints, or 0 for all"},
		{Options{Octaves: 17}, fine, "surf: octaves 17; give 1 to 16, or 0 for the default 4"},
		{Options{Intervals: 2}, fine, "surf: intervals 2; give 3 to 64, or 0 for the default 4"},
		{Options{Step: -1}, fine, "surf: step -1; give 1 to 4096, or 0 for the default 1"},
		{Options{}, Gray{Width: -1}, "surf: the picture is -1 x 0 pixels; sizes cannot be negative"},
		{Options{}, Gray{Width: 2, Light: fine.Light}, "surf: the picture has light but no width or no height; set both"},
		{Options{}, Gray{Width: 2, Height: 2, Light: fine.Light}, "surf: 2 values of light for 2 x 2 pixels; give one a pixel"},
		{Options{}, Gray{Width: math.MaxInt, Height: 2, Light: fine.Light}, fmt.Sprintf("surf: 2 values of light for %d x 2 pixels; give one a pixel", math.MaxInt)},
		{Options{}, Gray{Width: 2, Height: 1, Light: []float32{0, float32(math.Inf(1))}}, "surf: the light at pixel (1, 0) is +Inf; it must be a finite number"},
	} {
		if _, _, err := c.options.Detect(c.picture); err == nil || err.Error() != c.want {
			t.Errorf("%q, want %q", err, c.want)
		}
	}
	if points, _, err := (Options{}).Detect(Gray{}); err != nil || len(points) > 0 {
		t.Errorf("an empty picture: %v, %v", points, err)
	}
}

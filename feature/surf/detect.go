package surf

import (
	"cmp"
	"slices"

	"suffice/internal/linalg"
)

// Size is how many numbers describe a keypoint.
const Size = 64

// Keypoint is a blob in a picture.
type Keypoint struct {
	X, Y      float64 // centre in pixels, from the centre of the top left pixel
	Scale     float64 // in pixels, 1.2 for the filter of 9; a blob of standard deviation t has about 0.7 t
	Angle     float64 // direction in which it gets brighter, in radians from the x axis towards the y axis, which points down; 0 if upright
	Strength  float64 // determinant of the Hessian
	Laplacian int     // 1 for a dark blob on bright ground, -1 for a bright one on dark ground
}

// Detect finds the keypoints of a picture, the strongest first, and describes each by
// Size numbers, which are one row of the descriptors. A description has length 1, or
// 0 where the picture is too small to see anything about the keypoint. The result does
// not depend on the number of cores.
func (o Options) Detect(picture Gray) ([]Keypoint, []float32, error) {
	o, err := o.complete()
	if err != nil {
		return nil, nil, err
	}
	if err := picture.check(); err != nil {
		return nil, nil, err
	}
	sums := sumUp(picture)
	points := o.find(sums)
	return points, describe(sums, points, o.Upright), nil
}

// find returns the keypoints of all octaves without their angles, the strongest first.
func (o Options) find(sums *integral) []Keypoint {
	var points []Keypoint
	for i := range o.Octaves {
		points = append(points, newOctave(sums, o, i).find()...)
	}
	slices.SortStableFunc(points, func(a, b Keypoint) int { return cmp.Compare(b.Strength, a.Strength) })
	if o.Most > 0 && len(points) > o.Most {
		points = slices.Clone(points[:o.Most])
	}
	return points
}

// describe returns the descriptors of the points, and sets their angles.
func describe(sums *integral, points []Keypoint, upright bool) []float32 {
	const together = 16 // points: a fraction of a millisecond's work
	all := make([]float32, len(points)*Size)
	turn, square := newCompass(), newSquare()
	linalg.Parallel(len(points), together, func(from, to int) {
		for i := from; i < to; i++ {
			if !upright {
				points[i].Angle = turn.angle(sums, points[i])
			}
			square.describe(all[i*Size:(i+1)*Size], sums, points[i])
		}
	})
	return all
}

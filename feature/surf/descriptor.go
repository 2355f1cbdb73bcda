package surf

import "math"

// square describes keypoints by the changes of light in a square of 20 scales about
// them: it is cut into 4 x 4 parts of 5 x 5 samples.
type square struct {
	weight [squareSide]float64 // Gaussian weight of a sample by its row or column
}

const (
	squareParts   = 4
	squareSamples = 5
	squareSide    = squareParts * squareSamples
	squareSigma   = 3.3
)

func newSquare() *square {
	var s square
	for i := range s.weight {
		at := fromMiddle(i)
		s.weight[i] = math.Exp(-at * at / (2 * squareSigma * squareSigma))
	}
	return &s
}

// fromMiddle returns the place of a row or column of samples, in scales.
func fromMiddle(i int) float64 { return float64(i) - (squareSide-1)/2.0 }

// describe writes the description of a keypoint: for each part the sums of dx, dy,
// |dx| and |dy|, where dx and dy are the responses of Haar wavelets of side 2 scales
// along the keypoint's direction and across; all divided by their length.
func (s *square) describe(dst []float32, sums *integral, p Keypoint) {
	var values [Size]float64
	sin, cos := math.Sincos(p.Angle)
	h := max(1, nearest(p.Scale))
	for row := range squareSide {
		v := fromMiddle(row) * p.Scale
		for column := range squareSide {
			u := fromMiddle(column) * p.Scale
			dx, dy := sums.haarBetween(corner(p.X+u*cos-v*sin), corner(p.Y+u*sin+v*cos), h)
			weight := s.weight[row] * s.weight[column]
			along, across := weight*(dx*cos+dy*sin), weight*(dy*cos-dx*sin)
			part := (row/squareSamples*squareParts + column/squareSamples) * 4
			four := values[part : part+4 : part+4]
			four[0] += along
			four[1] += across
			four[2] += math.Abs(along)
			four[3] += math.Abs(across)
		}
	}
	normalise(dst, values[:])
}

// normalise writes values divided by their length, or zeros where that is 0.
func normalise(dst []float32, values []float64) {
	sum := 0.0
	for _, v := range values {
		sum += v * v
	}
	if sum == 0 {
		return
	}
	length := math.Sqrt(sum)
	for i, v := range values {
		dst[i] = float32(v / length)
	}
}

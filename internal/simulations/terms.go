package simulations

// SquaresAndOne is z₁² + z₂ + z₃² + z₄² + …, of which a straight line sees one direction. A second
// linear term would leave fewer directions than terms; of squares there can be any number.
func SquaresAndOne(z []float64) float64 {
	y := 0.
	for k, v := range z {
		if k == 1 {
			y += v
		} else {
			y += v * v
		}
	}
	return y
}

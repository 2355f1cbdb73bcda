package predictor

import "suffice/internal/linalg"

// Shrink draws predictions towards a constant, of which a share of the distance is left.
func (m *Machine) Shrink(constant []float64, share float64) {
	linalg.Scale(share, m.Weights)
	for j, c := range constant {
		m.Mean[j] = c + share*(m.Mean[j]-c)
	}
}

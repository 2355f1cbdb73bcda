package predictor

import (
	"math"

	"suffice/internal/linalg"
	"suffice/internal/metrics"
)

// Calibration makes probabilities of scores that are about 0 for what a row has not and 1 for
// what it has: they are in proportion to (max(0, score) + Floor)^Power. The scores keep their
// order.
type Calibration struct {
	Power, Floor float64
}

// floors and powers to choose from; a score that already is a probability has power 1.
var (
	floors = []float64{.3, .1, .03, .01, .003, .001, .0003, .0001}
	powers = []float64{.5, .7, .85, 1, 1.2, 1.4, 1.7, 2, 2.5, 3, 4, 6, 8, 12}
)

// Calibrate finds the calibration with the smallest log loss. The scores are of rows that
// had no part in what gave them. Classes exclude each other, labels do not.
func Calibrate(truth, scores linalg.Matrix, classes bool) Calibration {
	var best Calibration
	least := math.Inf(1)
	for _, floor := range floors {
		for _, power := range powers {
			c := Calibration{power, floor}
			if loss := c.loss(truth, scores, classes); loss < least {
				best, least = c, loss
			}
		}
	}
	return best
}

func (c Calibration) loss(truth, scores linalg.Matrix, classes bool) float64 {
	probabilities := scores.Clone()
	c.Probabilities(probabilities, classes)
	return metrics.MeanLogLoss(truth, probabilities, classes)
}

// Probabilities overwrites scores by probabilities. Those of classes add up to 1.
func (c Calibration) Probabilities(scores linalg.Matrix, classes bool) {
	linalg.Parallel(scores.Rows, 256, func(from, to int) {
		for i := from; i < to; i++ {
			if classes {
				c.shares(scores.Row(i))
			} else {
				c.each(scores.Row(i))
			}
		}
	})
}

func (c Calibration) shares(row []float64) {
	var total float64
	for j, s := range row {
		row[j] = c.weight(s)
		total += row[j]
	}
	for j := range row {
		row[j] /= total
	}
}

func (c Calibration) each(row []float64) {
	for j, s := range row {
		has, lacks := c.weight(s), c.weight(1-s)
		row[j] = has / (has + lacks)
	}
}

func (c Calibration) weight(score float64) float64 {
	return math.Pow(max(0, score)+c.Floor, c.Power)
}

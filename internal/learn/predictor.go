package learn

import (
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/metrics"
)

// How good predictions of y, a row of numbers for each row of z, are, and how sure: measures,
// calibrated probabilities and conformal intervals. Classes and labels are
// numbers too: 1 for those that a row has, 0 for the others.

// SquaredError is the sum of squared differences.
func SquaredError(truth, predicted linalg.Matrix) (sum float64) {
	for i := range truth.Rows {
		for j, v := range truth.Row(i) {
			off := v - predicted.At(i, j)
			sum += off * off
		}
	}
	return sum
}

// Wrong is how many rows have the largest of the predicted numbers at another place than
// the true ones: the wrong class.
func Wrong(truth, predicted linalg.Matrix) float64 {
	count := 0
	for i := range truth.Rows {
		if metrics.Largest(truth.Row(i)) != metrics.Largest(predicted.Row(i)) {
			count++
		}
	}
	return float64(count)
}

// Clamp keeps the columns of predictions within limits; none means that there are no limits. A
// regression that bends sharply can predict absurd numbers between and beyond the rows that it
// has learnt from.
func Clamp(predicted linalg.Matrix, low, high []float64) {
	if len(low) == 0 {
		return
	}
	for i := range predicted.Rows {
		row := predicted.Row(i)
		for j, v := range row {
			row[j] = min(high[j], max(low[j], v))
		}
	}
}

// slack is how far beyond the numbers of the fit predictions may go, as a share of their range: what
// bends without much noise goes beyond them at new rows.
const slack = .1

// Limits are the least and the largest number of each column, with some slack.
func Limits(y linalg.Matrix) (low, high []float64) {
	for j := range y.Cols {
		least, most := y.At(0, j), y.At(0, j)
		for i := range y.Rows {
			least, most = min(least, y.At(i, j)), max(most, y.At(i, j))
		}
		reach := slack * (most - least)
		low, high = append(low, least-reach), append(high, most+reach)
	}
	return low, high
}

// Bound is the size that a new residual does not exceed in so many percent of cases, at the
// least, where all come from one distribution: of n residuals the one of rank
// ⌈(n+1) percent/100⌉. There is none where rows are too few.
func Bound(residuals []float64, percent int) (bound float64, ok bool) {
	sizes := make([]float64, len(residuals))
	for i, r := range residuals {
		sizes[i] = math.Abs(r)
	}
	slices.Sort(sizes)
	rank := ((len(sizes)+1)*percent + 99) / 100
	if rank < 1 || rank > len(sizes) {
		return 0, false
	}
	return sizes[rank-1], true
}

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
// had no part in what gave them. Classes exclude each other, labels do not. Scores that are
// probabilities have no floor.
func Calibrate(truth, scores linalg.Matrix, classes, probabilities bool) Calibration {
	best, least, floors := Calibration{Power: 1}, math.Inf(1), floors
	if probabilities {
		floors = []float64{0}
	}
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

// loss is the log loss, beside that of one more row, of which all that can be is true to the same
// degree (Platt 1999): nothing is certain for the reason that all rows are right.
func (c Calibration) loss(truth, scores linalg.Matrix, classes bool) float64 {
	probabilities := scores.Clone()
	c.Probabilities(probabilities, classes)
	var doubt float64
	for i := range probabilities.Rows {
		doubt += metrics.Doubt(probabilities.Row(i), classes)
	}
	n := float64(truth.Rows)
	return metrics.MeanLogLoss(truth, probabilities, classes) + doubt/n/n
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

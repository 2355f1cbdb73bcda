package predictor

import "suffice/internal/linalg"

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

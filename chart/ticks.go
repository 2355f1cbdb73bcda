package chart

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
)

// steps marks an axis at multiples of 1, 2 or 5 times a power of ten, four to ten of them.
func steps(low, high float64) []plot.Tick {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
	for _, times := range []float64{5, 2} {
		if (high-low)/(times*step) >= 4 {
			step *= times
			break
		}
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var marks []plot.Tick
	first := math.Ceil(low/step - 1e-9)
	for k := range 11 { // far from 0 there may be no number at the next step, so it is not waited for
		at := (first+float64(k))*step + 0 // no negative zero
		if at > high+1e-9*step {
			break
		}
		if last := len(marks) - 1; last >= 0 && marks[last].Value == at {
			continue
		}
		label := strconv.FormatFloat(at, 'f', decimals, 64)
		if decimals > 5 || math.Abs(at) >= 1e6 {
			label = strconv.FormatFloat(at, 'g', 3, 64)
		}
		marks = append(marks, plot.Tick{Value: at, Label: label})
	}
	return marks
}

// wider is a range with a share of it more at either end; a single value gets a range.
func wider(low, high, share float64) (from, to float64) {
	more := (high - low) * share
	if more == 0 {
		more = math.Abs(low) * share
	}
	if more == 0 {
		more = 1
	}
	return low - more, high + more
}

// decades marks a logarithmic axis, whose ends are logarithms: 1, 2 and 5 times each
// power of ten where it spans less than two, powers of ten alone where it spans more.
func decades(low, high float64) []plot.Tick {
	labelled := []int{1}
	if high-low < 2 {
		labelled = []int{1, 2, 5}
	}
	var marks []plot.Tick
	for power := math.Floor(low); power <= math.Ceil(high); power++ {
		for digit := 1; digit < 10; digit++ {
			at := power + math.Log10(float64(digit))
			if at < low || at > high {
				continue
			}
			mark := plot.Tick{Value: at}
			if slices.Contains(labelled, digit) {
				mark.Label = strconv.FormatFloat(float64(digit)*math.Pow10(int(power)), 'g', 3, 64)
			}
			marks = append(marks, mark)
		}
	}
	return marks
}

package chart

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"suffice/internal/humanize"
)

// steps marks an axis at multiples of 1, 2 or 5 times a power of ten, four to ten of them.
func steps(low, high float64) []plot.Tick {
	step := stepOf(low, high)
	var marks []plot.Tick
	first := math.Ceil(low/step - 1e-9)
	for k := range 11 { // far from 0 there may be no number at the next step, so it is not waited for
		at := (first+float64(k))*step + 0 // no negative zero
		if at > high+math.Max(1e-9*step, 4e-16*math.Abs(high)) {
			break
		}
		at = math.Min(at, math.Max(low, high))
		if last := len(marks) - 1; last >= 0 && marks[last].Value == at {
			continue
		}
		marks = append(marks, plot.Tick{Value: at})
	}
	name(marks, step)
	// Where numbers are as coarse as the step, two of them may read the same.
	return slices.CompactFunc(marks, func(a, b plot.Tick) bool { return a.Label == b.Label })
}

func stepOf(low, high float64) float64 {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
	for _, times := range []float64{5, 2} {
		if (high-low)/(times*step) >= 4 {
			return step * times
		}
	}
	return step
}

// name gives marks labels with as many digits as tell them apart, however far from 0.
func name(marks []plot.Tick, step float64) {
	var largest float64
	for _, mark := range marks {
		largest = math.Max(largest, math.Abs(mark.Value))
	}
	place := int(math.Floor(math.Log10(step) + 1e-9)) // of the last digit that counts
	digits := min(17, max(1, int(math.Floor(math.Log10(largest)+1e-9))-place+1))
	short := largest < 1e15 && digits < 16 && place >= -8
	for k := range marks {
		if short {
			marks[k].Label = humanize.Decimals(marks[k].Value, max(0, -place))
		} else {
			marks[k].Label = strconv.FormatFloat(marks[k].Value, 'g', digits, 64)
		}
	}
}

// spaced marks an axis of the given length like steps, but names only as many marks as
// have room: along the axis, or above each other where it is upright.
func spaced(length vg.Length, upright bool) plot.Ticker {
	return plot.TickerFunc(func(low, high float64) []plot.Tick {
		marks := steps(low, high)
		need := vg.Length(16)
		if !upright {
			for _, mark := range marks {
				need = max(need, lettering(11, draw.XCenter, draw.YTop).Width(mark.Label)+8)
			}
		}
		room := (high - low) / float64(length/need)
		named := math.Inf(-1)
		for k, mark := range marks {
			if mark.Value-named < room*.999 {
				marks[k].Label = ""
				continue
			}
			named = mark.Value
		}
		return marks
	})
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
				mark.Label = humanize.Number(float64(digit)*math.Pow10(int(power)), 3)
			}
			marks = append(marks, mark)
		}
	}
	return marks
}

// powers marks a logarithmic axis like decades, but its ends and marks are the values
// themselves.
func powers(low, high float64) []plot.Tick {
	marks := decades(math.Log10(low), math.Log10(high))
	for k := range marks {
		marks[k].Value = math.Pow(10, marks[k].Value)
	}
	return marks
}

package learn

import (
	"cmp"
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
)

// MedianDistance is the median of the square roots of the values that are not 0: the mean
// of the middle two for an even number. What rounding may have left of a 0 counts as 0. It
// reorders squared. Where all are 0, there is the given error instead.
func MedianDistance(squared []float64, none error) (float64, error) {
	if len(squared) == 0 {
		return 0, none
	}
	rounding := rounded * slices.Max(squared)
	squared = slices.DeleteFunc(squared, func(v float64) bool { return v <= rounding })
	if len(squared) == 0 {
		return 0, none
	}
	middle := len(squared) / 2
	high := linalg.SelectNth(squared, middle)
	if len(squared)%2 == 1 {
		return math.Sqrt(high), nil
	}
	return (math.Sqrt(slices.Max(squared[:middle])) + math.Sqrt(high)) / 2, nil
}

// rounded is the share of the largest squared distance up to which another may be a 0.
const rounded = 1e-28

// WeightedMedianDistance is the median of the distances between rows that are not 0, given
// the square of each, where a pair counts by the product of its weights.
func WeightedMedianDistance(squared linalg.Matrix, weights []float64, none error) (float64, error) {
	var pairs []pair
	var total float64
	rounding := rounded * slices.Max(squared.Data)
	for i := range squared.Rows {
		for j, v := range squared.Row(i)[:i] {
			if v > rounding {
				w := weights[i] * weights[j]
				pairs, total = append(pairs, pair{v, w}), total+w
			}
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.squared, b.squared) })
	const rest = 1e-12 // rounding of sums
	below := 0.
	for k, p := range pairs {
		switch below += p.weight; {
		case below >= total*(.5+rest) || k == len(pairs)-1:
			return math.Sqrt(p.squared), nil
		case below >= total*(.5-rest): // the middle is between two
			return (math.Sqrt(p.squared) + math.Sqrt(pairs[k+1].squared)) / 2, nil
		}
	}
	return 0, none
}

// pair is the squared distance of two rows, and how much it counts.
type pair struct{ squared, weight float64 }

// Moments are the mean of a sample and its variance with 1/(n - 1), which is 0 for a single
// value.
func Moments(sample []float64) (mean, variance float64) {
	n := float64(len(sample))
	for _, v := range sample {
		mean += v / n
	}
	for _, v := range sample {
		variance += (v - mean) * (v - mean)
	}
	return mean, variance / max(1, n-1)
}

// Ranks of values, from 0; those of equal values are their mean.
func Ranks(values []float64) []float64 {
	order, ranks := sampling.Ascending(values), make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+to-1) / 2
		}
		from = to
	}
	return ranks
}

package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"suffice/internal/draw"
	"suffice/output"
	"suffice/rows"
)

// chosen are the positions of the targets to draw: all in their order where these are few,
// and else those that the components tell most about, most first. The note says so.
func chosen(z *rows.Matrix, y *output.Target, what string) (shown []int, note string) {
	shown = draw.All(len(y.Names))
	if len(shown) <= mostTargets {
		return shown, ""
	}
	told := toldBy(z, y)
	slices.SortStableFunc(shown, func(a, b int) int { return cmp.Compare(told[b], told[a]) })
	return shown[:mostTargets], fmt.Sprintf("of %d %s the %d that the components tell most about", len(shown), what, mostTargets)
}

const (
	mostLooked = 1500 // rows that are enough to see what components tell
	neighbours = 10
)

// toldBy is how much the first two components, which a picture shows, tell about each
// target: the share of its variance that the mean of a row's nearest neighbours predicts.
func toldBy(z *rows.Matrix, y *output.Target) []float64 {
	looked := everyFew(z.Len(), mostLooked)
	targets := len(y.Names)
	sums, squares, errs := make([]float64, targets), make([]float64, targets), make([]float64, targets)
	guess := make([]float64, targets)
	for _, i := range looked {
		near := nearest(z, looked, i)
		clear(guess)
		for _, j := range near {
			for k := range guess {
				guess[k] += y.Values[j*targets+k] / float64(len(near))
			}
		}
		for k := range guess {
			v := y.Values[i*targets+k]
			sums[k], squares[k] = sums[k]+v, squares[k]+v*v
			errs[k] += (v - guess[k]) * (v - guess[k])
		}
	}
	told := make([]float64, targets)
	for k := range told {
		if spread := squares[k] - sums[k]*sums[k]/float64(len(looked)); spread > 0 {
			told[k] = 1 - errs[k]/spread
		} else {
			told[k] = math.Inf(-1) // there is nothing to tell
		}
	}
	return told
}

// everyFew are at most so many of n rows, evenly apart.
func everyFew(n, most int) []int {
	if n <= most {
		return draw.All(n)
	}
	some := make([]int, most)
	for k := range some {
		some[k] = k * n / most
	}
	return some
}

// nearest are the rows nearest to row i of z, by their first two components.
func nearest(z *rows.Matrix, looked []int, i int) []int {
	type neighbour struct {
		row int
		far float64
	}
	var near []neighbour
	at := z.Row(i)[:min(2, z.Width())]
	for _, j := range looked {
		if j == i {
			continue
		}
		var far float64
		for c, v := range z.Row(j)[:len(at)] {
			far += (v - at[c]) * (v - at[c])
		}
		if len(near) == neighbours && far >= near[len(near)-1].far {
			continue
		}
		place, _ := slices.BinarySearchFunc(near, far, func(n neighbour, far float64) int { return cmp.Compare(n.far, far) })
		near = slices.Insert(near, place, neighbour{j, far})
		near = near[:min(neighbours, len(near))]
	}
	found := make([]int, len(near))
	for k, n := range near {
		found[k] = n.row
	}
	return found
}

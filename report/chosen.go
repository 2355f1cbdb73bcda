package report

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// chosen are the positions of the targets to draw: all in their order where these are few,
// and else those that the components tell most about, most first. The note says so.
func chosen(z *rows.Matrix, y *output.Target, what string) (shown []int, note string) {
	if len(y.Names) <= mostTargets {
		return sampling.All(len(y.Names)), ""
	}
	return sampling.Descending(toldBy(z, y))[:mostTargets], fmt.Sprintf("of %d %s the %d that the components tell most about", len(y.Names), what, mostTargets)
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
	places, values := linalg.New(len(looked), min(2, z.Width())), linalg.New(len(looked), targets)
	for k, i := range looked {
		copy(places.Row(k), z.Row(i))
		copy(values.Row(k), y.Values[i*targets:])
	}
	near, _ := learn.Nearest(context.Background(), places, places, neighbours, true) // it does not end, so that there is no error
	guess := learn.Means(near, values, nil, neighbours)
	sums, squares, errs := make([]float64, targets), make([]float64, targets), make([]float64, targets)
	for i := range values.Rows {
		for k, v := range values.Row(i) {
			sums[k], squares[k] = sums[k]+v, squares[k]+v*v
			errs[k] += (v - guess.At(i, k)) * (v - guess.At(i, k))
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
		return sampling.All(n)
	}
	some := make([]int, most)
	for k := range some {
		some[k] = k * n / most
	}
	return some
}

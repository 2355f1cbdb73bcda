package chart

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// reach is the part of an axis that a plot shows: all values, but for a few so far out
// that the others would be a heap in a corner. These stand at the rim.
type reach struct {
	from, to  float64 // the values inside
	low, high float64 // the ends of the axis, beyond from or to where some values are outside
}

// reachOf leaves out values that are beyond the inner 95% by more than twice its range,
// which no bell-shaped values ever are, unless they are more than a fiftieth of all:
// then they are no strays.
func reachOf(values []float64) reach {
	sorted := slices.Sorted(slices.Values(values))
	last := len(sorted) - 1
	all := reach{sorted[0], sorted[last], sorted[0], sorted[last]}
	left, right := sorted[last/40], sorted[last-last/40]
	inner := right - left
	first, _ := slices.BinarySearch(sorted, left-2*inner)
	beyond, _ := slices.BinarySearch(sorted, math.Nextafter(right+2*inner, math.Inf(1)))
	if inner == 0 || len(sorted)-(beyond-first) > len(sorted)/50 {
		return all
	}
	r := reach{from: sorted[first], to: sorted[beyond-1]}
	if all.to-all.from < 1.5*(r.to-r.from) { // it would not be worth it
		return all
	}
	r.low, r.high = r.from, r.to
	rim := (r.to - r.from) * .04
	if first > 0 {
		r.low -= rim
	}
	if beyond <= last {
		r.high += rim
	}
	return r
}

// side is -1 or 1 for a value that is outside, on the left or the right, and 0 for others.
func (r reach) side(v float64) int {
	switch {
	case v < r.from:
		return -1
	case v > r.to:
		return 1
	}
	return 0
}

// place is where a value stands on the axis.
func (r reach) place(v float64) float64 {
	switch r.side(v) {
	case -1:
		return r.low
	case 1:
		return r.high
	}
	return v
}

// outside are the positions of the rows that are outside in one column or more.
func outside(reaches []reach, columns ...[]float64) []int {
	var far []int
	for i := range columns[0] {
		for k, column := range columns {
			if reaches[k].side(column[i]) != 0 {
				far = append(far, i)
				break
			}
		}
	}
	return far
}

// farRemark says what the triangles at the rim are.
func farRemark(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "1 row is further out: the triangle at the border"
	}
	return fmt.Sprintf("%d rows are further out: the triangles at the border", n)
}

// drawFar draws a hollow triangle that points to where a value is: to the left (-1, 0),
// to the upper right (1, 1) and so on.
func drawFar(c draw.Canvas, m mark, at vg.Point, right, up int) {
	drawRimmed(c, polygon(at, 4, 3, math.Atan2(float64(up), float64(right))), white, m.rim(), 1)
}

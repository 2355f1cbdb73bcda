package linalg

import "fmt"

// Project sets row i of z to w (x[i] - mean), for rows of x as long as mean and rows of
// z as long as w has rows. A row's result depends on nothing but the row, and not on the
// machine: a component is added up in eight sums, column j in sum j%8, by [AddEight].
func Project(z, x, mean []float64, w Matrix) {
	d, m := len(mean), w.Rows
	if w.Cols != d || d == 0 || len(x)%d != 0 || len(z) != len(x)/d*m {
		panic(fmt.Sprintf("linalg: projection of %d numbers by %d by %d with %d means in %d", len(x), m, w.Cols, d, len(z)))
	}
	each := max(d, len(x))
	if m > 4 { // a few rows at a time, which stay in the cache until all components are done
		each = max(1, projectValues/d) * d
	}
	for ; len(x) > 0 && m > 0; x = x[min(each, len(x)):] {
		part := x[:min(each, len(x))]
		projectAll(z, part, mean, w)
		z = z[len(part)/d*m:]
	}
}

// projectValues is how many numbers of x fit into the first-level cache beside weights.
const projectValues = 1 << 11

// projectAll takes components together, four, two or one at a time.
func projectAll(z, x, mean []float64, w Matrix) {
	for k := 0; k < w.Rows; {
		count := 4
		for count > w.Rows-k {
			count /= 2
		}
		project(count, z[k:], x, mean, w.Data[k*w.Stride:], w.Stride, w.Rows)
		k += count
	}
}

// plainProject is project in Go.
func plainProject(count int, z, x, mean, w []float64, ws, zs int) {
	d := len(mean)
	for ; len(x) > 0; x = x[d:] {
		for k := range count {
			z[k] = plainProjection(x[:d], mean, w[k*ws:][:d])
		}
		z = z[min(zs, len(z)):]
	}
}

// plainProjection is one number of a projection. The products are rounded before they
// are added, which a processor need not do unless told so.
func plainProjection(x, mean, w []float64) float64 {
	x, mean = x[:len(w)], mean[:len(w)]
	var s [8]float64
	j := 0
	for ; j+8 <= len(w); j += 8 {
		x, mean, w := (*[8]float64)(x[j:]), (*[8]float64)(mean[j:]), (*[8]float64)(w[j:])
		for l := range s {
			s[l] += float64(w[l] * (x[l] - mean[l]))
		}
	}
	for l := 0; j < len(w); j++ {
		s[l] += float64(w[j] * (x[j] - mean[j]))
		l++
	}
	return AddEight(&s)
}

// AddEight adds the sums that [Project] has of a row, in its order.
func AddEight(s *[8]float64) float64 {
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}

// Finite reports whether no number is infinite or NaN.
func Finite(x []float64) bool {
	var sum float64
	for _, v := range x {
		sum += v - v // 0, or NaN for good
	}
	return sum == 0
}

package linalg

import "fmt"

// Dot returns xᵀ y.
func Dot(x, y []float64) float64 {
	y = y[:len(x)]
	if len(x) == 0 {
		return 0
	}
	return dot(x, y)
}

// Sum adds up the numbers of a row.
func Sum(row []float64) (sum float64) {
	for _, v := range row {
		sum += v
	}
	return sum
}

// Axpy adds alpha x to y.
func Axpy(alpha float64, x, y []float64) {
	y = y[:len(x)]
	if len(x) > 0 {
		axpy(alpha, x, y)
	}
}

// AddProducts adds x y to dst, element by element.
func AddProducts(dst, x, y []float64) {
	x, y = x[:len(dst)], y[:len(dst)]
	if len(dst) > 0 {
		addProducts(dst, x, y)
	}
}

// Products sets dst to x y, element by element. dst may be x or y.
func Products(dst, x, y []float64) {
	x, y = x[:len(dst)], y[:len(dst)]
	if len(dst) > 0 {
		products(dst, x, y)
	}
}

// Squares sets dst[l] to the sum over k of (z[k] - v(k, l))², the squared distance of
// z to column l of v. It is never negative, and exactly 0 for a column equal to z.
func Squares(dst, z []float64, v Matrix) {
	if len(z) != v.Rows || len(dst) != v.Cols {
		panic(fmt.Sprintf("linalg: distances of %d numbers to %d by %d in %d", len(z), v.Rows, v.Cols, len(dst)))
	}
	if len(z) == 0 {
		clear(dst)
		return
	}
	if len(dst) > 0 {
		squares(dst, z, v.Data[:(v.Rows-1)*v.Stride+v.Cols], v.Stride)
	}
}

// Exp sets dst to e to the power of each number of src, right to within 1e-15 of
// itself wherever that is a number of full precision. dst may be src.
func Exp(dst, src []float64) { exponential(dst, src, 1, -746) }

// vanishing is the power below which a Gaussian is 0. The product of two larger values
// is still a number of full precision; smaller ones would slow sums of products down
// ten times.
const vanishing = -345

// Gaussian sets dst to exp(-scale src), or to 0 where that is below 1e-149. dst may be src.
func Gaussian(dst, src []float64, scale float64) { exponential(dst, src, -scale, vanishing) }

func exponential(dst, src []float64, factor, floor float64) {
	src = src[:len(dst)]
	if len(dst) > 0 {
		exp(dst, src, factor, floor)
	}
}

// Epanechnikov sets dst to the larger of 0 and 1 - scale src. dst may be src.
func Epanechnikov(dst, src []float64, scale float64) {
	src = src[:len(dst)]
	if len(dst) > 0 {
		epanechnikov(dst, src, scale)
	}
}

// SelectNth puts the k-th smallest value in its place, smaller ones before it and
// larger ones behind it, and returns it (Hoare's quickselect).
func SelectNth(v []float64, k int) float64 {
	low, high := 0, len(v)-1
	for low < high {
		pivot := v[low+(high-low)/2]
		i, j := low, high
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			high = j
		case k >= i:
			low = i
		default:
			return v[k]
		}
	}
	return v[k]
}

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

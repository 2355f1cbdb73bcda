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

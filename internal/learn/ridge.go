package learn

import (
	"cmp"
	"math"
	"slices"

	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// Ridge is kernel ridge regression that has learnt:
//
//	f(z) = Mean + Σ_c Weights_c K(|Scales ∘ z - c| / Width) + Slopesᵀ (Scales ∘ z).
type Ridge struct {
	Kernel  Kernel
	Scales  []float64     // what components are multiplied by; nil means 1
	Width   float64       // of the kernel; 0 means 1
	Centres linalg.Matrix // a row each, scaled
	Weights linalg.Matrix // of the centres, a column for each of y
	Slopes  linalg.Matrix // of the scaled components, a column for each of y; no rows mean 0
	Mean    []float64     // what is added for each column of y
	Lambdas []float64     // the ridge of each
	Loss    float64       // mean over rows of the squared errors, each row predicted by the others

	medians float64 // the width, as a multiple of the median distance
}

// Kernel is a function of the distance r to a centre.
type Kernel string

// The Gaussian is for what bends, Laplace for what jumps, and that of Manhattan distances for what
// jumps where single inputs do, as trees have it: it is the limit of Mondrian forests (Balog and
// others 2016).
const (
	Gaussian  Kernel = "gaussian"  // exp(-r²/2)
	Laplace   Kernel = "laplace"   // exp(-r)
	Manhattan Kernel = "manhattan" // exp(-r), where r is the sum of the differences in each of z
)

// Kernels are all that there are.
func Kernels() []Kernel { return []Kernel{Gaussian, Laplace, Manhattan} }

// squares sets dst to the squared distances of rows of z from those of v.
func (k Kernel) squares(dst, z, v linalg.Matrix) {
	if k != Manhattan {
		kernel.SquaredDistances(dst, z, v)
		return
	}
	columns := v.Transposed()
	linalg.Parallel(z.Rows, 64, func(from, to int) {
		for i := from; i < to; i++ {
			k.squaresFrom(dst.Row(i), z.Row(i), columns)
		}
	})
}

// squaresFrom sets dst to the squared distances of z from the columns of a matrix.
func (k Kernel) squaresFrom(dst, z []float64, columns linalg.Matrix) {
	if k != Manhattan {
		linalg.Squares(dst, z, columns)
		return
	}
	clear(dst)
	for a, v := range z {
		for l, c := range columns.Row(a) {
			dst[l] += math.Abs(v - c)
		}
	}
	linalg.Products(dst, dst, dst)
}

// matrix sets dst to the kernel of the given width at the squared distances.
func (k Kernel) matrix(dst, squared linalg.Matrix, width float64) {
	linalg.Parallel(squared.Rows, 64, func(from, to int) {
		for i := from; i < to; i++ {
			k.row(dst.Row(i), squared.Row(i), width)
		}
	})
}

func (k Kernel) row(dst, squared []float64, width float64) {
	if k == Gaussian {
		linalg.Gaussian(dst, squared, 1/(2*width*width))
		return
	}
	for l, v := range squared {
		dst[l] = math.Sqrt(v)
	}
	linalg.Gaussian(dst, dst, 1/width)
}

// steepness overwrites squared distances by -K'(r)/r.
func (k Kernel) steepness(squared linalg.Matrix, width float64) {
	linalg.Parallel(squared.Rows, 64, func(from, to int) {
		far := make([]float64, squared.Cols)
		for i := from; i < to; i++ {
			row := squared.Row(i)
			copy(far, row)
			k.row(row, row, width)
			for l, v := range far {
				switch {
				case k == Gaussian:
					row[l] /= width * width
				case v > rounded:
					row[l] /= math.Sqrt(v) * width
				default:
					row[l] = 0
				}
			}
		}
	})
}

// UnitWidth makes the width a part of the scales.
func (r *Ridge) UnitWidth() {
	if r.Scales == nil {
		r.Scales = slices.Repeat([]float64{1}, r.Centres.Cols)
	}
	linalg.ScaleRow(1/r.Width, r.Scales)
	linalg.Scale(1/r.Width, r.Centres)
	r.Width = 1
}

// Predict returns f of the rows of z. A row's prediction depends on nothing but the row.
func (r *Ridge) Predict(z linalg.Matrix) linalg.Matrix {
	out := linalg.New(z.Rows, len(r.Mean))
	centres, width := r.Centres.Transposed(), cmp.Or(r.Width, 1)
	linalg.Parallel(z.Rows, 64, func(from, to int) {
		scaled, k := make([]float64, z.Cols), make([]float64, r.Centres.Rows)
		for i := from; i < to; i++ {
			copy(scaled, z.Row(i))
			if r.Scales != nil {
				linalg.Products(scaled, scaled, r.Scales)
			}
			if len(k) > 0 {
				r.Kernel.squaresFrom(k, scaled, centres)
				r.Kernel.row(k, k, width)
			}
			to := out.Row(i)
			copy(to, r.Mean)
			for c, v := range k {
				linalg.Axpy(v, r.Weights.Row(c), to)
			}
			for j := range r.Slopes.Rows {
				linalg.Axpy(scaled[j], r.Slopes.Row(j), to)
			}
		}
	})
	return out
}

// Gradients is the mean over the rows of z, by their weights, of the outer products of
//
//	∇f_k(z_i) = Σ_l β_lk S(z_i, v_l) (v_l - z_i)
//
// over all k, where S = -K'(r)/r: K/s² for a Gaussian kernel and K/(rs) for that of Laplace, which
// has no slope at a centre. There are no scales.
func (r *Ridge) Gradients(z linalg.Matrix, weights []float64) linalg.Matrix {
	n, m, c, v := z.Rows, z.Cols, r.Weights.Cols, r.Centres
	k := linalg.New(v.Rows, n)
	kernel.SquaredDistances(k, v, z)
	r.Kernel.steepness(k, r.Width)
	value := linalg.TTimes(k, r.Weights)
	all := linalg.New(n*c, m) // a row for each row of z and function
	weighted, slope := linalg.New(v.Rows, c), linalg.New(n, c)
	for a := range m {
		for l := range weighted.Rows {
			copy(weighted.Row(l), r.Weights.Row(l))
			linalg.ScaleRow(v.At(l, a), weighted.Row(l))
		}
		linalg.TMul(slope, k, weighted)
		for i := range n {
			for j, s := range slope.Row(i) {
				all.Set(i*c+j, a, s-value.At(i, j)*z.At(i, a))
			}
		}
	}
	for i, w := range weights {
		linalg.Scale(math.Sqrt(w), all.Slice(i*c, (i+1)*c))
	}
	g := linalg.TTimes(all, all)
	linalg.Scale(1/float64(n), g)
	return g
}

// squaredSlopes is the mean over the rows of z of (∂f_k/∂z_a)², summed over all k, for each a, by the kernel
// of Manhattan distances: ∂f_k/∂z_a = Σ_l β_lk K(z, v_l) sign(v_la - z_a)/s.
func (r *Ridge) squaredSlopes(z linalg.Matrix) []float64 {
	k := linalg.New(r.Centres.Rows, z.Rows)
	r.Kernel.squares(k, r.Centres, z)
	r.Kernel.matrix(k, k, r.Width)
	signed, slope, out := linalg.New(k.Rows, k.Cols), linalg.New(z.Rows, r.Weights.Cols), make([]float64, z.Cols)
	for a := range out {
		for l := range k.Rows {
			c, row := r.Centres.At(l, a), signed.Row(l)
			for i, v := range k.Row(l) {
				row[i] = v * float64(cmp.Compare(c, z.At(i, a)))
			}
		}
		linalg.TMul(slope, signed, r.Weights)
		out[a] = linalg.Dot(slope.Data, slope.Data) / (float64(z.Rows) * r.Width * r.Width)
	}
	return out
}

// Shrink draws predictions towards a constant, of which a share of the distance is left.
func (r *Ridge) Shrink(constant []float64, share float64) {
	linalg.Scale(share, r.Weights)
	linalg.Scale(share, r.Slopes)
	for j, c := range constant {
		r.Mean[j] = c + share*(r.Mean[j]-c)
	}
}

// Widths of a kernel to choose from, as multiples of the median distance.
var Widths = []float64{.1, .15, .2, .3, .4, .6, .85, 1.2, 1.7, 2.5, 4}

// Ridges to choose from: λ, to be multiplied by the number of rows.
var Ridges = []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1}

// octaves are every other of the widths, the widest first.
func octaves() (some []float64) {
	for i := len(Widths) - 1; i >= 0; i -= 2 {
		some = append(some, Widths[i])
	}
	return some
}

// KimGu multiplies the leverage of each row: plain leave-one-out now and then picks a fit
// that follows noise, which Kim and Gu (2004) cure by this factor.
const KimGu = 1.4

// LeftOut is what the residual of a row with leverage h is divided by when the row is left
// out, with a factor of the leverage; but no less than half of what it is without, as a fit
// that follows each row would otherwise seem good.
func LeftOut(h, factor float64) float64 {
	const least = 1e-7
	h = min(h, 1-least)
	return max(1-factor*h, (1-h)/2)
}

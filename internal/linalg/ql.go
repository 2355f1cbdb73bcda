package linalg

import (
	"math"
	"slices"
)

// sweep is a sequence of rotations of neighbouring rows, from row high downwards; cs
// holds their cosines and sines in turn.
type sweep struct {
	high int
	cs   []float64
}

const (
	sweepNumbers = 1 << 16 // of rotations gathered before they are applied
	sweepColumns = 32      // columns they are applied to at a time, which the second cache holds
	mostSweeps   = 60      // for one eigenvalue; three are usual
)

// eigenpairs returns all eigenvalues of the tridiagonal matrix, in no order, and the
// eigenvectors as rows, by the QL iteration with implicit shifts (Dubrulle, Martin and
// Wilkinson 1968). The rotations are gathered first and then applied to strips of
// columns, one core a strip.
func (t tridiagonal) eigenpairs() ([]float64, Matrix, error) {
	n := len(t.d)
	d, e := slices.Clone(t.d), slices.Clone(t.e)
	var size float64
	for i := range n {
		size = max(size, math.Abs(d[i])+math.Abs(e[i]))
	}
	negligible := epsilon / 4 * size // less than the rounding that made e
	z := Identity(n)
	var sweeps []sweep
	gathered := 0
	for l := range n {
		for count := 0; ; count++ {
			m := l
			for m < n-1 && math.Abs(e[m]) > max(negligible, epsilon*(math.Abs(d[m])+math.Abs(d[m+1]))) {
				m++
			}
			if m == l {
				break
			}
			if count == mostSweeps {
				return nil, Matrix{}, ErrNoEigenvectors
			}
			s := qlSweep(d, e, l, m)
			sweeps = append(sweeps, s)
			if gathered += len(s.cs); gathered > sweepNumbers {
				applySweeps(z, sweeps)
				sweeps, gathered = sweeps[:0], 0
			}
		}
	}
	applySweeps(z, sweeps)
	return d, z, nil
}

const epsilon = 0x1p-53

// qlSweep does one implicit QL step on rows l to m.
func qlSweep(d, e []float64, l, m int) sweep {
	cs := make([]float64, 0, 2*(m-l))
	g := (d[l+1] - d[l]) / (2 * e[l])
	r := math.Hypot(g, 1)
	g = d[m] - d[l] + e[l]/(g+math.Copysign(r, g))
	s, c, p := 1., 1., 0.
	for i := m - 1; i >= l; i-- {
		f, b := s*e[i], float64(c*e[i])
		r = length(f, g)
		e[i+1] = r
		if r == 0 { // the matrix has split
			d[i+1] -= p
			e[m] = 0
			return sweep{m, cs}
		}
		s, c = f/r, g/r
		g = d[i+1] - p
		r = float64((d[i]-g)*s) + float64(2*c*b)
		p = float64(s * r)
		d[i+1] = g + p
		g = float64(c*r) - b
		cs = append(cs, c, s)
	}
	d[l] -= p
	e[l], e[m] = g, 0
	return sweep{m, cs}
}

// length is the length of (x, y), without the cost of math.Hypot where squares neither
// overflow nor vanish.
func length(x, y float64) float64 {
	if s := float64(x*x) + float64(y*y); s > 1e-280 && s < 1e280 {
		return math.Sqrt(s)
	}
	return math.Hypot(x, y)
}

func applySweeps(z Matrix, sweeps []sweep) {
	Parallel(z.Cols, sweepColumns, func(from, to int) {
		for _, s := range sweeps {
			if len(s.cs) > 0 {
				rotate(to-from, s.cs, z.Data, s.high*z.Stride+from, z.Stride)
			}
		}
	})
}

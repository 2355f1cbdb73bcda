package locallinear

import (
	"cmp"

	"suffice/internal/linalg"
)

// ridge is added to the diagonal of systems of n rows.
func ridge(n int) float64 { return 1 / float64(n) }

// lines solves for the coefficients of local lines, (M + rI)⁻¹ right, which replaces right.
// Where that has no solution by rounding, r becomes larger.
func lines(m, right linalg.Matrix, r float64) error {
	factor := linalg.Borrow(m.Rows, m.Cols)
	defer linalg.Return(factor)
	for {
		factor.Copy(m)
		linalg.AddDiagonal(factor, r)
		err := linalg.Cholesky(factor)
		if err == nil {
			break
		}
		if r *= 100; r > linalg.Largest(m.Data)+1 {
			return err
		}
	}
	linalg.CholeskySolveAll(factor, right)
	return nil
}

// gradients is the step of OPG: the leading eigenvectors of the mean of ββᵀ over anchors
// and functions, β being the slopes of lines of all coordinates.
func (s *sums) gradients(k, n int) (values []float64, b linalg.Matrix, err error) {
	anchors, q := s.of.Windows.Anchors.Rows, s.of.Outputs
	p := s.of.Windows.Anchors.Cols
	slopes, errs := linalg.Borrow(anchors*q, p), make([]error, anchors)
	defer linalg.Return(slopes)
	linalg.Parallel(anchors, 4, func(from, to int) {
		for j := from; j < to; j++ {
			m := s.centre(j)
			line := m.Columns(p+1, p+1+q)
			if errs[j] = lines(m.Columns(0, p+1), line, ridge(n)); errs[j] != nil {
				return
			}
			for k := range p {
				for i, v := range line.Row(k + 1) {
					slopes.Row(j*q + i)[k] = v
				}
			}
		}
	})
	if err := cmp.Or(errs...); err != nil {
		return nil, b, err
	}
	outer := linalg.Gram(slopes)
	linalg.Scale(1/float64(anchors), outer)
	values, b, err = linalg.Leading(outer, p)
	return values, b.Slice(0, k), err
}

// local is a line of a window for MAVE, with what it adds to the system for B.
type local struct {
	outer linalg.Matrix // ββᵀ, summed over functions
	right linalg.Matrix // Σ w β (f - α)(z - a)ᵀ
	zz    linalg.Matrix // Σ w (z - a)(z - a)ᵀ
	err   error
}

// refined is the step of MAVE: lines α + βᵀB(z - a) in each window, and then the B with
// the smallest sum of w |f - α - βᵀB(z - a)|², by rows in the order of what they matter.
func (s *sums) refined(n int) (linalg.Matrix, error) {
	b, outer, err := s.solved(n)
	if err != nil {
		return b, err
	}
	return inOrder(b, outer)
}

// solved is that B as the system has it, and the sum of ββᵀ.
func (s *sums) solved(n int) (b, outer linalg.Matrix, err error) {
	locals := make([]local, s.of.Windows.Anchors.Rows)
	linalg.Parallel(len(locals), 4, func(from, to int) {
		for j := from; j < to; j++ {
			locals[j] = s.local(j, n)
		}
	})
	m, p := s.of.Windows.B.Rows, s.of.Windows.B.Cols
	left, right, outer := linalg.Borrow(m*p, m*p), linalg.New(m, p), linalg.New(m, m)
	defer linalg.Return(left)
	left.Zero()
	for _, l := range locals {
		if l.err != nil {
			return b, outer, l.err
		}
		linalg.Add(right, l.right)
		linalg.Add(outer, l.outer)
	}
	linalg.Parallel(m*m, 1, func(at, _ int) {
		i, k := at/m, at%m
		block := left.Slice(i*p, (i+1)*p).Columns(k*p, (k+1)*p)
		for _, l := range locals {
			linalg.AddScaled(block, l.outer.At(i, k), l.zz)
		}
	})
	return right, outer, lines(left, linalg.Of(m*p, 1, right.Data), ridge(n))
}

// local fits the line of window j.
func (s *sums) local(j, n int) local {
	b, q := s.of.Windows.B, s.of.Outputs
	m, p := b.Rows, b.Cols
	along := linalg.New(m+1, p+1) // takes [1 z] to [1 Bz]
	along.Set(0, 0, 1)
	along.Slice(1, m+1).Columns(1, p+1).Copy(b)
	sum := s.centre(j)
	projected := linalg.Times(along, sum)
	line := projected.Columns(p+1, p+1+q).Clone()
	if err := lines(linalg.TimesT(projected.Columns(0, p+1), along), line, ridge(n)); err != nil {
		return local{err: err}
	}
	alpha, beta := line.Slice(0, 1), line.Slice(1, m+1)
	z := sum.Slice(1, p+1)
	residual := z.Columns(p+1, p+1+q).Clone()
	for i := range residual.Rows {
		linalg.Axpy(-z.Row(i)[0], alpha.Data[:q], residual.Row(i))
	}
	return local{outer: linalg.TimesT(beta, beta), right: linalg.TimesT(beta, residual), zz: z.Columns(1, p+1)}
}

// inOrder turns B, without changing what its rows span, so that they are orthonormal and
// ordered by what they matter: the eigenvectors of BᵀDB, D being the sum of ββᵀ.
func inOrder(b, d linalg.Matrix) (linalg.Matrix, error) {
	_, vectors, err := linalg.Leading(linalg.TTimes(b, linalg.Times(d, b)), b.Rows)
	return vectors, err
}

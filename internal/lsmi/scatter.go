package lsmi

import (
	"context"

	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// Solution is the fitted density ratio at one W.
type Solution struct {
	Settings
	Alpha []float64
	SMI   float64
}

// Solve fits α at z = W x (z = x where w has no rows).
func (s *Sample) Solve(ctx context.Context, w linalg.Matrix, k kernel.Kind, settings Settings, allowed Alpha) (Solution, error) {
	o, err := s.Objective(ctx, k, settings, allowed)
	if err != nil {
		return Solution{}, err
	}
	value, err := o.Value(ctx, w)
	if err != nil {
		return Solution{}, err
	}
	return Solution{Settings: settings, Alpha: o.alpha, SMI: value}, nil
}

// Scatter returns the matrix D of the analytic step, hᵀα = tr(W D Wᵀ) with
//
//	D = (ΣB/m) I - (1/(2 s²)) { Xᵀdiag(r)X + Uᵀdiag(c)U - XᵀBU - UᵀBᵀX },
//
// B_il = α_l k_il L_il / n, r and c its row and column sums. u are the centres to take
// in place of the sample's own, such as projected ones; none means its own. m is the
// number of rows of the next W; 0 leaves out the multiple of I, which has no say in
// the eigenvectors.
func (s *Sample) Scatter(ctx context.Context, w linalg.Matrix, k kernel.Kind, fit Solution, u linalg.Matrix, m int) (linalg.Matrix, error) {
	if u.Rows == 0 {
		u = s.u
	}
	t := newScatterSums(u)
	err := s.weights(ctx, w, k, fit, func(x, _, b linalg.Matrix) { t.add(x, b) })
	if err != nil {
		return linalg.Matrix{}, err
	}
	return t.finish(m, fit.WidthZ), nil
}

// Centres returns the inputs of the centres, by rows: the sample's own memory.
func (s *Sample) Centres() linalg.Matrix { return s.u }

// Importance returns W D Wᵀ: the dependence that each direction within z carries.
func (s *Sample) Importance(ctx context.Context, w linalg.Matrix, k kernel.Kind, fit Solution) (linalg.Matrix, error) {
	v := linalg.New(s.u.Rows, w.Rows)
	linalg.MulT(v, s.u, w)
	t := newScatterSums(v)
	err := s.weights(ctx, w, k, fit, func(_, z, b linalg.Matrix) { t.add(z, b) })
	if err != nil {
		return linalg.Matrix{}, err
	}
	return t.finish(w.Rows, fit.WidthZ), nil
}

// weights calls visit with x, z and B of each block of rows.
func (s *Sample) weights(ctx context.Context, w linalg.Matrix, k kernel.Kind, fit Solution, visit func(x, z, b linalg.Matrix)) error {
	size, n := min(s.block, s.x.Len()), float64(s.x.Len())
	p, B, Z := kernel.Project(w, s.u), linalg.Borrow(size, len(s.centres)), linalg.New(size, w.Rows)
	defer linalg.Return(B)
	share := make([]float64, len(fit.Alpha))
	scale(share, fit.Alpha, 1/n)
	var memory linalg.Matrix
	from := 0
	return s.each(ctx, func(part []int, x linalg.Matrix) error {
		B := B.Slice(0, x.Rows)
		z := p.Kernel(B, Z, x, k, fit.WidthZ)
		L := s.outputs.block(&memory, from, part, fit.WidthY)
		linalg.Parallel(B.Rows, 64, func(from, to int) {
			for i := from; i < to; i++ {
				row := B.Row(i)
				k.Slope(row)
				linalg.Products(row, row, L.Row(i))
				linalg.Products(row, row, share)
			}
		})
		visit(x, z, B)
		from += len(part)
		return nil
	})
}

// scatterSums are the sums over rows from which D is made.
type scatterSums struct {
	u      linalg.Matrix
	xrx    linalg.Matrix // Xᵀdiag(r)X
	xb     linalg.Matrix // XᵀB
	column []float64     // c
	scaled linalg.Matrix // memory for diag(r)X
	ones   []float64
}

func newScatterSums(u linalg.Matrix) *scatterSums {
	d := u.Cols
	t := &scatterSums{
		u: u, xrx: linalg.New(d, d), xb: linalg.New(d, u.Rows),
		column: make([]float64, u.Rows), ones: make([]float64, u.Rows),
	}
	for l := range t.ones {
		t.ones[l] = 1
	}
	return t
}

func (t *scatterSums) add(x, b linalg.Matrix) {
	if t.scaled.Rows < x.Rows {
		t.scaled = linalg.New(x.Rows, x.Cols)
	}
	scaled := t.scaled.Slice(0, x.Rows)
	for i := range x.Rows {
		scale(scaled.Row(i), x.Row(i), linalg.Dot(b.Row(i), t.ones))
		linalg.Axpy(1, b.Row(i), t.column)
	}
	linalg.AddTMul(t.xrx, 1, x, scaled)
	linalg.AddTMul(t.xb, 1, x, b)
}

func (t *scatterSums) finish(m int, width float64) linalg.Matrix {
	d := t.u.Cols
	scaled := linalg.New(t.u.Rows, d)
	for l := range t.u.Rows {
		scale(scaled.Row(l), t.u.Row(l), t.column[l])
	}
	spread := t.xrx
	linalg.AddTMul(spread, 1, t.u, scaled)
	cross := linalg.New(d, d)
	linalg.Mul(cross, t.xb, t.u)
	D := linalg.New(d, d)
	for i := range d {
		for j := range d {
			both := (spread.At(i, j) + spread.At(j, i)) / 2
			D.Set(i, j, -(both-cross.At(i, j)-cross.At(j, i))/(2*width*width))
		}
		if m > 0 {
			D.Row(i)[i] += sum(t.column) / float64(m)
		}
	}
	return D
}

func scale(dst, from []float64, factor float64) {
	for j, v := range from {
		dst[j] = v * factor
	}
}

func sum(v []float64) float64 {
	var total float64
	for _, a := range v {
		total += a
	}
	return total
}

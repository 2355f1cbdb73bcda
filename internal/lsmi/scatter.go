package lsmi

import (
	"context"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// Solution is the fitted density ratio at one W.
type Solution struct {
	Settings
	Alpha []float64
	SMI   float64
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
	t, err := s.scatter(ctx, w, k, fit, false)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return t.finish(u, m), nil
}

// Centres returns the inputs of the centres, by rows: the sample's own memory.
func (s *Sample) Centres() linalg.Matrix { return s.u }

// Importance returns W D Wᵀ: the dependence that each direction within z carries.
func (s *Sample) Importance(ctx context.Context, w linalg.Matrix, k kernel.Kind, fit Solution) (linalg.Matrix, error) {
	t, err := s.scatter(ctx, w, k, fit, true)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return t.finish(linalg.TimesT(s.u, w), w.Rows), nil
}

// scatter takes the sums that D is made of: of x or, within, of z.
func (s *Sample) scatter(ctx context.Context, w linalg.Matrix, k kernel.Kind, fit Solution, within bool) (*scatterSums, error) {
	at := &scatterAt{s.place(w, k, 1), fit.WidthZ, make([]float64, len(fit.Alpha)), within}
	scale(at.Share, fit.Alpha, 1/float64(s.x.Len()))
	sum, err := aggregate.Sum[*scatterSums](ctx, s.x.Source, at, s.aligned(fit.WidthY)...)
	if err != nil {
		return nil, err
	}
	sum.Release()
	return sum, nil
}

// scatterAt asks for the sums over rows from which D is made.
type scatterAt struct {
	place
	Width  float64   // of z
	Share  []float64 // α/n
	Within bool      // of z, not of x
}

func (at *scatterAt) Kind() string { return "scatter" }

func (at *scatterAt) Zero() aggregate.Partial {
	d, b := len(at.Units.Mean), len(at.Share)
	if at.Within {
		d = at.P.V.Cols
	}
	t := &scatterSums{of: at, xrx: linalg.New(d, d), xb: linalg.New(d, b), column: make([]float64, b), ones: slices.Repeat([]float64{1}, b)}
	t.Totals = aggregate.NewTotals(at, aggregate.Total{Matrix: t.xrx}, aggregate.Total{Matrix: t.xb}, aggregate.Vector(t.column))
	return t
}

func (at *scatterAt) Complete() error {
	return aggregate.Consistent(at.single() == nil, len(at.Share) == at.P.V.Rows)
}

// scatterSums are these sums.
type scatterSums struct {
	aggregate.Totals
	of     *scatterAt
	xrx    linalg.Matrix // Xᵀdiag(r)X
	xb     linalg.Matrix // XᵀB
	column []float64     // c
	ones   []float64

	memory arranged
	b      linalg.Matrix // B of a block
	scaled linalg.Matrix // diag(r)X of it
}

// Release gives the memory back, but for the sums.
func (t *scatterSums) Release() {
	linalg.Return(t.b)
	aggregate.Return(&t.memory.x)
}

func (t *scatterSums) Add(block aggregate.Block) error {
	at := t.of
	return t.memory.each(&at.place, block, func(x linalg.Matrix) {
		t.Rows += x.Rows
		t.b = atLeast(t.b, x.Rows, len(at.Share))
		b := t.b.Slice(0, x.Rows)
		z := at.P.Kernel(b, t.memory.z, x, at.Kernel, at.Width)
		linalg.Parallel(b.Rows, 64, func(from, to int) {
			for i := from; i < to; i++ {
				row := b.Row(i)
				at.Kernel.Slope(row)
				linalg.Products(row, row, t.memory.l[0].Row(t.memory.order.Rows[i]))
				linalg.Products(row, row, at.Share)
			}
		})
		aggregate.ScaleRows(b, t.memory.weights(0, x.Rows))
		if at.Within {
			x = z
		}
		t.add(x, b)
	})
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

// finish returns D for the centres u.
func (t *scatterSums) finish(u linalg.Matrix, m int) linalg.Matrix {
	d, width := u.Cols, t.of.Width
	scaled := linalg.New(u.Rows, d)
	for l := range u.Rows {
		scale(scaled.Row(l), u.Row(l), t.column[l])
	}
	spread := t.xrx
	linalg.AddTMul(spread, 1, u, scaled)
	cross := linalg.Times(t.xb, u)
	D := linalg.New(d, d)
	for i := range d {
		for j := range d {
			both := (spread.At(i, j) + spread.At(j, i)) / 2
			D.Set(i, j, -(both-cross.At(i, j)-cross.At(j, i))/(2*width*width))
		}
		if m > 0 {
			D.Row(i)[i] += linalg.Sum(t.column) / float64(m)
		}
	}
	return D
}

func scale(dst, from []float64, factor float64) {
	for j, v := range from {
		dst[j] = v * factor
	}
}

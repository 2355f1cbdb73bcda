package lsmi

import (
	"context"
	"errors"

	"suffice/internal/linalg"
	"suffice/kernel"
)

// Objective is SMI^ as a function of W for fixed settings, with its exact
// derivative. It keeps its memory, and the set of positive α, from one W to the
// next, so it is not safe for concurrent use.
type Objective struct {
	sample   *Sample
	kernel   kernel.Kind
	settings Settings
	allowed  Alpha

	gram    linalg.Matrix // LᵀL, both triangles
	sys     System
	alpha   []float64
	passive []bool

	p         *projector
	kk        linalg.Matrix
	kl        []float64
	k, l      linalg.Matrix // a block of K, memory for a block of L
	work, kt  linalg.Matrix
	evaluated bool
}

// errClipped: the envelope theorem needs α to be a minimiser, and clipped α is not.
var errClipped = errors.New("lsmi: clipped α has no derivative; use free or non-negative α")

// Objective prepares the estimate for the given kernel on z and settings.
func (s *Sample) Objective(ctx context.Context, k kernel.Kind, settings Settings, allowed Alpha) (*Objective, error) {
	if err := s.outputs.prepare(ctx, []float64{settings.WidthY}); err != nil {
		return nil, err
	}
	b, size := len(s.centres), min(s.block, s.x.Len())
	o := &Objective{
		sample: s, kernel: k, settings: settings, allowed: allowed,
		gram: s.outputs.total([]float64{settings.WidthY})[0],
		sys:  System{H: linalg.New(b, b), h: make([]float64, b)}, alpha: make([]float64, b),
		kk: linalg.New(b, b), kl: make([]float64, b),
		k: linalg.New(size, b), l: linalg.New(size, b), work: linalg.New(b, b),
	}
	linalg.Symmetrize(o.gram)
	return o, nil
}

// Value returns SMI^ at W.
func (o *Objective) Value(ctx context.Context, w linalg.Matrix) (float64, error) {
	if err := o.solve(ctx, w); err != nil {
		return 0, err
	}
	return smi(o.sys.h, o.alpha, o.sample.y.Signed()), nil
}

// Alpha returns the weights at the last W; it is the objective's own memory.
func (o *Objective) Alpha() []float64 { return o.alpha }

// solve computes H, h and α at W.
func (o *Objective) solve(ctx context.Context, w linalg.Matrix) error {
	o.p = o.sample.projector(w)
	o.kk.Zero()
	clear(o.kl)
	from := 0
	err := o.sample.each(ctx, func(part []int, x linalg.Matrix) error {
		_, k, l := o.block(from, part, x)
		linalg.AddGram(o.kk, k)
		addProducts(o.kl, k, l)
		from += len(part)
		return nil
	})
	if err != nil {
		return err
	}
	o.sys.fill(o.sample.x.Len(), o.kk, o.gram, o.kl)
	o.evaluated = true
	if o.allowed == NonNegative && o.passive != nil {
		return o.sys.nonNegative(o.alpha, o.settings.Lambda, o.passive)
	}
	if o.alpha, err = o.sys.Solve(o.settings.Lambda, o.allowed); err != nil {
		return err
	}
	o.passive = make([]bool, len(o.alpha))
	for i, a := range o.alpha {
		o.passive[i] = a > 0
	}
	return nil
}

// block computes z, K and L for the block of rows that starts at row from.
func (o *Objective) block(from int, part []int, x linalg.Matrix) (z, k, l linalg.Matrix) {
	z, squared := o.p.distances(x)
	k = o.k.Slice(0, x.Rows)
	o.kernel.Matrix(k, squared, o.settings.WidthZ)
	return z, k, o.sample.outputs.block(o.l, from, part, o.settings.WidthY)
}

// Gradient sets dst to dSMI^/dW at the W of the last call of Value:
//
//	P = α_l L_il / n - (K [(ααᵀ) ∘ (LᵀL)])_il / n²,   A = P ∘ k,
//	dSMI^/dW = -(1/s²) { (diag(A1) Z - A V)ᵀ X + (diag(Aᵀ1) V - AᵀZ)ᵀ U },
//
// by the envelope theorem. Only the columns with α ≠ 0 count.
func (o *Objective) Gradient(ctx context.Context, dst linalg.Matrix) error {
	if o.allowed == Clipped {
		return errClipped
	}
	if !o.evaluated {
		return errors.New("lsmi: Gradient before Value")
	}
	g := o.newGradient(dst)
	from := 0
	err := o.sample.each(ctx, func(part []int, x linalg.Matrix) error {
		z, k, l := o.block(from, part, x)
		g.add(x, z, k, l)
		from += len(part)
		return nil
	})
	if err != nil {
		return err
	}
	g.finish()
	return nil
}

// gradient sums the derivative over blocks of rows, for the active centres alone.
type gradient struct {
	o      *Objective
	active []int
	t      linalg.Matrix // (ααᵀ) ∘ (LᵀL) / n² of the active centres
	v, u   linalg.Matrix // active centres, projected and not
	a, kt  linalg.Matrix // memory for a block of A and of K T
	r      linalg.Matrix // memory for diag(A1) Z - A V
	sum    linalg.Matrix // Σ (diag(A1) Z - A V)ᵀ X
	at1    []float64     // Aᵀ1
	atz    linalg.Matrix // AᵀZ
}

func (o *Objective) newGradient(dst linalg.Matrix) *gradient {
	g := &gradient{o: o, sum: dst}
	for l, a := range o.alpha {
		if a != 0 {
			g.active = append(g.active, l)
		}
	}
	k, m, size := len(g.active), dst.Rows, o.k.Rows
	n := float64(o.sample.x.Len())
	g.t, g.v, g.u = linalg.New(k, k), linalg.New(k, m), linalg.New(k, dst.Cols)
	for r, i := range g.active {
		for c, j := range g.active {
			g.t.Set(r, c, o.alpha[i]*o.alpha[j]*o.gram.At(i, j)/(n*n))
		}
		copy(g.v.Row(r), o.p.v.Row(i))
		copy(g.u.Row(r), o.sample.u.Row(i))
	}
	g.a, g.kt, g.r = linalg.New(size, k), linalg.New(size, k), linalg.New(size, m)
	g.at1, g.atz = make([]float64, k), linalg.New(k, m)
	dst.Zero()
	return g
}

// add adds the rows of a block.
func (g *gradient) add(x, z, k, l linalg.Matrix) {
	a, kt, r := g.a.Slice(0, x.Rows), g.kt.Slice(0, x.Rows), g.r.Slice(0, x.Rows)
	for i := range a.Rows {
		gather(a.Row(i), k.Row(i), g.active)
	}
	linalg.Mul(kt, a, g.t)
	n := float64(g.o.sample.x.Len())
	linalg.Parallel(a.Rows, 64, func(from, to int) {
		for i := from; i < to; i++ {
			g.slopes(a.Row(i), kt.Row(i), l.Row(i), n)
			scale(r.Row(i), z.Row(i), sum(a.Row(i)))
		}
	})
	linalg.AddMul(r, -1, a, g.v)
	linalg.AddTMul(g.sum, 1, r, x)
	for i := range a.Rows {
		linalg.Axpy(1, a.Row(i), g.at1)
	}
	linalg.AddTMul(g.atz, 1, a, z)
}

// slopes turns a row of K at the active centres into the row of A = P ∘ k.
func (g *gradient) slopes(row, kt, l []float64, n float64) {
	g.o.kernel.Slope(row)
	for c, i := range g.active {
		row[c] *= g.o.alpha[i]*l[i]/n - kt[c]
	}
}

// finish adds the part of the centres and scales.
func (g *gradient) finish() {
	s := g.atz
	for l := range s.Rows {
		for j, v := range g.v.Row(l) {
			s.Set(l, j, g.at1[l]*v-s.At(l, j))
		}
	}
	linalg.AddTMul(g.sum, 1, s, g.u)
	width := g.o.settings.WidthZ
	for i := range g.sum.Rows {
		scale(g.sum.Row(i), g.sum.Row(i), -1/(width*width))
	}
}

func gather(dst, from []float64, index []int) {
	for c, i := range index {
		dst[c] = from[i]
	}
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

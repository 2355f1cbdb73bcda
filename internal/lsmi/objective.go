package lsmi

import (
	"context"
	"errors"
	"slices"

	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// Objective is SMI^, or SMI~, as a function of W for fixed settings, with its exact
// derivative. It keeps its memory, and the set of positive α, from one W to the
// next, so it is not safe for concurrent use.
type Objective struct {
	sample   *Sample
	kernel   kernel.Kind
	settings Settings
	allowed  Alpha
	bound    bool // SMI~

	gram    linalg.Matrix // LᵀL, both triangles
	sys     System
	factor  linalg.Matrix // of H + λI, where α is free
	alpha   []float64
	passive []bool

	p         *kernel.Projected
	kk        linalg.Matrix
	kl        []float64
	k, z, l   linalg.Matrix // a block of K, memory for one of z and of L
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
		sys:  System{H: linalg.New(b, b), h: make([]float64, b)}, alpha: make([]float64, b), factor: linalg.New(b, b),
		kk: linalg.New(b, b), kl: make([]float64, b),
		k: linalg.New(size, b),
	}
	linalg.Symmetrize(o.gram)
	return o, nil
}

// Bound is Objective for the estimate of LSDR,
//
//	SMI~ = hᵀα - ½ αᵀHα - ½,   α = (H + λI)⁻¹ h,
//
// without the ½ where the model has a constant 1. It is the lower bound on SMI that the
// fitted ratio reaches on these rows, and has the form of the held-out score.
func (s *Sample) Bound(ctx context.Context, k kernel.Kind, settings Settings) (*Objective, error) {
	o, err := s.Objective(ctx, k, settings, Free)
	if err != nil {
		return nil, err
	}
	o.bound = true
	return o, nil
}

// Value returns the estimate at W.
func (o *Objective) Value(ctx context.Context, w linalg.Matrix) (float64, error) {
	if err := o.solve(ctx, w); err != nil {
		return 0, err
	}
	if o.bound {
		return -o.sys.loss(o.alpha) - constant(o.sample.y.Signed()), nil
	}
	return smi(o.sys.h, o.alpha, o.sample.y.Signed()), nil
}

// Alpha returns the weights at the last W; it is the objective's own memory.
func (o *Objective) Alpha() []float64 { return o.alpha }

// solve computes H, h and α at W.
func (o *Objective) solve(ctx context.Context, w linalg.Matrix) error {
	o.p = kernel.Project(w, o.sample.u)
	if o.z.Cols != w.Rows {
		o.z = linalg.New(o.k.Rows, w.Rows)
	}
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
	if err := o.sys.solve(o.alpha, o.settings.Lambda, o.allowed, o.factor); err != nil {
		return err
	}
	o.passive = positive(o.alpha)
	return nil
}

// block computes z, K and L for the block of rows that starts at row from.
func (o *Objective) block(from int, part []int, x linalg.Matrix) (z, k, l linalg.Matrix) {
	k = o.k.Slice(0, x.Rows)
	z = o.p.Kernel(k, o.z, x, o.kernel, o.settings.WidthZ)
	return z, k, o.sample.outputs.block(&o.l, from, part, o.settings.WidthY)
}

// Gradient sets dst to the derivative with respect to W at the W of the last call of
// Value. Both estimates have the differential dhᵀa - αᵀdH c, so that
//
//	P = a_l L_il / n - (K [(αcᵀ + cαᵀ) ∘ (LᵀL)])_il / n²,   A = P ∘ k,
//	dS/dW = -(1/s²) { (diag(A1) Z - A V)ᵀ X + (diag(Aᵀ1) V - AᵀZ)ᵀ U }.
//
// By the envelope theorem, SMI^ has a = α and c = ½ α. SMI~ has a = 2α - β and
// c = 3/2 α - β with β = (H + λI)⁻¹Hα. Only the columns with α ≠ 0 count.
func (o *Objective) Gradient(ctx context.Context, dst linalg.Matrix) error {
	if o.allowed == Clipped {
		return errClipped
	}
	if !o.evaluated {
		return errors.New("lsmi: Gradient before Value")
	}
	g := o.newGradient()
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
	g.Finish(dst, g.u, o.settings.WidthZ)
	return nil
}

// gradient sums the derivative over blocks of rows, for the active centres alone.
type gradient struct {
	*kernel.Derivative
	o      *Objective
	active []int
	u      linalg.Matrix // the inputs of these centres
	joint  []float64     // a, of all centres
	t      linalg.Matrix // (αcᵀ + cαᵀ) ∘ (LᵀL) / n² of the active centres
	a, kt  linalg.Matrix // memory for a block of A and of K T
}

// slopeWeights returns a and c.
func (o *Objective) slopeWeights() (a, c []float64) {
	a, c = slices.Clone(o.alpha), make([]float64, len(o.alpha))
	scale(c, o.alpha, .5)
	if o.bound {
		rest := slices.Clone(o.alpha) // (H + λI)⁻¹α: β is α less λ times that
		linalg.CholeskySolve(o.factor, rest)
		linalg.Axpy(o.settings.Lambda, rest, a)
		linalg.Axpy(o.settings.Lambda, rest, c)
	}
	return a, c
}

func (o *Objective) newGradient() *gradient {
	g := &gradient{o: o}
	var product []float64
	g.joint, product = o.slopeWeights()
	for l, a := range o.alpha {
		if a != 0 {
			g.active = append(g.active, l)
		}
	}
	k, size := len(g.active), o.k.Rows
	n := float64(o.sample.x.Len())
	v := linalg.New(k, o.p.V.Cols)
	g.u = linalg.New(k, o.p.U.Cols)
	g.t = linalg.New(k, k)
	for r, i := range g.active {
		for c, j := range g.active {
			g.t.Set(r, c, (o.alpha[i]*product[j]+product[i]*o.alpha[j])*o.gram.At(i, j)/(n*n))
		}
		copy(v.Row(r), o.p.V.Row(i))
		copy(g.u.Row(r), o.p.U.Row(i))
	}
	g.a, g.kt = linalg.New(size, k), linalg.New(size, k)
	g.Derivative = kernel.NewDerivative(v, g.u.Cols, size)
	return g
}

// add adds the rows of a block.
func (g *gradient) add(x, z, k, l linalg.Matrix) {
	a, kt := g.a.Slice(0, x.Rows), g.kt.Slice(0, x.Rows)
	for i := range a.Rows {
		gather(a.Row(i), k.Row(i), g.active)
	}
	linalg.Mul(kt, a, g.t)
	n := float64(g.o.sample.x.Len())
	linalg.Parallel(a.Rows, 64, func(from, to int) {
		for i := from; i < to; i++ {
			g.slopes(a.Row(i), kt.Row(i), l.Row(i), n)
		}
	})
	g.Add(x, z, a)
}

// slopes turns a row of K at the active centres into the row of A = P ∘ k.
func (g *gradient) slopes(row, kt, l []float64, n float64) {
	g.o.kernel.Slope(row)
	for c, i := range g.active {
		row[c] *= g.joint[i]*l[i]/n - kt[c]
	}
}

func gather(dst, from []float64, index []int) {
	for c, i := range index {
		dst[c] = from[i]
	}
}

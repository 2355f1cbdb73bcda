package lsmi

import (
	"context"
	"errors"
	"slices"

	"suffice/internal/aggregate"
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

	at place // the last W; without centres before there is one
}

// errClipped: the envelope theorem needs α to be a minimiser, and clipped α is not.
var errClipped = errors.New("lsmi: clipped α has no derivative; use free or non-negative α")

// Objective prepares the estimate for the given kernel on z and settings.
func (s *Sample) Objective(ctx context.Context, k kernel.Kind, settings Settings, allowed Alpha) (*Objective, error) {
	if err := s.outputs.prepare(ctx, []float64{settings.WidthY}); err != nil {
		return nil, err
	}
	b := len(s.centres)
	o := &Objective{
		sample: s, kernel: k, settings: settings, allowed: allowed,
		gram: s.outputs.total([]float64{settings.WidthY})[0],
		sys:  System{H: linalg.New(b, b), h: make([]float64, b)}, alpha: make([]float64, b), factor: linalg.New(b, b),
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

// solve computes H, h and α at W.
func (o *Objective) solve(ctx context.Context, w linalg.Matrix) error {
	at := o.sample.place(w, o.kernel, 1)
	sum, err := aggregate.Sum[*pairSums](ctx, o.sample.x.Source, &pairsAt{at, o.settings.WidthZ}, o.sample.aligned(o.settings.WidthY)...)
	if err != nil {
		return err
	}
	defer sum.Release()
	o.sys.fill(float64(o.sample.x.Len()), sum.kk, o.gram, sum.kl)
	o.at = at
	if o.allowed == NonNegative && o.passive != nil {
		return o.sys.nonNegative(o.alpha, o.settings.Lambda, o.passive)
	}
	if err := o.sys.solve(o.alpha, o.settings.Lambda, o.allowed, o.factor); err != nil {
		return err
	}
	o.passive = positive(o.alpha)
	return nil
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
	if o.at.P == nil {
		return errors.New("lsmi: Gradient before Value")
	}
	at, u := o.slopeAt()
	sum, err := aggregate.Sum[*slope](ctx, o.sample.x.Source, at, o.sample.aligned(o.settings.WidthY)...)
	if err != nil {
		return err
	}
	defer sum.Release()
	sum.Finish(dst, u, o.settings.WidthZ)
	return nil
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

// slopeAt is the state of the derivative, and the inputs of the active centres.
func (o *Objective) slopeAt() (*slopeAt, linalg.Matrix) {
	n := float64(o.sample.x.Len())
	g := &slopeAt{place: o.at, Width: o.settings.WidthZ, N: o.sample.x.Len()}
	var product []float64
	g.Joint, product = o.slopeWeights()
	for l, a := range o.alpha {
		if a != 0 {
			g.Active = append(g.Active, l)
		}
	}
	k := len(g.Active)
	g.V, g.T = linalg.New(k, o.at.P.V.Cols), linalg.New(k, k)
	u := linalg.New(k, o.sample.u.Cols)
	for r, i := range g.Active {
		for c, j := range g.Active {
			g.T.Set(r, c, (o.alpha[i]*product[j]+product[i]*o.alpha[j])*o.gram.At(i, j)/(n*n))
		}
		copy(g.V.Row(r), o.at.P.V.Row(i))
		copy(u.Row(r), o.sample.u.Row(i))
	}
	return g, u
}

// slopeAt asks for the derivative of the estimate: the sum over rows of dS/dK · dK/dW, for
// the active centres alone.
type slopeAt struct {
	place
	Width  float64 // of z
	Active []int
	V      linalg.Matrix // these centres in z
	Joint  []float64     // a, of all centres
	T      linalg.Matrix // (αcᵀ + cαᵀ) ∘ (LᵀL) / n² of the active centres
	N      int           // all rows
}

func (at *slopeAt) Kind() string { return "smi slope" }

func (at *slopeAt) Zero() aggregate.Partial {
	s := &slope{of: at}
	s.Derivative = kernel.NewDerivative(at.V, len(at.Units.Mean), min(at.Block, at.N))
	sum, za := s.Derivative.Sums()
	s.Totals = aggregate.NewTotals(at, aggregate.Total{Matrix: sum}, aggregate.Total{Matrix: za})
	return s
}

func (at *slopeAt) Complete() error {
	k, b := len(at.Active), at.P.V.Rows
	beyond := slices.ContainsFunc(at.Active, func(i int) bool { return i < 0 || i >= b })
	return aggregate.Consistent(at.single() == nil, at.V.Rows == k, at.V.Cols == at.P.V.Cols, len(at.Joint) == b, at.T.Rows == k, at.T.Cols == k, at.N >= 1, !beyond)
}

type slope struct {
	aggregate.Totals
	*kernel.Derivative
	of       *slopeAt
	memory   arranged
	k, a, kt linalg.Matrix // of a block: K, A and K T
}

func (s *slope) Add(block aggregate.Block) error { return s.memory.each(&s.of.place, block, s.add) }

func (s *slope) add(x linalg.Matrix) {
	at := s.of
	active := len(at.Active)
	s.Rows += x.Rows
	s.k, s.a, s.kt = atLeast(s.k, x.Rows, len(at.Joint)), atLeast(s.a, x.Rows, active), atLeast(s.kt, x.Rows, active)
	k, a, kt := s.k.Slice(0, x.Rows), s.a.Slice(0, x.Rows), s.kt.Slice(0, x.Rows)
	z := at.P.Kernel(k, s.memory.z, x, at.Kernel, at.Width)
	for i := range a.Rows {
		for c, l := range at.Active {
			a.Row(i)[c] = k.Row(i)[l]
		}
	}
	linalg.Mul(kt, a, at.T)
	linalg.Parallel(a.Rows, 64, func(from, to int) {
		for i := from; i < to; i++ {
			at.slopes(a.Row(i), kt.Row(i), s.memory.l[0].Row(s.memory.order.Rows[i]))
		}
	})
	aggregate.ScaleRows(a, s.memory.weights(0, x.Rows))
	s.Derivative.Add(x, z, a)
}

// slopes turns a row of K at the active centres into the row of A = P ∘ k.
func (at *slopeAt) slopes(row, kt, l []float64) {
	at.Kernel.Slope(row)
	for c, i := range at.Active {
		row[c] *= at.Joint[i]*l[i]/float64(at.N) - kt[c]
	}
}

// Release gives the memory back.
func (s *slope) Release() {
	linalg.Return(s.k, s.a, s.kt)
	aggregate.Return(&s.memory.x)
}

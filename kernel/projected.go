package kernel

import "suffice/internal/linalg"

// Projected computes, for one block of rows after the other, z = W x and its squared
// distances to the projected centres v_l = W u_l. It reuses its memory.
type Projected struct {
	W, U, V    linalg.Matrix
	z, squared linalg.Matrix
}

// Project prepares for blocks of up to size rows. A w without rows means z = x.
func Project(w, u linalg.Matrix, size int) *Projected {
	return &Projected{
		W: w, U: u, V: project(linalg.New(u.Rows, w.Rows), u, w),
		z: linalg.New(size, w.Rows), squared: linalg.New(size, u.Rows),
	}
}

// Again is Project for another w, in the memory of p where it fits; p may be nil.
func (p *Projected) Again(w, u linalg.Matrix, size int) *Projected {
	if p == nil || p.W.Rows != w.Rows || w.Rows == 0 {
		return Project(w, u, size)
	}
	p.W = w
	linalg.MulT(p.V, p.U, w)
	return p
}

// Distances returns z and the squared distances of a block; both are valid until the
// next call.
func (p *Projected) Distances(x linalg.Matrix) (z, squared linalg.Matrix) {
	z, squared = project(p.z, x, p.W), p.squared.Slice(0, x.Rows)
	SquaredDistances(squared, z, p.V)
	return z, squared
}

// project sets z = x Wᵀ, or returns x where w has no rows.
func project(z, x, w linalg.Matrix) linalg.Matrix {
	if w.Rows == 0 {
		return x
	}
	z = z.Slice(0, x.Rows)
	linalg.MulT(z, x, w)
	return z
}

// Derivative carries dS/dK on to dS/dW. With A_il = dS/dK_il · k_il, where k is the
// [Kind.Slope] of K,
//
//	dS/dW = -(1/s²) { (diag(A1) Z - A V)ᵀ X + (diag(Aᵀ1) V - AᵀZ)ᵀ U },
//
// summed over blocks of rows: nothing of size d x d, nothing of size n x b x d.
type Derivative struct {
	sum  linalg.Matrix // Σ (diag(A1) Z - A V)ᵀ X
	v, u linalg.Matrix
	at1  []float64     // Aᵀ1
	atz  linalg.Matrix // AᵀZ
	r    linalg.Matrix // memory for diag(A1) Z - A V
}

// NewDerivative sums into dst, for centres u projected to v and blocks of up to size rows.
func NewDerivative(dst, v, u linalg.Matrix, size int) *Derivative {
	dst.Zero()
	return &Derivative{
		sum: dst, v: v, u: u,
		at1: make([]float64, u.Rows), atz: linalg.New(u.Rows, dst.Rows), r: linalg.New(size, dst.Rows),
	}
}

// Add adds a block of rows with its z and A.
func (g *Derivative) Add(x, z, a linalg.Matrix) {
	r := g.r.Slice(0, x.Rows)
	for i := range r.Rows {
		var total float64
		row := a.Row(i)
		for l, v := range row {
			total += v
			g.at1[l] += v
		}
		for j, v := range z.Row(i) {
			r.Set(i, j, total*v)
		}
	}
	linalg.AddMul(r, -1, a, g.v)
	linalg.AddTMul(g.sum, 1, r, x)
	linalg.AddTMul(g.atz, 1, a, z)
}

// AddCentres adds the kernel matrix between the centres themselves, where S depends
// on it: a is dS/dK_vv ∘ k, symmetric, where K_lk and K_kl are one variable.
func (g *Derivative) AddCentres(a linalg.Matrix) {
	for l := range a.Rows {
		for _, v := range a.Row(l) {
			g.at1[l] += v
		}
	}
	linalg.AddMul(g.atz, 1, a, g.v)
}

// Finish adds the part of the centres and scales by -1/s².
func (g *Derivative) Finish(width float64) {
	for l := range g.atz.Rows {
		row := g.atz.Row(l)
		for j, v := range g.v.Row(l) {
			row[j] = g.at1[l]*v - row[j]
		}
	}
	linalg.AddTMul(g.sum, 1, g.atz, g.u)
	linalg.Scale(-1/(width*width), g.sum)
}

package kernel

import (
	"errors"

	"suffice/internal/linalg"
)

// Projected is the centres of a kernel matrix in z = W x: v_l = W u_l. It is not
// changed by use, so that several goroutines may share it.
type Projected struct {
	W, V    linalg.Matrix
	columns linalg.Matrix // Vᵀ
}

// Project projects the centres. A w without rows means z = x.
func Project(w, u linalg.Matrix) *Projected {
	v := u
	if w.Rows > 0 {
		v = linalg.New(u.Rows, w.Rows)
		linalg.MulT(v, u, w)
	}
	return &Projected{W: w, V: v, columns: v.Transposed()}
}

func (p *Projected) Complete() error {
	if p.V.Rows < 1 || p.V.Cols < 1 || p.W.Rows > 0 && (p.W.Cols < 1 || p.V.Cols != p.W.Rows) {
		return errors.New("the centres of a kernel contradict their W")
	}
	p.columns = p.V.Transposed()
	return nil
}

// Distances sets squared to the squared distances of the rows of x to the centres in
// z. It returns z, which is in the given memory of at least as many rows, or x itself.
func (p *Projected) Distances(squared, memory, x linalg.Matrix) (z linalg.Matrix) {
	if z = p.Components(memory, x); z.Cols < manyInputs {
		distances(squared, z, p.columns)
	} else {
		distancesByProducts(squared, z, p.columns)
	}
	return z
}

// Kernel is Distances and then the kernel of the given width, row by row, so that the
// distances never leave the cache.
func (p *Projected) Kernel(k, memory, x linalg.Matrix, kind Kind, width float64) (z linalg.Matrix) {
	scale := 1 / (2 * width * width)
	if z = p.Components(memory, x); z.Cols >= manyInputs {
		distancesByProducts(k, z, p.columns)
		for i := range z.Rows {
			kind.row(k.Row(i), k.Row(i), scale)
		}
		return z
	}
	linalg.Parallel(z.Rows, piece, func(from, to int) {
		for i := from; i < to; i++ {
			linalg.Squares(k.Row(i), z.Row(i), p.columns)
			kind.row(k.Row(i), k.Row(i), scale)
		}
	})
	return z
}

// Components is z of the rows of x, in the given memory of at least as many, or x itself.
func (p *Projected) Components(memory, x linalg.Matrix) linalg.Matrix {
	if p.W.Rows == 0 {
		return x
	}
	z := memory.Slice(0, x.Rows)
	linalg.MulT(z, x, p.W)
	return z
}

// Derivative carries dS/dK on to dS/dW. With A_il = dS/dK_il · k_il, where k is the
// [Kind.Slope] of K,
//
//	dS/dW = -(1/s²) { (diag(A1) Z - A V)ᵀ X + (diag(Aᵀ1) V - AᵀZ)ᵀ U },
//
// summed over blocks of rows: nothing of size d x d, nothing of size n x b x d.
type Derivative struct {
	sum linalg.Matrix // Σ (diag(A1) Z - A V)ᵀ X
	v1  linalg.Matrix // V with a column of ones
	za  linalg.Matrix // ZᵀA and, in the last row, 1ᵀA

	z1, av1, r linalg.Matrix // memory for a block: Z and 1, A V and A1, diag(A1) Z - A V
}

// NewDerivative prepares the sum for d inputs, centres projected to v and blocks of up to
// size rows.
func NewDerivative(v linalg.Matrix, d, size int) *Derivative {
	m := v.Cols
	g := &Derivative{
		sum: linalg.New(m, d), v1: linalg.New(v.Rows, m+1), za: linalg.New(m+1, v.Rows),
		z1: linalg.New(size, m+1), av1: linalg.New(size, m+1), r: linalg.New(size, m),
	}
	AppendOne(g.v1, v)
	return g
}

// AppendOne sets dst to a with a column of ones.
func AppendOne(dst, a linalg.Matrix) {
	for i := range a.Rows {
		row := dst.Row(i)
		copy(row, a.Row(i))
		row[a.Cols] = 1
	}
}

// Add adds a block of rows with its z and A.
func (g *Derivative) Add(x, z, a linalg.Matrix) {
	z1, av1, r := g.z1.Slice(0, x.Rows), g.av1.Slice(0, x.Rows), g.r.Slice(0, x.Rows)
	AppendOne(z1, z)
	linalg.Mul(av1, a, g.v1)
	for i := range r.Rows {
		row, av := r.Row(i), av1.Row(i)
		total := av[len(row)]
		for j, v := range z.Row(i) {
			row[j] = float64(total*v) - av[j] // rounded twice, on every machine
		}
	}
	linalg.AddTMul(g.sum, 1, r, x)
	linalg.AddTMul(g.za, 1, z1, a)
}

// AddCentres adds the kernel matrix between the centres themselves, where S depends
// on it: a is dS/dK_vv ∘ k, symmetric, where K_lk and K_kl are one variable.
func (g *Derivative) AddCentres(a linalg.Matrix) { linalg.AddTMul(g.za, 1, g.v1, a) }

// Sums are Σ (diag(A1) Z - A V)ᵀ X and Σ [Z 1]ᵀA: the derivative's own memory.
func (g *Derivative) Sums() (sum, za linalg.Matrix) { return g.sum, g.za }

// Finish sets dst to dS/dW: the sum with the part of the centres u, scaled by -1/s².
func (g *Derivative) Finish(dst, u linalg.Matrix, width float64) {
	m := dst.Rows
	rest := linalg.New(u.Rows, m)
	for l := range rest.Rows {
		row := rest.Row(l)
		for j, v := range g.v1.Row(l)[:m] {
			row[j] = float64(g.za.At(m, l)*v) - g.za.At(j, l)
		}
	}
	dst.Copy(g.sum)
	linalg.AddTMul(dst, 1, rest, u)
	linalg.Scale(-1/(width*width), dst)
}

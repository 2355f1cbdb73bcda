package lsmi

import "suffice/internal/linalg"

// Sums are the sums over some rows from which the estimate is computed. Those of
// two sets of rows add up to those of their union, so they can be taken block by
// block, in memory, from a file or on several machines, and merged.
type Sums struct {
	N  int           // rows
	KK linalg.Matrix // KᵀK, upper triangle
	LL linalg.Matrix // LᵀL, upper triangle
	KL []float64     // column sums of K ∘ L
}

// NewSums returns the sums over no rows for b centres.
func NewSums(b int) *Sums {
	return &Sums{KK: linalg.New(b, b), LL: linalg.New(b, b), KL: make([]float64, b)}
}

// Add adds the rows of a block, given their kernel values against the centres.
func (s *Sums) Add(k, l linalg.Matrix) {
	s.N += k.Rows
	linalg.AddGram(s.KK, k)
	linalg.AddGram(s.LL, l)
	addProducts(s.KL, k, l)
}

// Merge adds the rows that other has summed.
func (s *Sums) Merge(other *Sums) {
	s.N += other.N
	linalg.Add(s.KK, other.KK)
	linalg.Add(s.LL, other.LL)
	linalg.Axpy(1, other.KL, s.KL)
}

// addProducts adds the column sums of k ∘ l to dst.
func addProducts(dst []float64, k, l linalg.Matrix) {
	for i := range k.Rows {
		linalg.AddProducts(dst, k.Row(i), l.Row(i))
	}
}

// System is the quadratic that α minimises: ½ αᵀHα - hᵀα, ridge aside.
type System struct {
	H linalg.Matrix // upper triangle
	h []float64
}

// System returns H = (KᵀK) ∘ (LᵀL) / n² and h, the column means of K ∘ L.
func (s *Sums) System() System {
	sys := System{H: linalg.New(s.KK.Rows, s.KK.Rows), h: make([]float64, s.KK.Rows)}
	sys.fill(s.N, s.KK, s.LL, s.KL)
	return sys
}

func (sys System) fill(n int, kk, ll linalg.Matrix, kl []float64) {
	rows := float64(n)
	for i := range sys.H.Rows {
		h, k, l := sys.H.Row(i)[i:], kk.Row(i)[i:], ll.Row(i)[i:]
		for j := range h {
			h[j] = k[j] * l[j] / (rows * rows)
		}
		sys.h[i] = kl[i] / rows
	}
}

// fillDifference is fill for the rows of total that are not among those of part.
func (sys System) fillDifference(total, part *foldSums, iz, iy int) {
	rows := float64(total.n - part.n)
	scale := 1 / (rows * rows)
	for i := range sys.H.Rows {
		h := sys.H.Row(i)[i:]
		k, kPart := total.kk[iz].Row(i)[i:], part.kk[iz].Row(i)[i:]
		l, lPart := total.ll[iy].Row(i)[i:], part.ll[iy].Row(i)[i:]
		for j := range h {
			h[j] = (k[j] - kPart[j]) * (l[j] - lPart[j]) * scale
		}
		sys.h[i] = (total.kl[iz][iy][i] - part.kl[iz][iy][i]) / rows
	}
}

// loss is J = ½ αᵀHα - hᵀα.
func (sys System) loss(alpha []float64) float64 {
	var quadratic float64
	for i, a := range alpha {
		if a == 0 {
			continue
		}
		row := sys.H.Row(i)
		quadratic += a * (a*row[i]/2 + linalg.Dot(row[i+1:], alpha[i+1:]))
	}
	return quadratic - linalg.Dot(sys.h, alpha)
}

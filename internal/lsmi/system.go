package lsmi

import "suffice/internal/linalg"

// System is the quadratic that α minimises: ½ αᵀHα - hᵀα, ridge aside.
type System struct {
	H linalg.Matrix // upper triangle
	h []float64
}

// fill sets H = (KᵀK) ∘ (LᵀL) / n² and h, the column means of K ∘ L, of n rows, by their
// weights.
func (sys System) fill(rows float64, kk, ll linalg.Matrix, kl []float64) {
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
	rows := total.n - part.n
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

package lsmi

import (
	"fmt"

	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// Alpha says which weights α are allowed.
type Alpha int

const (
	// Free is (H + λI)⁻¹ h.
	Free Alpha = iota
	// Clipped is max(0, Free): cheap, and what the analytic step of SCA needs.
	Clipped
	// NonNegative is the exact minimum over α ≥ 0: right where L ≥ 0, because a
	// density ratio is not negative, and a regularisation.
	NonNegative
)

// String names the choice.
func (a Alpha) String() string { return [...]string{"free", "clipped", "nonnegative"}[a] }

// Solve returns the minimiser of ½ αᵀ(H + λI)α - hᵀα among the allowed α.
func (sys System) Solve(lambda float64, allowed Alpha) ([]float64, error) {
	alpha := make([]float64, len(sys.h))
	err := sys.solve(alpha, lambda, allowed, linalg.New(len(alpha), len(alpha)))
	return alpha, err
}

// solve is Solve into alpha, using memory of H's size.
func (sys System) solve(alpha []float64, lambda float64, allowed Alpha, memory linalg.Matrix) error {
	if err := sys.ridge(alpha, lambda, memory); err != nil {
		return err
	}
	switch allowed {
	case Clipped:
		clip(alpha)
	case NonNegative:
		return sys.nonNegative(alpha, lambda, positive(alpha))
	case Free:
	}
	return nil
}

// positive tells which α are positive.
func positive(alpha []float64) []bool {
	set := make([]bool, len(alpha))
	for i, a := range alpha {
		set[i] = a > 0
	}
	return set
}

// ridge sets alpha to (H + λI)⁻¹ h, using memory of H's size.
func (sys System) ridge(alpha []float64, lambda float64, memory linalg.Matrix) error {
	for i := range memory.Rows {
		copy(memory.Row(i)[i:], sys.H.Row(i)[i:])
		memory.Row(i)[i] += lambda
	}
	kernel.CountSolve(memory.Rows)
	if err := linalg.Cholesky(memory); err != nil {
		return fmt.Errorf("lsmi: %w at λ=%g", err, lambda)
	}
	copy(alpha, sys.h)
	linalg.CholeskySolve(memory, alpha)
	return nil
}

func clip(alpha []float64) {
	for i, a := range alpha {
		alpha[i] = max(0, a)
	}
}

// smi is the estimate, ½ hᵀα - ½, or ½ hᵀα where the model has a constant 1.
func smi(h, alpha []float64, signed bool) float64 {
	return linalg.Dot(h, alpha)/2 - constant(signed)
}

// constant is what is subtracted from ½ hᵀα and -J to give a mutual information.
func constant(signed bool) float64 {
	if signed {
		return 0
	}
	return 0.5
}

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

// Package penalized finds components in which most inputs have weight exactly 0 (group lasso).
//
// The functions F of the output (indicators of slices, polynomials, columns of numbers) are
// regressed on the inputs X with coefficients B Vᵀ of rank m:
//
//	min  1/2n |F - X B Vᵀ|² + ρ/2 |B|² + λ Σ_j |b_j|   over B and V, VᵀV = I
//
// where b_j, the m weights of input j, are 0 or not together. With V given this is
// tr(½ Bᵀ(Σ+ρI)B - BᵀUV) + λ Σ|b_j| with Σ = XᵀX/n, U = XᵀF/n: convex, and solved input by
// input. [Problem] does that with the inputs that have weight alone, and looks at the others
// when these have settled. [Table.Choose] runs down a path of λ for several ρ, each solution
// the start of the next, and chooses by cross-validation.
//
// Inputs are held in memory. No matrix of all inputs by all inputs is made: of Σ only the
// columns of inputs that had weight at some point.
package penalized

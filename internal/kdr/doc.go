// Package kdr is the criterion of kernel dimension reduction (Fukumizu, Bach and
// Jordan 2009): how much of y is left unexplained by z = W x,
//
//	J = tr[ L̃ (K̃ + nεI)⁻¹ ],
//
// to be minimised over W. K̃ and L̃ are the doubly centred kernel matrices of z and of
// y. Nothing of size n x n is formed:
//
//   - L̃ ≈ Y Yᵀ, found once, and K ≈ F Fᵀ, found anew for each W, by incomplete
//     Cholesky factors. With those, J is the residual of a ridge regression of Y on F:
//
//     J = tr[ YᵀY/n - Mᵀ A⁻¹ M ] / ε,   A = F_cᵀF_c/n + εI,   M = F_cᵀY/n,
//
//     by the identity of Woodbury, F_c being F less its column means.
//
//   - F = K_nv R⁻¹ with K_vv = RᵀR for the pivots v, so that F Fᵀ is the Nyström
//     approximation K_nv K_vv⁻¹ K_vn. For given pivots J is smooth in W, with an exact
//     derivative ([Objective.Gradient]).
//
//   - What the factor leaves of the trace of K, ρ = tr(K - F Fᵀ), bounds the error:
//     J ≤ J of the factor ≤ (1 + ρ/(nε)) J. So pivots are added until ρ is at most
//     nε times a tolerance, or until there are as many as allowed.
package kdr

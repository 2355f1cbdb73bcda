// Package canonical measures how much z = W x says about y by what a kernel ridge
// regression on z leaves of functions of y. With A the covariance of these functions and T
// that of the residuals, the criterion is
//
//	(1 + δ) { -½ log det(T + δI) + ½ log det(A + δI) }.
//
// With functions that are uncorrelated, of variance 1, and δ = 0 it is
//
//	S = -½ Σ_j log(1 - ρ_j²),
//
// ρ_j being the canonical correlations between functions of z and functions of y. The
// squared-loss mutual information is ½ Σ ρ_j² over all canonical correlations, the first
// term of the same series; S is the mutual information of Gaussian variables with these
// correlations (Bach and Jordan 2002 call it the kernel generalised variance). It trusts
// strong correlations more, which makes it the better guide to W once W is roughly known.
// A floor δ bounds that trust, and with a large one the criterion is the variance explained
// (Fukumizu, Bach and Jordan 2009). It has no weights on y to fit: the functions of y are
// found once, and each value is a regression.
//
//   - The functions of y are its leading principal components in the feature space of its
//     kernel: of variance 1 (target.FunctionsOf), or each with its variance there (target.Weighted).
//   - The functions of z are Σ_l β_l K(z, v_l) over b centres, with the ridge λ βᵀK_vv β.
//   - A [Criterion] has δ, and says which directions among the functions of y count.
//   - [Problem.Choose] picks the width of K, λ, and these directions by the exact
//     leave-one-out error.
//   - An [Objective] is the criterion as a function of W with its exact derivative.
//   - [Problem.HeldOut] is what a regression leaves of rows that it has not seen.
//   - [Problem.Moments] and [Problem.Gradients] suggest where to begin: covariances with
//     powers of x, and the mean outer product of the regression's gradients.
//
// All of it is sums over blocks of rows and solves of order b.
package canonical

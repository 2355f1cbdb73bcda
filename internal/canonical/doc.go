// Package canonical measures how much z = W x says about y by the canonical
// correlations ρ_j between functions of z and functions of y:
//
//	S = -½ Σ_j log(1 - ρ_j²).
//
// The squared-loss mutual information is ½ Σ ρ_j² over all canonical correlations,
// the first term of the same series; S is the mutual information of Gaussian
// variables with these correlations (Bach and Jordan 2002 call it the kernel
// generalised variance). It trusts strong correlations more, which makes it the
// better guide to W once W is roughly known, and it has no weights on y to fit: the
// functions of y are found once, and S at one W is a kernel ridge regression.
//
//   - The functions of y are the leading principal components of y in the feature
//     space of its kernel, scaled to variance 1 and uncorrelated ([Features]).
//   - The functions of z are Σ_l β_l K(z, v_l) over b centres, with the ridge λ βᵀK_vv β.
//   - [Problem.Choose] picks the width of K, λ, and the directions among the functions
//     of y that can be predicted at all, by the exact leave-one-out error.
//   - An [Objective] is S as a function of W with its exact derivative.
//
// All of it is sums over blocks of rows and solves of order b.
package canonical

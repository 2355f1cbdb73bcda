// Package lsmi estimates how much z says about y: the squared-loss mutual
// information
//
//	SMI(Z, Y) = ½ E_{p(z)p(y)} [ ( p(z,y) / (p(z)p(y)) - 1 )² ],
//
// which is 0 exactly when Z and Y are independent. The density ratio is modelled as
//
//	w(z, y) = Σ_l α_l K(z, v_l) L(y, c_l)
//
// over b centres (v_l, c_l) drawn from the samples (1 + that sum where L takes
// negative values), and fitted by least squares, which has an analytic solution:
//
//	H = (KᵀK) ∘ (LᵀL) / n²,   h = column means of K ∘ L,
//	α = argmin ½ αᵀ(H + λI)α - hᵀα,   SMI^ = ½ hᵀα - ½.
//
// Package dependence answers "how dependent are these?" with it. Here is what a method
// needs that searches for the z with the largest SMI: a [Sample] keeps centres and folds
// fixed while z = W x changes, [Sample.Validate] chooses the widths by cross-validation,
// an [Objective] gives α and the estimate as a function of W with its
// exact derivative, and [Sample.Scatter] the matrix D of the analytic step of SCA.
//
// All of it is sums over blocks of rows (package aggregate) and solves of order b: memory
// beside the data is O(b²) for each width, and up to 256 MiB for kernel values of y
// that are kept because y never changes; time is linear in the rows.
//
// References: Suzuki, Sugiyama, Kanamori and Sese (2009) for LSMI; Yamada, Niu,
// Takagi and Sugiyama (2011) for its use in SCA.
package lsmi

// Package coords finds the coordinates in which a method works. A method is a formula on
// the covariance of x, or a search among its directions; what the coordinates are depends
// on the shape of the table, n rows of d inputs, and on what the method needs of them. That
// is decided in one place, by [Limits.Decide], where "many" is more than [Limits.Square]:
//
//	shape                   PCA               CCA MDDM SIR SAVE pHd   SCA LSDR KDR
//	n > d, few inputs       Inputs            Inputs                  Inputs
//	n ≤ d, few rows         Rows              Rows                    (*)
//	many of both            Iteration         Directions              Directions
//
//	(*) Directions where the inputs are many, or a quarter of that and fewer than 8 rows
//	    for each that are held, and more than 100 rows tell them (with n > d too);
//	    where rows are too few for all directions but tell 256, ten for each degree of freedom
//	    (classes and labels of more than an eighth of many inputs, with all rows held);
//	    otherwise Rows where the search stays in the units of x, as it does with fewer
//	    rows than degrees of freedom; otherwise Inputs.
//
// [Inputs] are the columns themselves, with their covariance XᵀX/n. [Rows] are the principal
// axes of few rows, from XXᵀ/n: no component can tell rows apart outside their span, so
// nothing is lost. [Directions] are a search space: a few dozen directions, or up to a thousand that a
// search of so many rows can tell, that the largest
// variances and the output suggest (Krylov). [Iteration] is that of Lanczos, for the leading
// principal axes alone. No matrix ever has the square of many rows or inputs.
//
// What methods are given has one form for each family:
//
//   - [Principal]: the leading principal axes, for PCA;
//   - [FullRank]: coordinates whose covariance has an inverse, for CCA and MDDM, with a
//     [Constraint] on the components there;
//   - [White]: uncorrelated coordinates of variance 1, for SIR, SAVE and pHd;
//   - [Space]: where SCA, LSDR and KDR search, with a [Whitening] as far as the rows can
//     tell one.
//
// Each has a rank, and takes weights on the coordinates back to weights on the inputs.
// Columns that follow from others are found and named on the way. What counts as 0 is
// said in tolerance.go.
package coords

// Package locallinear finds directions by local linear regression, as OPG and MAVE do.
//
// Around an anchor a, functions f of y are taken for straight lines of the white
// coordinates z of a row, α + βᵀ(z - a), fitted with weights that fall with the distance
// from the anchor: exp(-|B(z - a)|²/h), along the directions B, the rows of a matrix, that
// have been found so far ([Windows]). All that is needed of the rows are the weighted sums
// of products of [1 z f], for each anchor, a [aggregate.Statistic].
//
//   - [gradients] of OPG: β is the gradient of E(f|x) at the anchor. The leading
//     eigenvectors of the mean of ββᵀ are the directions along which E(f|x) changes.
//   - [refined] of MAVE: with lines of Bz, the best B for given α and β solves a linear
//     system.
//
// [Descend] begins with windows in all directions, which hold few rows, and narrows the
// directions step by step, so that the windows hold more and more.
//
// The steps and constants are those of the R package MAVE, which are its authors'. Xia,
// Tong, Li and Zhu (2002); Xia (2007); Wang and Xia (2008).
package locallinear

import "suffice/internal/aggregate"

// Known are the kinds of statistics of this package.
func Known() aggregate.Kinds { return aggregate.Kinds{&sumsOf{}} }

// Package search is what the methods share that look for a subspace by climbing: SCA, LSDR
// and KDR. A [Search] holds where it looks (package coords) and the rows it looks with, of
// which there are four sets, each a part of the one before:
//
//   - all rows: means, scales, and the last ascent of SCA;
//   - the tuning rows, at most [Limits.Tuning] of them: everything else. Widths, ridges and
//     scores are told by so many as well as by more;
//   - the start rows, a few thousand of these: to look for a start and compare starts with;
//   - the centres of kernels, a few hundred, drawn from the rows at hand.
//
// From there on: the analytic passes of SCA, of which the first is SCA(0), where the others
// may start too (passes.go); the exact ascent, over the tuning rows and then over
// all (ascent.go, all_rows.go); the held-out score of what was found, and the order of
// its components (order.go).
package search

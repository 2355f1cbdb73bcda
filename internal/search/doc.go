// Package search is what the methods share that look for a subspace by climbing: SCA, LSDR
// and KDR. A [Search] holds where it looks (package coords) and the rows it looks with, of
// which there are five sets, each a part of the one before:
//
//   - all rows: means, scales, and the last ascent of SCA;
//   - the tuning rows, at most [Limits.Tuning] of them: everything else. Widths, ridges and
//     scores are told by so many as well as by more;
//   - the start rows, a few thousand of these: to look for a start and compare starts with;
//   - the few rows, at most 2048 or several for each degree of freedom: views of y are
//     climbed and cross-fitted with these;
//   - the scouts, some hundred of these: what each start is worth for each view.
//
// The centres of kernels, at most a few hundred, are drawn from the rows at hand.
//
// [Search.Ascend] is the search of SCA (ascent.go). It looks at y in several ways, each
// functions of y with weights: a view (views.go; plain.go is y itself). For each it climbs
// the criterion of package canonical from starts of different origin (starts.go;
// features.go is the recursive feature machine), all compared on the same rows and centres.
// Cross-fitting tells what each view's subspace predicts of rows that it was climbed
// without, and so its weight (crossfit.go) in the mean of the subspaces, whose spread is
// kept. Where there are more rows for each degree of freedom, the sharper
// criterion S is climbed from that mean and takes part in it; where rows were drawn, the
// last climb is over all (all_rows.go).
//
// Beside it: the analytic passes of SCA, of which the first is SCA(0), where the others may
// start too (passes.go); the held-out score of what was found, and the order of its
// components (order.go).
package search

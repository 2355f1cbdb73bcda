// Package remote is the cluster's side of a target: an output whose values are where the rows
// are, and the list of all questions that may be asked there.
//
// The one who fits knows kind and names of such an output, and how many rows there are. [Open]
// asks for what it has to know of itself, by sums over the rows and by rows drawn. It is a
// target.Apart: methods ask internal/target, and do not know where the values are.
package remote

// Package remote has outputs whose values are where the rows are.
//
// The one who fits knows their kind, their names and how many there are. Everything else is
// asked for: [Open] asks what an output has to know of itself, by sums over the rows, and
// methods ask for functions of it ([Columns], [Slices]) that are evaluated beside the rows,
// or for the values of some rows ([Some]). All of this works for outputs in memory too, so
// that methods have one way for both.
package remote

// Package aggregate drives the sums over blocks of rows that a fit is made of (one-pass aggregation,
// or map-reduce).
//
// A method never reads a table. It asks for a [Statistic]: what to sum, with the state that
// the sum is taken at, such as W, widths, centres and the units of the inputs. Whoever has
// the rows makes a [Partial] sum of each [Block] of them and merges these, in any division
// and any order. [Sum] is the one way to ask:
//
//   - A source that is an [Aggregator] does it by itself, wherever its rows are. The state
//     goes out to them once a pass, in the form that [Encode] gives, and the sums come back
//     in that of [EncodeSum], without the state.
//   - For any other source it is done here, on all cores: as the [Plan] of the statistic
//     says, in parts side by side that are merged in order, so that the sums are the same
//     bits for any number of cores.
//
// What belongs to rows but is with the one who asks, such as functions of the output, is
// [Aligned] with them and comes to a block beside its inputs.
//
// Most sums are numbers that add up: their partial sums embed [Totals] and have an Add of
// their own. Where the result is rows, such as those drawn as centres, or the coordinates
// of all of them along a few directions, merging puts pieces side by side instead.
//
// [Standard] is a table in standardised units, with the sums that all methods need of one:
// rows selected, products with weights on either side, the mean square.
package aggregate

// Package costmodel tells from small fits that were measured how long large ones take on many
// workers.
//
// A fit is a list of questions, each asked of all parts of a table. [Measured] makes [Costs] of
// [Run]s: what a row, a part and a byte cost for each kind of question. [Costs.Simulate] plays the
// same questions on a [Cluster]: parts, or groups of neighbours, go to the worker that is free first,
// answers pass through the driver's link one after the other, and the driver merges them in the
// order of the parts.
package costmodel

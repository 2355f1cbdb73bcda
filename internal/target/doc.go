// Package target is the one encoding of y: everything that methods, predictors and measures
// compute with in its place.
//
//   - [Encode] is y as numbers in memory, for those who learn to predict it.
//   - [FunctionsOf], [Weighted] and [Through] are functions of y whose products are its kernel.
package target

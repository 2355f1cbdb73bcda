// Package target is the one encoding of y: everything that methods, predictors and measures
// compute with in its place, wherever its values are.
//
//   - [Encode] is y as numbers in memory, for those who learn to predict it; [Plain] the same for
//     a criterion, clipped and standardised.
//   - [ColumnsOf] and [FactorOf] are columns beside the rows: numbers, indicators of classes and
//     labels, which then are centred, scaled and turned.
//   - [FunctionsOf], [Weighted], [Through], [Factor] and [Leading] are functions of y whose
//     products are its kernel, and [Width] is the width of that.
//   - [SlicesOf] cuts the rows by y.
//   - [Subset], [Take] and [Held] are some of the rows, in memory.
//
// An output may be apart, which [Open] makes: its values stay where the rows are, as those of a cluster do. Then
// functions of it are sent there. Nobody but this package asks.
package target

import "suffice/internal/aggregate"

// Known are the kinds of statistics of this package.
func Known() aggregate.Kinds {
	return aggregate.Kinds{&surveyOf{}, &deviationsOf{}, &columnSumsOf{}, &sharesOf{}}
}

// KnownFunctions are the kinds of functions of this package.
func KnownFunctions() aggregate.Functions {
	return aggregate.Functions{&linear{}, &cuts{}, &kernels{}, &steps{}}
}

package remote

import "suffice/internal/blocks"

// Known are the kinds of statistics of this package.
func Known() blocks.Kinds {
	return blocks.Kinds{&surveyOf{}, &levelsOf{}, &betweenOf{}, &withinOf{}, &usualOf{}, &columnSumsOf{}, &sharesOf{}, &unitOf{}}
}

// KnownFunctions are the kinds of functions of this package.
func KnownFunctions() blocks.Functions {
	return blocks.Functions{&column{}, &linear{}, &cuts{}, &kernels{}, &steps{}}
}

package target

import "suffice/internal/blocks"

// Known are the kinds of statistics of this package.
func Known() blocks.Kinds {
	return blocks.Kinds{&surveyOf{}, &deviationsOf{}, &columnSumsOf{}, &sharesOf{}}
}

// KnownFunctions are the kinds of functions of this package.
func KnownFunctions() blocks.Functions {
	return blocks.Functions{&linear{}, &cuts{}, &kernels{}, &steps{}}
}

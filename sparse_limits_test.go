package suffice

// HoldingFewValues are sparse methods that may hold so few values that rows must be drawn.
func HoldingFewValues(dim int) map[string]Reducer {
	few := sparseLimits{Values: 1}
	return map[string]Reducer{"seas": SEAS{Dim: dim, limits: few}, "lassosir": LassoSIR{Dim: dim, limits: few}, "spls": SPLS{Dim: dim, limits: few}}
}

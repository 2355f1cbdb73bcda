package output

// Factored is an Output whose L is a product of few columns, L = F Fᵀ. Sums over all
// pairs of rows then are sums over rows.
type Factored interface {
	Output
	// Factor returns F stored by rows. It is the output's own memory.
	Factor() (width int, data []float64)
}

// Factor is a column of 0 and 1 for each class.
func (y *classes) Factor() (width int, data []float64) { return y.Columns() }

// Factor is the centred label vectors, scaled to length 1.
func (y *labels) Factor() (width int, data []float64) { return y.width, y.unit }

package suffice

// Settings tell how a model was made: what its method was asked for and what it chose, by
// the names that they have in the file.
type Settings map[string]any

// Centres are the kernel centres, or 0 where the method has none.
func (s Settings) Centres() int {
	n, _ := s.number("centres")
	return int(n)
}

// Widths are those of the kernels on z and on y, where the method has any. That on y is 0
// where the kernel of the output has none.
func (s Settings) Widths() (z, y float64, ok bool) {
	z, ok = s.number("width_z")
	y, _ = s.number("width_y")
	return z, y, ok
}

// Lambda is the ridge of LSMI, where the method has it.
func (s Settings) Lambda() (float64, bool) { return s.number("lambda") }

// Kernel is the kind of the kernel on z, or "" where the method has but one.
func (s Settings) Kernel() string {
	kernel, _ := s["kernel"].(string)
	return kernel
}

// Span is where a search kept to, such as "pls 6", because inputs are too many for the rows;
// "" where it did not have to choose.
func (s Settings) Span() string {
	span, _ := s["span"].(string)
	return span
}

// Weights is the column that has weighed the rows, or "" where all counted the same.
func (s Settings) Weights() string {
	column, _ := s["weights"].(string)
	return column
}

// number is a setting as a fit has it, or a file.
func (s Settings) number(name string) (float64, bool) {
	switch v := s[name].(type) {
	case int:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

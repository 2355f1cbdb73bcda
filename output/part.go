package output

// Part is some rows of an output whose others are elsewhere, with what is known of all of
// them. They are compared as they would be there: nothing is centred or scaled anew.
type Part struct {
	Kind  Kind // number, numbers, class or labels
	Names []string

	Width  int       // of the rows of values
	Values []float64 // as [Columnar] has numbers and labels
	Class  []int     // as [Classes] takes them

	Of     int       // rows that there are in all,
	Counts []float64 // and those that have each label
}

// Output is the part as methods take it.
func (p Part) Output() Output {
	from := origin{names: p.Names}
	switch p.Kind {
	case KindClass:
		return &classes{origin: from, of: p.Class}
	case KindLabels:
		y := &labels{origin: from, width: p.Width, raw: p.Values, unit: append([]float64(nil), p.Values...)}
		y.few = listedAmong(p.Width, p.Values, p.Counts, p.Of)
		y.centreAt(p.Means())
		return y
	}
	return &numbers{origin: from, width: p.Width, data: p.Values}
}

// Means are the shares of all rows that have each label.
func (p Part) Means() []float64 {
	means := make([]float64, p.Width)
	for j, count := range p.Counts {
		means[j] = count / float64(p.Of)
	}
	return means
}

package aggregate

import "suffice/internal/linalg"

// productsOf asks for [Products].
type productsOf struct {
	Units   *Units
	Inputs  bool // XᵀX is wanted
	Outputs int  // numbers aligned with a row
}

// NewProducts asks for XᵀX where inputs says so, and for XᵀY where there are outputs
// aligned with the rows.
func NewProducts(units *Units, inputs bool, outputs int) Statistic {
	return &productsOf{units, inputs, outputs}
}

func (p *productsOf) Kind() string { return "products" }

func (p *productsOf) Zero() Partial {
	d := len(p.Units.Mean)
	s := &Products{of: p, XY: linalg.New(d, p.Outputs), fourth: make([]float64, 1)}
	if p.Inputs {
		s.XX = linalg.New(d, d)
	}
	s.Totals = NewTotals(p, Total{Matrix: s.XX, Upper: true}, Total{Matrix: s.XY}, Vector(s.fourth))
	return s
}

func (p *productsOf) Plan(n, width int) Plan {
	d := len(p.Units.Mean)
	size := d * p.Outputs
	if p.Inputs {
		size += d * d
	}
	return Plan{Parts: Divide(n, width, size)}
}

func (p *productsOf) Complete() error { return Consistent(p.Outputs >= 0) }

func (p *productsOf) Weighs() bool { return true }

// Products are the sums of products of the standardised inputs with each other, and with
// the numbers aligned with them: what covariances are made of.
type Products struct {
	Totals
	XX linalg.Matrix // XᵀX, upper triangle
	XY linalg.Matrix // XᵀY

	of     *productsOf
	fourth []float64
}

// Fourth is Σ |x|⁴, where XᵀX is wanted.
func (p *Products) Fourth() float64 { return p.fourth[0] }

func (p *Products) Add(block Block) error {
	return p.Each(block, p.of.Units, pieceRows, p.of.Outputs, func(x, y linalg.Matrix, weights []float64) {
		if p.of.Inputs {
			p.addFourth(x, weights)
		}
		ScaleRoots(x, weights)
		if p.of.Inputs {
			linalg.AddGram(p.XX, x)
		}
		ScaleRoots(x, weights)
		if p.of.Outputs > 0 {
			linalg.AddTMul(p.XY, 1, x, y)
		}
	})
}

func (p *Products) addFourth(x linalg.Matrix, weights []float64) {
	for i := range x.Rows {
		square := linalg.Dot(x.Row(i), x.Row(i))
		p.fourth[0] += linalg.Weight(weights, i) * square * square
	}
}

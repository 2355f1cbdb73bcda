package blocks

import (
	"suffice/internal/linalg"
	"suffice/internal/wire"
)

// productsOf asks for [Products].
type productsOf struct {
	units   *Units
	inputs  bool // XᵀX is wanted
	outputs int  // numbers aligned with a row
}

// NewProducts asks for XᵀX where inputs says so, and for XᵀY where there are outputs
// aligned with the rows.
func NewProducts(units *Units, inputs bool, outputs int) Statistic {
	return &productsOf{units, inputs, outputs}
}

// Kind implements Statistic.
func (p *productsOf) Kind() string { return "products" }

// Zero implements Statistic.
func (p *productsOf) Zero() Partial {
	d := len(p.units.Mean)
	s := &Products{of: p, XY: linalg.New(d, p.outputs), fourth: make([]float64, 1), pieces: Pieces{Units: p.units, Rows: pieceRows}}
	if p.inputs {
		s.XX = linalg.New(d, d)
	}
	s.Totals = NewTotals(p, Total{Matrix: s.XX, Upper: true}, Total{Matrix: s.XY}, Vector(s.fourth))
	return s
}

// Plan implements Statistic.
func (p *productsOf) Plan(n, width int) Plan {
	d := len(p.units.Mean)
	size := d * p.outputs
	if p.inputs {
		size += d * d
	}
	return Plan{Parts: Divide(n, width, size)}
}

// AppendBinary implements Statistic.
func (p *productsOf) AppendBinary(to []byte) ([]byte, error) {
	return wire.Int(wire.Bools(p.units.Append(to), []bool{p.inputs}), p.outputs), nil
}

func readProducts(r *wire.Reader) (Statistic, error) {
	units, err := ReadUnits(r)
	inputs, outputs := r.Bools(), r.Int()
	if err != nil || len(inputs) != 1 || outputs < 0 || outputs > mostColumns {
		return nil, ErrInconsistent
	}
	return &productsOf{units, inputs[0], outputs}, nil
}

// Products are the sums of products of the standardised inputs with each other, and with
// the numbers aligned with them: what covariances are made of.
type Products struct {
	Totals
	XX linalg.Matrix // XᵀX, upper triangle
	XY linalg.Matrix // XᵀY

	of     *productsOf
	fourth []float64
	pieces Pieces
}

// Fourth is Σ |x|⁴, where XᵀX is wanted.
func (p *Products) Fourth() float64 { return p.fourth[0] }

// Add implements Partial.
func (p *Products) Add(block Block) error {
	q := p.of.outputs
	var y []float64
	if q > 0 {
		if err := block.Check(len(p.of.units.Mean), q); err != nil {
			return err
		}
		y = block.Y[0]
	}
	return p.pieces.Each(block, func(from int, x linalg.Matrix) {
		p.Rows += x.Rows
		if q > 0 {
			linalg.AddTMul(p.XY, 1, x, linalg.Of(x.Rows, q, y[from*q:]))
		}
		if p.of.inputs {
			p.addInputs(x)
		}
	})
}

func (p *Products) addInputs(x linalg.Matrix) {
	linalg.AddGram(p.XX, x)
	for i := range x.Rows {
		square := linalg.Dot(x.Row(i), x.Row(i))
		p.fourth[0] += square * square
	}
}

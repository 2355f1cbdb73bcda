package blocks

import (
	"fmt"

	"suffice/internal/linalg"
	"suffice/internal/wire"
)

func init() { Register("products", func() Statistic { return new(Products) }) }

// Products are the sums of products of the standardised inputs with each other, and with
// the numbers beside them: what covariances are made of.
type Products struct {
	units   *Units
	inputs  bool // XᵀX is wanted
	outputs int  // numbers beside a row

	N      int
	XX     linalg.Matrix // XᵀX, upper triangle
	XY     linalg.Matrix // XᵀY
	Fourth float64       // Σ |x|⁴, where XᵀX is wanted

	piece []float64 // standardised rows
}

// NewProducts asks for XᵀX where inputs says so, and for XᵀY where there are outputs
// beside the rows.
func NewProducts(units *Units, inputs bool, outputs int) *Products {
	d := len(units.Mean)
	p := &Products{units: units, inputs: inputs, outputs: outputs, XY: linalg.New(d, outputs)}
	if inputs {
		p.XX = linalg.New(d, d)
	}
	return p
}

// Kind implements Statistic.
func (p *Products) Kind() string { return "products" }

// Empty implements Statistic.
func (p *Products) Empty() Statistic { return NewProducts(p.units, p.inputs, p.outputs) }

// Size implements Statistic.
func (p *Products) Size() int { return len(p.XX.Data) + len(p.XY.Data) }

// Count is how many rows there are.
func (p *Products) Count() int { return p.N }

// Add implements Statistic.
func (p *Products) Add(block Block) error {
	d := len(p.units.Mean)
	if err := block.Check(d, p.outputs); err != nil {
		return err
	}
	for from := 0; from < block.Rows; from += pieceRows {
		to := min(from+pieceRows, block.Rows)
		if p.piece == nil {
			p.piece = make([]float64, pieceRows*d)
		}
		x := linalg.Of(to-from, d, p.piece[:(to-from)*d])
		p.units.Standardize(x.Data, block.X[from*d:to*d])
		p.add(x, linalg.Of(to-from, p.outputs, block.Y[from*p.outputs:to*p.outputs]))
	}
	return nil
}

func (p *Products) add(x, y linalg.Matrix) {
	p.N += x.Rows
	if p.outputs > 0 {
		linalg.AddTMul(p.XY, 1, x, y)
	}
	if !p.inputs {
		return
	}
	linalg.AddGram(p.XX, x)
	for i := range x.Rows {
		square := linalg.Dot(x.Row(i), x.Row(i))
		p.Fourth += square * square
	}
}

// Check reports a block that has not width inputs and outputs numbers beside them.
func (b Block) Check(width, outputs int) error {
	if len(b.X) != b.Rows*width || len(b.Y) != b.Rows*outputs {
		return fmt.Errorf("a block of %d rows has %d inputs and %d outputs, but %d and %d to a row were expected", b.Rows, len(b.X), len(b.Y), width, outputs)
	}
	return nil
}

// Merge implements Statistic.
func (p *Products) Merge(other Statistic) error {
	o, ok := other.(*Products)
	if !ok || o.inputs != p.inputs || o.outputs != p.outputs || !o.units.Equal(p.units) {
		return Mismatch(p, other)
	}
	p.N += o.N
	p.Fourth += o.Fourth
	linalg.Add(p.XX, o.XX)
	linalg.Add(p.XY, o.XY)
	return nil
}

// AppendBinary implements Statistic.
func (p *Products) AppendBinary(to []byte) ([]byte, error) {
	to = wire.Floats(wire.Floats(to, p.units.Mean), p.units.Scale)
	to = wire.Bools(to, []bool{p.inputs})
	to = wire.Int(wire.Int(to, p.outputs), p.N)
	return wire.Float(wire.Matrix(wire.Upper(to, p.XX), p.XY), p.Fourth), nil
}

// UnmarshalBinary implements Statistic.
func (p *Products) UnmarshalBinary(data []byte) error {
	r := wire.Read(data)
	mean, scale, inputs, outputs, n := r.Floats(), r.Floats(), r.Bools(), r.Int(), r.Int()
	xx, xy, fourth := r.Upper(), r.Matrix(), r.Float()
	if err := r.Err(); err != nil {
		return err
	}
	d := len(mean)
	if d == 0 || len(scale) != d || len(inputs) != 1 || n < 0 || xy.Rows != d || xy.Cols != outputs || inputs[0] != (xx.Rows > 0) || inputs[0] && xx.Rows != d {
		return errInconsistent
	}
	*p = Products{units: NewUnits(mean, scale), inputs: inputs[0], outputs: outputs, N: n, XX: xx, XY: xy, Fourth: fourth}
	return nil
}

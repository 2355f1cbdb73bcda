package canonical

import (
	"errors"

	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/wire"
)

// pieceRows is how many rows are taken at a time: their kernel values stay in the cache.
const pieceRows = 192

// place is a W with the kernel of some centres, where statistics are taken. It is not
// changed by use.
type place struct {
	units   *blocks.Units
	p       *kernel.Projected
	width   float64
	outputs int // functions of y beside a row
}

// pieceMemory is room for a piece of rows.
type pieceMemory struct {
	x []float64
	z linalg.Matrix
}

// each calls visit with x, standardised, z and y for the pieces of a block. K of the piece
// is in the memory that at tells.
func (at *place) each(block blocks.Block, m *pieceMemory, k func(size int) linalg.Matrix, visit func(x, z, y linalg.Matrix)) error {
	d, r := len(at.units.Mean), at.outputs
	if err := block.Check(d, r); err != nil {
		return err
	}
	if m.x == nil {
		m.x, m.z = make([]float64, pieceRows*d), linalg.New(pieceRows, at.p.W.Rows)
	}
	for from := 0; from < block.Rows; from += pieceRows {
		to := min(from+pieceRows, block.Rows)
		x := linalg.Of(to-from, d, m.x[:(to-from)*d])
		at.units.Standardize(x.Data, block.X[from*d:to*d])
		z := at.p.Kernel(k(to-from), m.z, x, kernel.Gaussian, at.width)
		visit(x, z, linalg.Of(to-from, r, block.Y[from*r:to*r]))
	}
	return nil
}

// same reports whether statistics taken at both places can be added up.
func (at *place) same(other *place) bool {
	return at == other || at.units.Equal(other.units) && at.p.W.Equal(other.p.W) && at.p.V.Equal(other.p.V) &&
		at.outputs == other.outputs && at.width == other.width
}

func (at *place) append(to []byte) []byte {
	to = wire.Floats(wire.Floats(to, at.units.Mean), at.units.Scale)
	to = wire.Matrix(wire.Matrix(to, at.p.W), at.p.V)
	return wire.Int(wire.Float(to, at.width), at.outputs)
}

var errInconsistent = errors.New("the statistics of a block contradict themselves")

func readPlace(r *wire.Reader) (*place, error) {
	mean, scale, w, v, width, outputs := r.Floats(), r.Floats(), r.Matrix(), r.Matrix(), r.Float(), r.Int()
	if d := len(mean); d == 0 || len(scale) != d || w.Rows == 0 || w.Cols != d || v.Rows == 0 || v.Cols != w.Rows || !(width > 0) || outputs < 1 {
		return nil, errInconsistent
	}
	return &place{units: blocks.NewUnits(mean, scale), p: kernel.Placed(w, v), width: width, outputs: outputs}, nil
}

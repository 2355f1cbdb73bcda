package kdr

import (
	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/wire"
)

// Known are the kinds of statistics of this package.
func Known() blocks.Kinds {
	return blocks.Kinds{"kdr regression": readRegression, "kdr slope": readSlope}
}

// place is a W with its pivots, where sums over the rows are taken.
type place struct {
	units   *blocks.Units
	p       *kernel.Projected // the pivots
	inverse linalg.Matrix     // R⁻¹
	width   float64
	outputs int // columns of Y
	most    int // pivots at any W, for the plan
}

// Plan implements blocks.Statistic.
func (at *place) Plan(n, width int) blocks.Plan {
	return blocks.Plan{Parts: blocks.Divide(n, width, at.most*(at.most+at.outputs))}
}

func (at *place) append(to []byte) []byte {
	to = wire.Float(wire.Matrix(at.p.Append(at.units.Append(to)), at.inverse), at.width)
	return wire.Int(wire.Int(to, at.outputs), at.most)
}

func readPlace(r *wire.Reader) (*place, error) {
	units, err := blocks.ReadUnits(r)
	if err != nil {
		return nil, err
	}
	at := &place{units: units, p: kernel.ReadProjected(r), inverse: r.Matrix(), width: r.Float(), outputs: r.Int(), most: r.Int()}
	if at.p == nil || at.p.W.Rows == 0 || at.p.W.Cols != len(units.Mean) || at.inverse.Rows != at.p.V.Rows || at.inverse.Cols != at.inverse.Rows || !(at.width > 0) || at.outputs < 1 || at.outputs > 1<<20 {
		return nil, blocks.ErrInconsistent
	}
	return at, nil
}

// pieceRows is how many rows are taken at a time: their kernel values stay in the cache.
const pieceRows = 192

// pieces is room for a piece of rows.
type pieces struct {
	blocks.Pieces
	z, k linalg.Matrix
}

// each calls visit with x, z, K and Y of the pieces of a block.
func (m *pieces) each(at *place, block blocks.Block, visit func(x, z, k, y linalg.Matrix)) error {
	q := at.outputs
	if err := block.Check(len(at.units.Mean), q); err != nil {
		return err
	}
	if m.k.Rows == 0 {
		m.Pieces = blocks.Pieces{Units: at.units, Rows: pieceRows}
		m.z, m.k = linalg.New(pieceRows, at.p.W.Rows), linalg.Borrow(pieceRows, at.p.V.Rows)
	}
	return m.Each(block, func(from int, x linalg.Matrix) {
		k := m.k.Slice(0, x.Rows)
		z := at.p.Kernel(k, m.z, x, kernel.Gaussian, at.width)
		visit(x, z, k, linalg.Of(x.Rows, q, block.Y[0][from*q:]))
	})
}

// regressionAt asks for [F 1]ᵀ[F 1] and FᵀY.
type regressionAt struct{ *place }

// Kind implements blocks.Statistic.
func (at *regressionAt) Kind() string { return "kdr regression" }

// Zero implements blocks.Statistic.
func (at *regressionAt) Zero() blocks.Partial {
	r := at.inverse.Rows
	ff, fy := blocks.Upper(r+1), blocks.Full(r, at.outputs)
	return &regression{Totals: blocks.NewTotals(at, ff, fy), of: at.place, ff: ff.Matrix, fy: fy.Matrix}
}

// AppendBinary implements blocks.Statistic.
func (at *regressionAt) AppendBinary(to []byte) ([]byte, error) { return at.append(to), nil }

func readRegression(r *wire.Reader) (blocks.Statistic, error) {
	at, err := readPlace(r)
	if err != nil {
		return nil, err
	}
	return &regressionAt{at}, nil
}

type regression struct {
	blocks.Totals
	of     *place
	ff     linalg.Matrix // [F 1]ᵀ[F 1], upper triangle
	fy     linalg.Matrix // FᵀY
	memory pieces
	f1     linalg.Matrix // F and 1 of a piece
}

// Add implements blocks.Partial.
func (s *regression) Add(block blocks.Block) error {
	r := s.of.inverse.Rows
	if s.f1.Rows == 0 {
		s.f1 = linalg.Borrow(pieceRows, r+1)
		for i := range pieceRows {
			s.f1.Row(i)[r] = 1
		}
	}
	return s.memory.each(s.of, block, func(x, _, k, y linalg.Matrix) {
		f1 := s.f1.Slice(0, x.Rows)
		f := f1.Columns(0, r)
		linalg.Mul(f, k, s.of.inverse)
		linalg.AddGram(s.ff, f1)
		linalg.AddTMul(s.fy, 1, f, y)
		s.Rows += x.Rows
	})
}

// Release gives the memory back.
func (s *regression) Release() {
	s.Totals.Release()
	linalg.Return(s.memory.k, s.f1)
}

// slopeAt asks for the sum over rows of dJ/dK_nv · dK/dW.
type slopeAt struct {
	*place
	b      linalg.Matrix // B
	offset []float64     // what centring adds to the residuals
	scale  float64       // -2/(nε)
}

// Kind implements blocks.Statistic.
func (at *slopeAt) Kind() string { return "kdr slope" }

// Zero implements blocks.Statistic.
func (at *slopeAt) Zero() blocks.Partial {
	s := &slope{of: at, g: kernel.NewDerivative(at.p.V, len(at.units.Mean), pieceRows)}
	sum, za := s.g.Sums()
	s.Totals = blocks.NewTotals(at, blocks.Total{Matrix: sum}, blocks.Total{Matrix: za})
	return s
}

// AppendBinary implements blocks.Statistic.
func (at *slopeAt) AppendBinary(to []byte) ([]byte, error) {
	return wire.Float(wire.Floats(wire.Matrix(at.append(to), at.b), at.offset), at.scale), nil
}

func readSlope(r *wire.Reader) (blocks.Statistic, error) {
	at, err := readPlace(r)
	if err != nil {
		return nil, err
	}
	s := &slopeAt{place: at, b: r.Matrix(), offset: r.Floats(), scale: r.Float()}
	if s.b.Rows != at.inverse.Rows || s.b.Cols != at.outputs || len(s.offset) != at.outputs {
		return nil, blocks.ErrInconsistent
	}
	return s, nil
}

type slope struct {
	blocks.Totals
	of     *slopeAt
	g      *kernel.Derivative
	memory pieces
	a, e   linalg.Matrix // of a piece: dJ/dK ∘ K, residuals
}

// Add implements blocks.Partial.
func (s *slope) Add(block blocks.Block) error {
	if s.e.Rows == 0 {
		s.a, s.e = linalg.Borrow(pieceRows, s.of.inverse.Rows), linalg.Borrow(pieceRows, s.of.outputs)
	}
	return s.memory.each(s.of.place, block, s.add)
}

func (s *slope) add(x, z, k, y linalg.Matrix) {
	e, a, at := s.e.Slice(0, x.Rows), s.a.Slice(0, x.Rows), s.of
	for i := range e.Rows {
		row := e.Row(i)
		for j, v := range y.Row(i) {
			row[j] = at.scale * (v + at.offset[j])
		}
	}
	linalg.AddMul(e, -at.scale, k, at.b)
	linalg.MulT(a, e, at.b)
	multiply(a, k)
	s.g.Add(x, z, a)
	s.Rows += x.Rows
}

// Release gives the memory back.
func (s *slope) Release() { linalg.Return(s.memory.k, s.a, s.e) }

package blocks

import (
	"context"

	"suffice/internal/linalg"
	"suffice/internal/wire"
	"suffice/rows"
)

// Products with the standardised rows A = (X - 1 meanᵀ) diag(1/scale). Where the source
// is [rows.Sparse], they cost what is not zero, once for each row of weights: the means
// are taken away from the product instead of from the rows.

// productValues is about how many values a block of standardised rows holds.
const productValues = 1 << 20

// productRows is how many rows of the given width are multiplied at a time.
func productRows(width int) int { return max(8, min(4096, productValues/max(1, width))) }

// factor is what products with rows know of these.
type factor struct {
	units    *Units
	constant []int // columns that count for nothing
	sparse   bool  // rows come without their zeros
}

func (s *Standard) factor() factor {
	_, sparse := s.Source.(rows.Sparse)
	return factor{units: s.Units(), constant: s.Constant, sparse: sparse}
}

func (f factor) append(to []byte) []byte {
	return wire.Bools(wire.Ints(f.units.Append(to), f.constant), []bool{f.sparse})
}

func readFactor(r *wire.Reader) (factor, error) {
	units, err := ReadUnits(r)
	constant, sparse := r.Ints(), r.Bools()
	if err != nil || len(sparse) != 1 {
		return factor{}, ErrInconsistent
	}
	for _, j := range constant {
		if j < 0 || j >= len(units.Mean) {
			return factor{}, ErrInconsistent
		}
	}
	return factor{units: units, constant: constant, sparse: sparse[0]}, nil
}

// Plan implements Statistic.
func (f factor) Plan(_, width int) Plan {
	return Plan{Parts: InTurn(productRows(width)), Sparse: f.sparse}
}

// weighted returns diag(1/scale) vᵀ, with a row for each column of s, and the product of
// the means with it. Columns that do not vary have no weight.
func (f factor) weighted(v linalg.Matrix) (t linalg.Matrix, mean []float64) {
	t, mean = v.Transposed(), make([]float64, v.Rows)
	for _, j := range f.constant {
		clear(t.Row(j))
	}
	for j, scale := range f.units.Scale {
		row := t.Row(j)
		for k := range row {
			row[k] /= scale
		}
		linalg.Axpy(f.units.Mean[j], row, mean)
	}
	return t, mean
}

// Times sets dst, which has a row for each row of s, to A vᵀ: v has a row of weights on
// the columns for each column of dst.
func (s *Standard) Times(ctx context.Context, dst, v linalg.Matrix) error {
	sum, err := Sum[*gathered](ctx, s.Source, newTimes(s.factor(), v, s.Len()))
	if err != nil {
		return err
	}
	all, err := sum.all()
	if err != nil {
		return err
	}
	dst.Copy(all)
	return nil
}

// times asks for A vᵀ.
type times struct {
	factor
	v      linalg.Matrix
	t      linalg.Matrix // weighted, where rows are sparse
	mean   []float64
	expect int // rows that there may be, to have room for
}

func newTimes(f factor, v linalg.Matrix, expect int) *times {
	t := &times{factor: f, v: v, expect: expect}
	if f.sparse {
		t.t, t.mean = f.weighted(v)
	}
	return t
}

// Kind implements Statistic.
func (t *times) Kind() string { return "times" }

// Zero implements Statistic.
func (t *times) Zero() Partial { return &gathered{of: t, width: t.v.Rows} }

// AppendBinary implements Statistic.
func (t *times) AppendBinary(to []byte) ([]byte, error) {
	return wire.Matrix(t.append(to), t.v), nil
}

func readTimes(r *wire.Reader) (Statistic, error) {
	f, err := readFactor(r)
	if err != nil {
		return nil, err
	}
	v := r.Matrix()
	if v.Cols != len(f.units.Mean) || v.Rows < 1 {
		return nil, ErrInconsistent
	}
	return newTimes(f, v, 0), nil
}

// add adds the products of a block to p.
func (t *times) add(p *gathered, block Block) error {
	k := t.v.Rows
	if p.data == nil {
		p.data = make([]float64, 0, t.expect*k)
	}
	before := len(p.data)
	p.data = append(p.data, make([]float64, block.Rows*k)...)
	dst := linalg.Of(block.Rows, k, p.data[before:])
	p.extend(block.From, block.Rows)
	if t.sparse {
		return t.timesSparse(dst, block)
	}
	pieces := Pieces{Units: t.units, Rows: productRows(len(t.units.Mean))}
	return pieces.Each(block, func(from int, x linalg.Matrix) { linalg.MulT(dst.Slice(from, from+x.Rows), x, t.v) })
}

func (t *times) timesSparse(dst linalg.Matrix, block Block) error {
	if err := block.CheckSparse(); err != nil {
		return err
	}
	linalg.Parallel(block.Rows, 128, func(a, b int) {
		for i := a; i < b; i++ {
			row := dst.Row(i)
			columns, values := block.Sparse.Row(i)
			for k, j := range columns {
				linalg.Axpy(values[k], t.t.Row(int(j)), row)
			}
			linalg.Axpy(-1, t.mean, row)
		}
	})
	return nil
}

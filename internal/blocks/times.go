package blocks

import (
	"context"
	"slices"

	"suffice/internal/linalg"
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
	Units    *Units
	Constant []int // columns that count for nothing
	Sparse   bool  // rows come without their zeros
}

func (s *Standard) factor() factor {
	_, sparse := s.Source.(rows.Sparse)
	return factor{s.Units(), s.Constant, sparse}
}

func (f factor) Complete() error {
	return Consistent(!slices.ContainsFunc(f.Constant, func(j int) bool { return j < 0 || j >= len(f.Units.Mean) }))
}

func (f factor) Plan(_, width int) Plan {
	return Plan{Parts: InTurn(productRows(width)), Sparse: f.Sparse}
}

// weighted returns diag(1/scale) vᵀ, with a row for each column of s, and the product of
// the means with it. Columns that do not vary have no weight.
func (f factor) weighted(v linalg.Matrix) (t linalg.Matrix, mean []float64) {
	t, mean = v.Transposed(), make([]float64, v.Rows)
	for _, j := range f.Constant {
		clear(t.Row(j))
	}
	for j, scale := range f.Units.Scale {
		row := t.Row(j)
		for k := range row {
			row[k] /= scale
		}
		linalg.Axpy(f.Units.Mean[j], row, mean)
	}
	return t, mean
}

// Times sets dst, which has a row for each row of s, to A vᵀ: v has a row of weights on
// the columns for each column of dst.
func (s *Standard) Times(ctx context.Context, dst, v linalg.Matrix) error {
	sum, err := Sum[*gathered](ctx, s.Source, newTimes(s.factor(), v, s.near(), s.Len()))
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

// times asks for A vᵀ. Where rows are sparse, or means near 0, rows are multiplied as they
// are, and means and scales are put into the weights and taken out of the products.
type times struct {
	factor
	V    linalg.Matrix
	Near bool

	t      linalg.Matrix // weighted
	mean   []float64
	expect int // rows that there may be, to have room for
}

func newTimes(f factor, v linalg.Matrix, near bool, expect int) *times {
	t := &times{factor: f, V: v, Near: near, expect: expect}
	_ = t.Complete()
	return t
}

func (t *times) Complete() error {
	if err := Consistent(t.factor.Complete() == nil, t.V.Cols == len(t.Units.Mean), t.V.Rows >= 1); err != nil {
		return err
	}
	if t.Sparse || t.Near {
		t.t, t.mean = t.weighted(t.V)
	}
	return nil
}

func (t *times) Kind() string { return "times" }

func (t *times) Weighs() bool { return false }

func (t *times) Zero() Partial { return &gathered{of: t, width: t.V.Rows} }

// add adds the products of a block to p.
func (t *times) add(p *gathered, block Block) error {
	k := t.V.Rows
	if p.Data == nil {
		p.Data = make([]float64, 0, t.expect*k)
	}
	before := len(p.Data)
	p.Data = append(p.Data, make([]float64, block.Rows*k)...)
	dst := linalg.Of(block.Rows, k, p.Data[before:])
	p.extend(block.From, block.Rows)
	if t.Sparse {
		return t.timesSparse(dst, block)
	}
	if t.Near {
		return t.timesNear(dst, block)
	}
	from := 0
	return new(Pieces).Each(block, t.Units, productRows(t.V.Cols), 0, func(x, _ linalg.Matrix) {
		linalg.MulT(dst.Slice(from, from+x.Rows), x, t.V)
		from += x.Rows
	})
}

func (t *times) timesNear(dst linalg.Matrix, block Block) error {
	if err := block.CheckInputs(t.V.Cols); err != nil {
		return err
	}
	linalg.MulT(dst, linalg.Of(block.Rows, t.V.Cols, block.X), t.t.Transposed())
	linalg.AddRow(dst, -1, t.mean)
	return nil
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

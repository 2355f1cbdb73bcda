package aggregate

import (
	"context"
	"math"
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
	return new(Pieces).Each(block, t.Units, productRows(t.V.Cols), 0, func(x, _ linalg.Matrix, _ []float64) {
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

// TimesSquare returns v AᵀA, for the rows of v, by the weights of the rows, in one reading of the rows; of sparse rows in
// two, which cost what is not zero.
func (s *Standard) TimesSquare(ctx context.Context, v linalg.Matrix) (linalg.Matrix, error) {
	if _, sparse := s.Source.(rows.Sparse); sparse {
		t := linalg.New(s.Len(), v.Rows)
		if err := s.Times(ctx, t, v); err != nil {
			return t, err
		}
		return s.CombineAligned(ctx, InMemory{t})
	}
	q := &timesSquare{Units: s.Units(), V: v, Near: s.near()}
	if err := q.Complete(); err != nil {
		return linalg.Matrix{}, err
	}
	sum, err := Sum[*squared](ctx, s.Source, q)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return sum.matrix(), nil
}

// near reports whether no mean is so far from 0 that products with rows as they are would
// lose more than two digits to it.
func (s *Standard) near() bool {
	const far = 100 // standard deviations, where columns are scaled to these
	for j, m := range s.Mean {
		if math.Abs(m) > far*s.Scale[j] {
			return false
		}
	}
	return true
}

// timesSquare asks for v AᵀA. Where means are near 0, rows are multiplied as they are, and
// means and scales are put into the weights and taken out of the sums.
type timesSquare struct {
	Units *Units
	V     linalg.Matrix
	Near  bool

	weights linalg.Matrix // V diag(1/scale)
	mean    []float64     // the product of the means with these
}

func (q *timesSquare) Kind() string { return "times square" }

func (q *timesSquare) Weighs() bool { return true }

func (q *timesSquare) Plan(_, width int) Plan { return Plan{Parts: InTurn(productRows(width))} }

func (q *timesSquare) Complete() error {
	if err := Consistent(q.V.Rows >= 1, q.V.Cols == len(q.Units.Mean)); err != nil {
		return err
	}
	q.weights, q.mean = q.V.Clone(), make([]float64, q.V.Rows)
	for k := range q.mean {
		row := q.weights.Row(k)
		for j, scale := range q.Units.Scale {
			row[j] /= scale
		}
		q.mean[k] = linalg.Dot(row, q.Units.Mean)
	}
	return nil
}

func (q *timesSquare) Zero() Partial {
	s := &squared{of: q, sum: linalg.New(q.V.Rows, q.V.Cols), total: make([]float64, q.V.Rows)}
	s.Totals = NewTotals(q, Total{Matrix: s.sum}, Vector(s.total))
	return s
}

// squared is the sum, of rows as they are where means are near 0.
type squared struct {
	Totals
	of    *timesSquare
	sum   linalg.Matrix
	total []float64 // of the products of rows with weights
}

func (s *squared) Add(block Block) error {
	q, d := s.of, s.of.V.Cols
	if !q.Near {
		return s.Each(block, q.Units, productRows(d), 0, func(x, _ linalg.Matrix, weights []float64) {
			ScaleRoots(x, weights)
			linalg.AddTMul(s.sum, 1, linalg.TimesT(x, q.V), x)
		})
	}
	if err := block.CheckInputs(d); err != nil {
		return err
	}
	x := linalg.Of(block.Rows, d, block.X)
	t := linalg.TimesT(x, q.weights)
	for i := range t.Rows {
		linalg.Axpy(-1, q.mean, t.Row(i))
		if block.Weights != nil {
			linalg.ScaleRow(block.Weights[i], t.Row(i))
		}
		linalg.Axpy(1, t.Row(i), s.total)
	}
	linalg.AddTMul(s.sum, 1, t, x)
	s.Rows += block.Rows
	return nil
}

// matrix is v AᵀA, once all rows are there.
func (s *squared) matrix() linalg.Matrix {
	if !s.of.Near {
		return s.sum
	}
	for k := range s.sum.Rows {
		row := s.sum.Row(k)
		linalg.Axpy(-s.total[k], s.of.Units.Mean, row)
		for j, scale := range s.of.Units.Scale {
			row[j] /= scale
		}
	}
	return s.sum
}

package penalized

import (
	"math"

	"suffice/internal/learn"
	"suffice/internal/linalg"
)

// Problem is the regression on the rows outside a fold: Σ and U of these, of Σ the columns
// that were needed so far.
type Problem struct {
	table    *Table
	from, to int // the fold that is left out
	rows     float64

	MeanX, MeanF []float64
	U            linalg.Matrix // XᵀF/n, centred: d x h
	variances    []float64
	columns      map[int][]float64 // of Σ
}

// Without is the problem without the rows of fold k, or with all of them where k is negative.
func (t *Table) Without(k int) *Problem {
	from, to := t.fold(k)
	d, h := t.X.Rows, t.F.Rows
	p := &Problem{
		table: t, from: from, to: to,
		MeanX: make([]float64, d), MeanF: make([]float64, h), variances: make([]float64, d), columns: map[int][]float64{},
	}
	p.rows = p.count()
	for j := range d {
		p.MeanX[j] = p.sum(t.X.Row(j)) / p.rows
		p.variances[j] = max(0, p.inner(t.X.Row(j), t.X.Row(j))/p.rows-p.MeanX[j]*p.MeanX[j])
	}
	for k := range h {
		p.MeanF[k] = p.sum(t.F.Row(k)) / p.rows
	}
	p.U = p.products(t.X, t.F)
	for j := range d {
		linalg.Axpy(-p.MeanX[j], p.MeanF, p.U.Row(j))
	}
	return p
}

// count is how many rows are not left out, by their weights.
func (p *Problem) count() float64 {
	if p.table.roots == nil {
		return float64(p.table.X.Cols - (p.to - p.from))
	}
	return p.inner(p.table.roots, p.table.roots)
}

// sum is that of a row of the table over the rows that are not left out, by their weights.
func (p *Problem) sum(row []float64) float64 {
	sum := 0.
	for i, v := range row {
		if i < p.from || i >= p.to {
			sum += v * p.table.root(i)
		}
	}
	return sum
}

func (p *Problem) inner(a, b []float64) float64 {
	return linalg.Dot(a[:p.from], b[:p.from]) + linalg.Dot(a[p.to:], b[p.to:])
}

// products is a bᵀ/n over the rows that are not left out.
func (p *Problem) products(a, b linalg.Matrix) linalg.Matrix {
	out := linalg.New(a.Rows, b.Rows)
	for _, part := range [][2]int{{0, p.from}, {p.to, a.Cols}} {
		if part[0] < part[1] {
			linalg.Add(out, linalg.TimesT(a.Columns(part[0], part[1]), b.Columns(part[0], part[1])))
		}
	}
	linalg.Scale(1/p.rows, out)
	return out
}

// need computes the columns of Σ of the given inputs that are not there yet.
func (p *Problem) need(inputs []int) {
	var missing []int
	for _, j := range inputs {
		if p.columns[j] == nil {
			missing = append(missing, j)
		}
	}
	if len(missing) == 0 {
		return
	}
	found := p.products(p.table.X.Pick(missing), p.table.X)
	for k, j := range missing {
		p.columns[j] = found.Row(k)
		linalg.Axpy(-p.MeanX[j], p.MeanX, p.columns[j])
	}
}

// Penalty is λ for the rows of B, and the share ρ of the identity in Σ.
type Penalty struct{ Lambda, Rho float64 }

// mostSweeps bounds the sweeps over the inputs that have weight: a safeguard, which rounding
// needs.
const mostSweeps = 20000

// violators are inputs of weight 0 for which 0 is not best: the gradient is longer than λ.
func (p *Problem) violators(b, c linalg.Matrix, penalty Penalty) []int {
	left := p.left(b, c, penalty.Rho)
	var found []int
	limit := penalty.Lambda * (1 + 1e-9)
	for j := range b.Rows {
		square := 0.
		for e := range left.Rows {
			square += left.At(e, j) * left.At(e, j)
		}
		if square > limit*limit && p.variances[j] > 0 && isZero(b.Row(j)) {
			found = append(found, j)
		}
	}
	return found
}

// left is (C - (1-ρ)ΣB)ᵀ, m x d: what is left for inputs of weight 0 to explain.
func (p *Problem) left(b, c linalg.Matrix, rho float64) linalg.Matrix {
	left := c.Transposed()
	active := nonzero(b)
	p.need(active)
	for _, j := range active {
		for e, w := range b.Row(j) {
			linalg.Axpy((rho-1)*w, p.columns[j], left.Row(e))
		}
	}
	return left
}

// settle sweeps over the given inputs until they move no more.
func (p *Problem) settle(b, c linalg.Matrix, active []int, penalty Penalty, tolerance float64) {
	if len(active) == 0 {
		return
	}
	p.need(active)
	m := b.Cols
	sigma, left := linalg.New(len(active), len(active)), linalg.New(m, len(active))
	for k, j := range active {
		for l, i := range active {
			sigma.Set(k, l, (1-penalty.Rho)*p.columns[j][i])
		}
		sigma.Set(k, k, sigma.At(k, k)+penalty.Rho)
		for e := range m {
			left.Set(e, k, c.At(j, e))
		}
	}
	for k, j := range active {
		for e, w := range b.Row(j) {
			linalg.Axpy(-w, sigma.Row(k), left.Row(e))
		}
	}
	moved := make([]float64, m)
	for range mostSweeps {
		largest, furthest := 0., 0.
		for k, j := range active {
			weights, variance := b.Row(j), sigma.At(k, k)
			for e, w := range weights {
				moved[e] = left.At(e, k) + variance*w
			}
			shrink(moved, penalty.Lambda)
			for e, w := range weights {
				next := moved[e] / variance
				moved[e], weights[e] = next-w, next
				largest, furthest = max(largest, math.Abs(next)), max(furthest, math.Abs(moved[e]))
			}
			for e, step := range moved {
				if step != 0 {
					linalg.Axpy(-step, sigma.Row(k), left.Row(e))
				}
			}
		}
		if furthest <= tolerance*largest {
			return
		}
	}
}

// shrink makes v shorter by λ, or 0.
func shrink(v []float64, lambda float64) {
	length := math.Sqrt(linalg.Dot(v, v))
	if length <= lambda {
		clear(v)
		return
	}
	linalg.ScaleRow(1-lambda/length, v)
}

// nonzero lists the rows that are not 0.
func nonzero(b linalg.Matrix) []int {
	var found []int
	for j := range b.Rows {
		if !isZero(b.Row(j)) {
			found = append(found, j)
		}
	}
	return found
}

func isZero(row []float64) bool {
	for _, v := range row {
		if v != 0 {
			return false
		}
	}
	return true
}

// Table is inputs in memory, and functions of the output. Rows of the table are columns
// here, those of a fold side by side.
type Table struct {
	X linalg.Matrix // inputs, standardised: d x n
	F linalg.Matrix // functions of the output: h x n

	Folds []int // where each fold ends; none means that there are too few rows to leave out

	roots []float64 // of the weights of rows, by which X and F are multiplied; nil means 1
}

// Weigh makes rows count by their weights, once X and F are there: both are multiplied by
// their roots, so that products are weighted.
func (t *Table) Weigh(weights []float64) {
	t.roots = make([]float64, len(weights))
	for i, w := range weights {
		t.roots[i] = math.Sqrt(w)
	}
	for _, a := range []linalg.Matrix{t.X, t.F} {
		for k := range a.Rows {
			linalg.Products(a.Row(k), a.Row(k), t.roots)
		}
	}
}

// root is that of the weight of row i.
func (t *Table) root(i int) float64 { return linalg.Weight(t.roots, i) }

// leastToFold is how many rows there must be for each fold.
const leastToFold = 4

// FoldOrder is rows in an order that puts folds side by side, and where each ends, or no
// folds where rows are few. Rows of each stretch of the given ones, which are sorted by the
// output, go to different folds, so that all folds have the same mixture of it.
func FoldOrder(sorted []int, folds int) (order, ends []int) {
	if len(sorted) < leastToFold*folds {
		return sorted, nil
	}
	for _, rows := range learn.Deal(sorted, folds) {
		order = append(order, rows...)
		ends = append(ends, len(order))
	}
	return order, ends
}

// fold is the bounds of fold k; of none, where k is negative.
func (t *Table) fold(k int) (from, to int) {
	switch {
	case k < 0:
		return t.X.Cols, t.X.Cols
	case k == 0:
		return 0, t.Folds[0]
	}
	return t.Folds[k-1], t.Folds[k]
}

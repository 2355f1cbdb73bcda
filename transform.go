package suffice

import (
	"context"
	"errors"
	"fmt"
	"math"

	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/rows"
)

// Transform returns z = Weights ((x - Mean) / Scale) for each row of x. A row's
// components do not depend on the other rows, nor on the number of threads.
func (p *Projection) Transform(ctx context.Context, x Rows) (*rows.Matrix, error) {
	z := make([]float64, x.Len()*p.Dim())
	if err := p.TransformTo(ctx, z, x); err != nil {
		return nil, err
	}
	return rows.NewMatrix(p.Dim(), z)
}

// TransformTo is Transform into the caller's memory, by rows, which holds Dim numbers
// for each row of x.
//
// Each number is a sum of weight/scale times (x - mean), in the same order on every
// machine. The mean is taken away before anything else, so that a column whose values
// are large and vary little loses no digits. A [rows.Sparse] source is the exception: there, only what is not zero is
// multiplied, and what the means add up to is taken away from the sum. The result is
// then right to within the rounding of the largest weight times mean/scale, which for
// columns that are mostly zero is small.
func (p *Projection) TransformTo(ctx context.Context, z []float64, x Rows) error {
	if x.Width() != len(p.Mean) {
		return fmt.Errorf("the model takes %s, but the table has %s", humanize.Count(len(p.Mean), "input"), humanize.Count(x.Width(), "column"))
	}
	if len(z) != x.Len()*p.Dim() {
		return fmt.Errorf("%s of %s make %d numbers, but there is memory for %d",
			humanize.Count(x.Len(), "row"), humanize.Count(p.Dim(), "component"), x.Len()*p.Dim(), len(z))
	}
	if p.Dim() == 0 {
		return errors.New("the model has no components")
	}
	if err := p.checkRelevance(); err != nil {
		return err
	}
	if p.keepsAll() {
		return p.standardizeTo(ctx, z, x)
	}
	t := newTransformation(p)
	switch source := x.(type) {
	case *rows.Matrix: // all of it is there, so all threads can begin at once
		data, err := source.Block(ctx, 0, source.Len(), nil)
		if err != nil {
			return err
		}
		return t.dense(ctx, z, data)
	case rows.Sparse:
		return t.sparse(ctx, z, source)
	}
	return rows.Each(ctx, x, rows.BlockLen(x.Width()), func(from, to int, block []float64) error {
		return t.dense(ctx, z[from*p.Dim():to*p.Dim()], block)
	})
}

// transformation is a projection made ready for many rows.
type transformation struct {
	*Projection
	weights [][]float64
	scaled  linalg.Matrix // weight/scale
	exact   bool          // they are numbers of full precision
	inputs  []int         // of the components that are one input alone; -1 for others
}

func newTransformation(p *Projection) *transformation {
	t := &transformation{Projection: p, weights: p.Weights(), exact: true}
	t.scaled = linalg.FromSlices(t.weights)
	for k := range t.scaled.Rows {
		t.inputs = append(t.inputs, onlyInput(t.weights[k]))
		row := t.scaled.Row(k)
		for j, w := range row {
			row[j] = w / p.Scale[j]
			size := math.Abs(row[j])
			t.exact = t.exact && (w == 0 || size >= 0x1p-1000 && size <= 0x1p1000)
		}
	}
	return t
}

// onlyInput is the one input that has a weight, or -1 where others have one too.
func onlyInput(weights []float64) int {
	only := -1
	for j, w := range weights {
		switch {
		case w != 0 && only >= 0:
			return -1
		case w != 0:
			only = j
		}
	}
	return only
}

// transformRows is how many rows of d numbers a thread takes at a time: enough that
// taking them costs nothing, few enough that all threads end together.
func transformRows(d int) int { return max(1, 1<<17/d) }

// dense sets z to the components of rows in memory.
func (t *transformation) dense(ctx context.Context, z, x []float64) error {
	d, m := len(t.Mean), t.Dim()
	linalg.Parallel(len(x)/d, transformRows(d), func(from, to int) {
		if ctx.Err() == nil {
			t.some(z[from*m:to*m], x[from*d:to*d])
		}
	})
	return ctx.Err()
}

// some does it for a few rows. A row that does not come out finite is done again with
// care, because there a weight of 0 must count for nothing even beside an infinite value.
func (t *transformation) some(z, x []float64) {
	d, m := len(t.Mean), t.Dim()
	if t.exact {
		linalg.Project(z, x, t.Mean, t.scaled)
	}
	if !t.exact || !linalg.Finite(z) {
		for i := range len(x) / d {
			if row := z[i*m : (i+1)*m]; !t.exact || !linalg.Finite(row) {
				t.row(row, x[i*d:(i+1)*d])
			}
		}
	}
	t.standardized(z, x)
}

// standardized does the components again that are one input alone: they are that input,
// centred and scaled, to the last bit.
func (t *transformation) standardized(z, x []float64) {
	d, m := len(t.Mean), t.Dim()
	for k, j := range t.inputs {
		if j < 0 {
			continue
		}
		w, mean, scale := t.weights[k][j], t.Mean[j], t.Scale[j]
		for i := range len(x) / d {
			z[i*m+k] = w * (x[i*d+j] - mean) / scale
		}
	}
}

// row sets z to the components of one row, term by term, in the sums of linalg.Project.
func (t *transformation) row(z, x []float64) {
	for k, weights := range t.weights {
		var sums [8]float64
		for j, w := range weights {
			switch {
			case w == 0:
			case t.exact:
				sums[j%8] += float64(t.scaled.At(k, j) * (x[j] - t.Mean[j]))
			default:
				sums[j%8] += w * (x[j] - t.Mean[j]) / t.Scale[j]
			}
		}
		z[k] = linalg.AddEight(&sums)
	}
}

// sparse sets z to the components of rows of which only what is not zero is read.
func (t *transformation) sparse(ctx context.Context, z []float64, x rows.Sparse) error {
	m := t.Dim()
	weights, zero := t.scaled.Transposed().Data, t.zero() // those of a column side by side
	return rows.EachSparse(ctx, x, func(from, to int, block rows.Compressed) {
		linalg.Parallel(to-from, 256, func(a, b int) {
			for i := a; i < b; i++ {
				row := z[(from+i)*m : (from+i+1)*m]
				copy(row, zero)
				columns, values := block.Row(i)
				addColumns(row, weights, columns, values)
			}
		})
	})
}

// addColumns adds weights times values to z; a weight of 0 counts for nothing.
func addColumns(z, weights []float64, columns []uint32, values []float64) {
	m := len(z)
	for e, j := range columns {
		v := values[e]
		for k, w := range weights[int(j)*m : (int(j)+1)*m] {
			if w != 0 {
				z[k] += w * v
			}
		}
	}
}

// zero is the components of a row of zeros.
func (t *transformation) zero() []float64 {
	z := make([]float64, t.Dim())
	t.row(z, make([]float64, len(t.Mean)))
	return z
}

// keepsAll reports whether the components are the inputs themselves.
func (p *Projection) keepsAll() bool {
	if len(p.Components) != len(p.Mean) || len(p.Relevance) > 0 {
		return false
	}
	for k, row := range p.Components {
		for j, w := range row {
			if j == k && w != 1 || j != k && w != 0 {
				return false
			}
		}
	}
	return true
}

// standardizeTo is TransformTo where the components are the inputs themselves.
func (p *Projection) standardizeTo(ctx context.Context, z []float64, x Rows) error {
	d := x.Width()
	return rows.Each(ctx, x, rows.BlockLen(d), func(from, _ int, block []float64) error {
		linalg.Parallel(len(block)/d, 64, func(a, b int) {
			for i := a; i < b; i++ {
				to := z[(from+i)*d : (from+i+1)*d]
				for j, v := range block[i*d : (i+1)*d] {
					to[j] = (v - p.Mean[j]) / p.Scale[j]
				}
			}
		})
		return nil
	})
}

// NotFinite is the error for a row whose components are beyond the largest number, because
// its values are, or nearly so.
type NotFinite struct{ Row int } // counted from 0

// Problem says what is wrong and what to do, for whoever can say where the row is.
func (*NotFinite) Problem() string {
	return "its components are too large for a number; mend its values, which are far from those of the fit, or leave the row out"
}

func (e *NotFinite) Error() string { return "of some row: " + e.Problem() }

// CheckFinite is a [*NotFinite] for the first row of z, which [Projection.TransformTo] has set,
// that has a component which is not finite; or nil.
func (p *Projection) CheckFinite(z []float64) error {
	if m := p.Dim(); !linalg.Finite(z) {
		for i := range len(z) / m {
			if !linalg.Finite(z[i*m : (i+1)*m]) {
				return &NotFinite{i}
			}
		}
	}
	return nil
}

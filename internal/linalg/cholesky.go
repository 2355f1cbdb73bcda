package linalg

import (
	"fmt"
	"math"
)

// NotPositiveDefinite says that a Cholesky factorisation met a pivot that is not positive.
type NotPositiveDefinite struct{ Pivot int }

func (e NotPositiveDefinite) Error() string {
	return fmt.Sprintf("matrix is not positive definite (pivot %d)", e.Pivot)
}

// solvedRows is how many rows of a triangle are solved together.
const solvedRows = 8

const (
	choleskyBlock  = 32  // rows factored before they are taken from the rest
	choleskySerial = 512 // order up to which one core does it all: many are solved side by side
)

// Cholesky overwrites the upper triangle of the symmetric matrix a with R, a = Rᵀ R.
// Only the upper triangle of a is read or written. Up to order 512 it uses one core.
func Cholesky(a Matrix) error {
	a.checkSquare()
	t, n := activeTiles(), a.Rows
	corner := scratch(solvedRows * solvedRows)
	defer corner.release()
	for j := 0; j < n; j += choleskyBlock {
		end := min(j+choleskyBlock, n)
		if err := t.factorRows(a, j, end, corner.data); err != nil {
			return err
		}
		if end == n {
			break
		}
		rest, done := a.Slice(end, n).Columns(end, n), a.Slice(j, end).Columns(end, n)
		if n > choleskySerial {
			addGram(rest, -1, done)
			continue
		}
		g := gram{t: t, n: n - end, k: end - j, alpha: -1, a: operand{done.Data, 1, done.Stride}, c: rest.Data, cs: rest.Stride}
		g.serial(true)
	}
	return nil
}

// checkSquare panics unless a is square and has all its numbers.
func (a Matrix) checkSquare() {
	if a.Rows != a.Cols || a.Rows > 0 && (a.Stride < a.Cols || len(a.Data) < (a.Rows-1)*a.Stride+a.Cols) {
		panic(fmt.Sprintf("linalg: %d numbers of stride %d are no square of %d by %d", len(a.Data), a.Stride, a.Rows, a.Cols))
	}
}

// factorRows computes rows [j, end) of R, from which the rows before j have been taken.
// Some rows are done at a time: less those above, the triangle at their start, then the
// solution of that triangle for the columns to its right.
func (t *tiles) factorRows(a Matrix, j, end int, corner []float64) error {
	n, stride := a.Rows, a.Stride
	for i := j; i < end; i += solvedRows {
		rows := min(solvedRows, end-i)
		right := i + rows
		for p := range rows {
			copy(corner[p*solvedRows+p:p*solvedRows+rows], a.Row(i + p)[i+p:])
		}
		if k := i - j; k > 0 {
			above := a.Data[j*stride:]
			t.take(rows, rows, k, above[i:], above[i:], stride, corner, solvedRows)
			t.take(rows, n-right, k, above[i:], above[right:], stride, a.Data[i*stride+right:], stride)
		}
		if p := factorCorner(corner, rows); p < rows {
			return NotPositiveDefinite{Pivot: i + p}
		}
		for p := range rows {
			copy(a.Row(i + p)[i+p:], corner[p*solvedRows+p:p*solvedRows+rows])
			corner[p*solvedRows+p] = 1 / corner[p*solvedRows+p]
		}
		if right < n { // then the rows are as many as are solved together
			solveRows(n-right, corner, a.Data, i*stride+right, stride)
		}
	}
	return nil
}

// take subtracts aᵀ b from the rows by cols elements of c, a and b having k rows.
func (t *tiles) take(rows, cols, k int, a, b []float64, stride int, c []float64, cs int) {
	for j := 0; j < cols; j += t.cols {
		width := min(t.cols, cols-j)
		for i := 0; i < rows; i += t.rows {
			height := min(t.rows, rows-i)
			if tile := t.of(height, width); tile != nil {
				tile(k, -1, &a[i], 1, stride, &b[j], stride, &c[i*cs+j], cs, width, true)
			} else {
				plainTile(height, width, k, -1, a[i:], 1, stride, b[j:], stride, c[i*cs+j:], cs, true)
			}
		}
	}
}

// factorCorner overwrites the upper triangle of the first n rows by R, and returns the
// first pivot that is not positive and finite, or n.
func factorCorner(a []float64, n int) int {
	for p := range n {
		row := (*[solvedRows]float64)(a[p*solvedRows:])
		if !(row[p] > 0) || math.IsInf(row[p], 1) {
			return p
		}
		root := math.Sqrt(row[p])
		row[p] = root
		for q := p + 1; q < n; q++ {
			row[q] /= root
		}
		for q := p + 1; q < n; q++ {
			below, v := (*[solvedRows]float64)(a[q*solvedRows:]), row[q]
			for l := q; l < n; l++ {
				below[l] -= float64(v * row[l])
			}
		}
	}
	return n
}

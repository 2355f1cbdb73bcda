// Package linalg is the one seam to BLAS and LAPACK: dense matrices, products,
// Cholesky factors and eigenvectors. Everything that uses several cores does so
// here, over pieces whose bounds depend on the sizes alone, so that results are
// bit-identical for any number of threads.
package linalg

// Matrix is a dense matrix stored by rows: element (i, j) is Data[i*Stride+j].
type Matrix struct {
	Rows, Cols, Stride int
	Data               []float64
}

// New returns a zero matrix of r rows and c columns.
func New(r, c int) Matrix {
	return Matrix{Rows: r, Cols: c, Stride: c, Data: make([]float64, r*c)}
}

// Of wraps data, stored by rows without gaps, as a matrix of r rows and c columns.
func Of(r, c int, data []float64) Matrix {
	return Matrix{Rows: r, Cols: c, Stride: c, Data: data[:r*c]}
}

// FromSlices copies rows of equal length into a matrix.
func FromSlices(rows [][]float64) Matrix {
	if len(rows) == 0 {
		return Matrix{}
	}
	a := New(len(rows), len(rows[0]))
	for i, row := range rows {
		copy(a.Row(i), row)
	}
	return a
}

// Slices copies the matrix into a slice per row.
func (a Matrix) Slices() [][]float64 {
	rows := make([][]float64, a.Rows)
	for i := range rows {
		rows[i] = append([]float64(nil), a.Row(i)...)
	}
	return rows
}

// At returns element (i, j).
func (a Matrix) At(i, j int) float64 { return a.Data[i*a.Stride+j] }

// Set assigns element (i, j).
func (a Matrix) Set(i, j int, v float64) { a.Data[i*a.Stride+j] = v }

// Row returns row i as a slice of the matrix's own memory.
func (a Matrix) Row(i int) []float64 {
	return a.Data[i*a.Stride : i*a.Stride+a.Cols : i*a.Stride+a.Cols]
}

// Slice returns the view of rows [i, j).
func (a Matrix) Slice(i, j int) Matrix {
	if i == j {
		return Matrix{Cols: a.Cols, Stride: a.Stride}
	}
	return Matrix{Rows: j - i, Cols: a.Cols, Stride: a.Stride, Data: a.Data[i*a.Stride : (j-1)*a.Stride+a.Cols]}
}

// Clone returns a copy without gaps.
func (a Matrix) Clone() Matrix {
	b := New(a.Rows, a.Cols)
	b.Copy(a)
	return b
}

// Copy sets a to b, which has the same size.
func (a Matrix) Copy(b Matrix) {
	for i := range a.Rows {
		copy(a.Row(i), b.Row(i))
	}
}

// Zero sets all elements to 0.
func (a Matrix) Zero() {
	for i := range a.Rows {
		clear(a.Row(i))
	}
}

// Identity returns the identity of order n.
func Identity(n int) Matrix {
	a := New(n, n)
	for i := range n {
		a.Set(i, i, 1)
	}
	return a
}

// Transposed returns a copy of aᵀ.
func (a Matrix) Transposed() Matrix {
	b := New(a.Cols, a.Rows)
	for i := range a.Rows {
		for j, v := range a.Row(i) {
			b.Data[j*b.Stride+i] = v
		}
	}
	return b
}

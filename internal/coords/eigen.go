package coords

import (
	"math"

	"suffice/internal/linalg"
)

// OrthonormalRows makes the rows of w orthonormal, each from those before it. They are
// to be nearly orthogonal already, but may differ in length.
func OrthonormalRows(w linalg.Matrix) error {
	if w.Rows == 0 {
		return nil
	}
	for i := range w.Rows {
		row := w.Row(i)
		linalg.Divide(row, math.Sqrt(linalg.Dot(row, row)))
	}
	gram := linalg.TimesT(w, w) // W Wᵀ = RᵀR, so R⁻ᵀW has orthonormal rows
	if err := linalg.Cholesky(gram); err != nil {
		return err
	}
	linalg.ForwardSolveAll(gram, w)
	return nil
}

// LeftSingular returns the squares of the leading singular values of a and its left
// singular vectors as orthonormal rows: most of them, or fewer where the next square is
// at most least or a rounding error of the first.
func LeftSingular(a linalg.Matrix, most int, least float64) ([]float64, linalg.Matrix, error) {
	if a.Rows <= a.Cols {
		return Strongest(linalg.TimesT(a, a), most, least)
	}
	squares, right, err := Strongest(linalg.Gram(a), min(most, a.Cols), least)
	if err != nil {
		return nil, linalg.Matrix{}, err
	}
	left := linalg.TimesT(right, a)
	return squares, left, OrthonormalRows(left)
}

// Strongest returns the leading eigenvalues of a and their eigenvectors as rows: most
// of them, or fewer where the next is at most least or a rounding error of the first.
func Strongest(a linalg.Matrix, most int, least float64) ([]float64, linalg.Matrix, error) {
	values, vectors, err := linalg.Leading(a, min(most, a.Rows))
	if err != nil {
		return nil, linalg.Matrix{}, err
	}
	count := CountReal(values, least)
	return values[:count], vectors.Slice(0, count), nil
}

// turnedRows returns turn a, in the memory of a.
func turnedRows(a, turn linalg.Matrix) linalg.Matrix {
	const width = 1024 // columns at a time
	for from := 0; from < a.Cols; from += width {
		to := min(from+width, a.Cols)
		linalg.Mul(a.Slice(0, turn.Rows).Columns(from, to), turn, a.Columns(from, to).Clone())
	}
	return a.Slice(0, turn.Rows)
}

// turnedColumns returns a turnᵀ, in the memory of a.
func turnedColumns(a, turn linalg.Matrix) linalg.Matrix {
	const size = 1024 // rows at a time
	out := linalg.Of(a.Rows, turn.Rows, a.Data[:a.Rows*turn.Rows])
	for from := 0; from < a.Rows; from += size {
		to := min(from+size, a.Rows)
		linalg.MulT(out.Slice(from, to), a.Slice(from, to).Clone(), turn) // ends before row to of a
	}
	return out
}

// orthonormalPart returns orthonormal rows that span those of w, the longest direction
// first, without those whose squared length is at most least.
func orthonormalPart(w linalg.Matrix, least float64) (linalg.Matrix, error) {
	values, u, err := Strongest(linalg.TimesT(w, w), w.Rows, least)
	if err != nil || len(values) == 0 {
		return linalg.New(0, w.Cols), err
	}
	out := linalg.Times(u, w)
	return out, OrthonormalRows(out)
}

// takeAway removes from the rows of v their part within the orthonormal rows.
func takeAway(v, orthonormal linalg.Matrix) {
	if orthonormal.Rows == 0 {
		return
	}
	part := linalg.New(v.Rows, orthonormal.Rows)
	for range 2 { // the second time for what the first leaves by rounding
		linalg.MulT(part, v, orthonormal)
		linalg.AddMul(v, -1, part, orthonormal)
	}
}

func diagonal(values []float64) linalg.Matrix {
	a := linalg.New(len(values), len(values))
	for k, v := range values {
		a.Set(k, k, v)
	}
	return a
}

// Trace is the sum of the diagonal.
func Trace(a linalg.Matrix) (sum float64) {
	for j := range a.Rows {
		sum += a.At(j, j)
	}
	return sum
}

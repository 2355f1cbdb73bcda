package suffice

import (
	"context"
	"math"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/output"
)

// roundingShare is the share of the largest eigenvalue below which another one is
// nothing but rounding error.
const roundingShare = 1e-12

// inputs are what linear methods need of x: the covariance, or coordinates along fewer
// axes where there are too many inputs.
type inputs struct {
	x          *blocks.Standard
	covariance linalg.Matrix // XᵀX/n, both triangles; none where there are coordinates
	narrow     *narrow
}

func readInputs(ctx context.Context, x *blocks.Standard, y output.Output, dim int, trends bool) (*inputs, error) {
	in := &inputs{x: x}
	var err error
	if in.narrow, err = narrowed(ctx, x, y, dim, trends); err == nil && in.narrow == nil {
		in.covariance, err = scatter(ctx, x)
	}
	return in, err
}

// scatter is XᵀX/n.
func scatter(ctx context.Context, x *blocks.Standard) (linalg.Matrix, error) {
	sum, err := blocks.Sum(ctx, x.Source, nil, blocks.NewProducts(x.Units(), true, 0))
	if err != nil {
		return linalg.Matrix{}, err
	}
	c := sum.(*blocks.Products).XX
	linalg.Scale(1/float64(x.Len()), c)
	linalg.Symmetrize(c)
	return c, nil
}

// crossScatter is XᵀF for numbers F beside the rows.
func crossScatter(ctx context.Context, x *blocks.Standard, f blocks.Beside) (linalg.Matrix, error) {
	sum, err := blocks.Sum(ctx, x.Source, f, blocks.NewProducts(x.Units(), false, f.Width()))
	if err != nil {
		return linalg.Matrix{}, err
	}
	return sum.(*blocks.Products).XY, nil
}

// columnsOf is the columns of a matrix beside the rows of x.
type columnsOf struct{ linalg.Matrix }

// Width implements blocks.Beside.
func (f columnsOf) Width() int { return f.Cols }

// Rows implements blocks.Beside.
func (f columnsOf) Rows(from, to int, _ []float64) []float64 { return f.Data[from*f.Cols : to*f.Cols] }

// dependent lists the columns that are combinations of others.
func (in *inputs) dependent(ctx context.Context) ([]int, error) {
	if in.narrow != nil {
		return in.narrow.dependent(ctx)
	}
	return dependentColumns(in.covariance), nil
}

// principal returns the variances (with 1/n) along the most leading principal axes,
// and these as orthonormal rows; fewer where x varies along fewer.
func (in *inputs) principal(ctx context.Context, most int) ([]float64, linalg.Matrix, error) {
	if in.narrow != nil {
		return in.narrow.principal(ctx, most)
	}
	values, axes, err := linalg.Leading(in.covariance, most)
	if err != nil {
		return nil, linalg.Matrix{}, err
	}
	for i := range axes.Rows {
		for _, j := range in.x.Constant {
			axes.Set(i, j, 0) // but for rounding it is
		}
	}
	rank := countAbove(values, 0)
	return values[:rank], axes.Slice(0, rank), nil
}

// countAbove counts the eigenvalues, the largest first, that are above least and are
// not rounding errors of the largest.
func countAbove(values []float64, least float64) int {
	count := 0
	for count < len(values) && values[count] > least && values[count] > roundingShare*values[0] {
		count++
	}
	return count
}

// orthonormalRows makes the rows of w orthonormal, each from those before it. They are
// to be nearly orthogonal already, but may differ in length.
func orthonormalRows(w linalg.Matrix) error {
	if w.Rows == 0 {
		return nil
	}
	for i := range w.Rows {
		row := w.Row(i)
		length := math.Sqrt(linalg.Dot(row, row))
		for j := range row {
			row[j] /= length
		}
	}
	gram := linalg.New(w.Rows, w.Rows) // W Wᵀ = RᵀR, so R⁻ᵀW has orthonormal rows
	linalg.MulT(gram, w, w)
	if err := linalg.Cholesky(gram); err != nil {
		return err
	}
	linalg.ForwardSolveAll(gram, w)
	return nil
}

// leftSingular returns the squares of the leading singular values of a and its left
// singular vectors as orthonormal rows: most of them, or fewer where the next square is
// at most least or a rounding error of the first.
func leftSingular(a linalg.Matrix, most int, least float64) ([]float64, linalg.Matrix, error) {
	if a.Rows <= a.Cols {
		gram := linalg.New(a.Rows, a.Rows)
		linalg.MulT(gram, a, a)
		return strongest(gram, most, least)
	}
	gram := linalg.New(a.Cols, a.Cols)
	linalg.AddGram(gram, a)
	squares, right, err := strongest(gram, min(most, a.Cols), least)
	if err != nil {
		return nil, linalg.Matrix{}, err
	}
	left := linalg.New(right.Rows, a.Rows)
	linalg.MulT(left, right, a)
	return squares, left, orthonormalRows(left)
}

// strongest returns the leading eigenvalues of a and their eigenvectors as rows: most
// of them, or fewer where the next is at most least or a rounding error of the first.
func strongest(a linalg.Matrix, most int, least float64) ([]float64, linalg.Matrix, error) {
	values, vectors, err := linalg.Leading(a, min(most, a.Rows))
	if err != nil {
		return nil, linalg.Matrix{}, err
	}
	count := countAbove(values, least)
	return values[:count], vectors.Slice(0, count), nil
}

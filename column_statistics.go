package suffice

import (
	"math"
	"slices"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/rows"
)

// valuesOf numbers the values of a column of the table: a number is its own, and a level its place.
func valuesOf(x linalg.Matrix, c rows.Column) []float64 {
	values := make([]float64, x.Rows)
	for i := range values {
		for at, j := range c.Places {
			if v := x.At(i, j); len(c.Places) == 1 {
				values[i] = v
			} else if v != 0 {
				values[i] = float64(at + 1)
			}
		}
	}
	return values
}

// ranked replaces the values of each column by their ranks.
func ranked(m linalg.Matrix) {
	for j := range m.Cols {
		for i, rank := range learn.Ranks(m.Columns(j, j+1).Clone().Data) {
			m.Set(i, j, rank)
		}
	}
}

// standardise makes columns centred and of variance 1, without values further out than that;
// constant ones 0.
func standardise(m linalg.Matrix, far float64) {
	for j := range m.Cols {
		mean, variance := learn.Moments(m.Columns(j, j+1).Clone().Data)
		for i := range m.Rows {
			v := 0.
			if variance > 0 {
				v = min(far, max(-far, (m.At(i, j)-mean)/math.Sqrt(variance)))
			}
			m.Set(i, j, v)
		}
	}
}

func distinctValues(values []float64) int {
	slices.Sort(values)
	return len(slices.Compact(values))
}

func columnsOf(m linalg.Matrix, places []int) linalg.Matrix {
	out := linalg.New(m.Rows, len(places))
	for i := range m.Rows {
		copy(out.Row(i), sampling.Pick(m.Row(i), places))
	}
	return out
}

// powersOf are the powers of the columns up to a degree, with a column of ones.
func powersOf(m linalg.Matrix, degree int) linalg.Matrix {
	out := linalg.New(m.Rows, 1+m.Cols*degree)
	for i := range m.Rows {
		row := out.Row(i)
		row[0] = 1
		for j, v := range m.Row(i) {
			power := 1.
			for k := range degree {
				power *= v / 2
				row[1+j*degree+k] = power
			}
		}
	}
	return out
}

// lessRegression takes off the columns what the basis tells of them by least squares.
func lessRegression(m, basis linalg.Matrix) {
	gram := linalg.Gram(basis)
	for j := range gram.Rows {
		gram.Set(j, j, gram.At(j, j)*(1+1e-6)+1e-9*float64(m.Rows))
	}
	if linalg.Cholesky(gram) != nil {
		return
	}
	coefficients := linalg.New(basis.Cols, m.Cols)
	linalg.TMul(coefficients, basis, m)
	linalg.CholeskySolveAll(gram, coefficients)
	fitted := linalg.Times(basis, coefficients)
	linalg.Axpy(-1, fitted.Data, m.Data)
}
func mostFrequent(values []float64) (usual float64, times int) {
	sorted := slices.Sorted(slices.Values(values))
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		if to-from > times {
			usual, times = sorted[from], to-from
		}
		from = to
	}
	return usual, times
}

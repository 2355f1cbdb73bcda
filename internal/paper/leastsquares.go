package paper

import (
	"context"
	"fmt"
	"time"

	"suffice/internal/linalg"
	"suffice/internal/stiefel"
)

// leastSquares is the fit of y = a + bᵀx; b is its single direction. On Data1 that is
// the true model, so nothing that has to find out the model as well can be expected
// to do better.
func leastSquares(_ context.Context, d Data, n int, seed uint64) (Trial, error) {
	if n < d.D+2 {
		return Trial{}, fmt.Errorf("%d rows, but at least %d are needed", n, d.D+2)
	}
	data, y := d.Generate(n, seed)
	start := time.Now()
	b, err := slope(linalg.Of(n, d.D, data), y)
	if err != nil {
		return Trial{}, err
	}
	seconds := time.Since(start).Seconds()
	direction := linalg.Of(1, d.D, b)
	if err := stiefel.Orthonormalize(direction); err != nil {
		return Trial{}, err
	}
	return Trial{Error: stiefel.Distance(direction, linalg.FromSlices(d.Truth())), Seconds: seconds}, nil
}

// slope solves the normal equations XᵀX b = Xᵀy of centred x and y.
func slope(x linalg.Matrix, y []float64) ([]float64, error) {
	n, d := x.Rows, x.Cols
	mean, meanY := make([]float64, d), 0.
	for i := range n {
		linalg.Axpy(1/float64(n), x.Row(i), mean)
		meanY += y[i] / float64(n)
	}
	gram, b, row := linalg.New(d, d), make([]float64, d), make([]float64, d)
	for i := range n {
		copy(row, x.Row(i))
		linalg.Axpy(-1, mean, row)
		linalg.Axpy(y[i]-meanY, row, b)
		for j, v := range row {
			linalg.Axpy(v, row, gram.Row(j))
		}
	}
	if err := linalg.Cholesky(gram); err != nil {
		return nil, err
	}
	linalg.CholeskySolve(gram, b)
	return b, nil
}

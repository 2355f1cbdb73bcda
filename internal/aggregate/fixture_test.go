package aggregate

import (
	"context"

	"pgregory.net/rapid"

	"suffice/rows"
)

// filling is a Source that fills the caller's memory, as one that reads a file does.
type filling struct{ *rows.Matrix }

func (f filling) Block(ctx context.Context, from, to int, buf []float64) ([]float64, error) {
	block, err := f.Matrix.Block(ctx, from, to, nil)
	return buf[:copy(buf, block)], err
}

func matrix(t rapid.TB, width int, data []float64) *rows.Matrix {
	m, err := rows.NewMatrix(width, data)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// numbered is a matrix whose values are their own positions.
func numbered(t rapid.TB, n, width int) *rows.Matrix {
	data := make([]float64, n*width)
	for i := range data {
		data[i] = float64(i)
	}
	return matrix(t, width, data)
}

// valuesOf is the memory of a matrix, by rows.
func valuesOf(m *rows.Matrix) []float64 {
	values, _ := m.Block(context.Background(), 0, m.Len(), nil)
	return values
}

// broken is a Source that cannot be read.
type broken struct {
	*rows.Matrix
	err error
}

func (b broken) Block(context.Context, int, int, []float64) ([]float64, error) { return nil, b.err }

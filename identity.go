package suffice

import (
	"context"

	"suffice/internal/linalg"
	"suffice/rows"
)

// identityRows are those of the identity of order d. They are views of one vector, which
// has a 1 in its middle, so that they take the memory of two rows and not of d.
func identityRows(d int) [][]float64 {
	vector := make([]float64, 2*d-1)
	vector[d-1] = 1
	table := make([][]float64, d)
	for k := range table {
		from := d - 1 - k
		table[k] = vector[from : from+d : from+d]
	}
	return table
}

// keepsAll reports whether the components are the inputs themselves.
func (p *Projection) keepsAll() bool {
	if len(p.Components) != len(p.Mean) {
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

package blocks

import (
	"context"

	"suffice/rows"
)

// momentsOf reads the rows of x, without their zeros where it can give them so.
func momentsOf(ctx context.Context, x rows.Source) (*moments, error) {
	_, own := x.(Summing)
	if sparse, ok := x.(rows.Sparse); ok && !own {
		return sparseMoments(ctx, sparse)
	}
	sum, err := Sum(ctx, x, nil, newMoments(x.Width()))
	if err != nil {
		return nil, err
	}
	m := sum.(*moments)
	if m.bad == nil && m.n != x.Len() { // after a value that is not finite no rows are counted
		return nil, wrongCount(x.Len(), m.n, m.Kind())
	}
	return m, nil
}

// sparseMoments is momentsOf for rows without their zeros: it reads them twice, first for
// the means, then for the deviations, at the cost of the values that are there.
func sparseMoments(ctx context.Context, x rows.Sparse) (*moments, error) {
	m := newMoments(x.Width())
	m.n = x.Len()
	counts, err := m.sparseMeans(ctx, x)
	if err != nil || m.bad != nil {
		return m, err
	}
	err = rows.EachSparse(ctx, x, func(_, _ int, block rows.Compressed) {
		for k, j := range block.Columns {
			deviation := block.Values[k] - m.mean[j]
			m.squares[j] += deviation * deviation
		}
	})
	for j, count := range counts { // the zeros deviate by the mean
		m.squares[j] += float64(m.n-count) * m.mean[j] * m.mean[j]
	}
	return m, err
}

// sparseMeans finds the means, the columns that vary, and how many values each column
// has; means are counted from 0, but for columns that do not vary.
func (m *moments) sparseMeans(ctx context.Context, x rows.Sparse) ([]int, error) {
	counts, first := make([]int, x.Width()), make([]float64, x.Width())
	err := rows.EachSparse(ctx, x, func(from, to int, block rows.Compressed) {
		for i := 0; i < to-from && m.bad == nil; i++ {
			columns, values := block.Row(i)
			for k, j := range columns {
				v := values[k]
				if !isFinite(v) {
					m.bad = &notFinite{row: from + i, column: int(j), value: v}
					return
				}
				if counts[j] == 0 {
					first[j] = v
				}
				m.varies[j] = m.varies[j] || v != first[j]
				m.mean[j] += v
				counts[j]++
			}
		}
	})
	if err != nil || m.bad != nil {
		return nil, err
	}
	for j, count := range counts {
		m.mean[j] /= float64(m.n)
		switch {
		case count < m.n: // the rest is zeros
			m.varies[j] = m.varies[j] || first[j] != 0
		case !m.varies[j]:
			m.origin[j], m.mean[j] = first[j], 0
		}
	}
	return counts, nil
}

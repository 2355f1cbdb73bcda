package rows

import (
	"context"
	"errors"
	"fmt"
	"math"

	"suffice/internal/linalg"
)

// Standard is a source centred and, unless asked not to, scaled to standard
// deviation 1 (with 1/n), column by column, on the fly: its rows are
// (x - Mean) / Scale.
type Standard struct {
	Source
	Mean, Scale []float64
	Constant    []int // columns that do not vary: their scale is 1 and they deserve weight 0
}

// Standardize reads x once for the means and standard deviations of its columns.
// It fails on NaN and infinite values, with a [NotFinite].
func Standardize(ctx context.Context, x Source, noScale bool) (*Standard, error) {
	if x.Len() < 1 || x.Width() < 1 {
		return nil, errors.New("there are no rows or no columns")
	}
	m := newMoments(x.Width())
	err := Each(ctx, x, BlockLen(x.Width()), func(from, to int, block []float64) error {
		return m.add(x, from, linalg.Of(to-from, x.Width(), block))
	})
	if err != nil {
		return nil, err
	}
	s := &Standard{Source: x, Mean: m.mean, Scale: make([]float64, x.Width())}
	for j := range s.Scale {
		s.Mean[j] += m.origin[j]
		s.Scale[j] = 1
		switch variance := m.squares[j] / float64(x.Len()); {
		case m.low[j] == m.high[j]:
			s.Constant = append(s.Constant, j)
		case !(variance >= smallestNormal) || math.IsInf(variance, 0):
			return nil, fmt.Errorf("column %q: its values range from %g to %g, which is beyond floating-point arithmetic; rescale it", Names(x)[j], m.low[j], m.high[j])
		case !noScale:
			s.Scale[j] = math.Sqrt(variance)
		}
	}
	return s, nil
}

// Block implements Source: rows [from, to), standardised, in buf.
func (s *Standard) Block(ctx context.Context, from, to int, buf []float64) ([]float64, error) {
	raw, err := s.Source.Block(ctx, from, to, buf)
	if err != nil {
		return nil, err
	}
	d := s.Width()
	dst := buf[:(to-from)*d]
	linalg.Parallel(to-from, 256, func(a, b int) {
		for i := a; i < b; i++ {
			s.apply(dst[i*d:(i+1)*d], raw[i*d:(i+1)*d])
		}
	})
	return dst, nil
}

func (s *Standard) apply(dst, row []float64) {
	for j, v := range row {
		dst[j] = (v - s.Mean[j]) / s.Scale[j]
	}
}

// Names implements Named.
func (s *Standard) Names() []string { return Names(s.Source) }

// Select returns the given rows, standardised, as a matrix.
func (s *Standard) Select(ctx context.Context, which []int) (linalg.Matrix, error) {
	d := s.Width()
	out := linalg.New(len(which), d)
	for k, i := range which {
		row, err := s.Source.Block(ctx, i, i+1, out.Row(k))
		if err != nil {
			return linalg.Matrix{}, err
		}
		s.apply(out.Row(k), row)
	}
	return out, nil
}

// Subset returns the given rows, standardised as they are here, in memory.
func (s *Standard) Subset(ctx context.Context, which []int) (*Standard, error) {
	rows, err := s.Select(ctx, which)
	if err != nil {
		return nil, err
	}
	d := s.Width()
	subset := &Standard{
		Source: &Matrix{width: d, data: rows.Data, names: s.Names()},
		Mean:   make([]float64, d), Scale: make([]float64, d), Constant: s.Constant,
	}
	for j := range subset.Scale {
		subset.Scale[j] = 1
	}
	return subset, nil
}

// smallestNormal is the smallest number of full precision.
const smallestNormal = 0x1p-1022

// moments are the running mean, sum of squared deviations and range of each column.
// Means are counted from the first row, so that a large offset costs no digits.
type moments struct {
	n                                int
	origin, mean, squares, low, high []float64
}

func newMoments(width int) *moments {
	m := &moments{
		origin: make([]float64, width), mean: make([]float64, width), squares: make([]float64, width),
		low: make([]float64, width), high: make([]float64, width),
	}
	for j := range width {
		m.low[j], m.high[j] = math.Inf(1), math.Inf(-1)
	}
	return m
}

// add merges the moments of a block into m (Chan, Golub and LeVeque 1983).
func (m *moments) add(x Source, from int, block linalg.Matrix) error {
	rows := float64(block.Rows)
	mean, squares := make([]float64, block.Cols), make([]float64, block.Cols)
	if m.n == 0 {
		copy(m.origin, block.Row(0))
	}
	for i := range block.Rows {
		for j, v := range block.Row(i) {
			if !isFinite(v) {
				return NotFinite{Row: from + i, Column: Names(x)[j], Value: v}
			}
			m.low[j], m.high[j] = min(m.low[j], v), max(m.high[j], v)
			mean[j] += v - m.origin[j]
		}
	}
	for j := range mean {
		mean[j] /= rows
	}
	for i := range block.Rows {
		for j, v := range block.Row(i) {
			deviation := v - m.origin[j] - mean[j]
			squares[j] += deviation * deviation
		}
	}
	before, after := float64(m.n), float64(m.n)+rows
	for j := range mean {
		delta := mean[j] - m.mean[j]
		m.mean[j] += delta * rows / after
		m.squares[j] += squares[j] + delta*delta*before*rows/after
	}
	m.n += block.Rows
	return nil
}

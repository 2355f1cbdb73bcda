package blocks

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/rows"
)

// Standard is a source centred and, unless asked not to, scaled to standard
// deviation 1 (with 1/n), column by column, on the fly: its rows are
// (x - Mean) / Scale.
type Standard struct {
	rows.Source
	Mean, Scale []float64
	Constant    []int // columns that do not vary: their scale is 1 and they deserve weight 0
}

// Standardize reads x once for the means and standard deviations of its columns.
// It fails on NaN and infinite values, with a [NotFinite].
func Standardize(ctx context.Context, x rows.Source, noScale bool) (*Standard, error) {
	if x.Len() < 1 || x.Width() < 1 {
		return nil, errors.New("there are no rows or no columns")
	}
	m, err := momentsOf(ctx, x)
	if err != nil {
		return nil, err
	}
	if m.bad != nil {
		return nil, rows.NotFinite{Row: m.bad.row, Column: rows.Names(x)[m.bad.column], Value: m.bad.value}
	}
	s := &Standard{Source: x, Mean: m.mean, Scale: make([]float64, x.Width())}
	for j := range s.Scale {
		s.Mean[j] += m.origin[j]
		s.Scale[j] = 1
		switch variance := m.squares[j] / float64(x.Len()); {
		case !m.varies[j]:
			s.Mean[j] = m.origin[j]
			s.Constant = append(s.Constant, j)
		case !(variance >= smallestNormal) || math.IsInf(variance, 0):
			return nil, beyondArithmetic(ctx, x, j)
		case !noScale:
			s.Scale[j] = math.Sqrt(variance)
		}
	}
	return s, nil
}

// beyondArithmetic says that column j has squares that are no floating-point numbers.
func beyondArithmetic(ctx context.Context, x rows.Source, j int) error {
	low, high := math.Inf(1), math.Inf(-1)
	err := rows.Each(ctx, x, rows.BlockLen(x.Width()), func(_, _ int, block []float64) error {
		for i := j; i < len(block); i += x.Width() {
			low, high = min(low, block[i]), max(high, block[i])
		}
		return nil
	})
	if err != nil {
		return err
	}
	return fmt.Errorf("column %q: its values range from %g to %g, which is beyond floating-point arithmetic; rescale it", rows.Names(x)[j], low, high)
}

// Block implements Source: rows [from, to), standardised, in buf.
func (s *Standard) Block(ctx context.Context, from, to int, buf []float64) ([]float64, error) {
	raw, err := s.Source.Block(ctx, from, to, buf)
	if err != nil {
		return nil, err
	}
	d, units := s.Width(), s.Units()
	dst := buf[:(to-from)*d]
	linalg.Parallel(to-from, 256, func(a, b int) { units.Standardize(dst[a*d:b*d], raw[a*d:b*d]) })
	return dst, nil
}

// Units are the means and scales.
func (s *Standard) Units() *Units { return NewUnits(s.Mean, s.Scale) }

// Names implements Named.
func (s *Standard) Names() []string { return rows.Names(s.Source) }

// Select returns the given rows, standardised, as a matrix. The source is asked for them
// in ascending order, so that one which reads a file reads it once.
func (s *Standard) Select(ctx context.Context, which []int) (linalg.Matrix, error) {
	d := s.Width()
	out := linalg.New(len(which), d)
	units := s.Units()
	order := make([]int, len(which))
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(a, b int) int { return which[a] - which[b] })
	for _, k := range order {
		if err := ctx.Err(); err != nil {
			return linalg.Matrix{}, err
		}
		row, err := s.Source.Block(ctx, which[k], which[k]+1, out.Row(k))
		if err != nil {
			return linalg.Matrix{}, err
		}
		units.apply(out.Row(k), row)
	}
	return out, nil
}

// Subset returns the given rows, standardised as they are here, in memory.
func (s *Standard) Subset(ctx context.Context, which []int) (*Standard, error) {
	some, err := s.Select(ctx, which)
	if err != nil {
		return nil, err
	}
	subset, err := AsStandard(s.Width(), some.Data)
	if err != nil {
		return nil, err
	}
	subset.Constant = s.Constant
	subset.Source, err = subset.Source.(*rows.Matrix).WithNames(s.Names())
	return subset, err
}

// AsStandard takes rows in memory as they are: with mean 0 and scale 1.
func AsStandard(width int, data []float64) (*Standard, error) {
	x, err := rows.NewMatrix(width, data)
	if err != nil {
		return nil, err
	}
	s := &Standard{Source: x, Mean: make([]float64, width), Scale: make([]float64, width)}
	for j := range s.Scale {
		s.Scale[j] = 1
	}
	return s, nil
}

// smallestNormal is the smallest number of full precision.
const smallestNormal = 0x1p-1022

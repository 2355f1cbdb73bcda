package aggregate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/rows"
)

// Standard is a table centred and, unless asked not to, scaled to standard deviation 1
// (with 1/n), column by column: its rows are (x - Mean) / Scale. They are not read here;
// statistics over the Source are told the units.
type Standard struct {
	Source      rows.Source
	Mean, Scale []float64
	Constant    []int // columns that do not vary: their scale is 1 and they deserve weight 0
}

// Standardize reads x once for the means and standard deviations of its columns; twice where
// its rows have weights, by which these are then taken.
// It fails on NaN and infinite values, with a [rows.NotFinite].
func Standardize(ctx context.Context, x rows.Source, noScale bool) (*Standard, error) {
	if x.Len() < 1 || x.Width() < 1 {
		return nil, errors.New("there are no rows or no columns")
	}
	m, err := momentsOf(ctx, rows.Unweighted(x))
	if err != nil {
		return nil, err
	}
	if m.Bad.Found {
		return nil, rows.NotFinite{Row: m.Bad.Row, Column: rows.Names(x)[m.Bad.Column], Value: m.Bad.Value}
	}
	if err := m.weigh(ctx, x); err != nil {
		return nil, err
	}
	s := &Standard{Source: x, Mean: m.Mean, Scale: make([]float64, x.Width())}
	for j := range s.Scale {
		s.Mean[j] += m.Origin[j]
		s.Scale[j] = 1
		switch variance := m.Squares[j] / float64(x.Len()); {
		case !m.Varies[j]:
			s.Mean[j] = m.Origin[j]
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
	g, err := Sum[*gathered](ctx, x, &gather{All: true, From: j, To: j + 1, Width: x.Width()})
	if err != nil {
		return err
	}
	return fmt.Errorf("column %q: its values range from %g to %g, which is beyond floating-point arithmetic; rescale it", rows.Names(x)[j], slices.Min(g.Data), slices.Max(g.Data))
}

// Len is the number of rows.
func (s *Standard) Len() int { return s.Source.Len() }

// Width is the number of columns.
func (s *Standard) Width() int { return s.Source.Width() }

// Units are the means and scales.
func (s *Standard) Units() *Units { return NewUnits(s.Mean, s.Scale) }

// Names are those of the columns.
func (s *Standard) Names() []string { return rows.Names(s.Source) }

// Select returns the given rows, standardised, as a matrix.
func (s *Standard) Select(ctx context.Context, which []int) (linalg.Matrix, error) {
	d := s.Width()
	g, err := sumNamed(ctx, s.Source, sortedOnce(which), func(some Ascending) Statistic { return &gather{Which: some, To: d, Width: d} })
	if err != nil {
		return linalg.Matrix{}, err
	}
	out, err := g.rows(which)
	if err != nil {
		return linalg.Matrix{}, err
	}
	s.Units().StandardizeAll(out.Data, out.Data)
	return out, nil
}

// Columns sets the rows of dst to the columns [from, to), standardised.
func (s *Standard) Columns(ctx context.Context, from, to int, dst linalg.Matrix) error {
	g, err := Sum[*gathered](ctx, s.Source, &gather{All: true, From: from, To: to, Width: s.Width(), expect: s.Len()})
	if err != nil {
		return err
	}
	columns, err := g.all()
	if err != nil {
		return err
	}
	for i := range columns.Rows {
		for j, v := range columns.Row(i) {
			dst.Set(j, i, (v-s.Mean[from+j])/s.Scale[from+j])
		}
	}
	return nil
}

// Subset returns the given rows, standardised as they are here, in memory, with the weights
// that they have.
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
	if subset.Source, err = subset.Source.(*rows.Matrix).WithNames(s.Names()); err != nil {
		return nil, err
	}
	subset.Source, err = Likewise(ctx, s.Source, subset.Source, which)
	return subset, err
}

// AsStandard takes rows in memory as they are: with mean 0 and scale 1.
func AsStandard(width int, data []float64) (*Standard, error) {
	x, err := rows.NewMatrix(width, data)
	if err != nil {
		return nil, err
	}
	return &Standard{Source: x, Mean: make([]float64, width), Scale: slices.Repeat([]float64{1}, width)}, nil
}

// smallestNormal is the smallest number of full precision.
const smallestNormal = 0x1p-1022

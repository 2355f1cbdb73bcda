package slicemoments

import (
	"context"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/target"
)

// Shrunk is the covariance of x within slices, each slice's V_j shrunk as Ledoit and Wolf (2004)
// do, and their mean by the rows,
//
//	W = Σ f_j {(1 - s_j) V_j + s_j m_j D_j},   s_j = (1/n_j) (mean |x̃|⁴ - |Ṽ_j|²) / (|Ṽ_j|² - d m_j²),
//
// x̃ being x less the mean of its slice, divided by the standard deviations there, D_j^½; Ṽ_j the
// covariance of x̃ and m_j = tr(Ṽ_j)/d. Where all rows of a slice have the same number in a
// column, a variance of 1 takes the place of 0 in D_j.
type Shrunk struct {
	Within linalg.Matrix // W
	Share  float64       // the mean of s_j by the rows
}

// NewShrunk takes the sums for d inputs that vary. Of rotated coordinates the standard deviations
// count for nothing: D_j is the identity.
func NewShrunk(ctx context.Context, x *aggregate.Standard, slices target.Slices, d float64, rotated bool) (*Shrunk, error) {
	means, err := SliceMeans(ctx, x, slices)
	if err != nil {
		return nil, err
	}
	at, err := newWithin(ctx, x, slices, means, linalg.Matrix{})
	if err != nil {
		return nil, err
	}
	scales := linalg.New(means.Rows, means.Cols)
	for i, v := range at.squares.Data {
		variance := v / slices.Weight(i/means.Cols)
		scales.Data[i] = 1
		if !rotated && variance > flat {
			scales.Data[i] = 1 / math.Sqrt(variance)
		}
	}
	if !rotated {
		if at, err = newWithin(ctx, x, slices, means, scales); err != nil {
			return nil, err
		}
	}
	s := &Shrunk{Within: linalg.New(means.Cols, means.Cols)}
	err = EachSpread(ctx, x, linalg.Matrix{}, slices, func(j int, within *Spread) {
		s.add(within, scales.Row(j), slices.Weight(j), at.fourth[j], float64(slices.Sizes[j]), d)
	})
	linalg.Scale(1/float64(x.Len()), s.Within)
	linalg.Symmetrize(s.Within)
	s.Share /= float64(x.Len())
	return s, err
}

// flat is a variance of inputs of variance 1 that rounding may leave of a constant.
const flat = 1e-20

// add adds what a slice of so much weight and so many rows says, and destroys its spread.
func (s *Shrunk) add(within *Spread, scale []float64, weight, fourth, rows, d float64) {
	held, squares, trace := within.Held, 0., 0.
	if within.Few() {
		scaled := held.Clone()
		for i := range scaled.Rows {
			linalg.Products(scaled.Row(i), scaled.Row(i), scale)
		}
		products := linalg.TimesT(scaled, scaled)
		squares, trace = linalg.Inner(products, products)/(rows*rows), linalg.Inner(scaled, scaled)/rows
	} else {
		for i := range held.Rows {
			for j, v := range held.Row(i) {
				v *= scale[i] * scale[j]
				squares += v * v
			}
			trace += held.At(i, i) * scale[i] * scale[i]
		}
	}
	share := ledoitWolf(fourth/weight, squares, trace, rows, d)
	if within.Few() {
		linalg.Scale(math.Sqrt(weight*(1-share)/rows), held)
		linalg.AddGram(s.Within, held)
	} else {
		linalg.AddScaled(s.Within, weight*(1-share), held)
	}
	for i, v := range scale {
		s.Within.Row(i)[i] += weight * share * trace / d / (v * v)
	}
	s.Share += weight * share
}

// ledoitWolf is the share of the identity in the best mixture with a covariance C of n rows:
//
//	(1/n) (mean |x|⁴ - |C|²) / (|C|² - tr(C)²/d), at most 1.
func ledoitWolf(fourth, squares, trace, n, d float64) float64 {
	noise, distance := (fourth-squares)/n, squares-trace*trace/d
	switch {
	case !(noise > 0):
		return 0
	case noise >= distance:
		return 1
	}
	return noise / distance
}

// withinOf asks for Σ (x - m)² and Σ |S (x - m)|⁴ within each slice, m being the mean there and S
// the scales, a row for each slice; none means 1.
type withinOf struct {
	standard
	Means, Scales linalg.Matrix
}

func newWithin(ctx context.Context, x *aggregate.Standard, slices target.Slices, means, scales linalg.Matrix) (*within, error) {
	return aggregate.Sum[*within](ctx, x.Source, &withinOf{standard{x.Units()}, means, scales}, slices.Of)
}

func (of *withinOf) Kind() string { return "squares within slices" }

func (of *withinOf) Zero() aggregate.Partial {
	s := &within{of: of, squares: linalg.New(of.Means.Rows, of.Means.Cols), fourth: make([]float64, of.Means.Rows), rest: make([]float64, of.Means.Cols)}
	s.Totals = aggregate.NewTotals(of, aggregate.Total{Matrix: s.squares}, aggregate.Vector(s.fourth))
	return s
}

func (of *withinOf) Complete() error {
	return aggregate.Consistent(of.Means.Rows >= 1, of.Means.Cols == len(of.Units.Mean), of.Scales.Rows == 0 || of.Scales.Rows == of.Means.Rows && of.Scales.Cols == of.Means.Cols)
}

type within struct {
	aggregate.Totals
	of      *withinOf
	squares linalg.Matrix
	fourth  []float64
	rest    []float64 // S (x - m) of a row, then its squares
}

func (s *within) Add(block aggregate.Block) error {
	if err := block.CheckLabels(s.of.Means.Cols, s.of.Means.Rows); err != nil {
		return err
	}
	return s.Each(block, s.of.Units, s.of.size(), 1, func(x, slice linalg.Matrix, weights []float64) {
		for i := range x.Rows {
			j, weight := int(slice.Data[i]), linalg.Weight(weights, i)
			copy(s.rest, x.Row(i))
			linalg.Axpy(-1, s.of.Means.Row(j), s.rest)
			if s.of.Scales.Rows > 0 {
				linalg.Products(s.rest, s.rest, s.of.Scales.Row(j))
			}
			square := linalg.Dot(s.rest, s.rest)
			s.fourth[j] += weight * square * square
			linalg.Products(s.rest, s.rest, s.rest)
			linalg.Axpy(weight, s.rest, s.squares.Row(j))
		}
	})
}

package explore

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"suffice"
	"suffice/internal/sampling"
	"suffice/rows"
)

const (
	mostShown  = 100_000    // rows
	mostKept   = 20_000_000 // numbers of shown rows in memory; beyond, they are read again
	keptShare  = 8          // of the memory that is allowed, at most one part of so many
	mostPoints = 50_000_000 // numbers of z
)

// drawShown draws the rows that pictures show, the same each time.
func drawShown(n int) []int { return sampling.Many(n, mostShown, rand.New(rand.NewPCG(1, 0x5407))) }

// mostKept is how many numbers of shown rows are kept in memory.
func (s *Server) mostKept() int {
	const bytes = 8 // of a number
	if allowed := s.options.Reading.Memory; allowed > 0 {
		return int(min(mostKept, allowed/keptShare/bytes))
	}
	return mostKept
}

// view is the inputs of the shown rows.
type view struct {
	shown []int       // rows of the choice
	x     rows.Source // the inputs of those that are there: in memory, or read again
	most  int         // numbers that may be kept in memory
	at    []int       // of each shown row, its place in x, or -1; nil means that all are there, in order

	dividing sync.Mutex
	divided  *division // for scores, as they were asked for last; nil until then
}

// newView takes the shown rows of x.
func newView(ctx context.Context, x rows.Source, shown []int, most int) (*view, error) {
	v := &view{shown: shown, most: most}
	var err error
	v.x, err = v.some(ctx, x, shown)
	return v, err
}

// some are rows of x, in memory where they are not too many.
func (v *view) some(ctx context.Context, x rows.Source, which []int) (rows.Source, error) {
	if len(which)*x.Width() <= v.most {
		return rows.Subset(ctx, rows.Unweighted(x), which)
	}
	return rows.Only(rows.Unweighted(x), which)
}

// place is that of a shown row in x, or -1.
func (v *view) place(i int) int {
	if v.at == nil {
		return i
	}
	return v.at[i]
}

// spread puts what each row of x has, width numbers, to its place among the shown rows.
func (v *view) spread(values []float64, width int) []float64 {
	if v.at == nil {
		return values
	}
	all := make([]float64, len(v.at)*width)
	for i, k := range v.at {
		row := all[i*width : (i+1)*width]
		if k >= 0 {
			copy(row, values[k*width:(k+1)*width])
			continue
		}
		for j := range row {
			row[j] = math.NaN()
		}
	}
	return all
}

// transform is z of the shown rows, by rows; that of rows that are not there, or whose
// components are beyond all numbers, is NaN.
func (v *view) transform(ctx context.Context, model *suffice.Projection) ([]float64, error) {
	z := make([]float64, v.x.Len()*model.Dim())
	if err := model.TransformTo(ctx, z, v.x); err != nil {
		return nil, err
	}
	for i, value := range z {
		if math.IsInf(value, 0) {
			z[i] = math.NaN()
		}
	}
	return v.spread(z, model.Dim()), nil
}

// input is an input of the shown rows, standardised as a model has it.
func (v *view) input(ctx context.Context, model *suffice.Projection, j int) ([]float64, error) {
	values := make([]float64, v.x.Len())
	mean, scale, d := model.Mean[j], model.Scale[j], v.x.Width()
	err := rows.Each(ctx, v.x, rows.BlockLen(d), func(from, to int, block []float64) error {
		for i := range to - from {
			values[from+i] = (block[i*d+j] - mean) / scale
		}
		return nil
	})
	return v.spread(values, 1), err
}

// viewOf is the view of rows of x, of which row k is row inTable(k) of the table, ascending.
func viewOf(ctx context.Context, x rows.Source, inTable func(k int) int, shown []int, tableRow func(i int) int, most int) (*view, error) {
	v := &view{shown: shown, most: most, at: make([]int, len(shown))}
	var there []int
	k := 0
	for i, row := range shown {
		v.at[i] = -1
		for k < x.Len() && inTable(k) < tableRow(row) {
			k++
		}
		if k < x.Len() && inTable(k) == tableRow(row) {
			v.at[i] = len(there)
			there = append(there, k)
		}
	}
	if !slices.Contains(v.at, -1) {
		v.at = nil
	}
	var err error
	v.x, err = v.some(ctx, x, there)
	return v, err
}

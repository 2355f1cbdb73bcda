package target

import (
	"context"
	"fmt"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// description is what there is to know here of an output that is apart: its values stay where the
// rows are, as those of a cluster do. This package asks them there; whoever has the output need not
// know.
type description struct {
	Target  aggregate.Elsewhere // beside the rows
	Values  *Values             // how it becomes numbers
	Names   []string            // of these: numbers, classes or labels
	Varying int                 // columns of the target that vary
}

// describe is the one place that asks whether an output is apart.
func describe(y output.Output) (d description, apart bool) {
	if far, ok := y.(interface{ describe() description }); ok {
		return far.describe(), true
	}
	return d, false
}

// take is the targets of the given rows.
func (d description) take(ctx context.Context, which []int) (linalg.Matrix, error) {
	return aggregate.TakeAligned(ctx, d.Target.Source, d.Target, which)
}

// Sample draws rows of a target that is apart, in their order: as many as are enough, or all.
func Sample(n int) []int { return sampling.Many(n, sampling.ForAll, sampling.Random(uint64(n), 0xfe3)) }

// Subset is the given rows of an output, in memory, compared with each other as they are in all of
// it. No rows given means all; where they are apart, that is refused if they are too many.
func Subset(ctx context.Context, y output.Output, which []int) (output.Output, error) {
	d, apart := describe(y)
	switch {
	case !apart && which == nil:
		return y, nil
	case !apart:
		return output.Some(y, which), nil
	case which == nil && y.Len() > sampling.ForAll:
		return nil, tooRare(y.Len())
	case which == nil:
		which = sampling.All(y.Len())
	}
	raw, err := d.take(ctx, which)
	if err != nil {
		return nil, err
	}
	return d.Values.output(y.Kind(), output.Names(y), raw), nil
}

func tooRare(n int) error {
	return fmt.Errorf("%d rows are too many to bring here; if other values of the target are so rare that none is among the rows drawn, make a table of the rows that have them and some of the others, with a column of weights", n)
}

// drawnWith is rows of an output that is apart, drawn at random with given ones.
type drawnWith struct {
	y       output.Output
	rows    []int     // of the output, in order
	places  []int     // of the given rows among these
	weights []float64 // with mean 1; nil where all count the same
}

func drawWith(ctx context.Context, x rows.Source, y output.Output, given []int) (d drawnWith, err error) {
	d.rows = slices.Concat(given, Sample(y.Len()))
	slices.Sort(d.rows)
	d.rows = slices.Compact(d.rows)
	for _, i := range given {
		place, _ := slices.BinarySearch(d.rows, i)
		d.places = append(d.places, place)
	}
	if d.y, err = Subset(ctx, y, d.rows); err != nil {
		return d, err
	}
	d.weights, err = aggregate.WeightsOf(ctx, x, d.rows)
	d.weights = aggregate.MeanOne(d.weights)
	return d, err
}

// Take copies the given rows of x and y, in the given order.
func Take(ctx context.Context, x rows.Source, y output.Output, which []int) (rows.Source, output.Output, error) {
	part, err := Subset(ctx, y, which)
	if err != nil {
		return nil, nil, err
	}
	taken, err := aggregate.Take(ctx, x, which)
	return taken, part, err
}

// Held is x and y or, where their rows are elsewhere, as many of these, drawn at random, as are
// enough. There may be no y.
func Held(ctx context.Context, x rows.Source, y output.Output) (rows.Source, output.Output, error) {
	switch {
	case !aggregate.IsApart(x):
		return x, y, nil
	case y == nil:
		taken, err := aggregate.Take(ctx, x, Sample(x.Len()))
		return taken, nil, err
	}
	return Take(ctx, x, y, Sample(x.Len()))
}

// HasColumns reports whether an output has columns.
func HasColumns(y output.Output) bool {
	_, here := y.(output.Columnar)
	_, apart := describe(y)
	return here || apart
}

// CheckColumns is [output.CheckColumns]. Columns that are apart take no memory here.
func CheckColumns(y output.Output) error {
	if _, apart := describe(y); apart {
		return nil
	}
	return output.CheckColumns(y)
}

// HasFactor reports whether the kernel of an output is FFᵀ for few columns F.
func HasFactor(y output.Output) bool {
	_, here := y.(output.Factored)
	_, apart := describe(y)
	return here || apart && !y.Kind().Numeric()
}

// Measured reports whether an output has a distance, as numbers have.
func Measured(y output.Output) bool {
	_, here := y.(output.Metric)
	_, apart := describe(y)
	return here || apart && y.Kind().Numeric()
}

// CheckKernel is [output.CheckKernel]. What is apart has one.
func CheckKernel(y output.Output) error {
	if _, apart := describe(y); apart {
		return nil
	}
	return output.CheckKernel(y)
}

// CanSlice reports whether an output can be cut into slices.
func CanSlice(y output.Output) bool {
	_, here := y.(output.Sliced)
	_, apart := describe(y)
	return here || apart && y.Kind() != output.KindLabels
}

// CountVarying is how many columns of an output vary; 0 where it has none.
func CountVarying(y output.Output) (count int) {
	if d, apart := describe(y); apart {
		return d.Varying
	}
	columnar, ok := y.(output.Columnar)
	if !ok {
		return 0
	}
	width, data := columnar.Columns()
	for j := range width {
		for i := j; i < len(data); i += width {
			if data[i] != data[j] {
				count++
				break
			}
		}
	}
	return count
}

// MostDense is how many inputs are affordable as numbers of all of the rows taken.
const MostDense = 4000

// Dense are rows as numbers of their own.
func Dense(ctx context.Context, x rows.Source) (linalg.Matrix, error) {
	m := linalg.New(x.Len(), x.Width())
	block, err := x.Block(ctx, 0, x.Len(), m.Data)
	if err == nil {
		copy(m.Data, block) // which may be a view
	}
	return m, err
}

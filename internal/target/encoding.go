package target

import (
	"context"
	"math"
	"slices"
	"strconv"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/winsorize"
	"suffice/output"
)

// Encoding is an output as numbers, a row each: numbers in their units, 1 for the class or the
// labels that a row has and 0 for the others, or, of structures, functions whose products are
// about their kernel.
type Encoding struct {
	Kind   output.Kind
	Names  []string // of numbers, classes or labels; functions of structures have none
	Values linalg.Matrix
}

// Encode is the encoding of the given rows of an output; nil means all. Classes are all that the
// output has, also where the rows have fewer.
func Encode(ctx context.Context, y output.Output, rows []int) (*Encoding, error) {
	if err := CheckColumns(y); err != nil {
		return nil, err
	}
	if d, apart := describe(y); apart {
		return d.encode(ctx, y.Kind(), rows)
	}
	columnar, ok := y.(output.Columnar)
	if !ok {
		return encodeKernel(ctx, y, rows)
	}
	width, data := columnar.Columns()
	e := &Encoding{Kind: y.Kind(), Values: linalg.Of(y.Len(), width, data)}
	of := output.TargetOf(y)
	switch {
	case of == nil && len(output.Names(y)) == width:
		e.Names = output.Names(y)
	case of == nil:
		e.Names = numbered(width)
	case e.Kind == output.KindClass:
		e.Names = occurring(of)
	default:
		e.Names, e.Values = of.Names, linalg.Of(y.Len(), width, of.Values)
	}
	return e.Subset(rows), nil
}

// encode is numbers and labels as they are where the rows are, and the indicators of classes.
func (d description) encode(ctx context.Context, kind output.Kind, rows []int) (*Encoding, error) {
	if rows == nil {
		rows = sampling.All(d.Target.Source.Len())
	}
	values, err := d.take(ctx, rows)
	if err != nil || kind != output.KindClass {
		return &Encoding{kind, d.Names, values}, err
	}
	e := &Encoding{kind, d.Names, linalg.New(values.Rows, d.Values.Width())}
	d.Values.Set(e.Values, values)
	return e, nil
}

// encodeKernel is functions of an output that has a kernel alone.
func encodeKernel(ctx context.Context, y output.Output, rows []int) (*Encoding, error) {
	const centres = 200
	if err := output.CheckKernel(y); err != nil {
		return nil, err
	}
	if rows != nil {
		y = output.Some(y, rows)
	}
	n := y.Len()
	some := sampling.Random(uint64(n), 0xa25).Perm(n)[:min(n, centres)]
	functions, err := Weighted(ctx, y, nil, some, 1)
	return &Encoding{Kind: y.Kind(), Values: functions}, err
}

// numbered are names for columns that have none: y1, y2, ….
func numbered(n int) []string {
	names := make([]string, n)
	for j := range names {
		names[j] = "y" + strconv.Itoa(j+1)
	}
	return names
}

// occurring are the names of the classes that some row has, in their order.
func occurring(t *output.Target) (names []string) {
	seen := make([]bool, len(t.Classes))
	for _, c := range t.Class {
		seen[c] = true
	}
	for c, name := range t.Classes {
		if seen[c] {
			names = append(names, name)
		}
	}
	return names
}

// Subset is the encoding of the given rows, in memory of its own; nil means all.
func (e *Encoding) Subset(rows []int) *Encoding {
	if rows == nil {
		return &Encoding{e.Kind, e.Names, e.Values.Clone()}
	}
	return &Encoding{e.Kind, e.Names, e.Values.Pick(rows)}
}

// Standardised is the values with columns of mean 0 and standard deviation 1, absurd numbers
// drawn in, and what mean and standard deviation were. A constant has standard deviation 1.
func (e *Encoding) Standardised() (standard linalg.Matrix, mean, sd []float64) {
	y := e.Values
	standard = linalg.Of(y.Rows, y.Cols, winsorize.DrawIn(y.Clone().Data, y.Cols)).Clone()
	mean, sd = linalg.MeanRow(standard, nil), make([]float64, y.Cols)
	linalg.AddRow(standard, -1, mean)
	n := float64(y.Rows)
	for i := range y.Rows {
		for j, v := range standard.Row(i) {
			sd[j] += v * v / n
		}
	}
	for j, v := range sd {
		sd[j] = math.Sqrt(v)
		if sd[j] <= 1e-14*math.Abs(mean[j]) { // but for rounding it is a constant
			sd[j] = 1
		}
	}
	for i := range y.Rows {
		for j := range sd {
			standard.Row(i)[j] /= sd[j]
		}
	}
	return standard, mean, sd
}

// mostPlain is how many columns of y are affordable: as many as there are functions of it.
const mostPlain = 50

// Plain is y itself, a column for each number, class or label: centred, and numbers clipped
// and of variance 1. It is empty where y has no columns, or too many. The weights are those
// of the rows; nil means that all count the same.
func Plain(y output.Output, weights []float64) linalg.Matrix {
	c, ok := y.(output.Columnar)
	if !ok {
		return linalg.Matrix{}
	}
	width, data := c.Columns()
	if width > mostPlain && (output.CountClasses(y) == 0 || width > eachClass) {
		return linalg.Matrix{}
	}
	out, column := linalg.New(y.Len(), width), make([]float64, y.Len())
	_, number := y.(output.Metric)
	for k := range width {
		for i := range column {
			column[i] = data[i*width+k]
		}
		if number {
			clip(column)
		}
		standardise(column, weights, number)
		for i, v := range column {
			out.Set(i, k, v)
		}
	}
	return out
}

// clip draws in values that are further than four standard deviations from the median, as
// the median distance from it tells these of normal values.
func clip(column []float64) {
	const far = 4 * 1.4826
	middle := median(column)
	distance := make([]float64, len(column))
	for i, v := range column {
		distance[i] = math.Abs(v - middle)
	}
	if most := far * median(distance); most > 0 {
		for i, v := range column {
			column[i] = min(max(v, middle-most), middle+most)
		}
	}
}

func median(values []float64) float64 { return slices.Sorted(slices.Values(values))[len(values)/2] }

// standardise centres a column and, if asked to, scales it to variance 1.
func standardise(column, weights []float64, scale bool) {
	n, mean, square := float64(len(column)), 0., 0.
	for i, v := range column {
		mean += linalg.Weight(weights, i) * v / n
	}
	for i := range column {
		column[i] -= mean
		square += linalg.Weight(weights, i) * column[i] * column[i] / n
	}
	if scale && square > 0 {
		linalg.Divide(column, math.Sqrt(square))
	}
}

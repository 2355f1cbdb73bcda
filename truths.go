package suffice

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"suffice/internal/linalg"
	"suffice/internal/outliers"
	"suffice/internal/remote"
	"suffice/output"
)

// truths are what is predicted, a row of numbers for each row: numbers, or 1 for the class or
// the labels that a row has and 0 for the others.
type truths struct {
	kind   output.Kind
	names  []string
	values linalg.Matrix
}

// checkTruths is an error where an output has none.
func checkTruths(y output.Output) error {
	kind := y.Kind()
	if !remote.HasColumns(y) || !kind.Numeric() && kind != output.KindClass && kind != output.KindLabels {
		return fmt.Errorf("a predictor is for numbers, classes or labels, but the output is of kind %q; leave the predictor out", kind)
	}
	return remote.CheckColumns(y)
}

// truthsOf are those of some rows of an output.
func truthsOf(ctx context.Context, y output.Output, some []int) (truths, error) {
	kind := y.Kind()
	if far, elsewhere := y.(*remote.Output); elsewhere {
		names, values, err := far.Truths(ctx, some)
		return truths{kind, names, values.Matrix}, err
	}
	width, data := y.(output.Columnar).Columns()
	t := truths{kind: kind, values: linalg.Of(y.Len(), width, data)}
	target := output.TargetOf(y)
	switch {
	case target == nil && len(output.Names(y)) == width:
		t.names = output.Names(y)
	case target == nil:
		t.names = numbered(width)
	case kind == output.KindClass:
		t.names = occurring(target)
	default:
		t.names, t.values = target.Names, linalg.Of(y.Len(), width, target.Values)
	}
	return t.of(some), nil
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

// of are the truths of the given rows.
func (t truths) of(which []int) truths {
	part := linalg.New(len(which), t.values.Cols)
	for k, i := range which {
		copy(part.Row(k), t.values.Row(i))
	}
	return truths{t.kind, t.names, part}
}

// standardised is y with columns of mean 0 and standard deviation 1, absurd numbers drawn in,
// and what they were.
func standardised(y linalg.Matrix) (standard linalg.Matrix, mean, sd []float64) {
	standard = linalg.Of(y.Rows, y.Cols, outliers.DrawIn(y.Clone().Data, y.Cols)).Clone()
	mean, sd = make([]float64, y.Cols), make([]float64, y.Cols)
	n := float64(y.Rows)
	for i := range y.Rows {
		linalg.Axpy(1/n, standard.Row(i), mean)
	}
	for i := range y.Rows {
		linalg.Axpy(-1, mean, standard.Row(i))
		for j, v := range standard.Row(i) {
			sd[j] += v * v / n
		}
	}
	for j, v := range sd {
		sd[j] = math.Sqrt(v)
		if sd[j] == 0 {
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

package target

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/winsorize"
	"suffice/output"
	"suffice/rows"
)

// far is an output whose values are where the rows are. It knows of itself what an output in
// memory works out when it is made.
type far struct {
	of    *output.Target // without its values
	known description
	check error // what makes it impossible to learn from
}

// farClasses is one of classes.
type farClasses struct{ *far }

// Open makes an output of a target that is where the rows of x are. The target says what it
// is, and has no values; what there is to know of these is asked for, by sums over the rows and by
// rows drawn. Outputs of no more than held rows are taken from there; 0 means
// [sampling.ForAll].
//
// The target of a row is a number or several, the place of a class among the classes, or 0
// and 1 for each label: what a [output.Target] has as Values or Class.
func Open(ctx context.Context, x rows.Source, of *output.Target, held int) (output.Output, error) {
	width, err := columnsOf(of)
	if err != nil {
		return nil, err
	}
	if x.Len() <= cmp.Or(held, sampling.ForAll) {
		return Bring(ctx, x, of, sampling.All(x.Len()))
	}
	beside := aggregate.Elsewhere{Source: x, Columns: width}
	y := &far{of: of, known: description{Target: beside, Names: of.Names, Values: &Values{Columns: width, Of: x.Len()}}}
	if err := y.look(ctx); err != nil {
		return nil, err
	}
	if of.Kind == output.KindClass {
		return farClasses{y}, nil
	}
	return y, nil
}

// Bring is the given rows of a target that is where those of x are, as an output in memory.
func Bring(ctx context.Context, x rows.Source, of *output.Target, which []int) (output.Output, error) {
	width, err := columnsOf(of)
	if err != nil {
		return nil, err
	}
	values, err := aggregate.TakeAligned(ctx, x, aggregate.Elsewhere{Source: x, Columns: width}, which)
	if err != nil {
		return nil, err
	}
	own := *of
	if own.Values = values.Data; of.Kind == output.KindClass {
		own.Values, own.Class = nil, make([]int, len(which))
		for i, c := range values.Data {
			own.Class[i] = int(c)
		}
	}
	return own.Output()
}

// columnsOf is how many numbers the target of a row has.
func columnsOf(t *output.Target) (int, error) {
	switch t.Kind {
	case output.KindNumber, output.KindClass:
		return 1, nil
	case output.KindNumbers, output.KindLabels:
		return max(1, len(t.Names)), nil
	}
	return 0, fmt.Errorf("outputs of kind %s cannot stay where the rows are; take numbers, classes or labels, or a table in memory", t.Kind)
}

// look asks for what an output has to know of itself.
func (y *far) look(ctx context.Context) error {
	x := y.known.Target.Source
	seen, err := Look(ctx, x, y.known.Target)
	switch {
	case err != nil:
		return err
	case len(seen.Bad) > 0:
		y.check = seen.Bad[0]
		return nil
	case y.Kind() == output.KindClass:
		return y.lookAtClasses(ctx, int(seen.High[0])+1)
	case y.Kind() == output.KindLabels:
		y.known.Values.Labels, y.known.Values.Counts = true, seen.Sum
	default:
		if err := y.lookAtNumbers(ctx, seen); err != nil || y.check != nil {
			return err
		}
	}
	y.check = output.ErrConstant
	for j, low := range seen.Low {
		if low != seen.High[j] {
			y.known.Varying++
			y.check = nil
		}
	}
	return nil
}

// mostClasses is how many there may be.
const mostClasses = 1 << 12

// lookAtClasses finds which of so many there are.
func (y *far) lookAtClasses(ctx context.Context, count int) error {
	if count > mostClasses {
		y.check = fmt.Errorf("more than %d classes are too many; choose another target", mostClasses)
		return nil
	}
	sizes, err := Counts(ctx, y.known.Target.Source, y.known.Target, count)
	if err != nil {
		return err
	}
	v := y.known.Values
	y.known.Names = nil
	for c, n := range sizes {
		if n > 0 {
			v.Classes, v.Counts = append(v.Classes, float64(c)), append(v.Counts, n)
			y.known.Names = append(y.known.Names, y.className(c))
		}
	}
	if y.known.Varying = len(v.Classes); len(v.Classes) < 2 {
		y.check = output.ErrConstant
	}
	return nil
}

// className is the name of a class.
func (y *far) className(c int) string {
	if c < len(y.of.Classes) {
		return y.of.Classes[c]
	}
	return strconv.Itoa(c)
}

// lookAtNumbers finds fences around numbers that are not absurd and, where there are several
// a row, their means and scales, as [output.Numbers] and [output.Columns] do, of rows drawn.
func (y *far) lookAtNumbers(ctx context.Context, seen *Survey) error {
	some, err := aggregate.TakeAligned(ctx, y.known.Target.Source, y.known.Target, Sample(y.Len()))
	if err != nil {
		return err
	}
	v := y.known.Values
	for j := range some.Cols {
		fence := winsorize.Around(winsorize.Column(some.Data, some.Cols, j), winsorize.Absurd)
		if fence.Holds(seen.Low[j]) && fence.Holds(seen.High[j]) {
			fence = winsorize.Fence{Low: math.Inf(-1), High: math.Inf(1)}
		}
		v.Fences = append(v.Fences, fence)
		seen.Low[j], seen.High[j] = fence.Nearest(seen.Low[j]), fence.Nearest(seen.High[j])
		y.check = cmp.Or(y.check, winsorize.CheckRange(seen.Low[j], seen.High[j]))
	}
	if some.Cols > 1 && y.check == nil {
		v.Mean, v.Per = scales(v, some)
	}
	return nil
}

// scales are the mean of each column, but for outliers, and its standard deviation.
func scales(v *Values, some linalg.Matrix) (mean, per []float64) {
	near := linalg.New(some.Rows, some.Cols)
	v.Set(near, some)
	mean, per = make([]float64, some.Cols), make([]float64, some.Cols)
	for j := range mean {
		mean[j], per[j] = winsorize.Usual(winsorize.Column(near.Data, some.Cols, j))
	}
	return mean, per
}

func (y *far) describe() description { return y.known }

// Len implements output.Output.
func (y *far) Len() int { return y.known.Target.Source.Len() }

// Kind implements output.Output.
func (y *far) Kind() output.Kind { return y.of.Kind }

// Signed implements output.Output.
func (y *far) Signed() bool { return y.Kind() == output.KindLabels }

// Check implements output.Output.
func (y *far) Check() error { return y.check }

// Names implements output.Named.
func (y *far) Names() []string {
	if y.of.Columns != nil {
		return y.of.Columns
	}
	return y.of.Names
}

// CountClasses implements output.Classified.
func (y farClasses) CountClasses() int { return len(y.known.Values.Classes) }

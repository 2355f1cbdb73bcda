package crossfit

import (
	"context"
	"math"
	"slices"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
)

// Targets are what is predicted of y, a row for each of its rows: numbers, each centred and of
// variance 1; 0 and 1 for classes and labels; for structures functions of y whose products are
// about its kernel. Behind these there may be waves over the ranks of numbers.
type Targets struct {
	linalg.Matrix
	Kind  output.Kind
	Names []string  // of the numbers, classes or labels
	Mean  []float64 // of numbers, which is taken off,
	Unit  []float64 // and the standard deviations that they are divided by
	waved bool      // there are waves behind the numbers
}

// told is the number of columns that measures are of, from the first.
func (t Targets) told() int {
	if t.waved {
		return t.Cols / (1 + waves)
	}
	return t.Cols
}

// steady is the first of the columns, up to the last, that tell noise from a finding and more
// components from fewer.
func (t Targets) steady() int {
	if t.waved {
		return t.told()
	}
	return 0
}

// NewTargets are those of the given rows of an output; nil means all.
func NewTargets(ctx context.Context, y output.Output, rows []int) (Targets, error) {
	encoded, err := target.Encode(ctx, y, rows)
	if err != nil {
		return Targets{}, err
	}
	t := Targets{Matrix: encoded.Values, Kind: encoded.Kind, Names: encoded.Names}
	if t.Kind.Numeric() {
		for j := range t.Cols {
			mean, unit := t.standardise(j)
			t.Mean, t.Unit = append(t.Mean, mean), append(t.Unit, unit)
		}
	}
	return t, nil
}

// standardise makes a column centred and of variance 1, and returns what it was.
func (t Targets) standardise(j int) (mean, sd float64) {
	column := t.column(j)
	mean, variance := learn.Moments(column)
	if sd = math.Sqrt(variance); sd == 0 {
		sd = 1
	}
	for i, v := range column {
		t.Set(i, j, (v-mean)/sd)
	}
	return mean, sd
}

func (t Targets) column(j int) []float64 { return t.Columns(j, j+1).Clone().Data }

// waves is how many functions of a number there are: the first falls from one end of its range
// to the other, the second tells the ends from the middle, and so on.
const waves = 4

// withWaves are the targets with waves over the ranks of each number behind them: no outlier
// rules these, and they tell more of it than the mean.
func (t Targets) withWaves() Targets {
	if !t.Kind.Numeric() {
		return t
	}
	out, width := t, t.Cols
	out.Matrix, out.waved = linalg.New(t.Rows, (1+waves)*width), true
	for j := range width {
		column := t.column(j)
		of := wavesOf(column)
		for i, v := range column {
			out.Set(i, j, v)
			for k, wave := range of.Row(i) {
				out.Set(i, (1+k)*width+j, wave)
			}
		}
	}
	return out
}

// wavesOf are the waves over the ranks of a column.
func wavesOf(column []float64) linalg.Matrix {
	out := linalg.New(len(column), waves)
	for i, u := range shares(column) {
		for k := range waves {
			out.Set(i, k, math.Sqrt2*math.Cos(float64(k+1)*math.Pi*u))
		}
	}
	return out
}

// shares are those of the values below each, and half of those equal to it.
func shares(values []float64) []float64 {
	sorted := slices.Sorted(slices.Values(values))
	out := make([]float64, len(values))
	for i, v := range values {
		from, _ := slices.BinarySearch(sorted, v)
		to, _ := slices.BinarySearch(sorted, math.Nextafter(v, math.Inf(1)))
		out[i] = float64(from+to) / 2 / float64(len(values))
	}
	return out
}

// Of are the targets of the given rows.
func (t Targets) Of(which []int) Targets {
	t.Matrix = t.Pick(which)
	return t
}

// strata puts rows into groups of as many as there are folds, that are alike in the target: those
// of a class, or numbers that follow each other. Each fold gets as many of a group as another.
func (t Targets) strata(folds int) []int {
	switch t.Kind {
	case output.KindClass:
		class := make([]int, t.Rows)
		for i := range class {
			class[i] = slices.Index(t.Row(i), 1)
		}
		return class
	case output.KindNumber:
		of := make([]int, t.Rows)
		for rank, i := range sampling.Ascending(t.column(0)) {
			of[i] = rank / folds
		}
		return of
	}
	return nil
}

// Square is the squared error of a prediction in the steady columns.
func (t Targets) Square(truth, predicted []float64) float64 {
	return squared(truth[t.steady():], predicted[t.steady():])
}

// Loss is how wrong a prediction is for a row: 1 for a wrong class, the share of wrong labels,
// or the squared error, averaged over numbers.
func (t Targets) Loss(truth, predicted []float64) float64 {
	var sum float64
	switch t.Kind {
	case output.KindClass:
		if metrics.Largest(truth) != metrics.Largest(predicted) {
			return 1
		}
		return 0
	case output.KindLabels:
		for j, v := range truth {
			if (v == 1) != metrics.Has(predicted[j]) {
				sum++
			}
		}
		return sum / float64(len(truth))
	}
	sum = squared(truth[:t.told()], predicted[:t.told()])
	if t.Kind.Numeric() {
		sum /= float64(t.told())
	}
	return sum
}

// squared is the squared distance of a prediction from the truth.
func squared(truth, predicted []float64) (sum float64) {
	for j, v := range truth {
		sum += (v - predicted[j]) * (v - predicted[j])
	}
	return sum
}

// InUnits are numbers as they were, and others as they are.
func (t Targets) InUnits(values linalg.Matrix) linalg.Matrix {
	values = values.Columns(0, t.told()).Clone()
	if t.Unit == nil {
		return values
	}
	for i := range values.Rows {
		row := values.Row(i)
		linalg.Products(row, row, t.Unit)
		linalg.Axpy(1, t.Mean, row)
	}
	return values
}

// standard overwrites numbers in units by standardised ones.
func (t Targets) standard(values linalg.Matrix) {
	linalg.AddRow(values, -1, t.Mean)
	for i := range values.Rows {
		for j, unit := range t.Unit {
			values.Row(i)[j] /= unit
		}
	}
}

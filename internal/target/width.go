package target

import (
	"context"
	"errors"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// CentredFunctions gives functions of y, centred, whose products are its kernel: exactly, or
// up to a millionth where it takes many. There are none where y seems constant. The weights
// are those of the rows; nil means that all count the same.
func CentredFunctions(ctx context.Context, y output.Output, weights []float64) (linalg.Matrix, error) {
	y, err := Subset(ctx, y, nil)
	if err != nil {
		return linalg.Matrix{}, err
	}
	if factored, ok := y.(output.Factored); ok {
		return centredFactor(factored, weights), nil
	}
	const candidates, most, leftOut, functionSeed = sampling.ToCompare, 64, 1e-6, 7
	width, err := Width(ctx, y, weights)
	if err == nil {
		some := sampling.Rows(y.Len(), candidates, sampling.Random(functionSeed, 0))
		var f linalg.Matrix
		if f, err = Factor(ctx, y, some, width, most, leftOut); err == nil {
			if weights != nil {
				aggregate.CentreBy(f, weights)
			}
			return f, nil
		}
	}
	if errors.Is(err, output.ErrConstant) {
		err = nil // among the rows that were drawn
	}
	return linalg.Matrix{}, err
}

// centredFactor is F less the means of its columns, where the kernel of y is FFᵀ.
func centredFactor(y output.Factored, weights []float64) linalg.Matrix {
	width, data := y.Factor()
	f := linalg.Of(y.Len(), width, append([]float64(nil), data...))
	aggregate.CentreBy(f, weights)
	return f
}

// medianSample is how many rows the median distance is taken over; any seed will do,
// so that it is the same each time.
const medianSample, medianSeed = sampling.ToScale, 1

// Width is that of the Gaussian on y, where it has one: the median of the distances
// that are not 0, between all pairs of a sample of rows, by their weights where these are not
// nil. It is 0 where y has no width.
func Width(ctx context.Context, y output.Output, weights []float64) (float64, error) {
	return widthOf(ctx, y, func(which []int) ([]float64, error) { return aggregate.Some(weights, which), nil })
}

// WidthOver is Width by the weights of the rows of x, wherever these are.
func WidthOver(ctx context.Context, x rows.Source, y output.Output) (float64, error) {
	return widthOf(ctx, y, func(which []int) ([]float64, error) { return aggregate.WeightsOf(ctx, x, which) })
}

func widthOf(ctx context.Context, y output.Output, weightsOf func(which []int) ([]float64, error)) (float64, error) {
	if !Measured(y) {
		return 0, nil
	}
	sample := sampling.Rows(y.Len(), medianSample, sampling.Random(medianSeed, 0))
	weights, err := weightsOf(sample)
	if err != nil {
		return 0, err
	}
	metric, here := y.(output.Metric)
	if !here {
		some, err := Subset(ctx, y, sample)
		if err != nil {
			return 0, err
		}
		metric, sample = some.(output.Metric), sampling.All(len(sample))
	}
	if weights != nil {
		if width, err := lsmi.WeightedMedianDistance(metric, sample, weights); err == nil {
			return width, nil
		}
	} else if width, err := lsmi.MedianDistance(metric, sample, sample); err == nil {
		return width, nil
	}
	if !here {
		if y, err = Subset(ctx, y, Sample(y.Len())); err != nil {
			return 0, err
		}
	}
	return lsmi.MedianDistance(y.(output.Metric), sampling.All(y.Len()), []int{0}) // a rare value differs from the first
}

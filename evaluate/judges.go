package evaluate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"suffice/internal/crossfit"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/predictor"
	"suffice/output"
	"suffice/rows"
)

// Judge is what predicts test rows from the components of training rows.
type Judge string

// What there is. All choose their settings within the training rows.
const (
	BothJudges      Judge = "both"       // the mean of what the next two say; what "" means
	NeighboursJudge Judge = "neighbours" // the mean of the nearest neighbours, as many as predict best
	RidgeJudge      Judge = "ridge"      // kernel ridge regression at 200 centres
	NearestJudge    Judge = "nearest"    // the one nearest neighbour
)

// Judges are all of them.
func Judges() []Judge { return []Judge{BothJudges, NeighboursJudge, RidgeJudge, NearestJudge} }

// Check says that there is no such judge, or nil.
func (j Judge) Check() error {
	if j == "" || slices.Contains(Judges(), j) {
		return nil
	}
	var names []string
	for _, judge := range Judges() {
		names = append(names, string(judge))
	}
	return fmt.Errorf("there is no judge %q; choose one of %s", string(j), strings.Join(names, ", "))
}

// predictBy predicts the targets of the test rows from those of the training rows.
func predictBy(ctx context.Context, judge Judge, z, test *rows.Matrix, y crossfit.Targets) (predicted linalg.Matrix, err error) {
	train, at := view(z), view(test)
	switch judge {
	case NeighboursJudge:
		predicted = byNeighbours(train, at, y)
	case RidgeJudge:
		predicted, err = byRidge(train, at, y)
	case NearestJudge:
		nearest, failed := Nearest(ctx, z, test)
		if failed != nil {
			return predicted, failed
		}
		predicted = y.Pick(nearest)
	default:
		if predicted, err = byRidge(train, at, y); err == nil {
			linalg.Add(predicted, byNeighbours(train, at, y))
			linalg.Scale(.5, predicted)
		}
	}
	if err == nil && !linalg.Finite(predicted.Data) {
		err = errors.New("a prediction is not finite")
	}
	return predicted, err
}

func byRidge(z, test linalg.Matrix, y crossfit.Targets) (linalg.Matrix, error) {
	const centres = 200
	ridge, err := learn.FitRidge(z, y.Matrix, learn.RidgeOptions{Most: centres})
	if err != nil {
		return linalg.Matrix{}, err
	}
	return ridge.Predict(test), nil
}

func byNeighbours(z, test linalg.Matrix, y crossfit.Targets) linalg.Matrix {
	loss := predictor.SquaredError
	if y.Kind == output.KindClass {
		loss = predictor.Wrong
	}
	return learn.Neighbours(z, test, y.Matrix, loss)
}

package evaluate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"suffice/internal/linalg"
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

// predictBy predicts the answers of the test rows from those of the training rows.
func (a answers) predictBy(ctx context.Context, judge Judge, z, test *rows.Matrix, y linalg.Matrix) (predicted linalg.Matrix, err error) {
	train, at := view(z, 0, z.Len()), view(test, 0, test.Len())
	switch judge {
	case NeighboursJudge:
		predicted = a.byNeighbours(train, at, y)
	case RidgeJudge:
		predicted, err = a.byRidge(train, at, y)
	case NearestJudge:
		nearest, failed := Nearest(ctx, z, test)
		if failed != nil {
			return predicted, failed
		}
		predicted = answers{Matrix: y}.some(nearest)
	default:
		predicted, err = a.predict(train, at, y)
	}
	if err != nil {
		return predicted, err
	}
	for _, v := range predicted.Data {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return predicted, errors.New("a prediction is not finite")
		}
	}
	return predicted, nil
}

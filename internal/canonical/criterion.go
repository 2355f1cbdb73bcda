package canonical

import (
	"cmp"
	"math"

	"suffice/internal/learn"
	"suffice/internal/linalg"
)

// Criterion is how the residual covariance T of the functions of y, whose own covariance
// is A, is judged:
//
//	(1 + δ) { -½ log det(T + δI) + ½ log det(A + δI) }.
//
// Without a floor δ, and functions of variance 1, it is S. A floor keeps a direction that
// is predicted all but perfectly from counting for more than several others together; with
// a large one the criterion is the variance that is explained, as KDR has it.
type Criterion struct {
	Floor     float64 // δ
	All       bool    // every direction of y counts; otherwise those that can be predicted
	Threshold float64 // share of variance that must be predictable in a direction for it to count
	Leverage  float64 // factor of a row's leverage where it is left out; 0 means that of Kim and Gu, 1.4
}

// SquaredError judges by the variance that is explained, with plain leave-one-out.
var SquaredError = Criterion{Floor: 1e4, All: true, Leverage: 1}

// share is what the residual of a row with leverage h is divided by when the row is left
// out.
func (c Criterion) share(h float64) float64 { return learn.LeftOut(h, cmp.Or(c.Leverage, learn.KimGu)) }

// score judges the leave-one-out error of functions of y with the covariance yy, and tells
// the directions that count, by rows; none means all. The best direction always counts.
func (c Criterion) score(loss, yy linalg.Matrix) (float64, linalg.Matrix, error) {
	linalg.Scale(-1, loss) // so that the smallest errors come first
	values, vectors, err := linalg.Leading(loss, loss.Rows)
	if err != nil {
		return 0, linalg.Matrix{}, err
	}
	score, kept := 0., 0
	for kept < len(values) && (c.All || kept == 0 || -values[kept] < 1-c.Threshold) {
		score -= math.Log(max(-values[kept], jitterT) + c.Floor)
		kept++
	}
	for k := range kept {
		variance := 1. // of a direction among functions of variance 1
		if c.All {
			variance = yy.At(k, k)
		}
		score += math.Log(variance + c.Floor)
	}
	if c.All {
		vectors = linalg.Matrix{}
	} else {
		vectors = vectors.Slice(0, kept)
	}
	return (1 + c.Floor) * score / 2, vectors, nil
}

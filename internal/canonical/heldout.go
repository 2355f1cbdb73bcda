package canonical

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// HeldOut adds to sum the outer products of the residuals of rows that the regression of p,
// at W with the centres u and the settings, has not seen: x, and y as [Problem.Others] gives
// them, by their weights; nil means that all count the same.
func (p Problem) HeldOut(ctx context.Context, sum, w, u linalg.Matrix, at Choice, x, y linalg.Matrix, weights []float64) error {
	o := NewObjective(p.X, blocks.InMemory{Matrix: p.Y}, p.By, u, at)
	defer o.Release()
	if _, err := o.Value(ctx, w); err != nil {
		return err
	}
	k, e := linalg.New(x.Rows, u.Rows), y.Clone()
	z := kernel.Project(w, x).V
	kernel.SquaredDistances(k, z, o.at.P.V)
	kernel.Gaussian.Matrix(k, k, at.Width)
	linalg.AddMul(e, -1, k, o.beta)
	offset := o.offset()
	for i := range e.Rows {
		linalg.Axpy(1, offset, e.Row(i))
	}
	blocks.ScaleRoots(e, weights)
	linalg.AddTMul(sum, 1, e, e)
	return nil
}

// Others returns the functions of y of other rows of p, centred as those of a part of p are.
func (p Problem) Others(which []int, part Problem) linalg.Matrix {
	y := p.Y.Pick(which)
	for k := range y.Rows {
		linalg.Axpy(-1, part.mean, y.Row(k))
	}
	return y
}

// Score is the criterion at a residual covariance, which it overwrites.
func (p Problem) Score(t linalg.Matrix) (float64, error) {
	score, _, err := p.By.score(t, p.covariance())
	return score, err
}

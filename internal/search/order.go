package search

import (
	"context"
	"slices"

	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/internal/stiefel"
)

// Finish takes the SMI at the components w and puts them in order: turned so that
// each predicts more of y than the next, with the relevance of each, and orthonormal on the
// standardised inputs x. It is for methods whose criterion knows the subspace only. Where
// there are many rows, widths are chosen with the start rows. A quick search does without
// the score.
func (s *Search) Finish(ctx context.Context, w linalg.Matrix) error {
	s.Starting.Forget() // the widths will be others
	s.Centre()
	var fit lsmi.Solution
	var err error
	if !s.Scoreless {
		if s.Best, fit, err = s.heldOut(ctx, w); err != nil {
			return err
		}
	}
	turn, err := s.turn(ctx, w, fit)
	if err != nil {
		return err
	}
	s.W = linalg.Times(turn, w)
	for i := range s.W.Rows {
		for _, j := range s.X.Constant {
			s.W.Set(i, j, 0) // not what rounding has left of it
		}
	}
	if err := stiefel.Orthonormalize(s.W); err != nil {
		return err
	}
	if !s.Scoreless {
		s.Note(Scored("final", 1, s.Best))
	}
	return nil
}

// turn returns the components as directions in z = w x. Where there are too few rows to judge
// what they predict, they are the eigenvectors of W D Wᵀ: each carries more dependence than
// the next.
func (s *Search) turn(ctx context.Context, w linalg.Matrix, fit lsmi.Solution) (linalg.Matrix, error) {
	if w.Rows == 1 || s.Unordered {
		return linalg.Identity(w.Rows), nil
	}
	judged, err := Judge(ctx, s.X, s.Y, w, true)
	if err != nil {
		return w, err
	}
	if judged != nil {
		s.Relevance = judged.Relevance
		return judged.Turn, nil
	}
	if s.Scoreless { // in the order that they have
		return linalg.Identity(w.Rows), nil
	}
	d, err := s.Scoring.Importance(ctx, w, kernel.Gaussian, fit)
	if err != nil {
		return d, err
	}
	_, turn, err := linalg.Leading(d, w.Rows)
	return turn, err
}

// heldOut returns the settings with the best SMI at w. Where few rows choose
// the widths, these and the next narrower ones are tried, since more rows allow them.
func (s *Search) heldOut(ctx context.Context, w linalg.Matrix) (lsmi.Scored, lsmi.Solution, error) {
	alpha := s.ScoreAlpha()
	grid, err := s.Starting.Around(ctx, w, []float64{.2, .5, 1.2}, []float64{.1, .25, .6}, []float64{1e-4, 1e-3, 1e-2, 1e-1})
	if err != nil {
		return lsmi.Scored{}, lsmi.Solution{}, err
	}
	if s.Starting != s.Scoring {
		at, fit, err := s.Starting.Validate(ctx, w, kernel.Gaussian, grid, alpha)
		if err != nil {
			return at, fit, err
		}
		grid.WidthZ, grid.WidthY = downFrom(grid.WidthZ, at.WidthZ), downFrom(grid.WidthY, at.WidthY)
	}
	return s.Scoring.Validate(ctx, w, kernel.Gaussian, grid, alpha)
}

// downFrom is v and the one before it among the widths.
func downFrom(widths []float64, v float64) []float64 {
	i := slices.Index(widths, v)
	return widths[max(0, i-1) : i+1]
}

// ScoreAlpha is the α that the result is scored with, over a whole grid: the exact
// non-negative one would cost several factorisations for each point.
func (s *Search) ScoreAlpha() lsmi.Alpha {
	if a := s.Scoring.Natural(); a != lsmi.NonNegative {
		return a
	}
	return lsmi.Clipped
}
